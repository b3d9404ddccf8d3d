/**
 * The commonest errors of Resource Manager and its providers, explained: rows, so that docs and completeness are
 * derived. Sources: Microsoft Learn "Troubleshoot common Azure deployment errors" and the providers' REST references.
 */

/** The facts of one failed run that an explanation may name. */
export interface Facts {
  code: string;
  message: string;
  /** The resource's own name and type, as far as the error names one. */
  resource: string;
  type: string;
  region: string;
  subscription: string;
  group: string;
  /** The parameter that the offending value came from, and the value in this run. */
  parameter: string | undefined;
  value: string | undefined;
  /** Names of the assignments that refused it. */
  policies: readonly string[];
}

export interface Explanation {
  codes: string[];
  /** Where one code stands for several faults: the message must match, too. */
  when?: RegExp;
  /** Property paths of the failed resource that hold the offending value; `name` and `location` are its own. */
  paths: string[];
  /** Types of other resources whose property it is, where the failed resource only refers to them. */
  cause: (facts: Facts) => string;
  nextStep: (facts: Facts) => string;
}

/** A list or object: too long for a sentence, and shown beside it anyway. */
const isList = (value: string | undefined): boolean => /^[[{]/.test(value ?? '');
const quoted = (value: string | undefined, otherwise: string): string => (value === undefined || value === '' ? otherwise : `"${value}"`);
/** "the parameter vmSize" or "the template", for sentences that say what to change. */
const where = (facts: Facts): string => (facts.parameter === undefined ? 'in the template' : `in the parameter ${facts.parameter}`);
const pick = (facts: Facts, pattern: RegExp): string | undefined => pattern.exec(facts.message)?.[1];

/** The assignment is what people named; without its name, the definition's. */
function policyName(f: Facts): string {
  if (f.policies.length > 0) return `${f.policies.length === 1 ? 'The policy' : 'The policies'} ${f.policies.map((name) => `"${name}"`).join(' and ')}`;
  const definition = pick(f, /"displayName":"([^"]+)"/i) ?? pick(f, /definition name '([^']+)'/i);
  return definition === undefined ? 'A policy of the subscription' : `The policy "${definition}"`;
}
/** What somebody wrote, as a sentence before ours. */
const sentence = (text: string | undefined): string => (text === undefined ? '' : `${text.replace(/[.\s]*$/, '')}. `);

const size = ['properties.hardwareProfile.vmSize', 'sku.name', 'properties.agentPoolProfiles', 'properties.vmSize'];
const image = ['properties.storageProfile.imageReference', 'properties.virtualMachineProfile.storageProfile.imageReference'];
const password = ['properties.osProfile.adminPassword', 'properties.administratorLoginPassword', 'properties.virtualMachineProfile.osProfile.adminPassword'];
const username = ['properties.osProfile.adminUsername', 'properties.administratorLogin', 'properties.virtualMachineProfile.osProfile.adminUsername'];
const addresses = ['properties.addressPrefix', 'properties.addressPrefixes', 'properties.subnets', 'properties.addressSpace.addressPrefixes'];

export const explanations: Explanation[] = [
  {
    codes: ['SkuNotAvailable'], paths: size,
    cause: (f) => `The size ${quoted(f.value, 'asked for')} is not offered in ${f.region}, or not to the subscription ${f.subscription}.`,
    nextStep: (f) => `Choose another size ${where(f)}, or another region; the wizard lists what ${f.region} offers.`,
  },
  {
    codes: ['QuotaExceeded', 'OperationNotAllowed', 'CoreQuotaExceeded', 'ResourceCountExceedsLimitDueToTemplate'], when: /quota|limit|exceed/i, paths: [...size, 'sku.capacity'],
    cause: (f) => `The subscription ${f.subscription} has no room left in its quota for ${f.resource || 'this'} in ${f.region}${pick(f, /Additional Required:\s*(\d+)/i) ? `: ${pick(f, /Additional Required:\s*(\d+)/i)} more are needed, the limit is ${pick(f, /Current Limit:\s*(\d+)/i) ?? 'reached'}` : ''}.`,
    nextStep: (f) => `Use a smaller size or fewer machines${f.parameter ? isList(f.value) ? ` (${f.parameter})` : ` than ${quoted(f.value, 'now')} (${f.parameter})` : ''}, delete what is not needed in ${f.region}, or ask for a higher quota.`,
  },
  {
    codes: ['AllocationFailed', 'ZonalAllocationFailed', 'OverconstrainedAllocationRequest'], paths: [...size, 'zones'],
    cause: (f) => `${f.region} has no free capacity for ${quoted(f.value, 'this size')} at the moment.`,
    nextStep: (f) => `Retry later, or choose another size or zone ${where(f)}.`,
  },
  {
    codes: ['LocationNotAvailableForResourceType', 'LocationNotAvailableForResourceGroup', 'NoRegisteredProviderFound'], paths: ['location', 'apiVersion'],
    cause: (f) => `${f.type || 'The resource type'} can't be created in ${quoted(f.value ?? f.region, 'this region')}, or not with this API version.`,
    nextStep: (f) => `Choose another region ${where(f)}. The error lists the regions that have it.`,
  },
  {
    codes: ['InvalidResourceLocation'], paths: ['location', 'name'],
    cause: (f) => `A resource named ${quoted(f.resource, 'like this')} exists already in another region than ${f.value ?? f.region}.`,
    nextStep: (f) => `Give it another name, or deploy to the region where it is${f.parameter ? ` (${f.parameter})` : ''}.`,
  },
  {
    codes: ['InvalidLocation', 'LocationRequired'], paths: ['location'],
    cause: (f) => `${quoted(f.value ?? f.region, 'The region')} is not a region of this cloud.`,
    nextStep: (f) => `Write a region's name ${where(f)}, for instance eastus.`,
  },
  {
    codes: ['ResourceGroupNotFound'], paths: [],
    cause: (f) => `The resource group ${quoted(pick(f, /group '([^']+)'/i) ?? f.group, '')} does not exist in ${f.subscription}.`,
    nextStep: () => 'Create the group first (the wizard can), or choose one that exists, and retry.',
  },
  {
    codes: ['ResourceGroupBeingDeleted'], paths: [],
    cause: (f) => `The resource group ${quoted(f.group, '')} is being deleted.`,
    nextStep: () => 'Wait until it is gone and retry, or deploy to another group.',
  },
  {
    codes: ['ParentResourceNotFound'], paths: ['name'],
    cause: (f) => `${quoted(f.resource, 'The resource')} belongs to a parent that does not exist (yet).`,
    nextStep: (f) => `Add the parent to dependsOn in the blueprint, or correct its name ${where(f)}.`,
  },
  {
    codes: ['ResourceNotFound', 'NotFound', 'InvalidResourceReference', 'ReferencedResourceNotProvisioned'], paths: ['properties.ipConfigurations', 'properties.virtualNetworkSubnetId', 'properties.serverFarmId', 'properties.subnet', 'properties.networkProfile', 'properties.workspaceResourceId', 'name'],
    cause: (f) => `${quoted(f.resource, 'The resource')} refers to ${quoted(f.value ?? pick(f, /resource ['"]?([^'"\s]+)['"]?/i), 'something')} that was not found.`,
    nextStep: (f) => `Check the name or id ${where(f)}; if the blueprint creates it, it must be named in dependsOn.`,
  },
  {
    codes: ['StorageAccountAlreadyTaken', 'StorageAccountAlreadyExists'], paths: ['name'],
    cause: (f) => `The storage account name ${quoted(f.value ?? f.resource, '')} is taken: such names are unique in all of the cloud.`,
    nextStep: (f) => `Choose another name ${where(f)}, for instance with a suffix made by uniqueString().`,
  },
  {
    codes: ['AccountNameInvalid', 'InvalidAccountName'], paths: ['name'],
    cause: (f) => `${quoted(f.value ?? f.resource, 'The name')} is no valid storage account name: 3 to 24 lower-case letters and digits.`,
    nextStep: (f) => `Correct the name ${where(f)}.`,
  },
  {
    codes: ['VaultAlreadyExists', 'ConflictError'], paths: ['name'],
    cause: (f) => `The key vault name ${quoted(f.value ?? f.resource, '')} is taken, perhaps by a deleted vault that is still kept.`,
    nextStep: (f) => `Choose another name ${where(f)}, or recover or purge the deleted vault.`,
  },
  {
    codes: ['VaultNameNotValid'], paths: ['name'],
    cause: (f) => `${quoted(f.value ?? f.resource, 'The name')} is no valid key vault name: 3 to 24 letters, digits and hyphens, beginning with a letter.`,
    nextStep: (f) => `Correct the name ${where(f)}.`,
  },
  {
    codes: ['AlreadyInUse', 'RegistryNameAlreadyExists', 'NameAlreadyExists', 'ServerNameAlreadyExists', 'NameNotAvailable', 'WebsiteAlreadyExists', 'DatabaseAccountAlreadyExists', 'BatchAccountAlreadyExists'], paths: ['name'],
    cause: (f) => `The name ${quoted(f.value ?? f.resource, '')} is taken by somebody: names of ${f.type || 'this type'} are unique in all of the cloud.`,
    nextStep: (f) => `Choose another name ${where(f)}.`,
  },
  {
    codes: ['DnsRecordInUse'], paths: ['properties.dnsSettings.domainNameLabel', 'properties.dnsConfig.relativeName'],
    cause: (f) => `The DNS label ${quoted(f.value, '')} is used already in ${f.region}.`,
    nextStep: (f) => `Choose another label ${where(f)}.`,
  },
  {
    codes: ['InvalidDomainNameLabel'], paths: ['properties.dnsSettings.domainNameLabel'],
    cause: (f) => `${quoted(f.value, 'The DNS label')} is no valid label: 3 to 63 lower-case letters, digits and hyphens.`,
    nextStep: (f) => `Correct the label ${where(f)}.`,
  },
  {
    codes: ['NetcfgInvalidSubnet', 'NetcfgSubnetRangeOutsideVnet', 'InvalidCIDRNotation', 'InvalidAddressPrefixFormat'], paths: addresses,
    cause: (f) => `The address range ${quoted(f.value, 'of a subnet')} of ${quoted(f.resource, 'the network')} is not valid or lies outside the network's range.`,
    nextStep: (f) => `Choose a range inside the network's ${where(f)}, for instance 10.0.1.0/24 in 10.0.0.0/16.`,
  },
  {
    codes: ['NetcfgSubnetRangesOverlap', 'NetcfgInvalidVirtualNetworkSite', 'VnetAddressSpacesOverlap', 'VnetAddressSpaceOverlapsWithAlreadyPeeredVnet'], paths: addresses,
    cause: (f) => `The address range ${quoted(f.value, '')} overlaps with another subnet or a peered network.`,
    nextStep: (f) => `Choose a range that nobody else uses ${where(f)}.`,
  },
  {
    codes: ['PrivateIPAddressInUse', 'PrivateIPAddressIsAllocated', 'PrivateIPAddressNotInSubnet', 'PrivateIPAddressInReservedRange'], paths: ['properties.ipConfigurations', 'properties.frontendIPConfigurations'],
    cause: (f) => `The private address ${quoted(f.value, '')} is in use, reserved, or not in the subnet.`,
    nextStep: (f) => `Choose a free address of the subnet ${where(f)}, or let the cloud choose one (Dynamic).`,
  },
  {
    codes: ['SubnetIsFull'], paths: addresses,
    cause: () => 'The subnet has no free address left.',
    nextStep: (f) => `Enlarge the subnet's range ${where(f)}, or use another subnet.`,
  },
  {
    codes: ['InUseSubnetCannotBeDeleted', 'InUseNetworkSecurityGroupCannotBeDeleted', 'PublicIPAddressCannotBeDeleted', 'NicInUse', 'InUseRouteTableCannotBeDeleted', 'InUseSubnetCannotBeUpdated', 'CannotDeleteDiskAttachedToVm'], paths: [],
    cause: (f) => `${quoted(f.resource, 'The resource')} is still used by another resource.`,
    nextStep: () => 'Remove what uses it first; the error names it.',
  },
  {
    codes: ['PublicIPCountLimitReached', 'StaticPublicIPCountLimitReached', 'PublicIPAddressCountLimitReached'], paths: [],
    cause: (f) => `The subscription ${f.subscription} has reached its number of public addresses in ${f.region}.`,
    nextStep: () => 'Release addresses that nobody uses, or ask for a higher limit.',
  },
  {
    codes: ['PlatformImageNotFound', 'ImageNotFound', 'InvalidImageReference'], paths: image,
    cause: (f) => `The image ${quoted(f.value, 'asked for')} does not exist in ${f.region}.`,
    nextStep: (f) => `Choose another image ${where(f)}; the wizard lists what ${f.region} has.`,
  },
  {
    codes: ['InvalidParameter', 'InvalidAdminPassword', 'PasswordNotComplex', 'InvalidAdministratorLoginPassword'], when: /password/i, paths: password,
    cause: () => 'The administrator password does not meet the rules: 12 or more characters (8 for databases) with three of upper case, lower case, digit, symbol.',
    nextStep: (f) => `Let the wizard generate a password${f.parameter ? ` for ${f.parameter}` : ''}, or type a stronger one, and retry.`,
  },
  {
    codes: ['InvalidParameter', 'InvalidAdminUsername', 'InvalidLoginName', 'InvalidAdministratorLogin'], when: /user ?name|login|admin/i, paths: username,
    cause: (f) => `${quoted(f.value, 'The administrator name')} is not allowed: names like admin, root or sa are reserved.`,
    nextStep: (f) => `Choose another name ${where(f)}.`,
  },
  {
    codes: ['InvalidParameter', 'InvalidRequestContent', 'InvalidRequestFormat', 'BadRequest', 'InvalidResource', 'InvalidPropertyValue', 'ValidationError', 'InvalidParameterValue'], paths: ['sku.name', 'name', ...size],
    cause: (f) => `The cloud refused a value of ${quoted(f.resource, 'a resource')}: ${f.message}`,
    nextStep: (f) => (f.parameter === undefined ? 'Correct the value in the blueprint.' : `Correct ${f.parameter}, which is ${quoted(f.value, 'empty')} in this run.`),
  },
  {
    codes: ['InvalidTemplate', 'InvalidTemplateDeployment', 'InvalidDeploymentParameterValue', 'InvalidDeploymentParameterKey'], paths: ['name'],
    cause: (f) => `The template can't be deployed: ${f.message}`,
    nextStep: (f) => (f.parameter === undefined ? 'Open the blueprint in Blueprint Management, where the line is marked.' : `Correct the parameter ${f.parameter}, which is ${quoted(f.value, 'empty')} in this run.`),
  },
  {
    codes: ['InvalidContentLink', 'TemplateLinkNotFound'], paths: [],
    cause: () => 'A linked template could not be fetched by the cloud.',
    nextStep: () => 'Import the blueprint with its linked files, so that they travel with it.',
  },
  {
    codes: ['AuthorizationFailed', 'LinkedAuthorizationFailed', 'Forbidden', 'RoleAssignmentUpdateNotPermitted'], paths: [],
    cause: (f) => `Your cloud account may not do this${pick(f, /action '([^']+)'/) ? ` (${pick(f, /action '([^']+)'/)})` : ''} in ${pick(f, /scope '([^']+)'/) ?? (f.group || f.subscription)}.`,
    nextStep: () => "Ask the subscription's owner for a role that allows it, for instance Contributor, sign in again and retry.",
  },
  {
    codes: ['RequestDisallowedByPolicy', 'ResourceDisallowedByPolicy'], paths: ['location', 'sku.name', 'tags', ...size],
    cause: (f) => `${policyName(f)} ${f.policies.length > 1 ? 'do' : 'does'} not allow ${quoted(f.resource, 'this resource')}.`,
    nextStep: (f) => `${sentence(pick(f, /Reasons?: '(.+?)'\.(?: See|$)/))}Change ${f.parameter ? `${f.parameter} (now ${quoted(f.value, 'empty')})` : 'what the policy is about'}, or ask for an exemption.`,
  },
  {
    codes: ['ScopeLocked'], paths: [],
    cause: (f) => `A lock${pick(f, /locks?\/([^'"\s./]+)/i) ? ` ("${pick(f, /locks?\/([^'"\s./]+)/i)}")` : ''} protects ${quoted(f.resource, f.group || 'the resource')} from change or deletion.`,
    nextStep: () => 'Remove the lock if you may (it was set by somebody on purpose), then try again.',
  },
  {
    codes: ['MissingSubscriptionRegistration', 'SubscriptionNotRegistered'], paths: [],
    cause: (f) => `The subscription ${f.subscription} is not registered for ${pick(f, /namespace '([^']+)'/) ?? f.type.split('/')[0] ?? 'this provider'}.`,
    nextStep: (f) => `An owner registers ${pick(f, /namespace '([^']+)'/) ?? 'the provider'} once under Resource providers; then retry.`,
  },
  {
    codes: ['InvalidResourceNamespace', 'InvalidResourceType', 'InvalidApiVersionParameter', 'NoRegisteredProviderFoundForApiVersion'], paths: ['apiVersion'],
    cause: (f) => `The cloud does not know ${f.type || 'this type'} or its API version.`,
    nextStep: () => 'Correct type or apiVersion in the blueprint; the error lists the versions that exist.',
  },
  {
    codes: ['AnotherOperationInProgress', 'RetryableError', 'OperationPreempted', 'PreconditionFailed'], paths: [],
    cause: (f) => `${quoted(f.resource, 'The resource')} was being changed by another operation at the same time.`,
    nextStep: () => 'Retry in a minute.',
  },
  {
    codes: ['DeploymentActive'], paths: [],
    cause: () => 'A deployment of the same name is still running.',
    nextStep: () => 'Wait for it or cancel it, then retry.',
  },
  {
    codes: ['DeploymentQuotaExceeded'], paths: [],
    cause: (f) => `The group ${quoted(f.group, '')} keeps 800 deployments, which is the limit.`,
    nextStep: () => 'Delete old entries of its deployment history, then retry.',
  },
  {
    codes: ['Conflict', 'ResourceConflict'], paths: ['name'],
    cause: (f) => `${quoted(f.value ?? f.resource, 'The resource')} is in conflict with what exists: ${f.message}`,
    nextStep: (f) => `Choose another name ${where(f)}, or wait until the other operation is over and retry.`,
  },
  {
    codes: ['OSProvisioningTimedOut', 'OSProvisioningClientError', 'OSProvisioningInternalError', 'VMAgentStatusCommunicationError'], paths: image,
    cause: (f) => `The machine ${quoted(f.resource, '')} was created, but its operating system did not report back in time.`,
    nextStep: (f) => `Look at its boot diagnostics; check that the image ${quoted(f.value, '')} is generalized, then retry.`,
  },
  {
    codes: ['VMExtensionProvisioningError', 'VMExtensionProvisioningTimeout', 'VMExtensionHandlerNonTransientError'], paths: ['properties.settings', 'properties.protectedSettings'],
    cause: (f) => `The extension ${quoted(f.resource, '')} failed inside the machine.`,
    nextStep: (f) => `Read the extension's log on the machine; check its script and settings${f.parameter ? ` (${f.parameter})` : ''}, then retry.`,
  },
  {
    codes: ['DeploymentScriptError', 'DeploymentScriptOperationFailed', 'DeploymentScriptOutputsMissing'], paths: ['properties.arguments', 'properties.scriptContent'],
    cause: (f) => `The deployment script ${quoted(f.resource, '')} failed.`,
    nextStep: () => 'Read its log in the error; in the sandbox a script is not run, and its outputs must be given as a sample.',
  },
  {
    codes: ['PropertyChangeNotAllowed', 'CannotChangeProperty', 'ImmutablePropertyChange'], paths: ['name', 'sku.name'],
    cause: (f) => `A property of the existing ${quoted(f.resource, 'resource')} can't be changed after creation: ${f.message}`,
    nextStep: (f) => `Deploy under another name ${where(f)}, or delete the existing resource first.`,
  },
  {
    codes: ['PrincipalNotFound', 'InvalidPrincipalId'], paths: ['properties.principalId'],
    cause: (f) => `The principal ${quoted(f.value, '')} does not exist in the directory (a new identity takes a minute to appear).`,
    nextStep: (f) => `Check the object id ${where(f)}, or retry in a minute.`,
  },
  {
    codes: ['RoleAssignmentExists'], paths: ['name'],
    cause: () => 'The same role assignment exists already under another name.',
    nextStep: () => 'Nothing needs to be done for the role; name the assignment by guid() of scope, principal and role in the blueprint.',
  },
  {
    codes: ['MarketplacePurchaseEligibilityFailed', 'ResourcePurchaseValidationFailed', 'ResourcePurchaseCanceling'], paths: ['plan', ...image],
    cause: (f) => `The marketplace offer ${quoted(f.value, '')} can't be bought with this subscription, or its terms were not accepted.`,
    nextStep: () => 'Accept the offer\'s terms once for the subscription, or choose another image.',
  },
  {
    codes: ['TooManyRequests', 'SubscriptionRequestsThrottled', 'ServiceUnavailable', 'ServerTimeout', 'GatewayTimeout', 'InternalServerError', 'CloudUnreachable'], paths: [],
    cause: () => 'The cloud was too busy or did not answer for too long.',
    nextStep: () => 'Retry in a few minutes; nothing has to be entered again.',
  },
  {
    codes: ['InvalidAuthenticationToken', 'ExpiredAuthenticationToken', 'InvalidAuthenticationTokenTenant', 'AuthenticationFailed'], paths: [],
    cause: () => 'The sign-in to the cloud has expired or belongs to another directory.',
    nextStep: () => 'Sign in again and retry; nothing has to be entered again.',
  },
  {
    codes: ['DeploymentCanceled', 'Canceled'], paths: [],
    cause: () => 'The deployment was cancelled.',
    nextStep: () => 'Retry to go on where it stopped: what exists is kept.',
  },
  {
    codes: ['ReservedResourceName'], paths: ['name'],
    cause: (f) => `${quoted(f.value ?? f.resource, 'The name')} contains a reserved word (such as MICROSOFT or LOGIN).`,
    nextStep: (f) => `Choose another name ${where(f)}.`,
  },
  {
    codes: ['InvalidResourceName', 'InvalidName', 'InvalidServerName', 'InvalidDatabaseAccountName', 'InvalidResourceGroup', 'NameInvalid'], paths: ['name'],
    cause: (f) => `${quoted(f.value ?? f.resource, 'The name')} is no valid name for ${f.type || 'this type'}: ${f.message}`,
    nextStep: (f) => `Correct the name ${where(f)}.`,
  },
];

import { createHash } from 'node:crypto';
import { expandNested, expandTemplate, type DeploymentContext, type Diagnostic, type Expansion, type JsonObject, type RuntimeResolver } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import { scopeKind } from '../../world/resource-id.ts';
import type { DeploymentRequest, LinkFetcher } from './request.ts';

/** GUIDs that are the same when the same deployment is expanded again. */
function guids(seed: string): () => string {
  let count = 0;
  return () => {
    const hex = createHash('sha256').update(`${seed} ${count++}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}

/** What deployment(), resourceGroup(), subscription(), environment(), ... answer. */
function contextOf(cloud: Cloud, request: DeploymentRequest): DeploymentContext {
  const { world } = cloud;
  const kind = scopeKind(request.scope);
  const subscriptionId = /^\/subscriptions\/([^/]+)/i.exec(request.scope)?.[1];
  const subscription = subscriptionId === undefined ? undefined : world.get(`/subscriptions/${subscriptionId}`);
  const group = kind === 'resourceGroup' ? world.get(request.scope) : undefined;
  const { general, government } = ENVIRONMENTS;
  return {
    scope: kind === 'resource' ? 'resourceGroup' : kind,
    tenantId: request.caller.tenantId,
    ...(subscriptionId ? { subscriptionId } : {}),
    ...(subscription ? { subscription: { id: subscription.id, subscriptionId: subscriptionId!, tenantId: subscription.body['tenantId']!, displayName: subscription.body['displayName']! } } : {}),
    ...(group ? { resourceGroup: { name: group.name, location: group.location ?? '', tags: (group.body['tags'] ?? {}) as Record<string, string> } } : {}),
    ...(kind === 'managementGroup' ? { managementGroup: request.scope.split('/').at(-1)! } : {}),
    deploymentName: request.name,
    ...(request.location ? { location: request.location } : group?.location ? { location: group.location } : {}),
    now: request.startedAt,
    newGuid: guids(request.seed),
    environment: cloud.kind === 'general' ? general : government,
    deployer: { objectId: request.caller.objectId, tenantId: request.caller.tenantId, userPrincipalName: request.caller.name },
    ...(request.templateUri ? { templateUri: request.templateUri } : {}),
  };
}

const environment = (name: string, portal: string, management: string, login: string, graph: string, storage: string, suffix: JsonObject): JsonObject => ({
  name, portal, resourceManager: `${management}/`, gallery: `${management.replace('management', 'gallery')}/`, graph, graphAudience: graph,
  authentication: { loginEndpoint: login, audiences: [`${management}/`], tenant: 'common', identityProvider: 'AAD' }, suffixes: { storage, ...suffix },
});
const ENVIRONMENTS = {
  general: environment('AzureCloud', 'https://portal.azure.com', 'https://management.azure.com', 'https://login.microsoftonline.com/', 'https://graph.microsoft.com/', 'core.windows.net', {
    keyvaultDns: '.vault.azure.net', sqlServerHostname: '.database.windows.net', acrLoginServer: '.azurecr.io', azureDatalakeStoreFileSystem: 'azuredatalakestore.net', azureFrontDoorEndpointSuffix: 'azurefd.net',
  }),
  government: environment('AzureUSGovernment', 'https://portal.azure.us', 'https://management.usgovcloudapi.net', 'https://login.microsoftonline.us/', 'https://graph.microsoft.us/', 'core.usgovcloudapi.net', {
    keyvaultDns: '.vault.usgovcloudapi.net', sqlServerHostname: '.database.usgovcloudapi.net', acrLoginServer: '.azurecr.us', azureFrontDoorEndpointSuffix: 'azurefd.us',
  }),
};

/** Rounds of fetching links: each may show further ones, as deep as deployments nest. */
const LINK_ROUNDS = 20;

/** Expands, fetches what links are missing, and expands again until nothing is missing. */
async function withLinks(links: LinkFetcher, expand: () => Expansion): Promise<Expansion> {
  for (let round = 0; ; round += 1) {
    const expansion = expand();
    if (!expansion.missingLinks.length) return expansion;
    if (round === LINK_ROUNDS) throw new ArmError(400, 'InvalidTemplate', 'Deployment template validation failed: linked templates refer to each other too deeply.');
    for (const address of expansion.missingLinks) await links.fetch(address);
  }
}

/** Expands the main template of a deployment; throws InvalidTemplate for what the engine refuses. */
export async function expandMain(cloud: Cloud, request: DeploymentRequest, links: LinkFetcher, resolver: RuntimeResolver): Promise<Expansion> {
  const expansion = await withLinks(links, () =>
    expandTemplate(request.template, { parameters: request.parameters, context: contextOf(cloud, request), loader: links.loader, resolver: earlyOnly(resolver) }));
  return checked(expansion, request);
}

/** Expands a nested deployment whose parent has come to it. */
export async function expandInner(expansion: Expansion, id: string, links: LinkFetcher, resolver: RuntimeResolver): Promise<Expansion> {
  return checked(await withLinks(links, () => expandNested(expansion, id, resolver, { loader: links.loader })), undefined);
}

/** Before anything is deployed only what does not depend on resources of the template may be asked. */
const earlyOnly = (resolver: RuntimeResolver): RuntimeResolver => (call) => (/^(reference|references|resourceinfo|list.*|getsecret)$/i.test(call.name) ? undefined : resolver(call));

const describe = ({ message, line, column }: Diagnostic): string => `${message}${line === undefined ? '' : ` (line '${line}' and column '${column ?? 1}')`}`;

function checked(expansion: Expansion, request: DeploymentRequest | undefined): Expansion {
  const errors = expansion.diagnostics.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (!first) return expansion;
  const isParameterFault = first.code === 'MissingParameter' || first.code === 'UndeclaredParameterValue' || first.code === 'InvalidParameterValue' || first.code === 'InvalidParameterType';
  const message = request && isParameterFault
    ? `Deployment template validation failed: '${describe(first)}'. Please see https://aka.ms/arm-pass-parameter-values for usage details.`
    : `Deployment template validation failed: '${describe(first)}'.`;
  throw new ArmError(400, 'InvalidTemplate', message, undefined, undefined, {
    additionalInfo: errors.slice(0, 20).map(({ line, column, pointer, code, message: text }) => ({
      type: 'TemplateViolation', info: { lineNumber: line ?? 0, linePosition: column ?? 0, path: pointer, code, message: text },
    })),
  });
}


import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import type { OperationRequest, Provider, ResourceType, WriteRequest } from '../../wire/provider.ts';
import type { ResourceManager } from '../../wire/resource-manager.ts';
import type { StoredResource } from '../../world/world.ts';
import { isEnded, Remediations } from './remediation-run.ts';
import type { Repairer } from './repair.ts';
import { setsOf } from './state.ts';

const TYPE = 'Microsoft.PolicyInsights/remediations';

/** Limits of a remediation (concepts/remediation-structure). */
const LIMITS: Record<string, [least: number, most: number]> = { resourceCount: [1, 50_000], parallelDeployments: [1, 30] };

const refuse = (message: string): never => {
  throw new ArmError(400, 'InvalidCreateRemediationRequest', message);
};

function checkRemediation({ id, body, existing, world }: WriteRequest): void {
  const properties = body['properties'] as { policyAssignmentId: string; policyDefinitionReferenceId?: string; resourceDiscoveryMode?: string; failureThreshold?: { percentage?: unknown } } & Record<string, unknown>;
  const { policyAssignmentId, policyDefinitionReferenceId: reference, resourceDiscoveryMode: discovery, failureThreshold } = properties;
  if (existing !== undefined && !isEnded(existing)) refuse(`The remediation '${id.name}' is running: it can't be changed.`);
  const assignment = world.get(policyAssignmentId);
  if (assignment === undefined) throw new ArmError(400, 'InvalidPolicyAssignmentId', `The policy assignment '${policyAssignmentId}' could not be found.`);
  const assigned = String((assignment.body['properties'] as JsonObject)['policyDefinitionId']).toLowerCase();
  const set = setsOf(world).find((one) => one.id?.toLowerCase() === assigned);
  if (set !== undefined && !set.properties.policyDefinitions.some((member) => member.policyDefinitionReferenceId?.toLowerCase() === reference?.toLowerCase())) {
    refuse(`The policy assignment '${policyAssignmentId}' assigns a policy set definition: 'policyDefinitionReferenceId' must name one of its policy definitions.`);
  }
  if (discovery !== undefined && discovery !== 'ExistingNonCompliant' && discovery !== 'ReEvaluateCompliance') refuse(`The resource discovery mode '${discovery}' is not valid. Allowed values: 'ExistingNonCompliant', 'ReEvaluateCompliance'.`);
  for (const [name, [least, most]] of Object.entries(LIMITS)) {
    const value = properties[name];
    if (value !== undefined && !(Number.isInteger(value) && Number(value) >= least && Number(value) <= most)) refuse(`'${name}' must be between ${least} and ${most}.`);
  }
  const percentage = failureThreshold?.percentage;
  if (percentage !== undefined && !(typeof percentage === 'number' && percentage >= 0 && percentage <= 1)) refuse("'failureThreshold.percentage' must be between 0 and 1.");
}

/** Remediations: what modify and deployIfNotExists would have done, done for the resources that are there already. */
export function remediationProvider(cloud: Cloud, manager: ResourceManager, repair: Repairer): Provider {
  const { world } = cloud;
  const remediations = new Remediations(cloud, repair);
  const shown = (request: OperationRequest, resource: StoredResource): Json => manager.read(request, resource);

  const type: ResourceType = {
    type: TYPE, apiVersions: ['2024-10-01', '2021-10-01', '2019-07-01', '2018-07-01-preview'], extension: true, notExported: true, noProvisioningState: true, duration: 0, hidden: true, locations: 'none',
    required: ['properties.policyAssignmentId'],
    missing: () => ({ code: 'InvalidCreateRemediationRequest', message: "The remediation needs a 'policyAssignmentId'." }),
    check: checkRemediation,
    write: ({ body, existing, world: at }) => {
      const now = at.now().toISOString();
      const before = existing?.body['properties'] as JsonObject | undefined;
      return {
        body: {
          properties: {
            resourceDiscoveryMode: 'ExistingNonCompliant', resourceCount: 500, parallelDeployments: 10, failureThreshold: { percentage: 1 }, ...(body['properties'] as JsonObject), provisioningState: 'Accepted',
            createdOn: before?.['createdOn'] ?? now, lastUpdatedOn: now, deploymentStatus: { totalDeployments: 0, successfulDeployments: 0, failedDeployments: 0 }, correlationId: at.newId(),
          },
        },
      };
    },
    provisioned: ({ resource, caller }) => remediations.start(resource, caller),
    remove: ({ resource }) => {
      if (!isEnded(resource)) throw new ArmError(400, 'InvalidDeleteRemediationRequest', `The remediation '${resource.name}' is running: cancel it first.`);
      remediations.forget(resource);
    },
    actions: [
      { name: 'listDeployments', run: ({ resource }) => ({ value: remediations.deploymentsOf(resource) as unknown as Json }) },
      { name: 'cancel', run: (request) => manager.read(request, remediations.cancel(request.resource)) },
    ],
  };

  const list = (request: OperationRequest): Json => {
    const scope = (request.params['scope'] ?? '').toLowerCase();
    return { value: world.list({ type: TYPE }).filter(({ id }) => id.toLowerCase().startsWith(`${scope}/`)).map((resource) => shown(request, resource)) };
  };
  return {
    namespace: 'Microsoft.PolicyInsights',
    types: [type],
    operations: [{ method: 'GET', path: '{scope*}/providers/Microsoft.PolicyInsights/remediations', permission: 'Microsoft.PolicyInsights/remediations/read', run: list }],
  };
}

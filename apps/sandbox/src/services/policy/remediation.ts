import type { Json, JsonObject } from '@cloudwright/engine';
import { expandRemediation, frameOf, type JsonObject as PolicyJson } from '@cloudwright/policy';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import type { Caller, OperationRequest, Provider, ResourceType } from '../../wire/provider.ts';
import type { ResourceManager } from '../../wire/resource-manager.ts';
import { statesIn, type State } from './compliance.ts';
import { aliases } from './aliases.ts';
import { contextOf, storedSubject } from './state.ts';

const TYPE = 'Microsoft.PolicyInsights/remediations';
const DEPLOYMENTS = 'remediationDeployments';

interface RemediatedResource {
  remediatedResourceId: string;
  deploymentId: string;
  status: 'Succeeded' | 'Failed';
  resourceLocation: string;
  error?: { code: string; message: string };
  createdOn: string;
  lastUpdatedOn: string;
}

/** Does for one resource what modify and deployIfNotExists would have done: its template deployed, or written once more. */
export type Remediator = (state: State, caller: Caller) => RemediatedResource;

export function remediatorOf({ world }: Cloud, manager: ResourceManager): Remediator {
  return ({ resource, finding }, caller) => {
    const now = world.now().toISOString();
    const done: RemediatedResource = { remediatedResourceId: resource.id, deploymentId: '', status: 'Succeeded', resourceLocation: resource.location ?? '', createdOn: now, lastUpdatedOn: now };
    try {
      if (finding.effect === 'modify') manager.write({ id: resource.id, body: resource.body, apiVersion: resource.apiVersion, method: 'PUT', caller });
      else done.deploymentId = deploy({ resource, finding }, caller);
      return done;
    } catch (error) {
      if (!(error instanceof ArmError)) throw error;
      return { ...done, status: 'Failed', error: { code: error.code, message: error.message } };
    }
  };

  /** Writes the resources of the policy's template, and the record of the deployment. */
  function deploy({ resource, finding }: State, caller: Caller): string {
    const now = world.now().toISOString();
    const subject = storedSubject(resource);
    const context = contextOf(world, resource.id, { apiVersion: resource.apiVersion, caller });
    const details = finding.policy.detailsFor(frameOf(subject, { aliases, context, apiVersion: resource.apiVersion }));
    const expansion = expandRemediation(details, subject, context);
    const fault = expansion?.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
    if (expansion === undefined || fault !== undefined) throw new ArmError(400, 'InvalidTemplate', fault?.message ?? 'The policy has no deployment.');
    for (const one of expansion.resources) {
      const { id, apiVersion, name: _name, type: _type, ...body } = JSON.parse(JSON.stringify(one)) as PolicyJson & { id: string; apiVersion: string };
      manager.write({ id, body, apiVersion, method: 'PUT', caller });
    }
    const scope = /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+/i.exec(resource.id)?.[0] ?? /^\/subscriptions\/[^/]+/i.exec(resource.id)?.[0] ?? '';
    const id = `${scope}/providers/Microsoft.Resources/deployments/PolicyDeployment_${world.newId().replaceAll('-', '').slice(0, 20)}`;
    world.put({
      id, type: 'Microsoft.Resources/deployments', apiVersion: '2022-09-01', caller: caller.objectId,
      body: { properties: { mode: 'Incremental', provisioningState: 'Succeeded', timestamp: now, duration: 'PT1S', correlationId: world.newId(), parameters: {}, outputs: {}, providers: [], dependencies: [], outputResources: expansion.resources.map((one) => ({ id: one.id })) } },
    });
    return id;
  }
}

/** Remediations: what modify and deployIfNotExists would have done, done for the resources that are there already. */
export function remediationProvider(cloud: Cloud, manager: ResourceManager, remediate: Remediator): Provider {
  const { world } = cloud;

  const type: ResourceType = {
    type: TYPE, apiVersions: ['2024-10-01', '2021-10-01', '2019-07-01', '2018-07-01-preview'], extension: true, notExported: true, noProvisioningState: true, duration: 0, hidden: true, locations: 'none',
    required: ['properties.policyAssignmentId'],
    missing: () => ({ code: 'InvalidRemediationRequest', message: "The remediation needs a 'policyAssignmentId'." }),
    check: ({ body, world: at }) => {
      const { policyAssignmentId } = body['properties'] as { policyAssignmentId: string };
      if (at.get(policyAssignmentId) === undefined) throw new ArmError(400, 'InvalidPolicyAssignmentId', `The policy assignment '${policyAssignmentId}' could not be found.`);
    },
    write: ({ body, existing, world: at }) => {
      const now = at.now().toISOString();
      const before = existing?.body['properties'] as JsonObject | undefined;
      return { body: { properties: { resourceDiscoveryMode: 'ExistingNonCompliant', ...(body['properties'] as JsonObject), provisioningState: 'Accepted', createdOn: before?.['createdOn'] ?? now, lastUpdatedOn: now, deploymentStatus: { totalDeployments: 0, successfulDeployments: 0, failedDeployments: 0 }, correlationId: at.newId() } } };
    },
    provisioned: ({ id, resource, caller }) => {
      const properties = resource.body['properties'] as JsonObject;
      const assignment = String(properties['policyAssignmentId']).toLowerCase();
      const reference = String(properties['policyDefinitionReferenceId'] ?? '').toLowerCase();
      const places = ((properties['filters'] as { locations?: string[] } | undefined)?.locations ?? []).map((place) => place.toLowerCase());
      const wanted = statesIn(world, id.scope).filter(({ resource: one, finding }) =>
        finding.state === 'NonCompliant' && finding.assignmentId.toLowerCase() === assignment && (reference === '' || finding.referenceId.toLowerCase() === reference)
        && (finding.effect === 'deployIfNotExists' || finding.effect === 'modify') && (places.length === 0 || places.includes(one.location ?? '')));
      const done = wanted.slice(0, Number(properties['resourceCount'] ?? 500)).map((state) => remediate(state, caller));
      const failed = done.filter(({ status }) => status === 'Failed').length;
      world.setValue(DEPLOYMENTS, resource.id.toLowerCase(), done);
      world.put({
        id: resource.id, caller: caller.objectId,
        body: { properties: { ...properties, provisioningState: failed > 0 ? 'Failed' : 'Succeeded', lastUpdatedOn: world.now().toISOString(), deploymentStatus: { totalDeployments: done.length, successfulDeployments: done.length - failed, failedDeployments: failed }, statusMessage: `${done.length - failed} of ${done.length} resources were remediated.` } },
      });
    },
    actions: [
      { name: 'listDeployments', run: ({ resource }) => ({ value: (world.value<RemediatedResource[]>(DEPLOYMENTS, resource.id.toLowerCase()) ?? []) as unknown as Json }) },
      {
        name: 'cancel',
        run: ({ resource }) => {
          const state = (resource.body['properties'] as JsonObject)['provisioningState'];
          throw new ArmError(400, 'InvalidCancelRemediationRequest', `A remediation in the state '${String(state)}' can not be cancelled.`);
        },
      },
    ],
  };

  const list = (request: OperationRequest): Json => {
    const scope = (request.params['scope'] ?? '').toLowerCase();
    return { value: world.list({ type: TYPE }).filter(({ id }) => id.toLowerCase().startsWith(`${scope}/`)).map((resource) => manager.read(request, resource)) };
  };
  return {
    namespace: 'Microsoft.PolicyInsights',
    types: [type],
    operations: [{ method: 'GET', path: '{scope*}/providers/Microsoft.PolicyInsights/remediations', permission: 'Microsoft.PolicyInsights/remediations/read', run: list }],
  };
}


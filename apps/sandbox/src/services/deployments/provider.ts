import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import { page, resourceFilter } from '../../wire/paging.ts';
import { answer, type Operation, type OperationRequest, type Provider } from '../../wire/provider.ts';
import type { ResourceManager } from '../../wire/resource-manager.ts';
import { pollingHeaders } from '../../wire/resource-router.ts';
import { parseResourceId, scopeKind } from '../../world/resource-id.ts';
import type { StoredResource } from '../../world/world.ts';
import { stateOf, templateHash, type Deployments } from './lifecycle.ts';
import { DEPLOYMENT_TYPE, DEPLOYMENT_VERSIONS, isTerminal, shownParameters, stepBody, stepsOf } from './records.ts';
import { LinkFetcher, readDeploymentRequest, type DeploymentRequest } from './request.ts';
import { whatIfChanges } from './what-if.ts';

const COLLECTION = '{scope*}/providers/Microsoft.Resources/deployments';
const ITEM = `${COLLECTION}/{name}`;
/** The address that clients use for the operations of a group's deployment, without a provider. */
const OLD_ITEM = '/subscriptions/{subscriptionId}/resourcegroups/{group}/deployments/{name}';
/** A request to the old address as one to the new. */
const inGroup = (request: OperationRequest): OperationRequest =>
  request.params['group'] === undefined ? request : { ...request, params: { ...request.params, scope: `/subscriptions/${request.params['subscriptionId']}/resourceGroups/${request.params['group']}` } };

/** Microsoft.Resources/deployments at all four scopes. */
export function deploymentsProvider(cloud: Cloud, manager: ResourceManager, deployments: Deployments): Provider {
  const { world } = cloud;
  const hostOf = (request: OperationRequest): string => `https://${request.headers['host'] ?? ''}`;

  /** The scope of a request in its stored casing; throws when it does not exist. */
  const scopeOf = ({ params }: OperationRequest): string => {
    const scope = params['scope'] ?? '';
    const kind = scopeKind(scope);
    if (kind === 'tenant') return '';
    const stored = world.get(scope);
    if (stored) return stored.id;
    if (kind === 'resourceGroup') throw new ArmError(404, 'ResourceGroupNotFound', `Resource group '${scope.split('/').at(-1)}' could not be found.`);
    if (kind === 'managementGroup') throw new ArmError(404, 'ManagementGroupNotFound', `The management group '${scope.split('/').at(-1)}' cannot be found.`);
    throw new ArmError(400, 'InvalidDeploymentScope', `A deployment cannot be made at the scope '${scope}'.`);
  };
  const require = (request: OperationRequest, verb: string): string => {

    manager.require(request.caller, `${DEPLOYMENT_TYPE}/${verb}`, request.params['scope'] || '/');
    return scopeOf(request);
  };
  const find = (request: OperationRequest, verb = 'read'): StoredResource => {
    const scope = require(request, verb);
    const stored = world.get(`${scope}/providers/${DEPLOYMENT_TYPE}/${request.params['name']}`);
    if (!stored || !isOf(request, stored)) throw new ArmError(404, 'DeploymentNotFound', `Deployment '${request.params['name']}' could not be found.`);
    return stored;
  };
  /** The tenant scope of one directory is not that of another. */
  const isOf = ({ caller }: OperationRequest, stored: StoredResource): boolean =>
    scopeKind(parseResourceId(stored.id)?.scope ?? '') !== 'tenant' || (stored.secret['request'] as unknown as DeploymentRequest | undefined)?.caller.tenantId === caller.tenantId;
  const shown = ({ id, name, type, body }: StoredResource): JsonObject => ({ id, name, type, ...body });

  const read = async (request: OperationRequest, verb: string): Promise<{ wanted: DeploymentRequest; links: LinkFetcher }> => {
    const scope = require(request, verb);
    const links = new LinkFetcher(cloud);
    const wanted = await readDeploymentRequest(cloud, scope, request.params['name']!, request.body, request.caller, request.headers['x-ms-correlation-request-id'] ?? world.newId(), links);
    return { wanted, links };
  };

  const create: Operation['run'] = async (request) => {
    const { wanted, links } = await read(request, 'write');
    const { stored, operation, isNew } = await deployments.create(wanted, links, request.apiVersion);
    return answer(isNew ? 201 : 200, shown(stored), pollingHeaders(cloud, operation, hostOf(request), request.apiVersion, ['status']));
  };

  const validate: Operation['run'] = async (request) => {
    const { wanted, links } = await read(request, 'validate/action');
    const trial = await deployments.try(wanted, links);
    deployments.refuse(trial, wanted, false);
    return {
      id: wanted.id, name: wanted.name, type: DEPLOYMENT_TYPE, ...(wanted.location ? { location: wanted.location } : {}),
      properties: {
        templateHash: templateHash(wanted.template), parameters: shownParameters(wanted), mode: wanted.mode, provisioningState: 'Succeeded', timestamp: wanted.startedAt, duration: 'PT0S',
        correlationId: wanted.correlationId, providers: [], dependencies: [],
        validatedResources: [...trial.run.touched].map((id): Json => ({ id: trial.overlay.get(id)?.id ?? id })),
      },
    };
  };

  cloud.operations.register('whatIf', async ({ payload }) => {
    const wanted = payload['wanted'] as unknown as DeploymentRequest;
    const links = new LinkFetcher(cloud);
    const trial = await deployments.try(wanted, links);
    deployments.refuse(trial, wanted, false);
    return whatIfChanges(cloud, manager, wanted, trial, payload['onlyIds'] === true);
  });
  const whatIf: Operation['run'] = async (request) => {
    const { wanted } = await read(request, 'whatIf/action');
    const settings = (request.body['properties'] as JsonObject)['whatIfSettings'] as JsonObject | undefined;
    const operation = cloud.operations.begin({
      id: world.newId(), kind: 'whatIf', target: wanted.scope || '/', duration: 300,
      payload: { wanted: wanted as unknown as Json, onlyIds: /^resourceIdOnly$/i.test(String(settings?.['resultFormat'] ?? '')) },
    });
    return answer(202, undefined, whatIfHeaders(request, operation.id));
  };
  const whatIfHeaders = (request: OperationRequest, id: string): Record<string, string> => ({
    location: `${hostOf(request)}${/^\/subscriptions\/[^/]+/i.exec(request.path)?.[0] ?? ''}/providers/Microsoft.Resources/whatIfResults/${id}?api-version=${request.apiVersion}`,
    'retry-after': cloud.clock.speed >= 20 ? '0' : '1',
  });
  const whatIfResult: Operation['run'] = (request) => {
    const operation = cloud.operations.get(request.params['id']!);
    if (!operation) throw new ArmError(404, 'NotFound', `The operation '${request.params['id']}' was not found.`);
    if (operation.state === 'Running') return answer(202, undefined, whatIfHeaders(request, operation.id));
    if (operation.error) return answer(200, { status: 'Failed', error: operation.error as unknown as Json });
    return answer(200, { status: 'Succeeded', properties: operation.result ?? { changes: [] } });
  };

  const remove: Operation['run'] = (request) => {
    require(request, 'delete');
    const stored = world.get(`${scopeOf(request)}/providers/${DEPLOYMENT_TYPE}/${request.params['name']}`);
    if (!stored) return answer(204);
    if (!isTerminal(stateOf(stored))) throw new ArmError(409, 'DeploymentActive', `Unable to delete deployment '${stored.name}': it is still active.`);
    world.delete(stored.id, request.caller.objectId);
    const operation = cloud.operations.begin({ id: world.newId(), kind: 'deployment-removed', target: stored.id, duration: 100 });
    return answer(202, undefined, pollingHeaders(cloud, operation, hostOf(request), request.apiVersion, ['result']));
  };
  cloud.operations.register('deployment-removed', () => ({}));

  const list: Operation['run'] = (request) => {
    const scope = require(request, 'read');
    const state = /provisioningState\s+eq\s+'([^']+)'/i.exec(request.query.get('$filter') ?? '')?.[1];
    const matches = resourceFilter(state ? null : request.query.get('$filter'));
    const found = world.list({ type: DEPLOYMENT_TYPE, ...(scope ? { scope } : {}) })
      .filter((stored) => parseResourceId(stored.id)?.scope.toLowerCase() === scope.toLowerCase() && isOf(request, stored) && matches(stored) && (!state || stateOf(stored) === state))
      .toSorted((a, b) => b.changedAt.localeCompare(a.changedAt));
    return page(found.map(shown), request.query, hostOf(request), request.path);
  };

  const exported: Operation['run'] = (request) => {
    const stored = find(request, 'exportTemplate/action');
    const wanted = stored.secret['request'] as unknown as DeploymentRequest | undefined;
    if (!wanted) throw new ArmError(404, 'TemplateNotFound', `The template of deployment '${stored.name}' is not kept.`);
    return { template: typeof wanted.template === 'string' ? parseTemplate(wanted.template) : wanted.template };
  };

  const listSteps: Operation['run'] = (request) => {
    const stored = find(inGroup(request));
    return page(stepsOf(world, stored.id).map((step): Json => stepBody(stored, step)), request.query, hostOf(request), request.path);
  };
  const getStep: Operation['run'] = (request) => {
    const stored = find(inGroup(request));
    const step = stepsOf(world, stored.id).find(({ operationId }) => operationId === request.params['operation']);
    if (!step) throw new ArmError(404, 'DeploymentOperationNotFound', `The operation '${request.params['operation']}' of deployment '${stored.name}' could not be found.`);
    return stepBody(stored, step);
  };

  return {
    namespace: 'Microsoft.Resources',
    types: [{ type: DEPLOYMENT_TYPE, apiVersions: DEPLOYMENT_VERSIONS, scopes: ['tenant', 'managementGroup', 'subscription', 'resourceGroup'], locations: 'none', readOnlyType: true, hidden: true, notExported: true, noProvisioningState: true, duration: 0 }],
    operations: [
      { method: 'PUT', path: ITEM, permission: '', run: create },
      { method: 'GET', path: ITEM, permission: '', run: (request) => shown(find(request)) },
      { method: 'HEAD', path: ITEM, permission: '', run: (request) => {
        const scope = require(request, 'read');
        return answer(world.get(`${scope}/providers/${DEPLOYMENT_TYPE}/${request.params['name']}`) ? 204 : 404);
      } },
      { method: 'DELETE', path: ITEM, permission: '', run: remove },
      { method: 'GET', path: COLLECTION, permission: '', run: list },
      { method: 'POST', path: `${ITEM}/validate`, permission: '', run: validate },
      { method: 'POST', path: `${ITEM}/whatIf`, permission: '', run: whatIf },
      { method: 'GET', path: '{scope*}/providers/Microsoft.Resources/whatIfResults/{id}', permission: '', run: whatIfResult },
      { method: 'POST', path: `${ITEM}/cancel`, permission: '', run: (request) => {
        deployments.cancel(find(request, 'cancel/action'));
        return answer(204);
      } },
      { method: 'POST', path: `${ITEM}/exportTemplate`, permission: '', run: exported },
      ...[ITEM, OLD_ITEM].flatMap((item): Operation[] => [
        { method: 'GET', path: `${item}/operations`, permission: '', run: listSteps },
        { method: 'GET', path: `${item}/operations/{operation}`, permission: '', run: getStep },
      ]),
      { method: 'POST', path: '/providers/Microsoft.Resources/calculateTemplateHash', permission: '', run: ({ body }) => ({ templateHash: templateHash(body), minifiedTemplate: JSON.stringify(body) }) },
    ],
  };
}

/** A template that was sent as text; comments are tolerated by the engine, here only plain JSON is shown as data. */
const parseTemplate = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
};


import type { Json } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import { page, resourceFilter } from '../../wire/paging.ts';
import { answer, type OperationRequest, type Provider } from '../../wire/provider.ts';
import { GROUP_TYPE, type ResourceManager } from '../../wire/resource-manager.ts';
import { listResources, pollingHeaders } from '../../wire/resource-router.ts';
import { parseResourceId, resourceIdOf } from '../../world/resource-id.ts';
import { exportGroup } from './export-group.ts';

const groupIdOf = ({ params }: OperationRequest): string => `/subscriptions/${params['subscriptionId']}/resourceGroups/${params['group']}`;
const hostOf = (request: OperationRequest): string => `https://${request.headers['host'] ?? ''}`;

/** Resource groups: the type, its listings, moving resources, the exported template. */
export function groupsProvider(cloud: Cloud, manager: ResourceManager): Provider {
  const { world } = cloud;
  const read = 'Microsoft.Resources/subscriptions/resourceGroups/read';

  /** Resources that a move names, each in the source group; refuses what is missing or locked to others. */
  const moveTargets = (request: OperationRequest): { from: string; to: string }[] => {
    const target = String(request.body['targetResourceGroup'] ?? '');
    const ids = request.body['resources'];
    if (!Array.isArray(ids) || !target) throw new ArmError(400, 'InvalidRequestContent', "The request content was invalid: 'resources' and 'targetResourceGroup' are required.");
    if (!world.get(target)) throw new ArmError(404, 'ResourceGroupNotFound', `Resource group '${target.split('/').at(-1)}' could not be found.`);
    return ids.map((id) => {
      const parsed = parseResourceId(String(id));
      const stored = parsed && world.get(String(id));
      if (!parsed || !stored || parsed.scope.toLowerCase() !== groupIdOf(request).toLowerCase()) throw new ArmError(404, 'ResourceNotFound', `The Resource '${String(id)}' was not found in the source group.`);
      const to = resourceIdOf(target, stored.type, parsed.fullName);
      if (world.get(to)) throw new ArmError(409, 'ResourceMoveFailed', `A resource with the same name already exists in the target resource group: ${to}.`);
      return { from: stored.id, to };
    });
  };
  cloud.operations.register('move', ({ payload }) => {
    for (const { from, to } of payload['moves'] as { from: string; to: string }[]) {
      const tree = (id: string): string[] => [id, ...world.list({ parent: id }).flatMap((child) => tree(child.id))];
      const all = tree(from).map((id) => world.get(id)).filter((stored) => stored !== undefined);
      for (const stored of all) world.put({ id: to + stored.id.slice(from.length), type: stored.type, body: stored.body, secret: stored.secret, apiVersion: stored.apiVersion, caller: stored.changedBy });
      world.delete(from);
    }
    return undefined;
  });
  cloud.operations.register('exportTemplate', ({ target, payload }) => exportGroup(cloud, manager, target, payload));

  const move = (request: OperationRequest, really: boolean): ReturnType<typeof answer> => {
    const moves = moveTargets(request);
    if (!really) return answer(204);
    const operation = cloud.operations.begin({ id: world.newId(), kind: 'move', target: groupIdOf(request), payload: { moves }, duration: 1000 });
    return answer(202, undefined, pollingHeaders(cloud, operation, hostOf(request), request.apiVersion, ['result']));
  };

  return {
    namespace: 'Microsoft.Resources',
    types: [{
      type: GROUP_TYPE, apiVersions: ['2025-04-01', '2024-11-01', '2024-07-01', '2024-03-01', '2023-07-01', '2022-09-01', '2022-05-01', '2021-04-01', '2021-01-01', '2020-10-01', '2020-06-01', '2019-10-01', '2019-05-01', '2018-05-01', '2015-11-01'],
      scopes: ['subscription'], duration: 0, deleteDuration: 1500, hidden: true, notExported: true,
      name: {
        pattern: /^[-\p{L}\p{N}_.()]*[-\p{L}\p{N}_()]$/u, min: 1, max: 90, code: 'InvalidResourceGroup',
        message: (name) => `The provided resource group name '${name}' has these invalid characters or ends with a period. The name can only be a letter, digit, '-', '.', '(', ')' or '_', at most 90 characters.`,
      },
      required: ['location'],
      missing: () => ({ code: 'LocationRequired', message: 'The location property is required for this definition.' }),
      check: ({ body, existing, id }) => {
        if (existing && typeof body['location'] === 'string' && existing.location !== body['location'])
          throw new ArmError(409, 'InvalidResourceGroupLocation', `Invalid resource group location '${body['location']}'. The Resource group '${id.name}' already exists in location '${existing.location}'.`);
      },
    }],
    operations: [
      {
        method: 'GET', path: '/subscriptions/{subscriptionId}/resourcegroups', permission: read,
        run: (request) => {
          const matches = resourceFilter(request.query.get('$filter'));
          const groups = world.list({ type: GROUP_TYPE, subscriptionId: request.params['subscriptionId']! })
            .filter(({ name, type, body }) => matches({ name, type, location: body['location'], tags: body['tags'] }))
            .toSorted((a, b) => a.name.localeCompare(b.name));
          return page(groups.map((group): Json => manager.read(request, group)), request.query, hostOf(request), request.path);
        },
      },
      { method: 'GET', path: '/subscriptions/{subscriptionId}/resourceGroups/{group}/resources', permission: 'Microsoft.Resources/subscriptions/resourceGroups/resources/read', run: (request) => {
        manager.find(parseResourceId(groupIdOf(request))!, request.apiVersion);
        return listResources(cloud, manager, request, { subscriptionId: request.params['subscriptionId']!, resourceGroup: request.params['group']! });
      } },
      { method: 'POST', path: '/subscriptions/{subscriptionId}/resourceGroups/{group}/moveResources', run: (request) => move(request, true) },
      { method: 'POST', path: '/subscriptions/{subscriptionId}/resourceGroups/{group}/validateMoveResources', run: (request) => move(request, false) },
      {
        method: 'POST', path: '/subscriptions/{subscriptionId}/resourceGroups/{group}/exportTemplate', permission: 'Microsoft.Resources/subscriptions/resourceGroups/exportTemplate/action',
        run: (request) => {
          manager.find(parseResourceId(groupIdOf(request))!, request.apiVersion);
          const operation = cloud.operations.begin({ id: world.newId(), kind: 'exportTemplate', target: groupIdOf(request), payload: { ...request.body, caller: { ...request.caller } }, duration: 300 });
          return answer(202, undefined, pollingHeaders(cloud, operation, hostOf(request), request.apiVersion, ['result']));
        },
      },
    ],
  };
}

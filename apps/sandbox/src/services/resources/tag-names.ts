import type { Json } from '@cloudwright/engine';
import { SUBSCRIPTION_TYPE } from '../../wire/access.ts';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import { page } from '../../wire/paging.ts';
import { answer, type Operation, type OperationRequest } from '../../wire/provider.ts';

const SERVICE = 'tag-name';
const PATH = '/subscriptions/{subscriptionId}/tagNames';

/** The names and values of tags of a subscription: those that its resources carry, and those that somebody set aside. */
export function tagNameOperations(cloud: Cloud): Operation[] {
  const { world } = cloud;
  const keyOf = ({ params }: OperationRequest): string => `${params['subscriptionId']}/${params['name'] ?? ''}`.toLowerCase();
  /** A name that was made without a resource, with its values. */
  const predefined = (request: OperationRequest): { name: string; values: string[] } | undefined => world.value(SERVICE, keyOf(request));

  /** Every name with its values and how many resources have them. */
  const counted = (subscriptionId: string): Map<string, Map<string, number>> => {
    const counts = new Map<string, Map<string, number>>();
    const add = (name: string, value: string | undefined, count: number): void => {
      const values = counts.get(name) ?? new Map<string, number>();
      if (value !== undefined) values.set(value, (values.get(value) ?? 0) + count);
      counts.set(name, values);
    };
    for (const { key, value: { name, values } } of world.values<{ name: string; values: string[] }>(SERVICE)) {
      if (!key.startsWith(`${subscriptionId.toLowerCase()}/`)) continue;
      add(name, undefined, 0);
      for (const value of values) add(name, value, 0);
    }
    for (const { body } of world.list({ subscriptionId })) for (const [name, value] of Object.entries((body['tags'] ?? {}) as Record<string, Json>)) add(name, String(value), 1);
    return counts;
  };
  const body = (subscriptionId: string, tagName: string, values: Map<string, number>): Json => {
    const id = `/subscriptions/${subscriptionId}/tagNames/${tagName}`;
    const total = [...values.values()].reduce((sum, count) => sum + count, 0);
    return { id, tagName, count: { type: 'Total', value: total }, values: [...values].map(([tagValue, value]) => ({ id: `${id}/tagValues/${tagValue}`, tagValue, count: { type: 'Total', value } })) };
  };
  const one = ({ params }: OperationRequest): Json => body(params['subscriptionId']!, params['name']!, counted(params['subscriptionId']!).get(params['name']!) ?? new Map());
  const refuseUsed = (count: number, what: string): void => {
    if (count > 0) throw new ArmError(409, 'TagInUse', `The ${what} cannot be deleted: ${count} resources have it.`);
  };
  const permission = (verb: string): string => `${SUBSCRIPTION_TYPE}/tagNames/${verb}`;

  return [
    { method: 'GET', path: PATH, permission: permission('read'), run: (request) => {
      const { subscriptionId } = request.params as { subscriptionId: string };
      return page([...counted(subscriptionId)].map(([name, values]) => body(subscriptionId, name, values)), request.query, `https://${request.headers['host'] ?? ''}`, request.path);
    } },
    { method: 'PUT', path: `${PATH}/{name}`, permission: permission('write'), run: (request) => {
      const isNew = !predefined(request);
      if (isNew) world.setValue(SERVICE, keyOf(request), { name: request.params['name']!, values: [] });
      return answer(isNew ? 201 : 200, one(request));
    } },
    { method: 'DELETE', path: `${PATH}/{name}`, permission: permission('delete'), run: (request) => {
      refuseUsed([...(counted(request.params['subscriptionId']!).get(request.params['name']!) ?? new Map<string, number>()).values()].reduce((sum, count) => sum + count, 0), `tag '${request.params['name']}'`);
      world.deleteValue(SERVICE, keyOf(request));
      return answer(200);
    } },
    { method: 'PUT', path: `${PATH}/{name}/tagValues/{value}`, permission: permission('tagValues/write'), run: (request) => {
      const stored = predefined(request);
      if (!stored) throw new ArmError(404, 'TagNotFound', `The tag '${request.params['name']}' could not be found.`);
      const value = request.params['value']!;
      const isNew = !stored.values.includes(value);
      if (isNew) world.setValue(SERVICE, keyOf(request), { ...stored, values: [...stored.values, value] });
      return answer(isNew ? 201 : 200, { id: request.path, tagValue: value, count: { type: 'Total', value: counted(request.params['subscriptionId']!).get(stored.name)?.get(value) ?? 0 } });
    } },
    { method: 'DELETE', path: `${PATH}/{name}/tagValues/{value}`, permission: permission('tagValues/delete'), run: (request) => {
      const stored = predefined(request);
      const value = request.params['value']!;
      refuseUsed(counted(request.params['subscriptionId']!).get(request.params['name']!)?.get(value) ?? 0, `value '${value}'`);
      if (stored) world.setValue(SERVICE, keyOf(request), { ...stored, values: stored.values.filter((each) => each !== value) });
      return answer(200);
    } },
  ];
}

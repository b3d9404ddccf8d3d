import type { Json, JsonObject } from '@cloudwright/engine';
import type { Cloud } from '../../wire/cloud.ts';
import type { Caller } from '../../wire/provider.ts';
import { GROUP_TYPE, type ResourceManager } from '../../wire/resource-manager.ts';
import { parseResourceId } from '../../world/resource-id.ts';
import type { StoredResource } from '../../world/world.ts';
import { without } from '../body.ts';

const SCHEMA = 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#';

/** 'Microsoft.Storage/storageAccounts' + 'demo' -> 'storageAccounts_demo_name'. */
const parameterName = ({ type, name }: StoredResource): string => `${type.split('/').slice(1).join('_')}_${name.replace(/[^A-Za-z0-9]/g, '_')}_name`;

const deployments = /^microsoft\.resources\/(deployments|tags)$/i;

/**
 * A template that makes the resources of a group again: names as parameters, read-only members left out, references
 * between exported resources as resourceId() with dependsOn. Answer of the exportTemplate operation.
 */
export function exportGroup(cloud: Cloud, manager: ResourceManager, groupId: string, payload: JsonObject): Json {
  const group = cloud.world.get(groupId);
  const wanted = Array.isArray(payload['resources']) && !payload['resources'].includes('*') ? payload['resources'].map((id) => String(id).toLowerCase()) : undefined;
  const resources = cloud.world.list({ subscriptionId: group?.subscriptionId ?? '', resourceGroup: group?.name ?? '' }).filter((resource) => {
    const type = cloud.registry.type(resource.type);
    return resource.type !== GROUP_TYPE && !deployments.test(resource.type) && !type?.notExported && (!wanted || wanted.some((id) => resource.id.toLowerCase().startsWith(id)));
  });
  const tops = resources.filter(({ parent }) => !parent);
  const byId = new Map(resources.map((resource) => [resource.id.toLowerCase(), resource]));
  const context = manager.context(payload['caller'] as unknown as Caller, '2024-03-01');

  /** Name expression of a resource: its parent's parameter plus literal child names. */
  const nameOf = (resource: StoredResource): string => {
    const names = parseResourceId(resource.id)!.names;
    const top = tops.find(({ id }) => resource.id.toLowerCase().startsWith(`${id.toLowerCase()}/`) || id === resource.id);
    if (!top) return names.join('/');
    const parameter = `parameters('${parameterName(top)}')`;
    return names.length === 1 ? `[${parameter}]` : `[concat(${parameter}, '/${names.slice(1).join('/')}')]`;
  };
  const resourceIdExpression = (id: string): string | undefined => {
    const target = byId.get(id.toLowerCase());
    const top = target && tops.find(({ id: topId }) => `${target.id.toLowerCase()}/`.startsWith(`${topId.toLowerCase()}/`));
    if (!target || !top) return undefined;
    const rest = parseResourceId(target.id)!.names.slice(1).map((name) => `, '${name}'`).join('');
    return `resourceId('${target.type}', parameters('${parameterName(top)}')${rest})`;
  };

  const written = resources.map((resource): JsonObject => {
    const dependsOn = new Set<string>();
    const relate = (value: Json): Json => {
      if (typeof value === 'string') {
        const expression = value.startsWith('/') && value.toLowerCase() !== resource.id.toLowerCase() ? resourceIdExpression(value) : undefined;
        // What lies inside of the resource waits for it, not the other way round.
        if (expression && !value.toLowerCase().startsWith(`${resource.id.toLowerCase()}/`)) dependsOn.add(`[${expression}]`);
        return expression ? `[${expression}]` : value.startsWith('[') ? `[${value}` : value;
      }
      if (Array.isArray(value)) return value.map(relate);
      if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, relate(member)]));
      return value;
    };
    if (resource.parent) {
      const expression = resourceIdExpression(resource.parent);
      if (expression) dependsOn.add(`[${expression}]`);
    }
    let body: JsonObject = without(manager.read(context, resource), 'properties.provisioningState');
    for (const path of cloud.registry.type(resource.type)?.readOnly ?? []) body = without(body, path);
    const { id: _id, name: _name, type: _type, etag: _etag, ...rest } = body;
    const related = relate(rest) as JsonObject;
    return { type: resource.type, apiVersion: resource.apiVersion, name: nameOf(resource), ...related, ...(dependsOn.size ? { dependsOn: [...dependsOn] } : {}) };
  });

  return {
    template: {
      $schema: SCHEMA, contentVersion: '1.0.0.0',
      parameters: Object.fromEntries(tops.map((top) => [parameterName(top), { type: 'String', defaultValue: parseResourceId(top.id)!.fullName }])),
      variables: {}, resources: written,
    },
  };
}

import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import { answer, type OperationRequest, type Provider } from '../../wire/provider.ts';
import { checkTags } from '../../wire/write-checks.ts';
import { tagNameOperations } from './tag-names.ts';
import type { StoredResource } from '../../world/world.ts';

/** Microsoft.Resources/tags: the tags of any resource, group or subscription as one object, and the list of tag names. */
export function tagsProvider(cloud: Cloud): Provider {
  const { world } = cloud;
  const path = '{scope*}/providers/Microsoft.Resources/tags/default';
  const tagged = ({ params }: OperationRequest): StoredResource => {
    const found = world.get(params['scope']!);
    if (!found) throw new ArmError(404, 'ResourceNotFound', `The resource '${params['scope']}' could not be found.`);
    return found;
  };
  const body = ({ id, body: stored }: StoredResource): JsonObject => ({
    id: `${id}/providers/Microsoft.Resources/tags/default`, name: 'default', type: 'Microsoft.Resources/tags', properties: { tags: stored['tags'] ?? {} },
  });
  const save = (resource: StoredResource, tags: JsonObject, request: OperationRequest): Json => {
    checkTags({ tags });
    return body(world.put({ id: resource.id, type: resource.type, body: { ...resource.body, tags }, caller: request.caller.objectId }));
  };
  const sentTags = (request: OperationRequest): JsonObject => ((request.body['properties'] as JsonObject | undefined)?.['tags'] ?? {}) as JsonObject;
  const patches: Record<string, (before: JsonObject, sent: JsonObject) => JsonObject> = {
    merge: (before, sent) => ({ ...before, ...sent }),
    replace: (_before, sent) => sent,
    delete: (before, sent) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in sent))),
  };
  return {
    namespace: 'Microsoft.Resources',
    types: [{
      type: 'Microsoft.Resources/tags', apiVersions: ['2025-04-01', '2024-03-01', '2021-04-01', '2020-06-01', '2019-10-01'], extension: true, singletons: ['default'], noProvisioningState: true, hidden: true, notExported: true,
      // A template sets tags with this type: the write lands on the tagged resource.
      write: (request) => {
        const target = request.world.get(request.id.scope);
        const tags = ((request.body['properties'] as JsonObject | undefined)?.['tags'] ?? {}) as JsonObject;
        return { body: { properties: { tags } }, others: target ? [{ id: target.id, body: { ...target.body, tags } }] : [] };
      },
    }],
    operations: [
      { method: 'GET', path, permission: 'Microsoft.Resources/tags/read', run: (request) => body(tagged(request)) },
      { method: 'PUT', path, permission: 'Microsoft.Resources/tags/write', run: (request) => save(tagged(request), sentTags(request), request) },
      { method: 'PATCH', path, permission: 'Microsoft.Resources/tags/write', run: (request) => {
        const resource = tagged(request);
        const patch = patches[String(request.body['operation'] ?? 'Merge').toLowerCase()];
        if (!patch) throw new ArmError(400, 'InvalidTagPatchOperation', "The patch operation must be 'Merge', 'Replace' or 'Delete'.");
        return save(resource, patch((resource.body['tags'] ?? {}) as JsonObject, sentTags(request)), request);
      } },
      { method: 'DELETE', path, permission: 'Microsoft.Resources/tags/delete', run: (request) => {
        save(tagged(request), {}, request);
        return answer(200);
      } },
      ...tagNameOperations(cloud),
    ],
  };
}

import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../wire/arm-error.ts';
import type { WriteRequest } from '../wire/provider.ts';
import { isObject, objectAt, textAt } from './body.ts';

/** Refuses user-assigned identities that do not exist. */
export function checkIdentity(request: WriteRequest): void {
  for (const id of Object.keys(objectAt(request.body, 'identity.userAssignedIdentities')))
    if (id.startsWith('/') && !request.world.get(id) && !request.pending(id))
      throw new ArmError(400, 'FailedIdentityOperation', `Identity operation for resource '${request.id.id}' failed with error 'Failed to perform resource identity operation. Status: 'BadRequest'. Response: '{"error":{"code":"BadRequest","message":"Resource '${id}' was not found."}}'.`);
}

/** Fills in what Azure adds to `identity`: the system identity's ids (given once), the ids of each user-assigned one. */
export function withIdentity(request: WriteRequest, body: JsonObject): JsonObject {
  const identity = body['identity'];
  if (!isObject(identity)) return body;
  const before = objectAt(request.existing?.body ?? {}, 'identity');
  const assigned = Object.keys(objectAt(identity, 'userAssignedIdentities')).map((id): [string, Json] => {
    const user = request.world.get(id)?.body;
    return [id, user ? { principalId: textAt(user, 'properties.principalId') ?? '', clientId: textAt(user, 'properties.clientId') ?? '' } : {}];
  });
  const system = (textAt(identity, 'type') ?? '').toLowerCase().includes('systemassigned');
  return {
    ...body,
    identity: {
      ...identity,
      ...(system ? { principalId: before['principalId'] ?? request.world.newId(), tenantId: request.caller.tenantId } : {}),
      ...(assigned.length ? { userAssignedIdentities: Object.fromEntries(assigned) } : {}),
    },
  };
}

import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../wire/arm-error.ts';
import type { Action, ResourceRequest, ResourceType, WriteRequest, WriteResult } from '../wire/provider.ts';
import { checkResourceId } from '../wire/write-checks.ts';
import { fill, leafPaths, setAt, textAt, valueAt, valuesAt, without } from './body.ts';
import { checkIdentity, withIdentity } from './identities.ts';

/** Gives one value of a written resource; `body` holds what is known so far. Must not change the world. */
export type Compute = (request: WriteRequest, body: JsonObject) => Json | undefined;

/** A member that names another resource, which has to exist. */
export interface Reference {
  /** Where the id stands: 'properties.ipConfigurations[*].properties.subnet.id'. */
  path: string;
  /** Azure's answer when it does not exist; default 400 InvalidResourceReference. */
  missing?: (id: string, request: WriteRequest) => ArmError;
}

/**
 * A resource type as data: what Azure fills in, computes, hides, forbids to change and requires to exist.
 * `typeOf` turns it into a ResourceType; everything that a ResourceType can say may be said here too.
 */
export interface TypeRow extends Omit<ResourceType, 'apiVersions' | 'write' | 'readOnly'> {
  apiVersions?: string[];
  /** Filled in where the request says nothing (null counts as nothing). */
  defaults?: JsonObject | ((request: WriteRequest) => JsonObject);
  /** Path -> value given at creation and kept by later writes. */
  once?: Record<string, Compute>;
  /** Path -> value that only the server knows, computed at each write over whatever was sent. */
  computed?: Record<string, Compute>;
  /** Path -> what becomes of a value that the sender may set: filled in, numbered, with ids. What-if compares these. */
  normalized?: Record<string, Compute>;
  /** Paths that are accepted and never answered (passwords). */
  writeOnly?: string[];
  /** Names of keys made at creation and kept in the secret. */
  keys?: string[];
  /** Paths that cannot be changed after creation. */
  immutable?: string[];
  immutableError?: (path: string, request: WriteRequest) => ArmError;
  references?: Reference[];
  /** Allowed values by path, refused with `invalid`. */
  oneOf?: Record<string, string[]>;
  invalid?: (path: string, value: string, allowed: string[]) => ArmError;
  /** Last step, for what rows cannot say: other resources written along, removed ones. */
  finish?: (request: WriteRequest, result: WriteResult) => WriteResult;
}

/** The same refusal as Resource Manager's own, for services that check links in their words. */
export const resourceNotFound = (id: string): ArmError =>
  new ArmError(404, 'ResourceNotFound', `The Resource '${id.split('/providers/').at(-1)!}' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix`);

const notFoundReference = (id: string, request: WriteRequest): ArmError =>
  new ArmError(
    400, 'InvalidResourceReference',
    `Resource ${id} referenced by resource ${request.id.id} was not found. Please make sure that the referenced resource exists, and that both resources are in the same region.`,
  );

const changed = (path: string, _request: WriteRequest): ArmError =>
  new ArmError(409, 'PropertyChangeNotAllowed', `Changing property '${path.replace(/^properties\./, '')}' is not allowed.`, path.replace(/^properties\./, ''));

const notAllowed = (path: string, value: string, allowed: string[]): ArmError =>
  new ArmError(400, 'InvalidParameter', `The value '${value}' of parameter '${path.replace(/^properties\./, '')}' is not allowed. Allowed values are: ${allowed.join(', ')}.`, path);

/** True when a resource exists, in the world or in the template that is being validated. */
export const exists = (request: WriteRequest, id: string): boolean => request.world.get(id) !== undefined || request.pending(id) !== undefined;

/** Body of another resource, in the world or in the template that is being validated. */
export const bodyOf = (request: WriteRequest, id: string): JsonObject | undefined => request.world.get(id)?.body ?? request.pending(id);

function check(row: TypeRow, request: WriteRequest): void {
  const { body, existing } = request;
  for (const [path, allowed] of Object.entries(row.oneOf ?? {}))
    for (const value of valuesAt(body, path))
      if (typeof value === 'string' && !allowed.some((one) => one.toLowerCase() === value.toLowerCase())) throw (row.invalid ?? notAllowed)(path, value, allowed);
  for (const path of existing ? (row.immutable ?? []) : []) {
    const [before, after] = [valueAt(existing!.body, path), valueAt(body, path)];
    if (after !== undefined && after !== null && before !== undefined && !sameValue(before, after)) throw (row.immutableError ?? changed)(path, request);
  }
  for (const reference of row.references ?? [])
    for (const id of valuesAt(body, reference.path)) {
      if (typeof id !== 'string' || id === '') continue;
      checkResourceId(id, reference.path, request.id.name);
      if (!exists(request, id)) throw (reference.missing ?? notFoundReference)(id, request);
    }
  checkIdentity(request);
  row.check?.(request);
}

const sameValue = (a: Json, b: Json): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : JSON.stringify(a) === JSON.stringify(b);

function write(row: TypeRow, request: WriteRequest): WriteResult {
  const { existing } = request;
  const defaults = typeof row.defaults === 'function' ? row.defaults(request) : (row.defaults ?? {});
  let body = fill(request.body, defaults);
  const hidden: JsonObject = {};
  for (const path of row.writeOnly ?? []) {
    const value = valueAt(body, path);
    if (value !== undefined) hidden[path] = value;
    body = without(body, path);
  }
  for (const [path, compute] of Object.entries(row.once ?? {})) {
    const value = (existing && valueAt(existing.body, path)) ?? compute(request, body);
    if (value !== undefined) body = setAt(body, path, value);
  }
  for (const [path, compute] of Object.entries({ ...row.normalized, ...row.computed })) {
    const value = compute(request, body);
    body = value === undefined ? without(body, path) : setAt(body, path, value);
  }
  const keys = Object.fromEntries((row.keys ?? []).map((name) => [name, existing?.secret[name] ?? request.world.newKey()]));
  body = withIdentity(request, body);
  const result: WriteResult = { body, secret: { ...existing?.secret, ...hidden, ...keys } };
  return row.finish ? row.finish(request, result) : result;
}

/** Every path that a row speaks of; secrets are nobody's business. */
function membersOf({ required = [], once, computed, normalized, immutable = [], references = [], oneOf, defaults, writeOnly = [] }: TypeRow): string[] {
  const paths = [...required, ...immutable, ...references.map(({ path }) => path), ...[once, computed, normalized, oneOf].flatMap((part) => Object.keys(part ?? {})), ...(typeof defaults === 'object' ? leafPaths(defaults) : [])];
  return [...new Set(paths)].filter((path) => !writeOnly.some((secret) => path.startsWith(secret)));
}

/** Makes the wire's ResourceType from a row. */
export function typeOf(row: TypeRow): ResourceType {
  const { apiVersions = [], defaults: _defaults, once, computed, normalized: _normalized, writeOnly, keys: _keys, immutable: _immutable, immutableError: _error, references: _references, oneOf: _oneOf, invalid: _invalid, finish: _finish, check: _check, actions, ...rest } = row;
  return {
    ...rest,
    // An action that has nothing to say is answered 200, which is what the clients expect.
    ...(actions ? { actions: actions.map((action) => (action.duration ? action : { ...action, run: (request: ResourceRequest) => action.run(request) ?? {} })) } : {}),
    apiVersions,
    readOnly: ['identity.principalId', 'identity.tenantId', ...Object.keys(once ?? {}), ...Object.keys(computed ?? {}), ...(writeOnly ?? [])],
    members: membersOf(row),
    check: (request) => check(row, request),
    write: (request) => write(row, request),
  };
}

/** `POST …/name` that answers from the resource's secret and body; a template may call it as list*(). */
export const lists = (name: string, run: (request: ResourceRequest) => Json): Action => ({ name, run });

/** `POST …/regenerateKey`: makes one of the secret's keys anew. `pick` says which from the request's body. */
export const regenerates = (name: string, pick: (body: JsonObject) => string | undefined, answer: (request: ResourceRequest) => Json): Action => ({
  name,
  check: ({ body, resource }) => {
    const key = pick(body);
    if (!key || resource.secret[key] === undefined) throw new ArmError(400, 'InvalidParameter', `The key name '${String(body['keyName'] ?? body['keyKind'] ?? '')}' is not valid.`, 'keyName');
  },
  run: (request) => {
    const { world, resource, body } = request;
    const stored = world.put({ id: resource.id, body: resource.body, secret: { ...resource.secret, [pick(body)!]: world.newKey() } });
    return answer({ ...request, resource: stored });
  },
});

/** A secret as text, '' when it is not there. */
export const secretOf = (request: ResourceRequest, name: string): string => textAt(request.resource.secret, name) ?? '';

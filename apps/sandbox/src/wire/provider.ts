import type { Json, JsonObject } from '@cloudwright/engine';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StoredResource, World } from '../world/world.ts';
import type { ResourceId } from '../world/resource-id.ts';

/** Who calls: from the access token. */
export interface Caller {
  tenantId: string;
  objectId: string;
  /** User principal name or the application's name. */
  name: string;
  kind: 'user' | 'application';
}

/** The addresses of this sandbox cloud; providers build endpoints (vault uri, blob endpoint, ...) from them. */
export interface Addresses {
  /** https, Resource Manager, Graph and everything that needs TLS; no trailing slash. */
  tls: string;
  /** http, identity and console; no trailing slash. */
  http: string;
}

/** What every handler gets. */
export interface RequestContext {
  world: World;
  caller: Caller;
  apiVersion: string;
  query: URLSearchParams;
  /** Request headers, lower-case names. */
  headers: Record<string, string | undefined>;
  addresses: Addresses;
}

/** A PUT or PATCH of one resource (also one made by a deployment, and a dry run by validate and whatIf). */
export interface WriteRequest extends RequestContext {
  id: ResourceId;
  /** The body as sent; for PATCH already merged into the existing one (RFC 7396). */
  body: JsonObject;
  existing: StoredResource | undefined;
  /** Of a PATCH: what was sent. */
  patch?: JsonObject;
  /** Set for a child type when its parent exists; the wire refuses ParentResourceNotFound before. */
  parent: StoredResource | undefined;
  /** validate/whatIf: resources of the same template that are not there yet count as existing. */
  pending: (id: string) => JsonObject | undefined;
}

/** A GET, DELETE or action on one stored resource. */
export interface ResourceRequest extends RequestContext {
  id: ResourceId;
  resource: StoredResource;
  /** Body of a POST action, {} without one. */
  body: JsonObject;
}

/** The outcome of `write`: what will be stored. Nothing is stored when this is a dry run, so `write` must not change the world. */
export interface WriteResult {
  /** Body with all server-computed properties and defaults; without id, name, type. */
  body: JsonObject;
  /** Keys and other things that GET never shows; default: what is stored already. */
  secret?: JsonObject;
  /** Other resources written with it (inline subnets of a network, the OS disk of a VM): stored without their own `write`. */
  others?: { id: string; body: JsonObject; secret?: JsonObject }[];
  /** Ids removed with it (a subnet no longer in the list). */
  removed?: string[];
}

/** A limit that one resource counts against. */
export interface QuotaDemand {
  /** Counter, e.g. 'cores', 'standardDSv3Family', 'VirtualNetworks'. */
  name: string;
  localizedName: string;
  amount: number;
  /** The limit when the quota table has no row. */
  limit: number;
}

export interface NameRule {
  pattern: RegExp;
  min: number;
  max: number;
  /** Azure's code for a bad name; default InvalidResourceName (400). */
  code?: string;
  message?: (name: string) => string;
}

/** A POST (or GET) below a resource: `POST …/virtualMachines/vm/start`, `GET …/virtualMachines/vm/instanceView`. */
export interface Action {
  /** As in the address, e.g. listKeys; compared without case. May hold more segments: 'config/appsettings/list'. */
  name: string;
  /** Default POST. */
  method?: 'GET' | 'POST';
  /** Checks before anything happens; throws ArmError. */
  check?: (request: ResourceRequest) => void;
  /** Does it; the answer's body, undefined = empty. With `duration`, runs when the time is over. */
  run: (request: ResourceRequest) => Json | undefined;
  /** Milliseconds (before SANDBOX_SPEED); given = answers 202 with Azure-AsyncOperation and Location. */
  duration?: number;
  /** Answers reference-like template functions: true when a template may call it as list*(). Default: name starts with 'list'. */
  list?: boolean;
}

/** One resource type with its behaviour. Every member but `type` and `apiVersions` has a default. */
export interface ResourceType {
  /** Full type, Azure's casing. */
  type: string;
  /** Newest first; [] = any date is accepted. */
  apiVersions: string[];
  /** Region names, or 'all' (default: every region of this cloud), or 'global' (only 'global'), or 'none' (no location: child and extension types; default for them). */
  locations?: string[] | 'all' | 'global' | 'none';
  name?: NameRule;
  /** Names are unique over all subscriptions (storage accounts, vaults, sites): Azure's code and message when taken. */
  globalName?: { code: string; status?: number; message: (name: string) => string };
  /** The only names that exist ('default', 'current', …). */
  singletons?: string[];
  /** Body members that must be there: 'properties.hardwareProfile', 'sku.name'. Refused with InvalidRequestContent/400 or `missing`. */
  required?: string[];
  missing?: (path: string) => { code: string; message: string };
  /** Members computed by the server ('properties.vmId'): left out of exportTemplate and not compared by whatIf when the template does not set them. */
  readOnly?: string[];
  /** Paths that the type knows by name ('properties.networkAcls.bypass', 'properties.rules[*].id'): policies may ask for them. */
  members?: string[];
  /** Throws ArmError for what Azure refuses at once. Pure; runs before every write, also in validate and whatIf. */
  check?: (request: WriteRequest) => void;
  /** Body to store. Pure. Default: the sent body. `properties.provisioningState` is the wire's business. */
  write?: (request: WriteRequest) => WriteResult;
  /** Runs after the write is stored and provisioning is over (an extension's output, a trigger). May change the world. */
  provisioned?: (request: ResourceRequest) => void;
  /** GET's body from the stored one ($expand, inline children, back references). Default: the stored body. */
  read?: (request: ResourceRequest) => JsonObject;
  /** What reference(id) answers; default `read(…).properties`. */
  reference?: (request: ResourceRequest) => Json;
  /** Throws ArmError when it cannot be removed now (in use). */
  remove?: (request: ResourceRequest) => void;
  /** Other ids deleted with it. Children and extension resources always are. */
  removed?: (request: ResourceRequest) => string[];
  actions?: Action[];
  /** Milliseconds a create/update takes, before SANDBOX_SPEED; 0 = answered synchronously. Default 1000 for top-level types, 0 else. */
  duration?: number | ((request: WriteRequest) => number);
  /** Milliseconds a delete takes; default: half of `duration`. */
  deleteDuration?: number;
  /** What this resource counts against (called for a wanted body and, to sum usage, for stored ones). */
  quota?: (body: JsonObject, world: World) => QuotaDemand[];
  /** Azure's words when the limit is passed; default 409 OperationNotAllowed / QuotaExceeded. */
  quotaError?: (demand: QuotaDemand, used: number, limit: number, location: string) => Error;
  /** PUT is not allowed (read-only type), GET and list come from `read`/the store. */
  readOnlyType?: boolean;
  /** May be put on any resource or scope (locks, role assignments, diagnosticSettings). */
  extension?: boolean;
  /** Scopes where it may be written; default ['resourceGroup'] (children follow the parent, extensions anywhere). */
  scopes?: ('tenant' | 'managementGroup' | 'subscription' | 'resourceGroup')[];
  /** No resource in listings of /resources (child and extension types; default true for them). */
  hidden?: boolean;
  /** Left out by exportTemplate. */
  notExported?: boolean;
  /** provisioningState is not part of this type's properties. */
  noProvisioningState?: boolean;
  /** GET/PUT answer an ETag header and honour If-Match / If-None-Match. Default true. */
  capabilities?: string;
}

/** Any other call: locations/usages, skus, checkNameAvailability, a data plane on the TLS port. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** '/subscriptions/{subscriptionId}/providers/Microsoft.Compute/locations/{location}/usages'; `{scope*}` matches any prefix, `{rest*}` any rest. Without case. */
  path: string;
  /** Audience of the token; default management; 'none' = anybody. */
  audience?: 'management' | 'graph' | 'storage' | 'vault' | 'none';
  /** RBAC action needed, e.g. 'Microsoft.Compute/locations/usages/read'; default derived from path and method; '' = none. */
  permission?: string;
  run: (request: OperationRequest) => OperationAnswer | Promise<OperationAnswer>;
}
export interface OperationRequest extends RequestContext {
  params: Record<string, string>;
  body: JsonObject;
  rawBody: Buffer;
  /** Path as sent. */
  path: string;
}
/** A body (200) or a full answer. A list body {value: […]} is paged by the wire when `$top`/`$skiptoken` ask for it. */
export type OperationAnswer = Json | undefined | { status: number; body?: Json | Buffer; headers?: Record<string, string> } & { readonly answer: true };

/** Makes a full answer for an operation. */
export const answer = (status: number, body?: Json | Buffer, headers?: Record<string, string>): OperationAnswer =>
  ({ answer: true, status, ...(body === undefined ? {} : { body }), ...(headers ? { headers } : {}) }) as OperationAnswer;

/** Looks at (and may change or refuse) every write before it is checked: policy's deny, modify, append. */
export interface Hooks {
  /** Returns the body to go on with; throws ArmError (403 RequestDisallowedByPolicy). Runs for real writes and for validate/whatIf. */
  beforeWrite?: (request: WriteRequest & { type: ResourceType; dryRun: boolean }) => JsonObject | undefined;
  /** After a write was stored and is provisioned (audit records, deployIfNotExists). */
  afterWrite?: (request: ResourceRequest) => void;
  /** After a resource could not be provisioned. */
  afterFailure?: (request: ResourceRequest) => void;
  /** Throws to refuse a delete (denyAction). */
  beforeDelete?: (request: ResourceRequest) => void;
}

/** Everything of one namespace. Two folders may serve the same namespace; the registry joins them. */
export interface Provider {
  /** e.g. 'Microsoft.Compute'. */
  namespace: string;
  types: ResourceType[];
  operations?: Operation[];
  hooks?: Hooks;
  /** Once per new world: default resources. */
  seed?: (world: World, addresses: Addresses) => void;
  /** Raw data plane on the TLS and http ports below a path prefix ('/blob'); auth is its own business. */
  mounts?: { prefix: string; handle: (req: IncomingMessage, res: ServerResponse, rest: string, context: { world: World; addresses: Addresses }) => void | Promise<void> }[];
  /** Called once when the sandbox runs; the answer is called at its end. */
  start?: (context: { world: World; addresses: Addresses; dataDir: string }) => Promise<() => Promise<void>> | (() => Promise<void>);
}

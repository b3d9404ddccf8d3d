/**
 * The types of the engine's public verbs. Everything here is plain data, except the injected functions.
 * The verbs themselves: read, check, expand, plan, resolve, inline, form, evaluate (see index.ts).
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type Severity = 'error' | 'warning' | 'information';

/** One finding about a template. `code` is stable; `line` and `column` count from 1. */
export interface Diagnostic {
  code: string;
  severity: Severity;
  message: string;
  /** JSON pointer (RFC 6901) into the file, '' for the whole document. */
  pointer: string;
  line?: number;
  column?: number;
  /** The linked file that the finding is in; absent for the main template. */
  file?: string;
  /** What to write instead, where that is known. */
  fix?: { title: string; replacement: string };
}

/** Where and as whom a template is deployed. Defaults: decisions 5.13 (zero GUIDs, `example-rg` in `eastus`, ...). */
export interface DeploymentContext {
  /** The scope the template is deployed at. Default: told by the template's `$schema`, else `resourceGroup`. */
  scope?: 'resourceGroup' | 'subscription' | 'managementGroup' | 'tenant';
  tenantId?: string;
  subscriptionId?: string;
  subscription?: JsonObject;
  resourceGroup?: string | { name: string; location?: string; tags?: Record<string, string>; managedBy?: string };
  managementGroup?: string;
  /** The deployment's own name and location (`deployment()`). */
  deploymentName?: string;
  location?: string;
  /** ISO 8601 in UTC: the answer of utcNow(). */
  now?: string;
  /** The answer of newGuid(); a function is called once a call. */
  newGuid?: string | (() => string);
  /** What environment() answers; default the general cloud. */
  environment?: JsonObject;
  /** What deployer() answers. */
  deployer?: JsonObject;
  /** The address that the main template was loaded from: deployment().properties.templateLink.uri; relative links start here. */
  templateUri?: string;
}

/** Loads a linked template or a template spec by address (or path); undefined = not to be had here. Never throws. */
export type TemplateLoader = (address: string) => string | Json | undefined;

/**
 * Answers what only the cloud knows (`reference`, `list*`, `providers`, `pickZones`, ...).
 * `undefined` keeps the value symbolic.
 */
export type RuntimeResolver = (call: { name: string; args: Json[]; scope: ScopeOfCall }) => Json | undefined;
export interface ScopeOfCall {
  tenantId: string;
  subscriptionId: string;
  resourceGroup?: string;
  /** Full id of the deployment the call stands in. */
  deploymentId: string;
}

/** Counters, not clocks: what an evaluation may use before it ends with a diagnostic. */
export interface Budget {
  steps?: number;
  outputBytes?: number;
}

export interface ExpandOptions {
  /** A parameter file, a map of {value}/{reference}, or a map of plain values: told apart by shape. Text or data. */
  parameters?: string | Json;
  context?: DeploymentContext;
  loader?: TemplateLoader;
  resolver?: RuntimeResolver;
  budget?: Budget;
}

/**
 * A resource as it would be sent to the cloud. Values known only at run time are `RuntimeValue`s, values holding a
 * secret are `SecureValue`s; `JSON.stringify` prints them as {"$runtime": "[expression]"} and {"$secure": "name"}.
 */
export interface ExpandedResource {
  /** Full resource id. */
  id: string;
  /** Full type, e.g. Microsoft.Network/virtualNetworks/subnets. */
  type: string;
  /** Full name, e.g. vnet/subnet. */
  name: string;
  apiVersion: string;
  location?: unknown;
  properties?: unknown;
  /** tags, sku, kind, identity, plan, zones, ... as in the template. */
  [other: string]: unknown;
}

/** Where an expanded resource stands; apart from the resource, which stays what would be sent. */
export interface ResourcePlacement {
  /** The deployment that it belongs to: the main one, or a nested or linked one. */
  deploymentId: string;
  /** Id of the scope its own type starts below; '' is the tenant. */
  scope: string;
  /** The resource as the template has it. */
  source: JsonObject;
  copy?: { name: string; index: number; mode: 'parallel' | 'serial'; batchSize: number };
  symbol?: string;
}

/** `from` waits for `to`; both are resource ids of the expansion. */
export interface Edge {
  from: string;
  to: string;
  kind: 'dependsOn' | 'reference' | 'parent';
}

export interface Expansion {
  /** True exactly when no diagnostic is an error. */
  ok: boolean;
  resources: ExpandedResource[];
  outputs: Record<string, unknown>;
  edges: Edge[];
  diagnostics: Diagnostic[];
  /** Addresses that the loader could not give; an asynchronous caller fetches them and expands again. */
  missingLinks: string[];
  /** By id of the resource, as `resources` spells it. */
  placements: ReadonlyMap<string, ResourcePlacement>;
}

/** Execution order: each wave only waits for earlier ones. */
export interface Plan {
  waves: string[][];
  edges: Edge[];
  diagnostics: Diagnostic[];
}

/** One thing that a person has to fill in. */
export interface FormField {
  name: string;
  label: string;
  help?: string;
  type: 'string' | 'int' | 'bool' | 'object' | 'array';
  /** What the value means, where that is known: the web asks the cloud for choices of these kinds. */
  kind:
    | 'text' | 'number' | 'boolean' | 'choice' | 'json' | 'list'
    | 'password' | 'sshKey' | 'username' | 'location' | 'vmSize' | 'resourceName' | 'resourceId' | 'resourceGroup'
    | 'image' | 'zone' | 'email' | 'cidr' | 'guid' | 'url';
  required: boolean;
  secret: boolean;
  nullable: boolean;
  /** A literal default, or the template's expression text with `defaultIsExpression`. */
  default?: Json;
  defaultIsExpression?: boolean;
  allowed?: { value: Json; label: string }[];
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  patternMessage?: string;
  /** The resource type a resourceName / resourceId / vmSize / location belongs to, where known. */
  resourceType?: string;
  group: string;
  order: number;
  /** From createUiDefinition: shown only when this expression holds (`formState` says whether it does). */
  visibleWhen?: string;
  /** From createUiDefinition: further rules, a pattern or an expression, with what to say when one is broken. */
  validations?: { pattern?: string; isValid?: string; message: string }[];
  /** From createUiDefinition: the form makes the parameter's value of other fields; `formState` gives it. */
  computed?: true;
  /** From createUiDefinition: no parameter, but a question that other fields depend on; its name is the element's path. */
  formOnly?: true;
  /** Fields of an object type, items of an array type. */
  fields?: FormField[];
  item?: FormField;
}

/** A form at one moment: what `formState` answers. */
export interface FormState {
  /** By the names of the form's fields; those that createUiDefinition.json says nothing about are not in it. */
  fields: Record<
    string,
    {
      visible: boolean;
      required: boolean;
      /** In the author's words, ready to be shown. Empty where the value is fine. */
      problems: string[];
      label?: string;
      help?: string;
      default?: Json;
      allowed?: { value: Json; label: string }[];
    }
  >;
  /** What the template gets; raw values, also of secrets. A parameter without a value is left out. */
  parameters: Record<string, Json>;
}

export interface FormModel {
  title?: string;
  summary?: string;
  groups: { name: string; label: string; order: number }[];
  fields: FormField[];
  diagnostics: Diagnostic[];
}

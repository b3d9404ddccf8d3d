import { getProperty, isObject, type Value, type ValueObject } from '../values.ts';
import type { Json, JsonObject } from '../api.ts';

/** The parts of a template, found without case, each in the file's own spelling so that pointers lead to it. */
export interface TemplateSections {
  root: JsonObject;
  /** The spelling of a top-level name in this file. */
  key(name: string): string;
  schema: string;
  scope: DeploymentLevel | undefined;
  /** Symbolic names: languageVersion 2.0 or resources as an object. */
  isSymbolic: boolean;
  parameters: JsonObject;
  variables: JsonObject;
  definitions: JsonObject;
  outputs: JsonObject;
  asserts: JsonObject;
  functions: Json[];
  resources: Json[] | JsonObject;
}

export type DeploymentLevel = 'resourceGroup' | 'subscription' | 'managementGroup' | 'tenant';

const scopeOfSchema: readonly [RegExp, DeploymentLevel][] = [
  [/\/subscriptionDeploymentTemplate\.json#?$/i, 'subscription'],
  [/\/managementGroupDeploymentTemplate\.json#?$/i, 'managementGroup'],
  [/\/tenantDeploymentTemplate\.json#?$/i, 'tenant'],
  [/\/deploymentTemplate\.json#?$/i, 'resourceGroup'],
];

export function scopeOf(schema: string): DeploymentLevel | undefined {
  return scopeOfSchema.find(([pattern]) => pattern.test(schema))?.[1];
}

/** Looks at a template's top level; sections of the wrong shape count as empty (see checkShape). */
export function sectionsOf(root: JsonObject): TemplateSections {
  const keys = new Map<string, string>();
  for (const key of Object.keys(root)) if (!keys.has(key.toLowerCase())) keys.set(key.toLowerCase(), key);
  const key = (name: string): string => keys.get(name.toLowerCase()) ?? name;
  const section = (name: string): JsonObject => asObject(root[key(name)]);
  const schema = asText(root[key('$schema')]) ?? '';
  const resources = root[key('resources')];
  const version = asText(root[key('languageVersion')]) ?? '1.0';
  const isObjectForm = isData(resources);
  return {
    root,
    key,
    schema,
    scope: scopeOf(schema),
    isSymbolic: isObjectForm || /^([2-9]|1\.[1-9])/.test(version),
    parameters: section('parameters'),
    variables: section('variables'),
    definitions: section('definitions'),
    outputs: section('outputs'),
    asserts: section('asserts'),
    functions: asArray(root[key('functions')]),
    resources: isObjectForm ? resources : asArray(resources),
  };
}

/** A plain object, narrowed from JSON. */
export function isData(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
export function asObject(value: Json | undefined): JsonObject {
  return isData(value) ? value : {};
}
export function asArray(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
/** A property without case, of a value that may not be an object. */
export function propertyOf(value: Value | undefined, name: string): Value | undefined {
  return isObject(value) ? getProperty(value as ValueObject, name) : undefined;
}

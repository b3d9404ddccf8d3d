import { evaluateData } from './evaluate-data.ts';
import { absoluteScope, idsOfScope, resourceIdAt, scopeId } from './ids.ts';
import { asArray } from '../template/sections.ts';
import { findKey, printValue, SecureValue, type Value } from '../values.ts';
import type { Instance } from './instance.ts';
import type { ScopeIds } from '../expression/scope.ts';
import type { Json } from '../api.ts';

/** The value inside a secret: for what decides how a template is deployed, and for names. */
export function opened(value: Value | undefined): Value {
  return value instanceof SecureValue ? SecureValue.open(value) : (value ?? null);
}

/** A name is no secret in Azure: it stands in ids, logs and addresses. */
export function openedName(value: Value | undefined): Value | undefined {
  return value instanceof SecureValue ? SecureValue.open(value) : value;
}

/** The name as it can stand in an id: a symbolic one as its expression, without the slashes that would add segments. */
export function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  const text = printValue(value);
  return `{${text.replaceAll('/', ':')}}`;
}

/** A deployment resource is in the group or subscription that it deploys to. */
export function targetedId(instance: Instance): string {
  const target = targetOf(instance);
  return resourceIdAt(scopeId(target), instance.type, instance.name) ?? instance.id;
}

/** The scope that a deployment resource deploys to: `scope`, else `subscriptionId` and `resourceGroup`, else its own. */
export function targetOf(instance: Instance): ScopeIds {
  const { deployment, source } = instance;
  const { frame, target } = deployment;
  const read = (name: string): string | undefined => {
    const key = findKey(source, name);
    if (key === undefined) return undefined;
    const value = frame.within({ path: [...instance.path, key], loops: instance.loops }, () => evaluateData(source[key] as Json, frame));
    return typeof value === 'string' ? value : textOf(value);
  };
  return idsOfTarget(read('scope'), read('subscriptionId'), read('resourceGroup'), target, deployment.scope);
}

function idsOfTarget(scope: string | undefined, subscriptionId: string | undefined, resourceGroup: string | undefined, target: ScopeIds, own: string): ScopeIds {
  if (scope !== undefined) return idsOfScope(absoluteScope(scope, own), target);
  if (resourceGroup !== undefined && resourceGroup !== '') {
    return { ...target, level: 'resourceGroup', resourceGroup, subscriptionId: subscriptionId === undefined || subscriptionId === '' ? target.subscriptionId : subscriptionId };
  }
  if (subscriptionId !== undefined && subscriptionId !== '') return { ...target, level: 'subscription', subscriptionId };
  return target;
}

/** The keys of dependsOn, evaluated: names, ids, symbols and loop names, with their place in the list. */
export function dependenciesOf(instance: Instance): { key: string; index: number | string }[] {
  const { frame } = instance.deployment;
  const key = findKey(instance.source, 'dependsOn');
  if (key === undefined) return [];
  const list = frame.within({ path: [...instance.path, key], loops: instance.loops, current: { deployment: instance.deployment, instance: undefined } }, () =>
    evaluateData(instance.source[key] as Json, frame),
  );
  const found: { key: string; index: number | string }[] = [];
  asArray(list as Json).forEach((item, index) => {
    const text: unknown = opened(item as Value);
    if (typeof text === 'string' && text !== '') found.push({ key: text, index });
  });
  return found;
}

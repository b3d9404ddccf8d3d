import type { ScopeIds } from '../expression/scope.ts';

const MANAGEMENT_GROUP = '/providers/Microsoft.Management/managementGroups/';

/** The id of the scope that a deployment is made at; '' is the tenant. */
export function scopeId(ids: ScopeIds): string {
  switch (ids.level) {
    case 'resourceGroup':
      return `/subscriptions/${ids.subscriptionId}/resourceGroups/${ids.resourceGroup}`;
    case 'subscription':
      return `/subscriptions/${ids.subscriptionId}`;
    case 'managementGroup':
      return MANAGEMENT_GROUP + ids.managementGroup;
    case 'tenant':
      return '';
  }
}

/** Types that live at the tenant whatever scope they are deployed from, lower-cased. */
const tenantTypes = new Set([
  'microsoft.management/managementgroups',
  'microsoft.management/servicegroups',
  'microsoft.subscription/aliases',
]);

/**
 * Full id of a resource: type and name segments interleaved below its scope. Undefined when the name has another
 * number of segments than the type.
 */
export function resourceIdAt(scope: string, type: string, name: string): string | undefined {
  const path = interleave(type, name);
  if (path === undefined) return undefined;
  const lower = type.toLowerCase();
  if (lower === 'microsoft.resources/resourcegroups') {
    return `${/^\/subscriptions\/[^/]+/i.exec(scope)?.[0] ?? scope}/resourceGroups/${name}`;
  }
  if (lower === 'microsoft.resources/subscriptions') return `/subscriptions/${name}`;
  const isTenantWide = tenantTypes.has(lower) || tenantTypes.has(lower.split('/', 2).join('/'));
  return `${isTenantWide ? '' : scope}/providers/${path}`;
}

/** `Microsoft.X/a/b` and `n/m` -> `Microsoft.X/a/n/b/m`. */
export function interleave(type: string, name: string): string | undefined {
  const types = type.split('/');
  const names = name.split('/');
  if (types.length !== names.length + 1) return undefined;
  let path = types[0] as string;
  for (let i = 0; i < names.length; i++) path += `/${types[i + 1]}/${names[i]}`;
  return path;
}

/** The id that a `scope` property means: absolute, the tenant (`/`), or relative to the deployment's own scope. */
export function absoluteScope(scope: string, own: string): string {
  if (scope === '/') return '';
  if (scope.startsWith('/')) return scope.replace(/\/+$/, '');
  const isTenantWide = tenantTypes.has(scope.split('/', 2).join('/').toLowerCase());
  return `${isTenantWide ? '' : own}/providers/${scope.replace(/\/+$/, '')}`;
}

/** The ids of the scope that a nested deployment goes to, from an absolute scope id. */
export function idsOfScope(scope: string, from: ScopeIds): ScopeIds {
  if (scope === '') return { ...from, level: 'tenant' };
  const group = /^\/providers\/Microsoft\.Management\/managementGroups\/([^/]+)$/i.exec(scope)?.[1];
  if (group !== undefined) return { ...from, level: 'managementGroup', managementGroup: group };
  const [, subscriptionId, resourceGroup] = /^\/subscriptions\/([^/]+)(?:\/resourceGroups\/([^/]+))?$/i.exec(scope) ?? [];
  if (subscriptionId === undefined) return from;
  return resourceGroup === undefined
    ? { ...from, level: 'subscription', subscriptionId }
    : { ...from, level: 'resourceGroup', subscriptionId, resourceGroup };
}

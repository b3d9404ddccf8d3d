/** A resource id taken apart. All comparisons in Azure ignore case; `id` keeps the writer's casing. */
export interface ResourceId {
  id: string;
  /** Full type: namespace and all type segments, e.g. Microsoft.Network/virtualNetworks/subnets. */
  type: string;
  namespace: string;
  /** One name a type segment: ['vnet', 'subnet']. */
  names: string[];
  /** The last name. */
  name: string;
  /** All names joined by '/', as a template writes them. */
  fullName: string;
  /** What the resource lives in: '' (tenant), a subscription, a group, a management group, or a resource (extension). */
  scope: string;
  /** The id of the parent resource of the same provider; undefined for a top-level type. */
  parent: string | undefined;
  subscriptionId: string | undefined;
  resourceGroup: string | undefined;
  managementGroup: string | undefined;
}

export type ScopeKind = 'tenant' | 'managementGroup' | 'subscription' | 'resourceGroup' | 'resource';

const GROUP_TYPE = 'Microsoft.Resources/resourceGroups';

/** Takes an id apart; undefined when it is not the id of a resource (a collection, a scope without provider, ...). */
export function parseResourceId(id: string): ResourceId | undefined {
  const clean = id.replace(/\/+$/, '');
  const subscriptionId = /^\/subscriptions\/([^/]+)/i.exec(clean)?.[1];
  const resourceGroup = /^\/subscriptions\/[^/]+\/resourceGroups\/([^/]+)/i.exec(clean)?.[1];
  const managementGroup = /^\/providers\/Microsoft\.Management\/managementGroups\/([^/]+)/i.exec(clean)?.[1];
  const group = /^(\/subscriptions\/[^/]+)\/resourceGroups\/([^/]+)$/i.exec(clean);
  if (group)
    return {
      id: clean, type: GROUP_TYPE, namespace: 'Microsoft.Resources', names: [group[2]!], name: group[2]!, fullName: group[2]!,
      scope: group[1]!, parent: undefined, subscriptionId, resourceGroup, managementGroup,
    };
  const at = clean.toLowerCase().lastIndexOf('/providers/');
  if (at < 0) return undefined;
  const scope = clean.slice(0, at);
  const [namespace, ...rest] = clean.slice(at + '/providers/'.length).split('/');
  if (!namespace || rest.length === 0 || rest.length % 2 || rest.some((part) => part === '')) return undefined;
  const types = rest.filter((_, index) => index % 2 === 0);
  const names = rest.filter((_, index) => index % 2 === 1);
  return {
    id: clean, namespace, names, scope, subscriptionId, resourceGroup, managementGroup,
    type: [namespace, ...types].join('/'),
    name: names.at(-1)!,
    fullName: names.join('/'),
    parent: names.length > 1 ? clean.split('/').slice(0, -2).join('/') : undefined,
  };
}

/** Builds an id from a scope, a full type and a full name (`a/b` for a child). */
export function resourceIdOf(scope: string, type: string, fullName: string): string {
  const [namespace, ...types] = type.split('/');
  const names = fullName.split('/');
  return `${scope === '/' ? '' : scope}/providers/${namespace}${types.map((part, index) => `/${part}/${names[index] ?? ''}`).join('')}`;
}

/** Which kind of scope an id is. */
export function scopeKind(scope: string): ScopeKind {
  if (scope === '' || scope === '/') return 'tenant';
  if (/^\/subscriptions\/[^/]+$/i.test(scope)) return 'subscription';
  if (/^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+$/i.test(scope)) return 'resourceGroup';
  if (/^\/providers\/Microsoft\.Management\/managementGroups\/[^/]+$/i.test(scope)) return 'managementGroup';
  return 'resource';
}

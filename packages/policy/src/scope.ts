/** Scopes and resource ids, compared without case. */

const MANAGEMENT_GROUP = '/providers/microsoft.management/managementgroups/';

/** The scope that an extension resource (an assignment, an exemption) stands at: the id up to its last provider. */
export function scopeOfId(id: string): string {
  const at = id.toLowerCase().lastIndexOf('/providers/microsoft.authorization/');
  return at < 0 ? id : id.slice(0, at);
}

export function subscriptionOf(id: string): string | undefined {
  return /^\/subscriptions\/([^/]+)/i.exec(id)?.[1];
}

export function resourceGroupOf(id: string): string | undefined {
  return /^\/subscriptions\/[^/]+\/resourcegroups\/([^/]+)/i.exec(id)?.[1];
}

/** The id of a resource's group, in lower case. */
export function groupIdOf(id: string): string | undefined {
  return /^\/subscriptions\/[^/]+\/resourcegroups\/[^/]+/.exec(id.toLowerCase())?.[0];
}

/** The last part of a management group's id, or of a name. */
function managementGroupName(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1).toLowerCase();
}

/**
 * Whether a scope holds a resource (or a scope below it). `managementGroups` are the groups above the resource's
 * subscription, by id or name; the tenant ('' or '/') holds everything.
 */
export function scopeHolds(scope: string, id: string, managementGroups: readonly string[]): boolean {
  const outer = trim(scope);
  if (outer === '') return true;
  const inner = trim(id);
  if (outer.startsWith(MANAGEMENT_GROUP)) {
    if (inner === outer) return true;
    const name = managementGroupName(outer);
    return managementGroups.some((group) => managementGroupName(group) === name);
  }
  return inner === outer || inner.startsWith(`${outer}/`);
}

/**
 * Whether a scope above a resource stands at or below another one above the same resource. `managementGroups` are the
 * groups above the resource, nearest first.
 */
export function scopeWithin(inner: string, outer: string, managementGroups: readonly string[]): boolean {
  const groupAt = (scope: string) => (trim(scope).startsWith(MANAGEMENT_GROUP) ? managementGroups.findIndex((group) => managementGroupName(group) === managementGroupName(trim(scope))) : -1);
  const [below, above] = [groupAt(inner), groupAt(outer)];
  return below >= 0 && above >= 0 ? below <= above : scopeHolds(outer, inner, managementGroups);
}

function trim(scope: string): string {
  return (scope.endsWith('/') ? scope.slice(0, -1) : scope).toLowerCase();
}

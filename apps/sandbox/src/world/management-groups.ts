import type { World } from './world.ts';

/** The management groups above a subscription (or what lies in it) or a management group, itself included, nearest first (lower-case ids). */
export function managementGroupsAbove(world: World, scope: string): string[] {
  const subscription = /^\/subscriptions\/[^/]+/i.exec(scope)?.[0];
  const above: string[] = [];
  let next: string | undefined;
  if (subscription) next = String(world.get(subscription)?.body['managementGroup'] ?? '').toLowerCase();
  else next = /^\/providers\/microsoft\.management\/managementgroups\/[^/]+/i.exec(scope)?.[0].toLowerCase();
  while (next && !above.includes(next)) {
    above.push(next);
    const details = (world.get(next)?.body['properties'] as { details?: { parent?: { id?: string } } } | undefined)?.details;
    next = details?.parent?.id?.toLowerCase();
  }
  return above;
}

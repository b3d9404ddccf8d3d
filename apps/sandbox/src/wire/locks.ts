import type { World } from '../world/world.ts';
import { ArmError } from './arm-error.ts';

const LOCK_TYPE = 'Microsoft.Authorization/locks';

interface LockProperties { level: 'CanNotDelete' | 'ReadOnly' }

/** The scope that a lock sits on. */
const scopeOf = (lockId: string): string => lockId.replace(/\/providers\/Microsoft\.Authorization\/locks\/[^/]+$/i, '').toLowerCase();

/**
 * Throws ScopeLocked (409) when a lock forbids it: for a write a ReadOnly lock at the scope or above; for a delete
 * any lock at the scope, above, or on something inside.
 */
export function checkLocks(world: World, id: string, what: 'write' | 'delete'): void {
  const wanted = id.toLowerCase();
  if (/\/providers\/microsoft\.authorization\/locks\/[^/]+$/.test(wanted)) return;
  const blocking = world.list({ type: LOCK_TYPE }).filter(({ id: lock, body }) => {
    const scope = scopeOf(lock);
    const isAbove = `${wanted}/`.startsWith(`${scope}/`);
    const isInside = scope.startsWith(`${wanted}/`);
    const { level } = body['properties'] as unknown as LockProperties;
    return what === 'delete' ? isAbove || isInside : isAbove && level === 'ReadOnly';
  });
  if (!blocking.length) return;
  throw new ArmError(409, 'ScopeLocked',
    `The scope '${id}' cannot perform ${what} operation because following scope(s) are locked: '${[...new Set(blocking.map(({ id: lock }) => lock.replace(/\/providers\/Microsoft\.Authorization\/locks\/[^/]+$/i, '')))].join(',')}'. Please remove the lock and try again.`);
}

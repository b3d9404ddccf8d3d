import type { DeploymentStatus, NotificationType } from './enums.ts';

/**
 * What `/api/events` tells a signed-in person, one JSON object an event. Events carry no data beyond what a list row
 * shows: the page asks again for the rest. No schema library here: the shell listens to them.
 */
export type PortalEvent =
  | { kind: 'deployment'; id: string; status: DeploymentStatus; operations?: { id: string; status: string }[] }
  | { kind: 'notification'; id: string; type: NotificationType; title: string; unread: number }
  | { kind: 'unread'; unread: number }
  | { kind: 'upload'; id: string; bytesDone: number; size: number; status: string }
  /** Somebody changed the lists of this person's role or organization: ask /api/user/me again. */
  | { kind: 'permissions' }
  /** This person was suspended, expired or removed. */
  | { kind: 'signedOut' };

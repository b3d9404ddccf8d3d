import {
  auditEndpoints, configEndpoints, directoryEndpoints, mailTemplateEndpoints, notificationEndpoints, organizationEndpoints,
  roleEndpoints, sessionEndpoints, userEndpoints, type Endpoints,
} from '@cloudwright/contract';
import type { Migration } from 'kysely/migration';
import { auditHandlers } from './features/audit/routes.ts';
import { configHandlers } from './features/config/routes.ts';
import { directoryHandlers } from './features/directory/routes.ts';
import { mailTemplateHandlers } from './features/mail-templates/routes.ts';
import { notificationHandlers } from './features/notifications/routes.ts';
import { organizationHandlers } from './features/organizations/routes.ts';
import { roleHandlers } from './features/roles/routes.ts';
import { sessionHandlers } from './features/session/routes.ts';
import { userHandlers } from './features/users/routes.ts';
import type { Handlers, Services } from './platform/context.ts';

/** What the program knows of a feature: its endpoints with their handlers, its tables, what it does at start. */
export interface Feature {
  endpoints: Endpoints;
  handlers: object;
  migrations?: Record<string, Migration>;
  /** Runs once for a new installation, after the organizations were made. */
  seed?(services: Services): Promise<void>;
  /** Starts background work; gives the function that stops it. */
  start?(services: Services): Promise<void | (() => void | Promise<void>)>;
}

/** Keeps handlers and endpoints of the same noun together: a missing handler does not compile. */
const feature = <T extends Endpoints>(endpoints: T, handlers: Handlers<T>, more: Omit<Feature, 'endpoints' | 'handlers'> = {}): Feature => ({ endpoints, handlers, ...more });

export const features: readonly Feature[] = [
  feature(configEndpoints, configHandlers),
  feature(sessionEndpoints, sessionHandlers),
  feature(directoryEndpoints, directoryHandlers),
  feature(organizationEndpoints, organizationHandlers),
  feature(roleEndpoints, roleHandlers),
  feature(userEndpoints, userHandlers),
  feature(mailTemplateEndpoints, mailTemplateHandlers),
  feature(notificationEndpoints, notificationHandlers),
  feature(auditEndpoints, auditHandlers),
];

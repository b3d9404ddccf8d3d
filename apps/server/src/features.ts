import {
  auditEndpoints, blueprintEndpoints, configEndpoints, deploymentEndpoints, directoryEndpoints, mailTemplateEndpoints, notificationEndpoints, organizationEndpoints,
  resourceGroupEndpoints, roleEndpoints, sessionEndpoints, subscriptionEndpoints, userEndpoints, vmEndpoints, type Endpoints,
} from '@cloudwright/contract';
import type { Migration } from 'kysely/migration';
import { auditHandlers } from './features/audit/routes.ts';
import { blueprintHandlers } from './features/blueprints/routes.ts';
import { seedBlueprints } from './features/blueprints/seed.ts';
import { blueprintMigrations } from './features/blueprints/tables.ts';
import { configHandlers } from './features/config/routes.ts';
import { registerDeploymentJobs } from './features/deployments/jobs.ts';
import { deploymentHandlers } from './features/deployments/routes.ts';
import { deploymentMigrations } from './features/deployments/tables.ts';
import { vmHandlers } from './features/deployments/vm-routes.ts';
import { directoryHandlers } from './features/directory/routes.ts';
import { mailTemplateHandlers } from './features/mail-templates/routes.ts';
import { notificationHandlers } from './features/notifications/routes.ts';
import { organizationHandlers } from './features/organizations/routes.ts';
import { priceMigrations, seedPriceTable } from './features/prices/prices.ts';
import { registerPriceRefresh } from './features/prices/refresh.ts';
import { resourceGroupHandlers } from './features/resource-groups/routes.ts';
import { roleHandlers } from './features/roles/routes.ts';
import { sessionHandlers } from './features/session/routes.ts';
import { subscriptionHandlers } from './features/subscriptions/routes.ts';
import { seedSubscriptions } from './features/subscriptions/seed.ts';
import { subscriptionMigrations } from './features/subscriptions/tables.ts';
import { userHandlers } from './features/users/routes.ts';
import type { Handlers, Services } from './platform/context.ts';

/** What the program knows of a feature: its endpoints with their handlers, its tables, what it does at start. */
export interface Feature {
  endpoints: Endpoints;
  handlers: object;
  migrations?: Record<string, Migration>;
  /** Runs once for a new installation, after the organizations were made; again when it was interrupted. */
  seed?(services: Services): Promise<void>;
  /** The same for the demo of the sandbox only. */
  seedDemo?(services: Services): Promise<void>;
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
  feature(subscriptionEndpoints, subscriptionHandlers, { migrations: subscriptionMigrations, seedDemo: seedSubscriptions }),
  feature(resourceGroupEndpoints, resourceGroupHandlers),
  feature(blueprintEndpoints, blueprintHandlers, {
    migrations: { ...blueprintMigrations, ...priceMigrations },
    seed: async (services) => {
      await seedPriceTable(services.system.db);
      await seedBlueprints(services);
    },
    start: registerPriceRefresh,
  }),
  feature(deploymentEndpoints, deploymentHandlers, { migrations: deploymentMigrations, start: registerDeploymentJobs }),
  feature(vmEndpoints, vmHandlers),
];

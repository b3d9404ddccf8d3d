import { auditEndpoints } from './audit.ts';
import { blueprintEndpoints } from './blueprints.ts';
import type { CallName } from './calls.ts';
import { configEndpoints } from './config.ts';
import { deploymentEndpoints, vmEndpoints } from './deployments.ts';
import { directoryEndpoints } from './directory.ts';
import type { Endpoint } from './endpoint.ts';
import { mailTemplateEndpoints } from './mail-templates.ts';
import { notificationEndpoints } from './notifications.ts';
import { organizationEndpoints } from './organizations.ts';
import { resourceGroupEndpoints } from './resource-groups.ts';
import { roleEndpoints } from './roles.ts';
import { sessionEndpoints } from './session.ts';
import { subscriptionEndpoints } from './subscriptions.ts';
import { userEndpoints } from './users.ts';

/** The whole endpoint table: every row of `calls` with its shapes. A row without shapes does not compile. */
export const api = {
  ...configEndpoints,
  ...sessionEndpoints,
  ...directoryEndpoints,
  ...organizationEndpoints,
  ...roleEndpoints,
  ...userEndpoints,
  ...mailTemplateEndpoints,
  ...notificationEndpoints,
  ...auditEndpoints,
  ...blueprintEndpoints,
  ...deploymentEndpoints,
  ...vmEndpoints,
  ...subscriptionEndpoints,
  ...resourceGroupEndpoints,
} as const satisfies Record<CallName, Endpoint>;
export type Api = typeof api;

export * from './audit.ts';
export * from './blueprints.ts';
export * from './calls.ts';
export * from './config.ts';
export * from './deployments.ts';
export * from './directory.ts';
export * from './endpoint.ts';
export * from './enums.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './list.ts';
export * from './mail-templates.ts';
export * from './may-do.ts';
export * from './notifications.ts';
export * from './organizations.ts';
export * from './password.ts';
export * from './permissions.ts';
export * from './resource-groups.ts';
export * from './roles.ts';
export * from './routes.ts';
export * from './session.ts';
export * from './subscriptions.ts';
export * from './users.ts';

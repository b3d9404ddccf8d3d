import type { CallName } from '../../shared/api/api.ts';

/** What changes when a deployment changes. */
export const deploymentQueries: CallName[] = ['deploymentListOwn', 'deploymentGet', 'deploymentOperations', 'deploymentResources'];

import { resourceGroupOf, resourceNameOf, subscriptionOf, type CloudClient, type CloudDeployment, type CloudDeploymentOperation, type DeploymentScope } from '@cloudwright/cloud';
import type { DeploymentStatus } from '@cloudwright/contract';
import { mask } from '../../platform/audit.ts';
import type { StoredOperation } from './tables.ts';

const isNested = (operation: CloudDeploymentOperation): boolean => operation.resource?.type.toLowerCase() === 'microsoft.resources/deployments';
const deepestNesting = 5;

/** Operations of a deployment and of the nested ones in it; a nested one that has not started has none yet. */
export async function allOperations(cloud: CloudClient, scope: DeploymentScope, name: string, depth = 0): Promise<CloudDeploymentOperation[]> {
  const operations = await cloud.deployments.operations(scope, name);
  const nested = depth >= deepestNesting ? [] : operations.filter((operation) => isNested(operation) && operation.action === 'Create');
  const inner = await Promise.all(nested.map(async ({ resource }) => {
    if (resource === undefined) return [];
    const nestedScope = { subscriptionId: subscriptionOf(resource.id) || scope.subscriptionId, resourceGroup: resourceGroupOf(resource.id) };
    if ((await cloud.deployments.find(nestedScope, resourceNameOf(resource.id))) === undefined) return [];
    return allOperations(cloud, nestedScope, resourceNameOf(resource.id), depth + 1);
  }));
  return [...operations, ...inner.flat()];
}

/** ISO 8601 duration (PT1M2.5S) in milliseconds. */
export function durationMs(duration: string | undefined): number | null {
  const match = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration ?? '');
  if (!match) return null;
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = match.map((part) => Number(part ?? 0));
  return Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
}

/** Operations as the ledger keeps them. */
export function storedOperations(operations: readonly CloudDeploymentOperation[]): StoredOperation[] {
  return operations.filter((operation) => operation.resource !== undefined).map((operation) => {
    const duration = durationMs(operation.duration);
    const endedAt = operation.timestamp === undefined ? Number.NaN : Date.parse(operation.timestamp);
    return {
      id: operation.id,
      action: operation.action,
      status: operation.provisioningState,
      resourceId: operation.resource?.id ?? null,
      resourceType: operation.resource?.type ?? null,
      resourceName: operation.resource?.name ?? null,
      statusMessage: operation.error?.message ?? null,
      startedAt: Number.isNaN(endedAt) ? null : new Date(endedAt - (duration ?? 0)).toISOString(),
      durationMs: duration,
    };
  });
}

/** Ids of what exists because of this deployment, nested deployments themselves left out. */
export function createdResources(deployment: CloudDeployment, operations: readonly CloudDeploymentOperation[]): string[] {
  const ids = [
    ...operations.filter((operation) => operation.action === 'Create' && operation.provisioningState === 'Succeeded' && !isNested(operation)).flatMap((operation) => operation.resource?.id ?? []),
    ...deployment.outputResources.filter((id) => !/\/providers\/Microsoft\.Resources\/deployments\//i.test(id)),
  ];
  return [...new Map(ids.map((id) => [id.toLowerCase(), id])).values()];
}

/** Outputs of the deployment; a secret one has no value in the cloud's answer either. */
export function shownOutputs(deployment: CloudDeployment): Record<string, { type: string; value: unknown; isSecret: boolean }> {
  return Object.fromEntries(Object.entries(deployment.outputs).map(([name, { type = 'String', value }]) => {
    const isSecret = /^secure/i.test(type);
    return [name, { type, value: isSecret ? mask : (value ?? null), isSecret }];
  }));
}

/**
 * How a finished deployment counts. WARNING = everything stands, but an extension (or another after-work of a
 * resource) failed.
 */
export function finalStatus(deployment: CloudDeployment, operations: readonly CloudDeploymentOperation[]): Extract<DeploymentStatus, 'SUCCEEDED' | 'WARNING' | 'FAILED' | 'CANCELED'> {
  const failed = operations.filter((operation) => operation.provisioningState === 'Failed' && !isNested(operation));
  if (deployment.provisioningState === 'Succeeded') return failed.length > 0 ? 'WARNING' : 'SUCCEEDED';
  if (/^cancell?ed$/i.test(deployment.provisioningState)) return 'CANCELED';
  const isAfterWork = (operation: CloudDeploymentOperation): boolean => /\/extensions$|^Microsoft\.Insights\/diagnosticSettings$/i.test(operation.resource?.type ?? '');
  const unfinished = operations.some((operation) => !/^(Succeeded|Failed)$/.test(operation.provisioningState));
  return failed.length > 0 && failed.every(isAfterWork) && !unfinished ? 'WARNING' : 'FAILED';
}

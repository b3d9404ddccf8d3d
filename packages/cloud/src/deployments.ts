import type { ArmClient } from './arm.ts';
import { ArmError, readErrorBody, type ArmErrorBody } from './errors.ts';
import { collect, once, viaSdk, type SdkSettings } from './sdk.ts';

/** Where a deployment lives: a resource group, or the subscription itself. */
export interface DeploymentScope {
  subscriptionId: string;
  resourceGroup?: string | undefined;
}
export interface CloudDeploymentInput {
  template: unknown;
  /** {name: {value}} or {name: {reference}}. */
  parameters: Record<string, unknown>;
  /** Needed at subscription scope: where the deployment's data is kept. */
  location?: string | undefined;
  tags?: Record<string, string> | undefined;
  mode?: 'Incremental' | 'Complete';
}
export interface CloudDeployment {
  id: string;
  name: string;
  provisioningState: string;
  timestamp: string | undefined;
  duration: string | undefined;
  outputs: Record<string, { type?: string; value?: unknown }>;
  /** Ids of what was created. */
  outputResources: string[];
  error: ArmErrorBody | undefined;
  correlationId: string | undefined;
}
export interface CloudDeploymentOperation {
  id: string;
  /** Create, Delete, Read, EvaluateDeploymentOutput, ... */
  action: string;
  provisioningState: string;
  timestamp: string | undefined;
  duration: string | undefined;
  statusCode: string | undefined;
  resource: { id: string; type: string; name: string } | undefined;
  error: ArmErrorBody | undefined;
}
export interface WhatIfChange {
  resourceId: string;
  changeType: string;
  before?: unknown;
  after?: unknown;
  delta?: unknown[];
}

const apiVersion = '2025-04-01';

interface RawDeployment {
  id: string;
  name: string;
  properties: {
    provisioningState: string;
    timestamp?: string;
    duration?: string;
    correlationId?: string;
    outputs?: Record<string, { type?: string; value?: unknown }> | null;
    outputResources?: { id?: string }[] | null;
    error?: unknown;
  };
}

const readDeployment = (raw: RawDeployment): CloudDeployment => ({
  id: raw.id,
  name: raw.name,
  provisioningState: raw.properties.provisioningState,
  timestamp: raw.properties.timestamp,
  duration: raw.properties.duration,
  outputs: raw.properties.outputs ?? {},
  outputResources: (raw.properties.outputResources ?? []).flatMap((resource) => (resource.id ? [resource.id] : [])),
  error: readErrorBody(raw.properties.error),
  correlationId: raw.properties.correlationId,
});

/** The scope's own path, '' free of a trailing slash. */
export function scopePath(scope: DeploymentScope): string {
  const subscription = `/subscriptions/${scope.subscriptionId}`;
  return scope.resourceGroup === undefined ? subscription : `${subscription}/resourceGroups/${encodeURIComponent(scope.resourceGroup)}`;
}

/**
 * Deployments at resource-group and subscription scope. Create, get, validate and what-if go through the thin client:
 * the generated one throws the details of a failed long-running call away and follows a create to its end.
 */
export function deploymentsOf(settings: SdkSettings, arm: ArmClient) {
  const clients = once(async (subscriptionId: string) => {
    const { DeploymentsClient } = await import('@azure/arm-resourcesdeployments');
    return new DeploymentsClient(settings.credential, subscriptionId, settings.options);
  });
  const pathOf = (scope: DeploymentScope, name: string): string =>
    `${scopePath(scope)}/providers/Microsoft.Resources/deployments/${encodeURIComponent(name)}`;
  const bodyOf = (scope: DeploymentScope, input: CloudDeploymentInput): Record<string, unknown> => ({
    ...(scope.resourceGroup === undefined && input.location !== undefined ? { location: input.location } : {}),
    ...(input.tags === undefined ? {} : { tags: input.tags }),
    properties: { mode: input.mode ?? 'Incremental', template: input.template, parameters: input.parameters },
  });

  return {
    /** One PUT; answers as soon as the cloud has accepted it. A deployment of that name that still runs is 409. */
    async create(scope: DeploymentScope, name: string, input: CloudDeploymentInput): Promise<CloudDeployment> {
      const answer = await arm.send<RawDeployment>('PUT', pathOf(scope, name), { apiVersion, body: bodyOf(scope, input) });
      return readDeployment(answer.body);
    },
    /** The deployment, or undefined when there is none of that name. */
    async find(scope: DeploymentScope, name: string): Promise<CloudDeployment | undefined> {
      try {
        return readDeployment(await arm.get<RawDeployment>(pathOf(scope, name), { apiVersion }));
      } catch (error) {
        if (error instanceof ArmError && error.status === 404) return undefined;
        throw error;
      }
    },
    /** Preflight by the cloud: undefined = it would be accepted. */
    async validate(scope: DeploymentScope, name: string, input: CloudDeploymentInput): Promise<ArmErrorBody | undefined> {
      try {
        const result = await arm.run<unknown>('POST', `${pathOf(scope, name)}/validate`, { apiVersion, body: bodyOf(scope, input) });
        return readErrorBody((result as { error?: unknown } | undefined)?.error);
      } catch (error) {
        if (error instanceof ArmError && error.status === 400) {
          return { code: error.code, message: error.message, ...(error.target ? { target: error.target } : {}), details: error.details };
        }
        throw error;
      }
    },
    /** What a deployment would change. */
    async whatIf(scope: DeploymentScope, name: string, input: CloudDeploymentInput): Promise<WhatIfChange[]> {
      const result = await arm.run<{ properties?: { changes?: WhatIfChange[] }; error?: unknown; status?: string }>(
        'POST', `${pathOf(scope, name)}/whatIf`, { apiVersion, body: bodyOf(scope, input) });
      const error = readErrorBody(result.error);
      if (error) throw new ArmError(400, error);
      return result.properties?.changes ?? [];
    },
    cancel: (scope: DeploymentScope, name: string): Promise<void> =>
      viaSdk(async () => {
        const { deployments } = await clients(scope.subscriptionId);
        await (scope.resourceGroup === undefined
          ? deployments.cancelAtSubscriptionScope(name)
          : deployments.cancel(scope.resourceGroup, name));
      }),
    operations: (scope: DeploymentScope, name: string): Promise<CloudDeploymentOperation[]> =>
      collect(async () => {
        const { deploymentOperations } = await clients(scope.subscriptionId);
        return scope.resourceGroup === undefined
          ? deploymentOperations.listAtSubscriptionScope(name)
          : deploymentOperations.list(scope.resourceGroup, name);
      }, (raw) => {
        const target = raw.properties?.targetResource;
        const error = readErrorBody(raw.properties?.statusMessage);
        return {
          id: raw.operationId ?? raw.id ?? '',
          action: raw.properties?.provisioningOperation ?? 'Create',
          provisioningState: raw.properties?.provisioningState ?? 'Running',
          timestamp: raw.properties?.timestamp?.toISOString(),
          duration: raw.properties?.duration,
          statusCode: raw.properties?.statusCode,
          resource: target?.id ? { id: target.id, type: target.resourceType ?? '', name: target.resourceName ?? '' } : undefined,
          error: raw.properties?.provisioningState === 'Failed' ? error : undefined,
        };
      }),
  };
}

import type { Expansion, Json, JsonObject } from '@cloudwright/engine';
import type { ArmErrorDetail } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import { parseResourceId } from '../../world/resource-id.ts';
import type { StoredResource, World } from '../../world/world.ts';
import { locationsOf } from '../../wire/write-checks.ts';
import type { DeploymentRequest } from './request.ts';

export const DEPLOYMENT_TYPE = 'Microsoft.Resources/deployments';
export const DEPLOYMENT_VERSIONS = ['2025-04-01', '2025-03-01', '2024-11-01', '2024-07-01', '2024-03-01', '2023-07-01', '2022-09-01', '2021-04-01', '2021-01-01', '2020-10-01', '2020-08-01', '2020-06-01', '2019-10-01', '2019-05-01', '2018-05-01', '2017-05-10', '2016-06-01', '2015-11-01', '2015-01-01'];

export const isTerminal = (state: unknown): boolean => state === 'Succeeded' || state === 'Failed' || state === 'Canceled';

/** One step of a deployment, as `…/operations` lists it. */
export interface StepRecord {
  operationId: string;
  provisioningOperation: 'Create' | 'Read' | 'Delete' | 'EvaluateDeploymentOutput';
  provisioningState: 'Running' | 'Succeeded' | 'Failed';
  startedAt: string;
  timestamp: string;
  statusCode?: string;
  error?: ArmErrorDetail;
  /** Resource id of the step; absent for the outputs. */
  target?: string;
}

/** ISO 8601 duration between two times. */
export const duration = (from: string, to: string): string => `PT${((Date.parse(to) - Date.parse(from)) / 1000).toFixed(7).replace(/\.?0+$/, '') || '0'}S`;

const STEPS = 'deployment-steps';
export const stepsOf = (world: World, id: string): StepRecord[] => world.value<StepRecord[]>(STEPS, id.toLowerCase()) ?? [];
export const saveSteps = (world: World, id: string, steps: StepRecord[]): void => world.setValue(STEPS, id.toLowerCase(), steps);
export function forgetSteps(world: World, id: string): void {
  world.deleteValue(STEPS, id.toLowerCase());
  world.deleteValue('deployment-parent', id.toLowerCase());
}

/** The body of an operation as the API answers it. */
export function stepBody(deployment: StoredResource, step: StepRecord): JsonObject {
  const target = step.target === undefined ? undefined : parseResourceId(step.target);
  return {
    id: `${deployment.id}/operations/${step.operationId}`, operationId: step.operationId,
    properties: {
      provisioningOperation: step.provisioningOperation, provisioningState: step.provisioningState, timestamp: step.timestamp, duration: duration(step.startedAt, step.timestamp),
      trackingId: step.operationId, serviceRequestId: step.operationId,
      ...(step.statusCode ? { statusCode: step.statusCode } : {}),
      ...(step.error ? { statusMessage: { status: 'Failed', error: step.error as unknown as Json } } : {}),
      ...(target ? { targetResource: { id: target.id, resourceType: target.type, resourceName: target.fullName } } : {}),
    },
  };
}

const typesOf: Record<string, string> = { string: 'String', int: 'Int', bool: 'Bool', object: 'Object', array: 'Array', securestring: 'SecureString', secureobject: 'SecureObject' };

/** Azure's spelling of a declared type; inferred from the value where nothing is declared. */
export function typeName(declared: unknown, value: unknown): string {
  if (typeof declared === 'string') return typesOf[declared.toLowerCase()] ?? declared;
  if (typeof value === 'number' || typeof value === 'bigint') return 'Int';
  if (typeof value === 'boolean') return 'Bool';
  return Array.isArray(value) ? 'Array' : value && typeof value === 'object' ? 'Object' : 'String';
}

/** Resource types of a deployment by namespace, and what waits for what. */
export function summary({ registry, regionNames }: Cloud, expansion: Expansion, deploymentId: string): { providers: Json; dependencies: Json } {
  const own = expansion.resources.filter(({ id }) => expansion.placements.get(id)?.deploymentId.toLowerCase() === deploymentId.toLowerCase());
  const byNamespace = new Map<string, Map<string, Set<string>>>();
  for (const { type, location } of own) {
    const [namespace = '', ...rest] = type.split('/');
    const types = byNamespace.get(namespace) ?? new Map<string, Set<string>>();
    byNamespace.set(namespace, types);
    const locations = types.get(rest.join('/')) ?? new Set<string>();
    if (typeof location === 'string') locations.add(location.toLowerCase().replaceAll(' ', ''));
    types.set(rest.join('/'), locations);
  }
  const describe = (id: string): JsonObject => {
    const parsed = parseResourceId(id);
    return { id, resourceType: parsed?.type ?? '', resourceName: parsed?.fullName ?? '' };
  };
  const ids = new Set(own.map(({ id }) => id.toLowerCase()));
  const waits = new Map<string, string[]>();
  for (const { from, to } of expansion.edges) if (ids.has(from.toLowerCase()) && ids.has(to.toLowerCase())) waits.set(from, [...(waits.get(from) ?? []), to]);
  return {
    providers: [...byNamespace].map(([namespace, types]) => ({
      namespace,
      resourceTypes: [...types].map(([resourceType, locations]) => ({
        resourceType,
        locations: locations.size ? [...locations] : (() => {
          const type = registry.type(`${namespace}/${resourceType}`);
          return type && locationsOf(type, regionNames)[0] === 'global' ? ['global'] : [null];
        })(),
      })),
    })),
    dependencies: [...waits].map(([from, to]) => ({ dependsOn: [...new Set(to)].map(describe), ...describe(from) })),
  };
}

/** Parameter values as a deployment shows them: secrets without value. */
export function shownParameters({ template, parameters }: DeploymentRequest): JsonObject {
  const declared = templateSection(template, 'parameters');
  return Object.fromEntries(Object.entries(parameters).map(([name, entry]) => {
    const key = Object.keys(declared).find((one) => one.toLowerCase() === name.toLowerCase());
    const type = (declared[key ?? ''] as JsonObject | undefined)?.['type'];
    const given = entry && typeof entry === 'object' && !Array.isArray(entry) ? entry : { value: entry };
    if (given['reference'] !== undefined) return [name, { type: typeName(type, undefined), reference: given['reference'] }];
    const shown = typeName(type, given['value']);
    return [name, shown.startsWith('Secure') ? { type: shown } : { type: shown, value: given['value'] ?? null }];
  }));
}

/** A section of a template that may still be text. */
export function templateSection(template: string | JsonObject, section: string): JsonObject {
  let data: unknown = template;
  if (typeof template === 'string') {
    try {
      data = JSON.parse(template);
    } catch {
      // Text with comments: the engine reads it; only the declared types are missing here.
      return {};
    }
  }
  const found = (data as JsonObject)[section];
  return found && typeof found === 'object' && !Array.isArray(found) ? found : {};
}

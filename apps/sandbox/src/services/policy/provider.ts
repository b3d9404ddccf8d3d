import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { AccessControl } from '../../wire/access.ts';
import type { Cloud } from '../../wire/cloud.ts';
import { page } from '../../wire/paging.ts';
import { answer, type Operation, type OperationRequest, type Provider } from '../../wire/provider.ts';
import type { ResourceManager } from '../../wire/resource-manager.ts';
import type { Deployments } from '../deployments/lifecycle.ts';
import { managementGroupsAbove } from '../../world/management-groups.ts';
import { complianceOperations } from './compliance.ts';
import { builtInDefinitions, builtInInitiatives } from './definitions.ts';
import { policyHooks } from './enforcement.ts';
import { remediationProvider } from './remediation.ts';
import { repairerOf } from './repair.ts';
import { seedPolicies } from './seed.ts';
import { POLICY_TYPES } from './state.ts';
import { policyTypes } from './types.ts';

const builtIns = { [POLICY_TYPES.definition]: builtInDefinitions, [POLICY_TYPES.set]: builtInInitiatives };
const shown = (type: string, entry: { id?: string; name?: string; properties: object }): JsonObject => ({ id: entry.id ?? '', name: entry.name ?? '', type, properties: entry.properties as JsonObject });

/** Azure Policy: definitions, initiatives, assignments, exemptions and compliance, answered by the policy engine. */
export function policyProviders(cloud: Cloud, manager: ResourceManager, access: AccessControl, deployments: Deployments): Provider[] {
  const { world } = cloud;
  const list = (request: OperationRequest, items: Json[]): JsonObject => page(items, request.query, `https://${request.headers['host'] ?? ''}`, request.path);

  /** What is stored at a scope or above it; with `below`, under it as well. Other tenants' are never seen. */
  const around = (type: string, request: OperationRequest, below: boolean): JsonObject[] => {
    const scope = (request.params['scope'] ?? '').toLowerCase();
    const filter = request.query.get('$filter') ?? '';
    const exact = /atExactScope\(\)/i.test(filter);
    const groups = managementGroupsAbove(world, scope);
    const definition = /policyDefinitionId\s+eq\s+'([^']+)'/i.exec(filter)?.[1]?.toLowerCase();
    return world.list({ type }).filter(({ id, body }) => {
      const at = id.slice(0, id.toLowerCase().lastIndexOf('/providers/microsoft.authorization/')).toLowerCase();
      if (access.tenantOf(at) !== undefined && access.tenantOf(at) !== request.caller.tenantId) return false;
      if (definition !== undefined && String((body['properties'] as JsonObject)['policyDefinitionId']).toLowerCase() !== definition) return false;
      if (exact) return at === scope;
      const isAbove = at === '' || groups.includes(at) || `${scope}/`.startsWith(`${at}/`);
      return isAbove || (below && !/atScope\(\)/i.test(filter) && `${at}/`.startsWith(`${scope}/`));
    }).map((resource) => manager.read(request, resource));
  };

  const listWith = (type: keyof typeof builtIns) => (request: OperationRequest): Json => {
    const filter = request.query.get('$filter') ?? '';
    const kind = /policyType\s+eq\s+'(\w+)'/i.exec(filter)?.[1]?.toLowerCase();
    const category = /category\s+eq\s+'([^']+)'/i.exec(filter)?.[1]?.toLowerCase();
    const own = (builtIns[type] ?? []).map((entry) => shown(type, entry));
    const stored = request.params['scope'] === '' ? [] : around(type, request, false);
    const all = [...(/atExactScope\(\)/i.test(filter) ? [] : own), ...stored].filter((one) => {
      const { policyType, metadata } = one['properties'] as { policyType?: string; metadata?: { category?: string } };
      return (kind === undefined || policyType?.toLowerCase() === kind) && (category === undefined || metadata?.category?.toLowerCase() === category);
    });
    return list(request, all);
  };

  /** Definitions that came with the cloud are everybody's. */
  const builtIn = (type: keyof typeof builtIns) => (request: OperationRequest): Json => {
    const found = (builtIns[type] ?? []).find(({ name }) => name?.toLowerCase() === request.params['name']?.toLowerCase());
    if (found === undefined) throw new ArmError(404, type === POLICY_TYPES.set ? 'PolicySetDefinitionNotFound' : 'PolicyDefinitionNotFound', `The policy ${type === POLICY_TYPES.set ? 'set ' : ''}definition '${request.params['name']}' could not be found.`);
    return shown(type, found);
  };

  const operations: Operation[] = [POLICY_TYPES.definition, POLICY_TYPES.set].flatMap((type): Operation[] => [
    { method: 'GET', path: `/providers/${type}`, permission: '', run: (request) => listWith(type)({ ...request, params: { scope: '' } }) },
    { method: 'GET', path: `/providers/${type}/{name}`, permission: '', run: builtIn(type) },
    { method: 'GET', path: `{scope*}/providers/${type}`, permission: `${type}/read`, run: listWith(type) },
  ]);
  for (const type of [POLICY_TYPES.assignment, POLICY_TYPES.exemption]) operations.push({ method: 'GET', path: `{scope*}/providers/${type}`, permission: `${type}/read`, run: (request) => list(request, around(type, request, true)) });

  // Azure answers 201 to these also when something was there already, and its clients take nothing else.
  for (const type of [POLICY_TYPES.definition, POLICY_TYPES.set, POLICY_TYPES.assignment]) {
    operations.push({
      method: 'PUT', path: `{scope*}/providers/${type}/{name}`, permission: '',
      run: (request) => {
        const { resource } = manager.write({ id: request.path, body: request.body, apiVersion: request.apiVersion, method: 'PUT', caller: request.caller, query: request.query, headers: request.headers });
        return answer(201, manager.read(request, resource));
      },
    });
  }

  const repair = repairerOf(cloud, manager, deployments);
  return [
    { namespace: 'Microsoft.Authorization', types: policyTypes, operations, hooks: policyHooks(cloud, repair), seed: seedPolicies },
    { namespace: 'Microsoft.PolicyInsights', types: [], operations: complianceOperations },
    remediationProvider(cloud, manager, repair),
  ];
}

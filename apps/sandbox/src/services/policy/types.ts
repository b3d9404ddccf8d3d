import type { JsonObject } from '@cloudwright/engine';
import { checkPolicy } from '@cloudwright/policy/check';
import { compileDefinition, PolicyCatalog, scopeHolds, scopeOfId, type PolicySetDefinition } from '@cloudwright/policy';
import { ArmError } from '../../wire/arm-error.ts';
import type { ResourceType, WriteRequest } from '../../wire/provider.ts';
import { managementGroupsAbove } from '../../world/management-groups.ts';
import { aliases } from './aliases.ts';
import { definitionsOf, POLICY_TYPES, setsOf } from './state.ts';

const VERSIONS = ['2025-11-01', '2025-03-01', '2025-01-01', '2024-05-01', '2024-04-01', '2023-04-01', '2022-06-01', '2021-06-01', '2020-09-01', '2020-03-01', '2019-09-01', '2019-06-01', '2018-05-01'];
const EXEMPTION_VERSIONS = ['2024-12-01-preview', '2022-07-01-preview', '2020-07-01-preview'];

const propertiesOf = (body: JsonObject): JsonObject => (body['properties'] ?? {}) as JsonObject;
const refuse = (code: string, message: string, status = 400): never => {
  throw new ArmError(status, code, message);
};

/** Who wrote it and when, as Azure keeps it in the metadata. */
function withMetadata({ existing, caller, world }: WriteRequest, properties: JsonObject): JsonObject {
  const before = (existing && (propertiesOf(existing.body)['metadata'] as JsonObject | undefined)) ?? {};
  const now = world.now().toISOString();
  return {
    ...(properties['metadata'] as JsonObject | undefined),
    createdBy: before['createdBy'] ?? caller.objectId, createdOn: before['createdOn'] ?? now, updatedBy: existing ? caller.objectId : null, updatedOn: existing ? now : null,
  };
}

/** Refuses with the first fault that the policy engine finds in a body. */
function refuseFaults(code: string, what: string, type: string, { id, body, world }: WriteRequest): void {
  const catalog = new PolicyCatalog(definitionsOf(world), setsOf(world), aliases);
  const error = checkPolicy({ ...body, id: id.id, type }, { catalog }).find((diagnostic) => diagnostic.severity === 'error');
  if (error !== undefined) refuse(code, `The policy ${what} '${id.name}' is invalid: ${error.message} Path '${error.pointer.replace(/^\//, '').replaceAll('/', '.')}'.`);
}

const common = { noProvisioningState: true, notExported: true, extension: true, duration: 0, locations: 'none', hidden: true } as const;

const definition: ResourceType = {
  ...common, type: POLICY_TYPES.definition, apiVersions: VERSIONS, required: ['properties.policyRule'],
  missing: () => ({ code: 'InvalidPolicyRule', message: 'The policy definition has no policy rule.' }),
  check: ({ body, id }) => {
    const error = compileDefinition({ properties: propertiesOf(body) }, { aliases }).diagnostics.find((diagnostic) => diagnostic.severity === 'error');
    if (error !== undefined) refuse('InvalidPolicyRule', `Failed to parse policy rule of the policy definition '${id.name}': '${error.message} Path '${error.pointer.replace(/^\//, '').replaceAll('/', '.')}'.'.`);
  },
  write: (request) => {
    const properties = propertiesOf(request.body);
    return { body: { properties: { displayName: request.id.name, mode: 'All', parameters: {}, version: '1.0.0', versions: ['1.0.0'], ...properties, policyType: 'Custom', metadata: withMetadata(request, properties) } } };
  },
  remove: ({ id, world }) => {
    const used = world.list({ type: POLICY_TYPES.set }).find(({ body }) => (propertiesOf(body)['policyDefinitions'] as { policyDefinitionId: string }[]).some((entry) => entry.policyDefinitionId.toLowerCase() === id.id.toLowerCase()));
    if (used !== undefined) refuse('PolicyDefinitionInUse', `The policy definition '${id.name}' can not be deleted: the policy set definition '${used.name}' uses it.`, 409);
    refuseWhenAssigned(id.id, id.name, world);
  },
};

function refuseWhenAssigned(id: string, name: string, world: WriteRequest['world']): void {
  const used = world.list({ type: POLICY_TYPES.assignment }).find(({ body }) => String(propertiesOf(body)['policyDefinitionId']).toLowerCase() === id.toLowerCase());
  if (used !== undefined) refuse('PolicyDefinitionInUse', `'${name}' can not be deleted: the policy assignment '${used.id}' uses it.`, 409);
}

const set: ResourceType = {
  ...common, type: POLICY_TYPES.set, apiVersions: VERSIONS, required: ['properties.policyDefinitions'],
  missing: () => ({ code: 'InvalidPolicySetDefinitionRequest', message: 'The policy set definition has no policy definitions.' }),
  check: (request) => {
    const { body, world } = request;
    const entries = propertiesOf(body)['policyDefinitions'];
    if (!Array.isArray(entries) || entries.length === 0) return refuse('InvalidPolicySetDefinitionRequest', 'The policy set definition has no policy definitions.');
    const catalog = new PolicyCatalog(definitionsOf(world));
    for (const entry of entries as { policyDefinitionId?: string }[]) {
      if (catalog.definition(entry.policyDefinitionId ?? '') === undefined) refuse('PolicyDefinitionNotFound', `The policy definition '${entry.policyDefinitionId ?? ''}' could not be found.`, 404);
    }
    refuseFaults('InvalidPolicySetDefinitionRequest', 'set definition', POLICY_TYPES.set, request);
  },
  write: (request) => {
    const properties = propertiesOf(request.body);
    const entries = (properties['policyDefinitions'] as JsonObject[]).map((entry, i) => ({ policyDefinitionReferenceId: String(i + 1), definitionVersion: '1.*.*', ...entry }));
    return { body: { properties: { displayName: request.id.name, parameters: {}, version: '1.0.0', versions: ['1.0.0'], ...properties, policyDefinitions: entries, policyType: 'Custom', metadata: withMetadata(request, properties) } } };
  },
  remove: ({ id, world }) => refuseWhenAssigned(id.id, id.name, world),
};

const assignment: ResourceType = {
  ...common, type: POLICY_TYPES.assignment, apiVersions: VERSIONS, required: ['properties.policyDefinitionId'],
  missing: () => ({ code: 'InvalidCreatePolicyAssignmentRequest', message: "The policy definition specified in policy assignment is missing: 'policyDefinitionId'." }),
  check: (request) => {
    const { body, id, world } = request;
    const properties = propertiesOf(body);
    const definitionId = String(properties['policyDefinitionId']);
    const catalog = new PolicyCatalog(definitionsOf(world), setsOf(world), aliases);
    const isSet = /\/policysetdefinitions\//i.test(definitionId);
    const found = isSet ? catalog.set(definitionId) : catalog.definition(definitionId);
    if (found === undefined) return refuse(isSet ? 'PolicySetDefinitionNotFound' : 'PolicyDefinitionNotFound', `The policy ${isSet ? 'set ' : ''}definition '${definitionId}' specified in policy assignment '${id.name}' could not be found.`, 404);
    checkParameters(id.name, found as PolicySetDefinition, (properties['parameters'] ?? {}) as JsonObject);
    refuseFaults('InvalidCreatePolicyAssignmentRequest', 'assignment', POLICY_TYPES.assignment, request);
  },
  write: (request) => {
    const properties = propertiesOf(request.body);
    const identity = request.body['identity'] as JsonObject | undefined;
    const before = request.existing?.body['identity'] as JsonObject | undefined;
    const isSystem = String(identity?.['type'] ?? '').toLowerCase() === 'systemassigned';
    const granted = isSystem ? { principalId: before?.['principalId'] ?? request.world.newId(), tenantId: request.caller.tenantId } : {};
    return {
      body: {
        ...(request.body['location'] !== undefined && { location: request.body['location'] }),
        ...(identity && { identity: { ...identity, ...granted } }),
        properties: { displayName: request.id.name, enforcementMode: 'Default', parameters: {}, notScopes: [], ...properties, scope: request.id.scope, metadata: withMetadata(request, properties) },
      },
    };
  },
};

/** Azure's refusals of parameters: missing ones, and ones that the definition does not have. */
function checkParameters(name: string, found: PolicySetDefinition, given: JsonObject): void {
  const declared = found.properties.parameters ?? {};
  const has = (wanted: string) => Object.keys(given).some((key) => key.toLowerCase() === wanted.toLowerCase());
  const missing = Object.entries(declared).filter(([parameter, { defaultValue }]) => defaultValue === undefined && !has(parameter)).map(([parameter]) => parameter);
  if (missing.length > 0) refuse('MissingPolicyParameter', `The policy assignment '${name}' is missing the parameter(s) '${missing.join(', ')}' as defined in the policy definition '${found.name ?? ''}'.`);
  const undefined_ = Object.keys(given).filter((key) => !Object.keys(declared).some((parameter) => parameter.toLowerCase() === key.toLowerCase()));
  if (undefined_.length > 0) refuse('UndefinedPolicyParameter', `The policy assignment '${name}' has defined parameters '${undefined_.join(', ')}' which are not defined in the policy definition '${found.name ?? ''}'.`);
}

const exemption: ResourceType = {
  ...common, type: POLICY_TYPES.exemption, apiVersions: EXEMPTION_VERSIONS, required: ['properties.policyAssignmentId', 'properties.exemptionCategory'],
  missing: (path) => ({ code: 'InvalidCreatePolicyExemptionRequest', message: `The policy exemption create request is invalid: '${path}' is missing.` }),
  check: (request) => {
    const { policyAssignmentId } = propertiesOf(request.body) as { policyAssignmentId: string };
    if (request.world.get(policyAssignmentId) === undefined) refuse('PolicyAssignmentNotFound', `The policy assignment '${policyAssignmentId}' specified in policy exemption '${request.id.name}' could not be found.`, 404);
    refuseFaults('InvalidCreatePolicyExemptionRequest', 'exemption', POLICY_TYPES.exemption, request);
    const validated = String(propertiesOf(request.body)['assignmentScopeValidation'] ?? 'Default').toLowerCase() === 'default';
    const { scope } = request.id;
    if (validated && !scopeHolds(scopeOfId(policyAssignmentId), scope, managementGroupsAbove(request.world, scope))) refuse('InvalidCreatePolicyExemptionRequest', `The policy exemption '${request.id.name}' is not at or under the scope of the policy assignment '${policyAssignmentId}'.`);
  },
  write: ({ body }) => ({ body: { properties: { policyDefinitionReferenceIds: [], ...propertiesOf(body) } } }),
};

export const policyTypes: ResourceType[] = [definition, set, assignment, exemption];

import type { Json, JsonObject } from '@cloudwright/engine';
import { judgeExisting, type Finding } from '@cloudwright/policy';
import { ArmError } from '../../wire/arm-error.ts';
import type { Operation, OperationRequest } from '../../wire/provider.ts';
import type { StoredResource, World } from '../../world/world.ts';
import { managementGroupsAbove } from '../../world/management-groups.ts';
import { evaluationDetails, eventsOf, type PolicyEvent } from './enforcement.ts';
import { contextOf, definitionsOf, evaluatorOf, inventoryOf, isJudged, storedSubject, subjectOf } from './state.ts';

/** Compliance of one resource with one policy. */
export interface State {
  resource: StoredResource;
  finding: Finding;
}

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
const scopeOf = (id: string): string => id.slice(0, id.toLowerCase().lastIndexOf('/providers/microsoft.authorization/'));

/** Judges everything in a scope, as it is now. */
export function statesIn(world: World, scope: string, trace = false): State[] {
  const evaluator = evaluatorOf(world);
  const states: State[] = [];
  const inventories = new Map<string, ReturnType<typeof inventoryOf>>();
  for (const resource of resourcesIn(world, scope)) {
    const key = resource.subscriptionId ?? '';
    const inventory = inventories.get(key) ?? inventoryOf(world, resource.id);
    inventories.set(key, inventory);
    const subject = storedSubject(resource);
    const findings = judgeExisting(evaluator, subject, { context: contextOf(world, resource.id, undefined), apiVersion: resource.apiVersion, managementGroups: managementGroupsAbove(world, resource.id), related: (request) => inventory.related(subject, request), trace });
    states.push(...findings.map((finding) => ({ resource, finding })));
  }
  return states;
}

function resourcesIn(world: World, scope: string): StoredResource[] {
  const group = /^\/providers\/microsoft\.management\/managementgroups\/[^/]+/i.exec(scope)?.[0].toLowerCase();
  const all = group === undefined ? world.list({ scope }) : world.list({}).filter(({ id }) => managementGroupsAbove(world, id).includes(group));
  const own = group === undefined ? world.get(scope) : undefined;
  return [...new Map([...(own ? [own] : []), ...all].map((resource) => [resource.id.toLowerCase(), resource])).values()].filter(({ id, type }) => /^\/subscriptions\//i.test(id) && isJudged(type));
}

function stateBody(world: World, { resource, finding }: State): JsonObject {
  const assignment = world.get(finding.assignmentId);
  const definition = definitionsOf(world).find((one) => one.id?.toLowerCase() === finding.definitionId.toLowerCase());
  const metadata = definition?.properties.metadata as { category?: string } | undefined;
  const { verdict } = finding;
  return {
    '@odata.id': null, '@odata.context': null,
    timestamp: world.now().toISOString(), resourceId: resource.id.toLowerCase(), policyAssignmentId: finding.assignmentId.toLowerCase(), policyDefinitionId: finding.definitionId.toLowerCase(), effectiveParameters: '',
    isCompliant: finding.state === 'Compliant', complianceState: finding.state, subscriptionId: resource.subscriptionId ?? '', resourceType: resource.type, resourceLocation: resource.location ?? '', resourceGroup: resource.resourceGroup ?? '', resourceTags: JSON.stringify(resource.body['tags'] ?? {}),
    policyAssignmentName: lastOf(finding.assignmentId), policyAssignmentOwner: 'tbd', policyAssignmentParameters: JSON.stringify((assignment?.body['properties'] as JsonObject | undefined)?.['parameters'] ?? {}), policyAssignmentScope: scopeOf(finding.assignmentId),
    policyDefinitionName: lastOf(finding.definitionId), policyDefinitionAction: (finding.policy.effect ?? 'audit').toLowerCase(), policyDefinitionCategory: (metadata?.category ?? '').toLowerCase(), policyDefinitionReferenceId: finding.referenceId.toLowerCase(), policyDefinitionGroupNames: [...finding.groups],
    policySetDefinitionId: finding.setDefinitionId?.toLowerCase() ?? '', policySetDefinitionName: finding.setDefinitionId === undefined ? '' : lastOf(finding.setDefinitionId), policySetDefinitionOwner: '', policySetDefinitionCategory: '', policySetDefinitionParameters: '',
    managementGroupIds: managementGroupsAbove(world, resource.id).map(lastOf).join(','), policyDefinitionVersion: finding.definitionVersion ?? '1.0.0', policySetDefinitionVersion: finding.setDefinitionId === undefined ? '' : '1.0.0', policyAssignmentVersion: '',
    ...(verdict.trace && { policyEvaluationDetails: { ...evaluationDetails(verdict.trace), reason: finding.message } }),
  };
}

/** The scope of a query, and what its path narrows it to. */
function within(path: string): { scope: string; keep: (state: State) => boolean } {
  const authorization = /^(.*)\/providers\/microsoft\.authorization\/(policyassignments|policydefinitions|policysetdefinitions)\/([^/]+)$/i.exec(path);
  if (authorization === null) return { scope: path, keep: () => true };
  const [, scope = '', kind = '', name = ''] = authorization;
  const wanted = name.toLowerCase();
  const idOf = { policyassignments: ({ finding }: State) => finding.assignmentId, policydefinitions: ({ finding }: State) => finding.definitionId, policysetdefinitions: ({ finding }: State) => finding.setDefinitionId ?? '' }[kind.toLowerCase()] as (state: State) => string;
  return { scope, keep: (state) => lastOf(idOf(state)).toLowerCase() === wanted };
}

/** OData conditions `name eq 'value'`, joined by and / or. */
function odataFilter(text: string | null): (row: JsonObject) => boolean {
  if (text === null || text.trim() === '') return () => true;
  const any = text.split(/\s+or\s+/i).map((part) =>
    part.split(/\s+and\s+/i).map((condition) => {
      const found = /^\s*\(*\s*(\w+)\s+(eq|ne)\s+('((?:[^']|'')*)'|true|false)\s*\)*\s*$/i.exec(condition);
      if (found === null) throw new ArmError(400, 'InvalidFilterInQueryString', `Invalid $filter '${text}' specified in the query string.`);
      const [, name = '', operator = '', raw = '', quoted] = found;
      const value = (quoted ?? raw).replaceAll("''", "'").toLowerCase();
      return (row: JsonObject) => {
        const key = Object.keys(row).find((one) => one.toLowerCase() === name.toLowerCase());
        return (String(key === undefined ? '' : row[key]).toLowerCase() === value) === (operator.toLowerCase() === 'eq');
      };
    }),
  );
  return (row) => any.some((all) => all.every((holds) => holds(row)));
}

const hostOf = (request: OperationRequest): string => `https://${request.headers['host'] ?? ''}`;

function rowsOf(request: OperationRequest, rows: JsonObject[], kind: string): Json {
  const { query } = request;
  const order = /^(\w+)(?:\s+(asc|desc))?/i.exec(query.get('$orderby') ?? '');
  const kept = rows.filter(odataFilter(query.get('$filter')));
  if (order !== null) kept.sort((a, b) => String(a[order[1] ?? '']).localeCompare(String(b[order[1] ?? ''])) * (order[2]?.toLowerCase() === 'desc' ? -1 : 1));
  const top = query.get('$top');
  const shown = top === null ? kept : kept.slice(0, Number(top));
  const select = query.get('$select')?.split(',').map((name) => name.trim());
  const value = select === undefined ? shown : shown.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name.startsWith('@') || select.includes(name))));
  return { '@odata.context': `${hostOf(request)}${request.path.replace(/\/queryResults$/i, '')}/$metadata#${kind}`, '@odata.count': value.length, value };
}

/** Counts by state, in the form of a summary. */
function resultsOf(states: readonly State[], uri: string): JsonObject {
  const count = (keyOf: (state: State) => string) => {
    const worst = new Map<string, string>();
    const rank = ['compliant', 'protected', 'exempt', 'unknown', 'error', 'conflict', 'noncompliant'];
    for (const state of states) {
      const shown = state.finding.state.toLowerCase();
      const before = worst.get(keyOf(state));
      if (before === undefined || rank.indexOf(shown) > rank.indexOf(before)) worst.set(keyOf(state), shown);
    }
    const counts = new Map<string, number>();
    for (const shown of worst.values()) counts.set(shown, (counts.get(shown) ?? 0) + 1);
    return [...counts].map(([complianceState, number]) => ({ complianceState, count: number }));
  };
  const resources = count(({ resource }) => resource.id.toLowerCase());
  const policies = count(({ finding }) => `${finding.assignmentId}|${finding.definitionId}|${finding.referenceId}`.toLowerCase());
  const failing = (details: { complianceState: string; count: number }[]) => details.find((detail) => detail.complianceState === 'noncompliant')?.count ?? 0;
  return { queryResultsUri: uri, nonCompliantResources: failing(resources), nonCompliantPolicies: failing(policies), resourceDetails: resources, policyDetails: policies, policyGroupDetails: count(({ finding }) => finding.groups[0] ?? '') };
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

function summarize(request: OperationRequest): Json {
  const { scope, keep } = within(request.params['scope'] ?? '');
  const matches = odataFilter(request.query.get('$filter'));
  const states = statesIn(request.world, scope).filter(keep).filter((state) => request.query.get('$filter') === null || matches(stateBody(request.world, state)));
  const uri = `${hostOf(request)}${request.path.replace(/\/summarize$/i, '/queryResults')}?api-version=${request.apiVersion}`;
  const policyAssignments = [...groupBy(states, ({ finding }) => finding.assignmentId)].map(([policyAssignmentId, own]) => ({
    policyAssignmentId, policySetDefinitionId: own[0]?.finding.setDefinitionId ?? '', results: resultsOf(own, `${uri}&$filter=PolicyAssignmentId eq '${policyAssignmentId}'`),
    policyDefinitions: [...groupBy(own, ({ finding }) => `${finding.definitionId}|${finding.referenceId}`)].map(([, members]) => {
      const { definitionId, referenceId, groups, policy } = (members[0] as State).finding;
      return { policyDefinitionId: definitionId, policyDefinitionReferenceId: referenceId, policyDefinitionGroupNames: [...groups], effect: policy.effect ?? '', results: resultsOf(members, uri) };
    }),
    policyGroups: [...groupBy(own.flatMap((state) => state.finding.groups.map((name) => ({ name, state }))), ({ name }) => name)].map(([policyGroupName, members]) => ({ policyGroupName, results: resultsOf(members.map(({ state }) => state), uri) })),
  }));
  return { '@odata.context': `${hostOf(request)}${request.path}/$metadata#summary`, '@odata.count': 1, value: [{ '@odata.id': null, '@odata.context': null, results: resultsOf(states, uri), policyAssignments }] };
}

function eventBody(world: World, event: PolicyEvent): JsonObject {
  const resource = world.get(event.resourceId);
  return {
    '@odata.id': null, '@odata.context': null, timestamp: event.timestamp, resourceId: event.resourceId.toLowerCase(), policyAssignmentId: event.assignmentId.toLowerCase(), policyDefinitionId: event.definitionId.toLowerCase(), isCompliant: false, complianceState: 'NonCompliant',
    resourceType: event.resourceType, resourceLocation: resource?.location ?? '', resourceGroup: resource?.resourceGroup ?? '', subscriptionId: /^\/subscriptions\/([^/]+)/i.exec(event.resourceId)?.[1] ?? '', policyDefinitionAction: event.effect.toLowerCase(),
    policyAssignmentName: lastOf(event.assignmentId), policyDefinitionName: lastOf(event.definitionId), policySetDefinitionId: event.setDefinitionId?.toLowerCase() ?? '', policyDefinitionReferenceId: event.referenceId, tenantId: '', principalOid: event.caller,
  };
}

/** What would policies say about a resource that is about to be written, and which values fields may have. */
function checkRestrictions(request: OperationRequest): Json {
  const { world, body } = request;
  const scope = request.params['scope'] ?? '';
  const { resourceContent = {}, apiVersion = request.apiVersion, scope: inner } = (body['resourceDetails'] ?? {}) as { resourceContent?: JsonObject; apiVersion?: string; scope?: string };
  const type = String(resourceContent['type'] ?? '');
  const name = String(resourceContent['name'] ?? 'new');
  const at = inner ?? scope;
  const evaluator = evaluatorOf(world);
  const judge = (content: JsonObject) => {
    const subject = subjectOf(`${at}/providers/${type}/${name}`, type, name, apiVersion, content);
    return evaluator.judge(subject, { context: contextOf(world, at, { apiVersion, caller: request.caller }), apiVersion, managementGroups: managementGroupsAbove(world, at), trace: true }).filter((finding) => finding.enforced);
  };
  const isShown = (finding: Finding) => finding.effect === 'deny' || (body['includeAuditEffect'] === true && finding.effect === 'audit');
  const failing = judge(resourceContent).filter((finding) => finding.state === 'NonCompliant' && isShown(finding));
  const pending = (Array.isArray(body['pendingFields']) ? body['pendingFields'] : []) as { field: string; values?: string[] }[];
  const fieldRestrictions = pending.map(({ field, values = [] }) => {
    const refused = values.flatMap((value) => judge(withField(resourceContent, field, value)).filter((finding) => finding.state === 'NonCompliant' && isShown(finding)).map((finding) => ({ value, finding })));
    return { field, restrictions: [...groupBy(refused, ({ finding }) => finding.assignmentId + finding.referenceId)].map(([, all]) => restriction((all[0] as { finding: Finding }).finding, 'Deny', all.map(({ value }) => value))) };
  }).filter((entry) => entry.restrictions.length > 0);
  const required = failing.flatMap((finding) => {
    const { suggestion } = finding.verdict;
    return suggestion?.choices === undefined ? [] : [{ field: suggestion.field, restrictions: [restriction(finding, 'Required', suggestion.choices.map(String))] }];
  });
  return {
    fieldRestrictions: [...required, ...fieldRestrictions],
    contentEvaluationResult: { policyEvaluations: failing.map((finding) => ({ policyInfo: policyInfo(finding), evaluationResult: 'NonCompliant', evaluationDetails: { ...evaluationDetails(finding.verdict.trace), reason: finding.message }, effectDetails: { policyEffect: finding.effect } })) },
  };
}

const policyInfo = (finding: Finding): JsonObject => ({
  policyDefinitionId: finding.definitionId, ...(finding.setDefinitionId !== undefined && { policySetDefinitionId: finding.setDefinitionId, policyDefinitionReferenceId: finding.referenceId }), policyAssignmentId: finding.assignmentId,
});
const restriction = (finding: Finding, result: 'Deny' | 'Required', values: string[]): JsonObject => ({ result, values, policy: policyInfo(finding), policyEffect: finding.effect, reason: finding.message });

function withField(content: JsonObject, field: string, value: string): JsonObject {
  const [first = '', ...rest] = field.split('.');
  if (rest.length === 0) return { ...content, [first]: value };
  return { ...content, [first]: withField((content[first] ?? {}) as JsonObject, rest.join('.'), value) };
}

const READ = 'Microsoft.PolicyInsights/policyStates/queryResults/read';
const EVALUATED = 'policyEvaluations';

/** Microsoft.PolicyInsights: states, summaries, events, restrictions. */
export const complianceOperations: Operation[] = [
  {
    method: 'POST', path: '{scope*}/providers/Microsoft.PolicyInsights/policyStates/{which}/queryResults', permission: READ,
    run: (request) => {
      const { scope, keep } = within(request.params['scope'] ?? '');
      const trace = /policyevaluationdetails/i.test(request.query.get('$expand') ?? '');
      return rowsOf(request, statesIn(request.world, scope, trace).filter(keep).map((state) => stateBody(request.world, state)), 'latest');
    },
  },
  { method: 'POST', path: '{scope*}/providers/Microsoft.PolicyInsights/policyStates/{which}/summarize', permission: 'Microsoft.PolicyInsights/policyStates/summarize/read', run: summarize },
  {
    method: 'POST', path: '{scope*}/providers/Microsoft.PolicyInsights/policyStates/latest/triggerEvaluation', permission: 'Microsoft.PolicyInsights/policyStates/triggerEvaluation/action',
    // States are judged when they are asked for: there is nothing to wait for.
    run: (request) => {
      request.world.setValue(EVALUATED, (request.params['scope'] ?? '').toLowerCase(), request.world.now().toISOString());
      return {};
    },
  },
  {
    method: 'POST', path: '{scope*}/providers/Microsoft.PolicyInsights/policyEvents/{which}/queryResults', permission: 'Microsoft.PolicyInsights/policyEvents/queryResults/read',
    run: (request) => {
      const scope = (request.params['scope'] ?? '').toLowerCase();
      const group = /^\/providers\/microsoft\.management\/managementgroups\/[^/]+$/.test(scope) ? scope : undefined;
      const reaches = ({ resourceId }: PolicyEvent) => (group === undefined ? `${resourceId.toLowerCase()}/`.startsWith(`${scope}/`) : managementGroupsAbove(request.world, resourceId).includes(group));
      return rowsOf(request, eventsOf(request.world).filter(reaches).map((event) => eventBody(request.world, event)), 'default');
    },
  },
  { method: 'POST', path: '{scope*}/providers/Microsoft.PolicyInsights/checkPolicyRestrictions', permission: 'Microsoft.PolicyInsights/checkPolicyRestrictions/read', run: checkRestrictions },
];


import { expandTemplate, type ExpandedResource, type Expansion, type ExpandOptions, type Json } from '@cloudwright/engine';
import type { EvaluationContext, Suggestion } from './api.ts';
import type { Evaluator, Finding } from './evaluator.ts';
import { Inventory } from './inventory.ts';
import { frameOf } from './policy.ts';
import { parsePath, property, readPath } from './property.ts';
import { judgeRequest } from './request.ts';
import { isRecord } from './rule.ts';
import { resourceGroupOf, subscriptionOf } from './scope.ts';

export interface DeploymentOptions {
  /** What exists in the scope; absent = not known, and then so is what -IfNotExists effects find outside of the deployment. */
  existing?: readonly unknown[];
  /** Facts about subscriptions and groups, by subscription id and group name. */
  contextFor?: (subscriptionId: string, resourceGroup: string | undefined) => EvaluationContext;
  /** The template that the resources came from: suggestions then name its parameter. */
  template?: Json;
  trace?: boolean;
  /** Whether the deployments of deployIfNotExists are expanded. Default true. */
  remediations?: boolean;
}

export interface ResourceVerdict {
  id: string;
  type: string;
  name: string;
  /** After modify and append. */
  resource: unknown;
  denied: boolean;
  findings: DeploymentFinding[];
}

export interface DeploymentFinding extends Finding {
  /** What deployIfNotExists would deploy. */
  remediation?: Expansion;
}

export interface DeploymentVerdict {
  /** False when a resource is refused. */
  allowed: boolean;
  resources: ResourceVerdict[];
  counts: Record<'denied' | 'nonCompliant' | 'unknown' | 'changed' | 'compliant' | 'exempt', number>;
}

/** Judges everything that a deployment would create, before it runs. */
export function judgeDeployment(evaluator: Evaluator, resources: readonly ExpandedResource[], options: DeploymentOptions = {}): DeploymentVerdict {
  const inventory = new Inventory([...(options.existing ?? []), ...resources], options.existing !== undefined);
  const verdicts = resources.map((resource) => judgeResource(evaluator, resource, inventory, options));
  const counts = { denied: 0, nonCompliant: 0, unknown: 0, changed: 0, compliant: 0, exempt: 0 };
  for (const { findings, denied } of verdicts) {
    if (denied) counts.denied++;
    for (const { state, verdict } of findings) {
      if (state === 'NonCompliant' || state === 'Conflict' || state === 'Error') counts.nonCompliant++;
      else if (state === 'Unknown') counts.unknown++;
      else if (state === 'Exempt') counts.exempt++;
      else counts.compliant++;
      if (verdict.changed?.operations.some((operation) => operation.outcome === 'applied') === true) counts.changed++;
    }
  }
  return { allowed: counts.denied === 0, resources: verdicts, counts };
}

function judgeResource(evaluator: Evaluator, resource: ExpandedResource, inventory: Inventory, options: DeploymentOptions): ResourceVerdict {
  const subscription = subscriptionOf(resource.id);
  const context: EvaluationContext = {
    ...(subscription !== undefined && options.contextFor?.(subscription, resourceGroupOf(resource.id))),
  };
  context.requestContext ??= { apiVersion: resource.apiVersion };
  const judge = { context, apiVersion: resource.apiVersion, trace: options.trace ?? true, related: (request: Parameters<Inventory['related']>[1]) => inventory.related(resource, request) };
  const { resource: changed, denied, findings, changes } = judgeRequest(evaluator, resource, judge);
  // A modify that has done its work no longer shows in the findings: what it changed does.
  const all = [...findings.filter((finding) => !changes.some((change) => isSame(change, finding))), ...changes, ...denied.filter((finding) => !findings.includes(finding))];
  return {
    id: resource.id,
    type: resource.type,
    name: resource.name,
    resource: changed,
    denied: denied.length > 0,
    findings: all.map((finding) => enrich(finding, changed, evaluator, context, options)),
  };
}

function isSame(a: Finding, b: Finding): boolean {
  return a.assignmentId === b.assignmentId && a.referenceId === b.referenceId;
}

function enrich(finding: Finding, resource: unknown, evaluator: Evaluator, context: EvaluationContext, options: DeploymentOptions): DeploymentFinding {
  const { suggestion } = finding.verdict;
  const withParameter = suggestion && options.template !== undefined ? nameParameter(suggestion, resource, options.template) : undefined;
  const named = withParameter === undefined ? finding : { ...finding, verdict: { ...finding.verdict, suggestion: withParameter } };
  if (finding.effect !== 'deployIfNotExists' || finding.verdict.compliant !== false || options.remediations === false) return named;
  const frame = frameOf(resource, { aliases: evaluator.aliases, context });
  const remediation = expandRemediation(finding.policy.detailsFor(frame), resource, context);
  return remediation === undefined ? named : { ...named, remediation };
}

/** What deployIfNotExists deploys for one resource, and where. */
export interface Remediation {
  /** The id of a resource group or of a subscription. */
  scope: string;
  /** Of deployments at a subscription. */
  location?: string;
  template: Json;
  parameters: Json;
}

/** Reads a deployIfNotExists effect's evaluated details for one resource; undefined when they have no template (effect-deploy-if-not-exists). */
export function remediationOf(details: unknown, resource: unknown): Remediation | undefined {
  const deployment = property(details, 'deployment');
  const properties = property(deployment, 'properties');
  const template = property(properties, 'template');
  if (!isRecord(template)) return undefined;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const id = text(property(resource, 'id')) ?? '';
  const subscription = `/subscriptions/${subscriptionOf(id) ?? ''}`;
  const group = text(property(details, 'resourceGroupName')) ?? resourceGroupOf(id);
  const inGroup = group !== undefined && text(property(details, 'deploymentScope'))?.toLowerCase() !== 'subscription';
  const location = text(property(deployment, 'location')) ?? text(property(resource, 'location'));
  return {
    scope: inGroup ? `${subscription}/resourceGroups/${group}` : subscription,
    ...(!inGroup && location !== undefined && { location }),
    template: template as Json,
    parameters: (property(properties, 'parameters') ?? {}) as Json,
  };
}

/** Expands the deployment of a deployIfNotExists effect for one resource; undefined when the details have none. */
function expandRemediation(details: unknown, resource: unknown, context: EvaluationContext): Expansion | undefined {
  const remediation = remediationOf(details, resource);
  if (remediation === undefined) return undefined;
  const { scope, template, parameters } = remediation;
  const location = remediation.location ?? property(resource, 'location');
  const group = resourceGroupOf(scope);
  const subscriptionId = subscriptionOf(scope);
  const expand: ExpandOptions = {
    parameters,
    context: {
      scope: group === undefined ? 'subscription' : 'resourceGroup',
      ...(subscriptionId !== undefined && { subscriptionId }),
      ...(group !== undefined && { resourceGroup: group }),
      ...(typeof location === 'string' && { location }),
      ...(context.utcNow !== undefined && { now: context.utcNow }),
      deploymentName: 'PolicyDeployment',
    },
  };
  return expandTemplate(template, expand);
}

/** The template's parameter behind the property that a suggestion is about, where the property is just that parameter. */
export function nameParameter(suggestion: Suggestion, resource: unknown, template: Json): Suggestion | undefined {
  const steps = suggestion.path === undefined ? undefined : parsePath(suggestion.path);
  if (steps === undefined) return undefined;
  const type = String(property(resource, 'type') ?? '').toLowerCase();
  const sources = resourcesOf(template).filter((one) => String(property(one, 'type') ?? '').toLowerCase() === type);
  const name = String(property(resource, 'name') ?? '').toLowerCase();
  const source = sources.length === 1 ? sources[0] : sources.find((one) => String(property(one, 'name') ?? '').toLowerCase() === name);
  const text = throughVariables(readPath(source, steps), template);
  const parameter = typeof text === 'string' ? /^\[\s*parameters\(\s*'([^']+)'\s*\)\s*\]$/i.exec(text)?.[1] : undefined;
  if (parameter === undefined) return undefined;
  const value = 'value' in suggestion ? ` to ${JSON.stringify(suggestion.value)}` : '';
  return { ...suggestion, parameter, text: `${suggestion.text} It comes from the parameter '${parameter}': set that${value}.` };
}

function throughVariables(value: unknown, template: Json): unknown {
  const variable = typeof value === 'string' ? /^\[\s*variables\(\s*'([^']+)'\s*\)\s*\]$/i.exec(value)?.[1] : undefined;
  return variable === undefined ? value : property(property(template, 'variables'), variable);
}

function resourcesOf(template: unknown): unknown[] {
  const resources = property(template, 'resources');
  if (Array.isArray(resources)) return resources;
  return isRecord(resources) ? Object.values(resources) : [];
}

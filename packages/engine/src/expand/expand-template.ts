import { describeError } from '../expression/evaluate.ts';
import { limits } from '../limits.ts';
import { SourceDocument } from '../read/source-document.ts';
import { readParameterValues } from '../template/parameter-values.ts';
import { isData, sectionsOf, type TemplateSections } from '../template/sections.ts';
import { findCycle } from '../plan/graph.ts';
import { Deployment } from './deployment.ts';
import { checkDeployment, isOpenId } from './deployment-checks.ts';
import { evaluateAsserts } from './asserts.ts';
import { edgesOf } from './edges.ts';
import { Frame } from './frame.ts';
import { isDeployment, type Instance } from './instance.ts';
import { keyVaultSecret, openDeployment } from './open-deployment.ts';
import { evaluateResource } from './resource-body.ts';
import { ExpansionRun } from './run.ts';
import { deploymentId } from '../expression/deployment-facts.ts';
import { findKey, toData, type Value } from '../values.ts';
import type { Edge, ExpandedResource, Expansion, ExpandOptions, Json, JsonObject, ResourcePlacement } from '../api.ts';

/** The deployments of an expansion, for the verbs that go on from it (see expand-nested.ts). */
export const instancesOf = new WeakMap<Expansion, Map<string, Instance>>();

/**
 * Evaluates a template to the resources that would be deployed. Synchronous; never throws: every fault of the input is
 * a diagnostic, and `ok` is false exactly when one is an error. Texts that only the cloud knows stay `RuntimeValue`s.
 * Literal parts of the result are the input's own objects: do not change them.
 *
 * @param source the template, as text (JSON as Azure accepts it) or as data
 */
export function expandTemplate(source: string | Json, options: ExpandOptions = {}): Expansion {
  return expandDocument(new SourceDocument(source), options, new ExpansionRun(options));
}

/** The same for a document that is read already. */
export function expandDocument(document: SourceDocument, options: ExpandOptions, run: ExpansionRun): Expansion {
  run.diagnostics.push(...document.faults);
  return expandWith(run, document, () => rootDeployment(document, options, run));
}

/** Expands the deployment that `open` makes; an error that ends the run becomes its last finding. */
export function expandWith(run: ExpansionRun, document: SourceDocument, open: () => Deployment | undefined): Expansion {
  const collected = new Collected();
  try {
    const deployment = open();
    if (deployment !== undefined) collected.collect(deployment);
  } catch (error) {
    const { code, message } = describeError(error);
    run.report(document, code, [], message);
  }
  return collected.finish(run);
}

function rootDeployment(document: SourceDocument, options: ExpandOptions, run: ExpansionRun): Deployment | undefined {
  const { root } = document;
  if (root === undefined) return undefined;
  if (!isData(root)) {
    run.report(document, 'NotATemplate', []);
    return undefined;
  }
  if (document.length > limits.templateBytes) run.report(document, 'LimitExceeded', [], 'Size of the template', String(document.length), String(limits.templateBytes));
  const template = sectionsOf(root);
  const context = { ...run.context, scope: run.context.scope ?? template.scope ?? 'resourceGroup' };
  const frame = new Frame({ run, document, base: [], template, context, isForeignGroup: false });
  const deployment = new Deployment({
    frame,
    template,
    base: [],
    target: frame.ids,
    id: deploymentId(frame.facts.name, frame.ids),
    name: frame.facts.name,
    loops: [],
    parent: undefined,
    depth: 0,
    open: openDeployment,
  });
  frame.current = { deployment, instance: undefined };
  bindGiven(frame, template, options, run);
  frame.evaluateParameters();
  return deployment;
}

function bindGiven(frame: Frame, template: TemplateSections, options: ExpandOptions, run: ExpansionRun): void {
  const file = options.parameters === undefined ? undefined : new SourceDocument(options.parameters, 'parameters');
  const values = new Map<string, () => Value>();
  if (file !== undefined) {
    if (file.root === undefined) run.diagnostics.push(...file.faults);
    if (file.length > limits.parameterFileBytes) run.report(file, 'LimitExceeded', [], 'Size of the parameter file', String(file.length), String(limits.parameterFileBytes));
    for (const { name, path, given } of readParameterValues(file.root, template.parameters)) {
      if (findKey(template.parameters, name) === undefined) run.report(file, 'UndeclaredParameterValue', path, name);
      const { reference } = given;
      values.set(name.toLowerCase(), () => (reference === undefined ? (given.value as Value) : keyVaultSecret(reference as Value, frame)));
    }
  }
  frame.bindParameters(values);
}

/** Gathers a deployment's resources and, in place, those of the deployments it makes. */
class Collected {
  readonly resources: ExpandedResource[] = [];
  readonly edges: Edge[] = [];
  readonly placements = new Map<string, ResourcePlacement>();
  readonly instances = new Map<string, Instance>();
  outputs: Record<string, unknown> = {};

  collect(root: Deployment): void {
    this.#add(root);
    for (const [name, output] of Object.entries(root.outputs())) this.outputs[name] = toData(output.value);
  }

  #add(deployment: Deployment): void {
    const included: Instance[] = [];
    const bodies: ExpandedResource[] = [];
    const replaced = new Set<Instance>();
    for (const instance of deployment.instances()) {
      if (!instance.isIncluded) continue;
      const body = evaluateResource(instance);
      const key = instance.id.toLowerCase();
      const earlier = this.instances.get(key);
      // An id defined twice is one resource, and an error (see checkIds); the later definition stands for it.
      if (earlier?.deployment === deployment && !isDeployment(instance) && !isOpenId(key)) {
        replaced.add(earlier);
        this.resources.splice(this.resources.indexOf(bodies[included.indexOf(earlier)] as ExpandedResource), 1);
      }
      included.push(instance);
      bodies.push(body);
      this.resources.push(body);
      this.instances.set(key, instance);
      if (!isDeployment(instance)) continue;
      const child = openDeployment(instance);
      if (child === undefined) continue;
      this.#add(child);
      // Known outputs are part of the evaluation: a fault in one must show even when nobody refers to it.
      child.outputs();
    }
    evaluateAsserts(deployment);
    checkDeployment(deployment, included, bodies);
    for (const instance of included) this.#place(instance);
    for (const edge of edgesOf(deployment, replaced.size === 0 ? included : included.filter((instance) => !replaced.has(instance)))) this.edges.push(edge);
  }

  #place(instance: Instance): void {
    const { copy, deployment, source } = instance;
    this.placements.set(instance.id, {
      deploymentId: deployment.id,
      scope: instance.scope,
      source: source as JsonObject,
      ...(copy === undefined ? {} : { copy }),
      ...(instance.symbol === undefined ? {} : { symbol: instance.symbol }),
    });
  }

  finish(run: ExpansionRun): Expansion {
    const cycle = findCycle(this.resources.map(({ id }) => id), this.edges);
    if (cycle !== undefined) {
      const instance = this.instances.get((cycle[0] as string).toLowerCase());
      const place = instance ?? [...this.instances.values()][0];
      if (place !== undefined) run.report(place.deployment.frame.document, 'DependencyCycle', place.path, cycle.map((id) => id.split('/').at(-1)).join(' -> '));
    }
    const expansion: Expansion = {
      ok: !run.diagnostics.some(({ severity }) => severity === 'error'),
      resources: this.resources,
      outputs: this.outputs,
      edges: this.edges,
      diagnostics: run.diagnostics,
      missingLinks: [...run.missingLinks],
      placements: this.placements,
    };
    instancesOf.set(expansion, this.instances);
    return expansion;
  }
}

import { planDeployment, resolveRuntime, reveal, SecureValue, Symbolic, type ExpandedResource, type Expansion, type Json, type JsonObject, type Value } from '@cloudwright/engine';
import { ArmError, type ArmErrorDetail } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import { registrationOf, setRegistration } from '../../wire/registration.ts';
import type { ResourceManager } from '../../wire/resource-manager.ts';
import { parseResourceId, scopeKind } from '../../world/resource-id.ts';
import type { OverlayWorld } from '../../world/stored-world.ts';
import type { World } from '../../world/world.ts';
import { expandInner } from './expansion.ts';
import { DEPLOYMENT_TYPE, DEPLOYMENT_VERSIONS, duration, isTerminal, saveSteps, stepsOf, summary, typeName, type StepRecord } from './records.ts';
import type { DeploymentRequest, LinkFetcher } from './request.ts';
import { templateResolver, writtenId, type TemplateResolver } from './resolver.ts';

/** One deployment (the main one, or a nested one) while it runs. */
interface Part {
  id: string;
  /** The id under which its expansion knows it; another one when the name was only known at run time. */
  planId: string;
  expansion: Expansion;
  outputTypes: JsonObject;
  steps: StepRecord[];
  /** Answers in the names of this part's template. */
  template: TemplateResolver;
}

const messageFailed = 'At least one resource deployment operation failed. Please list deployment operations for details. Please see https://aka.ms/arm-deployment-operations for usage details.';

/** Everything that failed below a deployment, as Azure nests it. */
export const deploymentFailed = (id: string, details: ArmErrorDetail[]): ArmErrorDetail => ({ code: 'DeploymentFailed', target: id, message: messageFailed, details });

const ofError = (error: unknown, target: string, hint: string): ArmErrorDetail => {
  if (error instanceof ArmError) {
    const detail = error.toDetail();
    return { ...detail, target: detail.target ?? target };
  }
  // The engine's own refusal of an expression whose value is known only now.
  if (error instanceof Error && 'code' in error) return { code: 'InvalidTemplate', target, message: `Unable to process template language expressions for resource '${target}'. '${error.message}'${hint}` };
  throw error;
};

/** Resolves run-time values; what the cloud refused says more than what the template could not do without it. */
function answered(template: TemplateResolver, resolve: () => Value): Value {
  template.failure();
  try {
    return resolve();
  } catch (error) {
    throw template.failure() ?? error;
  }
}

/** Runs one main deployment with everything nested in it: for real, or on an overlay (`dryRun`). */
export class DeploymentRun {
  readonly #cloud: Cloud;
  readonly #manager: ResourceManager;
  readonly #request: DeploymentRequest;
  readonly #links: LinkFetcher;
  readonly #world: World;
  readonly #dryRun: OverlayWorld | undefined;
  /** Dry run: refusals by resource. */
  readonly failures: { id: string; error: ArmErrorDetail; status: number }[] = [];
  /** Ids of everything that the templates name, with the group-level ones that complete mode keeps. */
  readonly touched = new Set<string>();
  /** Of every template that has started. */
  readonly #expansions: Expansion[] = [];

  constructor(cloud: Cloud, manager: ResourceManager, request: DeploymentRequest, links: LinkFetcher, dryRun?: OverlayWorld) {
    this.#cloud = cloud;
    this.#manager = manager;
    this.#request = request;
    this.#links = links;
    this.#dryRun = dryRun;
    this.#world = dryRun ?? cloud.world;
  }

  #resolverOf(expansion: Expansion): TemplateResolver {
    this.#expansions.push(expansion);
    return templateResolver(this.#cloud, this.#manager, this.#world, this.#request.caller, () => [expansion, ...this.#expansions]);
  }

  /** Runs the main template. Resolves with the error of the deployment, undefined = succeeded. */
  run(expansion: Expansion, outputTypes: JsonObject): Promise<ArmErrorDetail | undefined> {
    const { id } = this.#request;
    return this.#runPart({ id, planId: id, expansion, outputTypes, steps: this.#dryRun ? [] : this.#doneSteps(id), template: this.#resolverOf(expansion) });
  }

  /** Steps that a run before a restart finished; what it was in the middle of is done again. */
  #doneSteps(id: string): StepRecord[] {
    return stepsOf(this.#world, id).filter(({ provisioningState }) => provisioningState === 'Succeeded');
  }

  /** A cancel reaches every part through the state of the main deployment. */
  #isCanceled(): boolean {
    return !this.#dryRun && (this.#world.get(this.#request.id)?.body['properties'] as JsonObject | undefined)?.['provisioningState'] === 'Canceled';
  }

  async #runPart(part: Part): Promise<ArmErrorDetail | undefined> {
    const { waves, edges } = planDeployment(part.expansion, part.planId);
    const byId = new Map(part.expansion.resources.map((resource) => [resource.id.toLowerCase(), resource]));
    const waits = Map.groupBy(edges, ({ from }) => from.toLowerCase());
    const failed: ArmErrorDetail[] = [];
    /** Of each resource: whether what waits for it may start. */
    const done = new Map<string, Promise<boolean>>();
    // Each starts as soon as what it waits for is there, as in Azure: the waves only give the order of starting.
    const start = async (id: string): Promise<boolean> => {
      const before = await Promise.all((waits.get(id) ?? []).map(async ({ to }) => (await done.get(to.toLowerCase())) ?? true));
      // What waits for a failed one never starts; a dry run goes on, to find everything at once.
      if (this.#isCanceled() || (!this.#dryRun && before.includes(false))) return false;
      const error = await this.#step(part, byId.get(id)!);
      if (error) failed.push(error);
      return !error;
    };
    for (const id of waves.flat().map((one) => one.toLowerCase())) done.set(id, start(id));
    await Promise.all(done.values());
    if (failed.length && !this.#dryRun) return deploymentFailed(part.id, failed);
    if (this.#isCanceled()) return undefined;
    const outputError = this.#outputs(part);
    if (outputError) failed.push(outputError);
    return failed.length ? deploymentFailed(part.id, failed) : undefined;
  }

  /** One resource of a part, as a recorded step. Resolves with its error. */
  async #step(part: Part, resource: ExpandedResource): Promise<ArmErrorDetail | undefined> {
    const placement = part.expansion.placements.get(resource.id);
    let id = resource.id;
    let step: StepRecord | undefined;
    try {
      const body = this.#resolved(part, resource, id);
      id = writtenId(placement?.scope ?? parseResourceId(id)?.scope ?? '', resource.type, String(body['name']));
      this.touched.add(id.toLowerCase());
      const done = part.steps.find(({ target, provisioningState }) => target?.toLowerCase() === id.toLowerCase() && provisioningState === 'Succeeded');
      // After a restart: what was done is not done again.
      if (done && resource.type.toLowerCase() !== DEPLOYMENT_TYPE.toLowerCase()) return undefined;
      step = this.#begin(part, id);
      const error = resource.type.toLowerCase() === DEPLOYMENT_TYPE.toLowerCase() ? await this.#nested(part, resource.id, id, body) : await this.#write(id, body);
      return this.#end(part, step, error);
    } catch (error) {
      const detail = ofError(error, id, part.template.hint());
      if (this.#dryRun) this.failures.push({ id, error: detail, status: error instanceof ArmError ? error.status : 400 });
      return this.#end(part, step ?? this.#begin(part, id), detail, error instanceof ArmError ? error.status : 400);
    }
  }

  /** The resource with run-time values filled in and secrets opened; throws when the cloud cannot answer something. */
  #resolved({ template }: Part, resource: ExpandedResource, id: string): JsonObject {
    const value = reveal(answered(template, () => resolveRuntime(resource, template.resolver) as Value));
    if (hasSymbols(value)) {
      throw template.failure() ?? new ArmError(400, 'InvalidTemplate', `Unable to process template language expressions for resource '${id}': a value is not known.`, id);
    }
    return value as JsonObject;
  }

  /** The version that the template's apiProfile means: the newest one of its day. The engine lets none out without a profile. */
  #profileVersion(type: string): string {
    const { template } = this.#request;
    const profile = typeof template === 'string' ? /"apiProfile"\s*:\s*"([^"]*)"/i.exec(template)?.[1] : template['apiProfile'];
    const day = String(profile ?? '').slice(0, 10);
    const versions = this.#cloud.registry.type(type)?.apiVersions ?? [];
    return versions.find((version) => version.slice(0, 10) <= day) ?? versions.at(-1) ?? day;
  }

  async #write(id: string, { id: _id, name: _name, type, apiVersion, ...body }: JsonObject): Promise<ArmErrorDetail | undefined> {
    const { subscriptionId, namespace } = parseResourceId(id) ?? {};
    // A template's providers are registered on the way.
    if (!this.#dryRun && subscriptionId && namespace && registrationOf(this.#world, subscriptionId, namespace) !== 'Registered') setRegistration(this.#world, subscriptionId, namespace, 'Registered');
    const { resource, operation } = this.#manager.write({
      id, body, apiVersion: typeof apiVersion === 'string' ? apiVersion : this.#profileVersion(String(type)), method: 'PUT', caller: this.#request.caller, ...(this.#dryRun ? { dryRun: this.#dryRun } : {}),
    });
    if (!operation) return undefined;
    const { state, error } = await this.#cloud.operations.ended(operation.id);
    if (state === 'Succeeded') return undefined;
    return {
      code: 'ResourceDeploymentFailure', target: resource.id,
      message: `The resource write operation failed to complete successfully, because it reached terminal provisioning state '${state}'.`,
      details: [error ?? { code: 'OperationPreempted', message: 'The operation has been preempted by a more recent operation.' }],
    };
  }

  /** A nested or linked deployment, with its own record and steps. */
  async #nested(part: Part, expandedId: string, id: string, body: JsonObject): Promise<ArmErrorDetail | undefined> {
    const parsed = parseResourceId(id)!;
    this.#manager.require(this.#request.caller, `${DEPLOYMENT_TYPE}/write`, parsed.scope || '/');
    if (scopeKind(parsed.scope) === 'resourceGroup' && !this.#world.get(parsed.scope)) throw new ArmError(404, 'ResourceGroupNotFound', `Resource group '${parsed.resourceGroup}' could not be found.`);
    const before = this.#world.get(id);
    const isResumed = this.#world.value('deployment-parent', id.toLowerCase()) === `${this.#request.id} ${this.#request.correlationId}`;
    if (before && !isResumed && !this.#dryRun && !isTerminal((before.body['properties'] as JsonObject)['provisioningState'])) throw deploymentActive(before.name);
    if (isResumed && (before?.body['properties'] as JsonObject | undefined)?.['provisioningState'] === 'Succeeded') return undefined;
    const startedAt = this.#world.now().toISOString();
    const expansion = await expandInner(part.expansion, expandedId, this.#links, part.template.resolver);
    const facts = { mode: 'Incremental', correlationId: this.#request.correlationId, ...summary(this.#cloud, expansion, expandedId), parameters: {} };
    if (!this.#dryRun) this.#world.setValue('deployment-parent', id.toLowerCase(), `${this.#request.id} ${this.#request.correlationId}`);
    this.#world.put({ id, apiVersion: String(body['apiVersion'] ?? DEPLOYMENT_VERSIONS[0]), caller: this.#request.caller.objectId, body: { ...(body['location'] ? { location: body['location'] } : {}), properties: { ...facts, provisioningState: 'Running', timestamp: startedAt, duration: 'PT0S' } } });
    const error = await this.#runPart({ id, planId: expandedId, expansion, outputTypes: {}, steps: isResumed ? this.#doneSteps(id) : [], template: this.#resolverOf(expansion) });
    this.#finish(id, error, startedAt);
    return error;
  }

  #begin(part: Part, target: string | undefined): StepRecord {
    const now = this.#world.now().toISOString();
    const step: StepRecord = { operationId: this.#world.newId().replaceAll('-', '').slice(0, 16).toUpperCase(), provisioningOperation: target === undefined ? 'EvaluateDeploymentOutput' : 'Create', provisioningState: 'Running', startedAt: now, timestamp: now, ...(target === undefined ? {} : { target }) };
    part.steps.push(step);
    this.#save(part);
    return step;
  }

  #end(part: Part, step: StepRecord, error: ArmErrorDetail | undefined, status = 409): ArmErrorDetail | undefined {
    step.timestamp = this.#world.now().toISOString();
    step.provisioningState = error ? 'Failed' : 'Succeeded';
    step.statusCode = error ? (STATUS_NAMES[status] ?? 'Conflict') : 'OK';
    if (error) step.error = error;
    this.#save(part);
    return error;
  }

  #save(part: Part): void {
    if (!this.#dryRun) saveSteps(this.#world, part.id, part.steps);
  }

  /** Evaluates the outputs of a part and keeps them in its record. */
  #outputs(part: Part): ArmErrorDetail | undefined {
    const names = Object.keys(part.expansion.outputs);
    if (!names.length) return undefined;
    const outputs: JsonObject = {};
    for (const name of names) {
      try {
        const raw = part.expansion.outputs[name];
        const value = answered(part.template, () => resolveRuntime(raw, part.template.resolver) as Value);
        const key = Object.keys(part.outputTypes).find((one) => one.toLowerCase() === name.toLowerCase());
        const declared = (part.outputTypes[key ?? ''] as JsonObject | undefined)?.['type'];
        const isSecret = value instanceof SecureValue || /^secure/i.test(String(declared ?? ''));
        if (hasSymbols(reveal(value))) throw part.template.failure() ?? new ArmError(400, 'DeploymentOutputEvaluationFailed', `The value of output '${name}' is not known.`);
        outputs[name] = isSecret ? { type: typeName(declared ?? 'securestring', undefined) } : { type: typeName(declared, value), value: reveal(value) as Json };
      } catch (error) {
        const inner = ofError(error, part.id, part.template.hint());
        if (this.#dryRun) {
          this.failures.push({ id: part.id, error: inner, status: 400 });
          continue;
        }
        return this.#end(part, this.#begin(part, undefined), { code: 'DeploymentOutputEvaluationFailed', target: part.id, message: `Unable to evaluate template outputs: '${name}'. Please see error details and deployment operations. Please see https://aka.ms/arm-common-errors for usage details.`, details: [inner] }, 400);
      }
    }
    const stored = this.#world.get(part.id);
    if (stored) this.#world.put({ id: stored.id, body: { ...stored.body, properties: { ...(stored.body['properties'] as JsonObject), outputs } } });
    return undefined;
  }

  /** Writes the final state of a deployment's record. */
  #finish(id: string, error: ArmErrorDetail | undefined, startedAt: string): void {
    const stored = this.#world.get(id);
    if (!stored) return;
    const now = this.#world.now().toISOString();
    const properties = stored.body['properties'] as JsonObject;
    this.#world.put({
      id, body: { ...stored.body, properties: {
        ...properties, provisioningState: error ? 'Failed' : this.#isCanceled() ? 'Canceled' : 'Succeeded', timestamp: now, duration: duration(startedAt, now),
        ...(error ? { error: error as unknown as Json } : { outputResources: outputResources(stepsOf(this.#world, id)) }),
      } },
    });
  }
}

const STATUS_NAMES: Record<number, string> = { 400: 'BadRequest', 401: 'Unauthorized', 403: 'Forbidden', 404: 'NotFound', 409: 'Conflict', 412: 'PreconditionFailed', 429: 'TooManyRequests', 500: 'InternalServerError' };

/** The ids that a deployment made. */
export const outputResources = (steps: StepRecord[]): Json =>
  [...new Set(steps.filter(({ target, provisioningState }) => target && provisioningState === 'Succeeded' && !/\/microsoft\.resources\/deployments\//i.test(target)).map(({ target }) => target!))].map((id) => ({ id }));

export const deploymentActive = (name: string): ArmError =>
  new ArmError(409, 'DeploymentActive', `Unable to edit or replace deployment '${name}': previous deployment is still active. Please see https://aka.ms/arm-deployment for usage details.`);

function hasSymbols(value: unknown): boolean {
  if (value instanceof Symbolic) return true;
  if (Array.isArray(value)) return value.some(hasSymbols);
  return value !== null && typeof value === 'object' && Object.values(value).some(hasSymbols);
}

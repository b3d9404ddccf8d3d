import type { Expansion, Json, JsonObject } from '@cloudwright/engine';
import { ArmError, type ArmErrorDetail } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import { GROUP_TYPE, type ResourceManager } from '../../wire/resource-manager.ts';
import { isListed } from '../../wire/resource-router.ts';
import { scopeKind } from '../../world/resource-id.ts';
import { checkSentinel, sentinelDuration } from '../../wire/sentinels.ts';
import type { OperationRecord } from '../../world/operations.ts';
import { OverlayWorld } from '../../world/stored-world.ts';
import type { StoredResource } from '../../world/world.ts';
import { expandMain } from './expansion.ts';
import { DEPLOYMENT_TYPE, DEPLOYMENT_VERSIONS, duration, forgetSteps, isTerminal, shownParameters, stepsOf, summary, templateSection } from './records.ts';
import { LinkFetcher, type DeploymentRequest } from './request.ts';
import { templateResolver } from './resolver.ts';
import { deploymentActive, deploymentFailed, DeploymentRun, outputResources } from './run.ts';

/** Refusals that Resource Manager's preflight finds before a deployment is accepted. */
const PREFLIGHT = /^(QuotaExceeded|OperationNotAllowed|SkuNotAvailable|RequestDisallowedByPolicy|AuthorizationFailed|InvalidResourceNamespace|InvalidResourceType|NoRegisteredProviderFound|LocationNotAvailableForResourceType|LocationNotAvailableForResourceGroup|LocationRequired|InvalidResourceLocation|InvalidResourceName|AccountNameInvalid|StorageAccountAlreadyTaken|ScopeLocked|InvalidTagNameCharacters|InvalidTags|RoleAssignmentUpdateNotPermitted)$/;

/** What a dry run found. */
export interface Trial {
  overlay: OverlayWorld;
  run: DeploymentRun;
  expansion: Expansion;
  outcome: ArmErrorDetail | undefined;
}

/** The life of deployments: validate, create, run (again after a restart), cancel. */
export class Deployments {
  readonly #cloud: Cloud;
  readonly #manager: ResourceManager;

  constructor(cloud: Cloud, manager: ResourceManager) {
    this.#cloud = cloud;
    this.#manager = manager;
    cloud.operations.register('deployment', (operation) => this.#run(operation));
    // Steps go with their deployment, also when a whole group goes.
    cloud.world.onChange(({ kind, id, type }) => {
      if (kind === 'delete' && type === DEPLOYMENT_TYPE) forgetSteps(cloud.world, id);
    });
  }

  async #expand(request: DeploymentRequest, links: LinkFetcher): Promise<Expansion> {
    const early = templateResolver(this.#cloud, this.#manager, this.#cloud.world, request.caller, () => []);
    return expandMain(this.#cloud, request, links, early.resolver);
  }

  /** Runs the deployment on an overlay of the world: nothing is changed, everything that Azure would refuse is found. */
  async try(request: DeploymentRequest, links: LinkFetcher): Promise<Trial> {
    const expansion = await this.#expand(request, links);
    const overlay = new OverlayWorld(this.#cloud.world);
    const run = new DeploymentRun(this.#cloud, this.#manager, request, links, overlay);
    const outcome = await run.run(expansion, templateSection(request.template, 'outputs'));
    return { overlay, run, expansion, outcome };
  }

  /** Throws InvalidTemplateDeployment for what preflight refuses (`everything`: whatever a run would meet at once). */
  refuse({ run }: Trial, request: DeploymentRequest, everything: boolean): void {
    const found = run.failures.filter(({ error }) => everything || PREFLIGHT.test(error.code));
    if (!found.length) return;
    const denied = found.find(({ error }) => error.code === 'AuthorizationFailed');
    if (denied) {
      const { message } = denied.error;
      throw new ArmError(403, 'InvalidTemplateDeployment', `Deployment failed with multiple errors: 'Authorization failed for template resource '${denied.id.split('/').at(-1)}'. ${message}'`, undefined, found.map(({ error }) => error));
    }
    const [first] = found;
    throw new ArmError(400, 'InvalidTemplateDeployment',
      `The template deployment '${request.name}' is not valid according to the validation procedure. The tracking id is '${request.correlationId}'. See inner errors for details.`, first!.id, found.map(({ error }) => error));
  }

  /** Accepts a deployment and starts it. Throws for what Azure refuses at once. */
  async create(request: DeploymentRequest, links: LinkFetcher, apiVersion: string): Promise<{ stored: StoredResource; operation: OperationRecord; isNew: boolean }> {
    const { world } = this.#cloud;
    const before = world.get(request.id);
    this.#checkReplace(before, request);
    const trial = await this.try(request, links);
    this.refuse(trial, request, false);
    // The trial took a moment: another request may have come first.
    const now = world.get(request.id);
    this.#checkReplace(now, request);
    forgetSteps(world, request.id);
    const stored = world.put({
      id: request.id, type: DEPLOYMENT_TYPE, apiVersion, caller: request.caller.objectId, secret: { request: request as unknown as Json },
      body: {
        ...(request.location ? { location: request.location } : {}), ...(request.tags ? { tags: request.tags } : {}),
        properties: {
          ...(request.templateUri ? { templateLink: { uri: request.templateUri, contentVersion: String(templateContentVersion(request)) } } : {}),
          templateHash: templateHash(request.template), parameters: shownParameters(request), mode: request.mode,
          provisioningState: 'Accepted', timestamp: request.startedAt, duration: 'PT0S', correlationId: request.correlationId,
          ...summary(this.#cloud, trial.expansion, request.id),
        },
      },
    });
    const operation = this.#cloud.operations.begin({ id: world.newId(), kind: 'deployment', target: request.id, duration: sentinelDuration(request.name, 100) });
    return { stored, operation, isNew: !now };
  }

  #checkReplace(before: StoredResource | undefined, request: DeploymentRequest): void {
    if (!before) return;
    const state = (before.body['properties'] as JsonObject)['provisioningState'];
    if (!isTerminal(state)) throw deploymentActive(request.name);
    if (before.location && request.location && before.location !== request.location)
      throw new ArmError(409, 'InvalidDeploymentLocation', `Invalid deployment location '${request.location}'. The deployment '${request.name}' already exists in location '${before.location}'.`);
  }

  /** Does the work of a deployment's operation; a failure ends it with Azure's nested error. */
  async #run({ target }: OperationRecord): Promise<Json | undefined> {
    const { world } = this.#cloud;
    const stored = world.get(target);
    const request = stored?.secret['request'] as unknown as DeploymentRequest | undefined;
    if (!stored || !request) return undefined;
    if (stateOf(stored) === 'Canceled') return undefined;
    this.#setState(request.id, { provisioningState: 'Running' });
    const links = new LinkFetcher(this.#cloud);
    let error: ArmErrorDetail | undefined;
    try {
      for (const when of ['request', 'provisioning'] as const) checkSentinel(request.name, DEPLOYMENT_TYPE, when);
      const expansion = await this.#expand(request, links);
      const run = new DeploymentRun(this.#cloud, this.#manager, request, links);
      error = await run.run(expansion, templateSection(request.template, 'outputs'));
      if (!error && request.mode === 'Complete' && !this.#isCanceled(request.id)) error = await this.#complete(request, run);
    } catch (thrown) {
      if (!(thrown instanceof ArmError)) {
        this.#cloud.internalError(thrown);
        error = { code: 'InternalServerError', message: 'The sandbox failed while it ran this deployment.' };
      } else error = deploymentFailed(request.id, [thrown.toDetail()]);
    }
    if (!world.get(request.id)) return undefined;
    const now = world.now().toISOString();
    const end = { timestamp: now, duration: duration(request.startedAt, now) };
    if (this.#isCanceled(request.id)) this.#setState(request.id, end);
    else if (error) this.#setState(request.id, { ...end, provisioningState: 'Failed', error: error as unknown as Json });
    else this.#setState(request.id, { ...end, provisioningState: 'Succeeded', outputResources: outputResources(stepsOf(world, request.id)) });
    if (error) throw new ArmError(409, error.code, error.message, error.target, error.details);
    return undefined;
  }

  /** Complete mode: what the group holds and the template does not name goes. */
  async #complete(request: DeploymentRequest, run: DeploymentRun): Promise<ArmErrorDetail | undefined> {
    const { world } = this.#cloud;
    const context = this.#manager.context(request.caller, DEPLOYMENT_VERSIONS[0]!);
    let surplus = surplusResources(this.#cloud, request.scope, run.touched);
    let failed: ArmErrorDetail[] = [];
    // What is in use can go after its user has gone.
    for (let before = Infinity; surplus.length && surplus.length < before;) {
      before = surplus.length;
      failed = [];
      for (const { id } of surplus) {
        try {
          const removed = this.#manager.remove(context, id);
          if (removed?.operation) await this.#cloud.operations.ended(removed.operation.id);
        } catch (error) {
          if (!(error instanceof ArmError)) throw error;
          failed.push({ ...error.toDetail(), target: id });
        }
      }
      surplus = surplus.filter(({ id }) => world.get(id));
    }
    return failed.length ? deploymentFailed(request.id, failed) : undefined;
  }

  #isCanceled(id: string): boolean {
    const stored = this.#cloud.world.get(id);
    return stored !== undefined && stateOf(stored) === 'Canceled';
  }

  #setState(id: string, changed: JsonObject): void {
    const stored = this.#cloud.world.get(id);
    if (stored) this.#cloud.world.put({ id, body: { ...stored.body, properties: { ...(stored.body['properties'] as JsonObject), ...changed } } });
  }

  /** Cancels a deployment: what runs ends, nothing new starts. */
  cancel(stored: StoredResource): void {
    const state = stateOf(stored);
    if (isTerminal(state)) throw new ArmError(409, 'DeploymentCannotBeCancelled', `The deployment '${stored.name}' cannot be cancelled, because its provisioning state is terminal state '${String(state)}'.`);
    const { world } = this.#cloud;
    const now = world.now().toISOString();
    const error = { code: 'DeploymentCanceled', message: `The deployment '${stored.name}' was canceled.` };
    this.#setState(stored.id, { provisioningState: 'Canceled', timestamp: now, error });
    // Nested deployments of a cancelled one are cancelled too.
    for (const nested of world.list({ type: DEPLOYMENT_TYPE })) {
      const isOurs = (nested.body['properties'] as JsonObject)['correlationId'] === (stored.body['properties'] as JsonObject)['correlationId'];
      if (isOurs && !isTerminal(stateOf(nested))) this.#setState(nested.id, { provisioningState: 'Canceled', timestamp: now, error });
    }
  }
}

export const stateOf = (stored: StoredResource): unknown => (stored.body['properties'] as JsonObject | undefined)?.['provisioningState'];

/** Top-level resources of a group that a template does not name. */
export function surplusResources(cloud: Cloud, scope: string, named: ReadonlySet<string>): StoredResource[] {
  if (scopeKind(scope) !== 'resourceGroup') return [];
  const group = cloud.world.get(scope);
  if (!group) return [];
  return cloud.world.list({ subscriptionId: group.subscriptionId!, resourceGroup: group.name })
    .filter((resource) => resource.type !== GROUP_TYPE && !resource.parent && isListed(cloud, resource) && !named.has(resource.id.toLowerCase()));
}

/** A number for a template: same content, same hash. */
export function templateHash(template: string | JsonObject): string {
  const text = typeof template === 'string' ? template : JSON.stringify(template);
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index += 1) hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  return hash.toString();
}

const templateContentVersion = ({ template }: DeploymentRequest): unknown => (typeof template === 'string' ? '1.0.0.0' : (template['contentVersion'] ?? '1.0.0.0'));

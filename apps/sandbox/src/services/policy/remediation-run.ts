import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import type { Caller } from '../../wire/provider.ts';
import type { OperationError, OperationRecord } from '../../world/operations.ts';
import type { StoredResource } from '../../world/world.ts';
import { stateOf } from '../deployments/lifecycle.ts';
import { statesIn, type State } from './compliance.ts';
import type { Repairer } from './repair.ts';

/** One resource of a remediation, as listDeployments shows it. */
interface RemediatedResource {
  remediatedResourceId: string;
  deploymentId: string;
  status: 'Accepted' | 'Running' | 'Succeeded' | 'Failed' | 'Canceled';
  resourceLocation: string;
  error?: OperationError;
  createdOn: string;
  lastUpdatedOn: string;
}

/**
 * Accepted, then Evaluating where compliance is to be evaluated anew, then InProgress, a batch of deployments at a time,
 * to Succeeded or Failed; Cancelling lets what runs end, and becomes Canceled.
 */
type RemediationState = 'Accepted' | 'Evaluating' | 'InProgress' | 'Cancelling' | 'Canceled' | 'Failed' | 'Succeeded';

const TERMINAL: readonly unknown[] = ['Canceled', 'Failed', 'Succeeded'] satisfies RemediationState[];
export const isEnded = (remediation: StoredResource): boolean => TERMINAL.includes(stateOf(remediation));

const SERVICE = 'remediationDeployments';
const KIND = 'remediation';
/** Milliseconds of the table of durations that each state takes at least. */
const STEP = { Accepted: 500, Evaluating: 2000, InProgress: 200 };
const RESOURCE_COUNT = 500;
const PARALLEL_DEPLOYMENTS = 10;

const propertiesOf = ({ body }: StoredResource): JsonObject => body['properties'] as JsonObject;

/** The life of remediations: each step is an operation of the world, so that a restart goes on where it was. */
export class Remediations {
  readonly #cloud: Cloud;
  readonly #repair: Repairer;

  constructor(cloud: Cloud, repair: Repairer) {
    this.#cloud = cloud;
    this.#repair = repair;
    cloud.operations.register(KIND, (operation) => this.#advance(operation));
  }

  /** Begins with a remediation that was just accepted. What is known to be not compliant is counted at once. */
  start(remediation: StoredResource, caller: Caller): void {
    const isKnown = propertiesOf(remediation)['resourceDiscoveryMode'] === 'ExistingNonCompliant';
    this.#save(remediation, isKnown ? this.#discover(remediation) : []);
    this.#next(remediation.id, STEP.Accepted, caller);
  }

  deploymentsOf(remediation: StoredResource): RemediatedResource[] {
    return this.#cloud.world.value<RemediatedResource[]>(SERVICE, remediation.id.toLowerCase()) ?? [];
  }

  /** Cancels: nothing new is started. Throws ArmError for a remediation that has ended. */
  cancel(remediation: StoredResource): StoredResource {
    const state = stateOf(remediation);
    if (isEnded(remediation)) throw new ArmError(400, 'InvalidCancelRemediationRequest', `A remediation in the state '${String(state)}' can not be cancelled.`);
    return this.#set(remediation, { provisioningState: 'Cancelling' });
  }

  forget(remediation: StoredResource): void {
    this.#cloud.world.deleteValue(SERVICE, remediation.id.toLowerCase());
  }

  #next(id: string, duration: number, caller: Caller): void {
    this.#cloud.operations.begin({ id: this.#cloud.world.newId(), kind: KIND, target: id, duration, payload: { caller: { ...caller } } });
  }

  /** One step. It may run again after a crash: what a batch had begun is then looked at, not begun again. */
  async #advance({ target, payload }: OperationRecord): Promise<undefined> {
    const remediation = this.#cloud.world.get(target);
    if (remediation === undefined || isEnded(remediation)) return undefined;
    const caller = payload['caller'] as unknown as Caller;
    const state = stateOf(remediation) as RemediationState;
    if (state === 'Cancelling') return this.#finish(remediation, 'Canceled');
    if (state === 'Accepted' && propertiesOf(remediation)['resourceDiscoveryMode'] === 'ReEvaluateCompliance') {
      this.#set(remediation, { provisioningState: 'Evaluating' });
      this.#next(target, STEP.Evaluating, caller);
      return undefined;
    }
    if (state === 'Evaluating') this.#save(remediation, this.#discover(remediation));
    if (state !== 'InProgress') this.#set(remediation, { provisioningState: 'InProgress' });
    return this.#runBatch(target, caller);
  }

  async #runBatch(id: string, caller: Caller): Promise<undefined> {
    const { world } = this.#cloud;
    const remediation = world.get(id) as StoredResource;
    const properties = propertiesOf(remediation);
    const resources = this.deploymentsOf(remediation);
    const batch = resources.filter(({ status }) => status === 'Accepted' || status === 'Running').slice(0, Number(properties['parallelDeployments'] ?? PARALLEL_DEPLOYMENTS));
    const states = batch.length === 0 ? [] : this.#failing(remediation);
    await Promise.all(batch.map((entry) => this.#remediate(id, resources, entry, states, caller)));
    const now = world.get(id);
    if (now === undefined || isEnded(now)) return undefined;
    if (stateOf(now) === 'Cancelling') return this.#finish(now, 'Canceled');
    const failed = resources.filter(({ status }) => status === 'Failed').length;
    const threshold = (properties['failureThreshold'] as { percentage?: number } | undefined)?.percentage ?? 1;
    if (failed / Math.max(1, resources.length) > threshold) return this.#finish(now, 'Failed');
    if (!resources.some(({ status }) => status === 'Accepted')) return this.#finish(now, failed > 0 ? 'Failed' : 'Succeeded');
    this.#next(id, STEP.InProgress, caller);
    return undefined;
  }

  async #remediate(id: string, resources: RemediatedResource[], entry: RemediatedResource, states: readonly State[], caller: Caller): Promise<void> {
    const { world, operations } = this.#cloud;
    const note = (changed: Partial<RemediatedResource>) => {
      Object.assign(entry, changed, { lastUpdatedOn: world.now().toISOString() });
      const remediation = world.get(id);
      if (remediation !== undefined) this.#save(remediation, resources);
    };
    try {
      const begun = entry.deploymentId === '' ? undefined : world.get(entry.deploymentId);
      let error: OperationError | undefined;
      if (begun !== undefined) {
        const running = operations.running(begun.id);
        if (running !== undefined) error = (await operations.ended(running.id)).error;
        else if (stateOf(begun) !== 'Succeeded') error = propertiesOf(begun)['error'] as unknown as OperationError;
      } else {
        const state = states.find(({ resource }) => resource.id.toLowerCase() === entry.remediatedResourceId.toLowerCase());
        if (state !== undefined) {
          const { deploymentId, ended } = await this.#repair(state, caller);
          note({ deploymentId, status: 'Running' });
          error = await ended;
        }
      }
      note(error === undefined ? { status: 'Succeeded' } : { status: 'Failed', error });
    } catch (thrown) {
      if (!(thrown instanceof ArmError)) throw thrown;
      note({ status: 'Failed', error: { code: thrown.code, message: thrown.message } });
    }
  }

  /** What the remediation's policy finds not compliant in its scope. */
  #failing(remediation: StoredResource): State[] {
    const properties = propertiesOf(remediation);
    const assignment = String(properties['policyAssignmentId']).toLowerCase();
    const reference = String(properties['policyDefinitionReferenceId'] ?? '').toLowerCase();
    const filters = (properties['filters'] ?? {}) as { locations?: string[]; resourceIds?: string[] };
    const listed = (list: string[] | undefined, value: string) => list === undefined || list.length === 0 || list.some((one) => one.toLowerCase().replaceAll(' ', '') === value.toLowerCase());
    const scope = remediation.id.slice(0, remediation.id.toLowerCase().lastIndexOf('/providers/microsoft.policyinsights/'));
    return statesIn(this.#cloud.world, scope).filter(
      ({ resource, finding }) =>
        finding.state === 'NonCompliant' && finding.assignmentId.toLowerCase() === assignment && (reference === '' || finding.referenceId.toLowerCase() === reference)
        && (finding.policy.effect === 'deployIfNotExists' || finding.policy.effect === 'modify') && listed(filters.locations, resource.location ?? '') && listed(filters.resourceIds, resource.id),
    );
  }

  #discover(remediation: StoredResource): RemediatedResource[] {
    const now = this.#cloud.world.now().toISOString();
    return this.#failing(remediation)
      .slice(0, Number(propertiesOf(remediation)['resourceCount'] ?? RESOURCE_COUNT))
      .map(({ resource }) => ({ remediatedResourceId: resource.id, deploymentId: '', status: 'Accepted', resourceLocation: resource.location ?? '', createdOn: now, lastUpdatedOn: now }));
  }

  #finish(remediation: StoredResource, state: RemediationState): undefined {
    const resources = this.deploymentsOf(remediation).map((entry): RemediatedResource => (entry.status === 'Accepted' ? { ...entry, status: 'Canceled' } : entry));
    this.#save(remediation, resources);
    const done = resources.filter(({ status }) => status === 'Succeeded').length;
    this.#set(remediation, { provisioningState: state, statusMessage: `${done} of ${resources.length} resources were remediated.` });
    return undefined;
  }

  /** Keeps the list and its counts. */
  #save(remediation: StoredResource, resources: readonly RemediatedResource[]): void {
    this.#cloud.world.setValue(SERVICE, remediation.id.toLowerCase(), resources);
    const count = (status: RemediatedResource['status']) => resources.filter((entry) => entry.status === status).length;
    this.#set(remediation, { deploymentStatus: { totalDeployments: resources.length, successfulDeployments: count('Succeeded'), failedDeployments: count('Failed') } });
  }

  #set({ id }: StoredResource, changed: JsonObject): StoredResource {
    const { world } = this.#cloud;
    const stored = world.get(id) as StoredResource;
    const properties: Record<string, Json> = { ...propertiesOf(stored), ...changed, lastUpdatedOn: world.now().toISOString() };
    return world.put({ id, body: { ...stored.body, properties } });
  }
}

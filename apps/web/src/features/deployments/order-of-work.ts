import type { DeploymentDetail, DeploymentPlan, Operation } from '@cloudwright/contract';
import { kindName } from '../../shared/entities/kind-name.ts';
import type { GraphNode } from '../../shared/ui/graph.ts';
import type { StatusTone } from '../../shared/ui/tokens.ts';

/** A resource in the order of work, with what the cloud told of it. */
export interface WorkItem extends GraphNode {
  state: string;
  tone: StatusTone;
  operation: Operation | undefined;
}

interface State {
  label: string;
  tone: StatusTone;
}

const waiting: State = { label: 'Waiting', tone: 'neutral' };
const notStarted: State = { label: 'Not started', tone: 'neutral' };
const created: State = { label: 'Created', tone: 'success' };
const failed: State = { label: 'Failed', tone: 'error' };

/** An operation's state as the cloud words it, in ours. */
function stateOf(status: string): State {
  if (/succeeded/i.test(status)) return created;
  if (/failed/i.test(status)) return failed;
  if (/cancel/i.test(status)) return { label: 'Canceled', tone: 'neutral' };
  if (/not ?started|pending/i.test(status)) return notStarted;
  return { label: /delet/i.test(status) ? 'Deleting' : 'Creating', tone: 'running' };
}

/** What it means that the cloud tells of no operation on a resource. */
const unheard: Partial<Record<DeploymentDetail['status'], State>> = { QUEUED: waiting, VALIDATING: waiting, RUNNING: waiting, SUCCEEDED: created };

/**
 * The planned resources, each with what the cloud did about it. A name that is known at run time only can't be
 * matched by its id: where one planned and one reported resource of a type are left, they are the same.
 */
export function orderOfWork(plan: DeploymentPlan, operations: readonly Operation[], { status, errors }: Pick<DeploymentDetail, 'status' | 'errors'>): WorkItem[] {
  const reported = new Map(operations.filter(({ resourceId }) => resourceId !== null).map((operation) => [operation.resourceId!.toLowerCase(), operation]));
  const found = new Map<string, Operation>();
  const take = (id: string, key: string): void => {
    const operation = reported.get(key);
    if (operation) found.set(id, operation);
    reported.delete(key);
  };
  for (const { id } of plan.resources) take(id, id.toLowerCase());
  const left = plan.resources.filter(({ id }) => !found.has(id));
  for (const { id, type } of left) {
    const same = [...reported].filter(([, { resourceType }]) => resourceType?.toLowerCase() === type.toLowerCase());
    if (same.length === 1 && left.filter((other) => other.type.toLowerCase() === type.toLowerCase()).length === 1) take(id, same[0]![0]);
  }
  const refused = new Set(errors.map(({ target }) => target?.toLowerCase()));
  const planned = plan.resources.map(({ id, name, type, wave }): WorkItem => {
    const operation = found.get(id);
    const { label, tone } = operation ? stateOf(operation.status) : refused.has(id.toLowerCase()) ? failed : (unheard[status] ?? notStarted);
    return { id, label: lastOf(operation?.resourceName ?? name), detail: kindName(type), wave, state: label, tone, operation };
  });
  const unplanned = [...reported.values()].map((operation): WorkItem => {
    const { resourceId, resourceName, resourceType } = operation;
    const { label, tone } = stateOf(operation.status);
    return { id: resourceId!, label: lastOf(resourceName ?? resourceId!), ...(resourceType ? { detail: kindName(resourceType) } : {}), state: label, tone, operation };
  });
  return [...planned, ...unplanned];
}

const lastOf = (name: string): string => name.split('/').at(-1) ?? name;

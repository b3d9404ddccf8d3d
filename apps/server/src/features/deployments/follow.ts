import { ArmError, cloudClient, type CloudClient, type DeploymentScope } from '@cloudwright/cloud';
import type { DeploymentError, DeploymentStatus, MsService } from '@cloudwright/contract';
import { notificationTypes } from '@cloudwright/contract/enums';
import { planDeployment } from '@cloudwright/engine';
import type { Services } from '../../platform/context.ts';
import { createOrgDb, type OrgDb, type OrgTx } from '../../platform/db/org-db.ts';
import { versionById, type VersionRow } from '../blueprints/public.ts';
import { notify } from '../notifications/public.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import { advanceDeletion, ForeignLock, planDeletion } from './deletion.ts';
import { explainError, explainFailure, type FailedRun } from './explain.ts';
import { expansionOf } from './plan.ts';
import { allOperations, createdResources, finalStatus, shownOutputs, storedOperations } from './progress.ts';
import { deletionProgress, goneNow, settled, updateDeployment, type DeploymentChanges, type DeploymentRow } from './store.ts';
import { openToken, submissionOf, submittedTemplate } from './submission.ts';
import type { StoredOperation } from './tables.ts';

/** What one entry needs to move: made anew for every step, so nothing is kept between them. */
interface Story {
  services: Services;
  db: OrgDb;
  row: DeploymentRow;
  now: number;
}

// A cloud that is away for a quarter of an hour fails the deployment; waits double up to a minute.
const mostFailures = 20;
const soon = (now: number, ms: number): string => new Date(now + ms).toISOString();
/** Young deployments are looked at every second, old ones less often. */
const pollAfterMs = (row: DeploymentRow, now: number): number => {
  const age = now - Date.parse(row.startedAt ?? row.createdAt);
  return age < 60_000 ? 1000 : age < 600_000 ? 3000 : 10_000;
};

export const scopeOfRow = (row: Pick<DeploymentRow, 'subscriptionId' | 'resourceGroup'>): DeploymentScope =>
  ({ subscriptionId: row.subscriptionId, ...(row.resourceGroup === null ? {} : { resourceGroup: row.resourceGroup }) });

/**
 * Moves one entry by one step, whatever happened before: every step is safe to repeat. Returns the milliseconds until
 * it wants to be woken again, undefined when it is settled (or waits for somebody to sign in).
 */
export async function advance(services: Services, orgKey: string, id: string, now = Date.now()): Promise<number | undefined> {
  const db = createOrgDb(services.system.db, { orgKey, isPlatform: false, userId: null });
  const row = await db.run((tx) => tx.get('deployment', id));
  if (!row || row.step === null || row.nextAt === null) return undefined;
  if (Date.parse(row.nextAt) > now + 250) return Date.parse(row.nextAt) - now;
  const story: Story = { services, db, row: row as DeploymentRow, now };
  const token = openToken(services, story.row, now);
  if (token === undefined) return needsSignIn(story);
  const endpoints = services.config.clouds[story.row.cloud as MsService].endpoints();
  // No retries inside a call: waiting is done here, in the row, where a crash doesn't lose it.
  const cloud = cloudClient(endpoints, token, { maxRetries: 0 });
  try {
    return await steps[row.step](story, cloud);
  } catch (error) {
    if (error instanceof ArmError) return handleCloudError(story, error);
    return handleOwnError(story, error);
  }
}

const steps: Record<NonNullable<DeploymentRow['step']>, (story: Story, cloud: CloudClient) => Promise<number | undefined>> = { submit, follow, cancel, delete: remove };

/** Writes changes, tells everybody who looks at it, and says when to come back. */
async function save(story: Story, changes: DeploymentChanges, also?: (tx: OrgTx, row: DeploymentRow) => Promise<void>): Promise<number | undefined> {
  const { services, db, row } = story;
  await db.run(async (tx) => {
    const current = await tx.kysely.selectFrom('deployment').select('step').where('id', '=', row.id).forUpdate().executeTakeFirst();
    // Somebody asked for something else meanwhile (cancel): that step stays next, unless this is the end.
    const { step: _step, nextAt: _nextAt, ...facts } = changes;
    const isOvertaken = current !== undefined && current.step !== row.step && changes.step !== null;
    const saved = await updateDeployment(tx, row.id, isOvertaken ? facts : changes);
    if (!saved) return;
    story.row = saved;
    const changed = changedOperations(row.operations, changes.operations);
    if (saved.status !== row.status || saved.failures !== row.failures || deletionProgress(saved)?.gone !== deletionProgress(row)?.gone || changed.length > 0) {
      await services.events.publish(tx.kysely, { orgKey: row.orgId }, { kind: 'deployment', id: row.id, status: saved.status, ...(changed.length > 0 ? { operations: changed } : {}) });
    }
    await also?.(tx, saved);
  });
  return story.row.nextAt === null ? undefined : Math.max(0, Date.parse(story.row.nextAt) - story.now);
}

// An event holds at most 7 kB: a page that gets a full list asks again anyway.
const mostInEvent = 40;
function changedOperations(before: readonly StoredOperation[], after: readonly StoredOperation[] | undefined): { id: string; status: string }[] {
  const known = new Map(before.map((operation) => [operation.id, operation.status]));
  return (after ?? []).filter((operation) => known.get(operation.id) !== operation.status).slice(0, mostInEvent).map(({ id, status }) => ({ id, status }));
}

async function submit(story: Story, cloud: CloudClient): Promise<number | undefined> {
  const { services, row } = story;
  if (row.status === 'QUEUED') await save(story, { status: 'VALIDATING' });
  // After a crash the cloud may have it already: the name is ours, so a second one is never started.
  const running = await cloud.deployments.find(scopeOfRow(row), row.cloudName);
  if (running === undefined) {
    const version = await versionOf(story);
    if (version === undefined) return fail(story, [{ code: 'BlueprintGone', message: 'The blueprint version was deleted before the deployment started.', target: null, time: new Date(story.now).toISOString(), explanation: null }]);
    crashPoint('before-put');
    try {
      await cloud.deployments.create(scopeOfRow(row), row.cloudName, submissionOf(services, row, submittedTemplate(version, row.parameters)));
    } catch (error) {
      // Accepted a moment ago by a call whose answer was lost.
      if (!(error instanceof ArmError && error.code === 'DeploymentActive')) throw error;
    }
    crashPoint('after-put');
  }
  return save(story, { status: 'RUNNING', step: 'follow', startedAt: row.startedAt ?? new Date(story.now).toISOString(), failures: 0, nextAt: soon(story.now, 500) });
}

async function follow(story: Story, cloud: CloudClient): Promise<number | undefined> {
  const { row, now } = story;
  const deployment = await cloud.deployments.find(scopeOfRow(row), row.cloudName);
  crashPoint('while-polling');
  if (deployment === undefined) {
    return fail(story, [await explained(story, { code: 'DeploymentNotFound', message: `The cloud no longer knows the deployment ${row.cloudName}; its group may have been deleted.` })]);
  }
  const operations = await allOperations(cloud, scopeOfRow(row), row.cloudName);
  const stored = storedOperations(operations);
  if (!/^(succeeded|failed|cancell?ed)$/i.test(deployment.provisioningState)) {
    return save(story, { status: 'RUNNING', operations: stored, failures: 0, nextAt: soon(now, pollAfterMs(row, now)) });
  }
  const status = finalStatus(deployment, operations);
  const errors = status === 'FAILED' || status === 'WARNING' || status === 'CANCELED'
    ? explainFailure(status === 'CANCELED' ? undefined : deployment.error, operations, await runOf(story), new Date(now).toISOString()) : [];
  crashPoint('before-terminal');
  return finish(story, { status, operations: stored, errors, outputs: shownOutputs(deployment), resourceIds: createdResources(deployment, operations) });
}

async function cancel(story: Story, cloud: CloudClient): Promise<number | undefined> {
  try {
    await cloud.deployments.cancel(scopeOfRow(story.row), story.row.cloudName);
  } catch (error) {
    // 404: it was never submitted. 409: it has ended in the meantime; following tells how.
    if (!(error instanceof ArmError) || (error.status !== 404 && error.status !== 409)) throw error;
    if (error.status === 404) return finish(story, { status: 'CANCELED' });
  }
  return save(story, { step: 'follow', failures: 0, nextAt: soon(story.now, 500) });
}

async function remove(story: Story, cloud: CloudClient): Promise<number | undefined> {
  const { row, now } = story;
  const deletion = row.deletion ?? { statusBefore: row.status, items: null };
  if (deletion.items === null) {
    try {
      const items = await planDeletion(cloud, row, await wavesOf(story));
      return await save(story, { deletion: { ...deletion, items }, failures: 0, nextAt: soon(now, 0) });
    } catch (error) {
      if (!(error instanceof ForeignLock)) throw error;
      // Nothing was touched: the entry is what it was, with the reason.
      const reason = explainError(error.body, undefined, await runOf(story), new Date(now).toISOString());
      return save(story, { ...settled, status: deletion.statusBefore, deletion: null, errors: [...row.errors, reason], errorCount: row.errors.length + 1 });
    }
  }
  if (deletion.items.length === 0) return finish(story, { ...goneNow, deletion });
  const { items, isFinished, transient } = await advanceDeletion(cloud, deletion.items);
  const next = { ...deletion, items };
  if (!isFinished) {
    if (transient) {
      await save(story, { deletion: next });
      throw transient;
    }
    const hasMoved = items.some((item, index) => item.state !== deletion.items?.[index]?.state);
    return save(story, { deletion: next, failures: 0, nextAt: soon(now, hasMoved ? 300 : 1000) });
  }
  const left = items.filter((item) => item.state === 'refused');
  if (left.length === 0) return finish(story, { ...goneNow, deletion: next });
  const run = await runOf(story);
  const errors = left.map((item) => explainError({ code: item.error?.code ?? 'DeletionRefused', message: item.error?.message ?? 'The cloud refused the deletion.' }, item.id, run, new Date(now).toISOString()));
  return save(story, { ...settled, status: 'FAILED', deletion: null, resourceIds: left.map((item) => item.id), errors, errorCount: errors.length });
}

const versionOf = async ({ row, db }: Story): Promise<VersionRow | undefined> =>
  row.blueprintVersionId === null ? undefined : db.run((tx) => versionById(tx, row.blueprintVersionId ?? ''));

/** The template's waves for the order of deletion; without the template, one wave: refusals then give the order. */
async function wavesOf(story: Story): Promise<string[][]> {
  const version = await versionOf(story);
  return version === undefined ? [story.row.resourceIds] : planDeployment(expansionOf(story.row, version)).waves;
}

/** What explanations may name of this run. */
async function runOf(story: Story): Promise<FailedRun> {
  const { row } = story;
  const version = await versionOf(story);
  const subscription = await story.db.run((tx) => tx.kysely.selectFrom('subscription').select('displayName').where('sid', '=', row.subscriptionId).executeTakeFirst());
  return {
    template: version === undefined ? {} : submittedTemplate(version, row.parameters),
    parameters: row.parameters, secretParameters: row.secretParameters, region: row.region, subscription: subscription?.displayName ?? row.subscriptionId, group: row.resourceGroup,
    resourceIds: version === undefined ? [] : expansionOf(row, version).resources.map((resource) => resource.id),
  };
}

const explained = async (story: Story, body: { code: string; message: string }): Promise<DeploymentError> =>
  explainError(body, undefined, await runOf(story), new Date(story.now).toISOString());

const fail = (story: Story, errors: DeploymentError[]): Promise<number | undefined> => finish(story, { status: 'FAILED', errors });

type Ending = DeploymentChanges & { status: Extract<DeploymentStatus, 'SUCCEEDED' | 'WARNING' | 'FAILED' | 'CANCELED' | 'DELETED'> };

/** The terminal state: token wiped, owner and assignees told, in one transaction. */
async function finish(story: Story, ending: Ending): Promise<number | undefined> {
  const errors = ending.errors ?? [];
  return save(story, { ...ending, ...settled, errors, errorCount: errors.length, finishedAt: new Date(story.now).toISOString() }, async (tx, row) => {
    const isGood = ending.status === 'SUCCEEDED' || ending.status === 'WARNING';
    if (!isGood && ending.status !== 'FAILED') return;
    const [first] = errors;
    await notify(tx, story.services, {
      userIds: [...new Set([...(row.ownerId ? [row.ownerId] : []), ...row.assigneeIds])],
      type: isGood ? notificationTypes.deploymentSuccess : notificationTypes.deploymentFail,
      title: isGood ? `${row.name} is deployed` : `${row.name} failed`,
      body: first ? `${first.code}: ${first.message}` : `${row.blueprintTitle} in ${row.resourceGroup ?? row.region}`,
      link: deploymentPath(row),
      payload: { deploymentId: row.id },
      variables: { deploymentName: row.name, ...(first ? { errorMessage: first.message } : {}) },
    });
  });
}

/** The page of an entry in the portal. */
export const deploymentPath = (row: Pick<DeploymentRow, 'subscriptionId' | 'resourceGroup' | 'name'>): string => {
  const group = row.resourceGroup === null ? '' : `/resourcegroup/${encodeURIComponent(row.resourceGroup)}`;
  return `/portal/deployment/subscription/${row.subscriptionId}${group}/deploymentname/${encodeURIComponent(row.name)}`;
};

/** The step is kept: with a new token it goes on exactly where it stopped. */
const needsSignIn = (story: Story): Promise<number | undefined> =>
  save(story, { status: 'NEEDS_SIGN_IN', nextAt: null, sealedToken: null, tokenExpiresAt: null });

async function handleCloudError(story: Story, error: ArmError): Promise<number | undefined> {
  const { row, now } = story;
  if (error.isUnauthenticated) return needsSignIn(story);
  if (error.isTransient && row.failures < mostFailures) {
    const waitMs = Math.max(error.retryAfterMs ?? 0, Math.min(1000 * 2 ** row.failures, 60_000));
    return save(story, { failures: row.failures + 1, nextAt: soon(now, waitMs) });
  }
  const run = await runOf(story);
  const errors = error.causes.map((cause) => explainError(cause, undefined, run, new Date(now).toISOString()));
  if (row.step === 'delete') return save(story, { ...settled, status: row.deletion?.statusBefore ?? 'FAILED', deletion: null, errors, errorCount: errors.length });
  return fail(story, errors);
}

/** A fault of our own must not leave an entry that looks alive for ever. */
async function handleOwnError(story: Story, error: unknown): Promise<number | undefined> {
  const { services, row, now } = story;
  services.log.error({ err: error, deployment: row.id, step: row.step }, 'a deployment step failed');
  if (row.failures < 5) return save(story, { failures: row.failures + 1, nextAt: soon(now, 2000 * (row.failures + 1)) });
  return fail(story, [{ code: 'InternalError', message: 'The portal could not follow this deployment. Its resources may exist in the cloud.', target: null, time: new Date(now).toISOString(), explanation: null }]);
}


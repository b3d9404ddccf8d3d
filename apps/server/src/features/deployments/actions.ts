import { isDeepStrictEqual } from 'node:util';
import type { Estimate } from '@cloudwright/contract';
import type { DeploymentContext, Expansion } from '@cloudwright/engine';
import { sql } from 'kysely';
import type { PersonContext } from '../../platform/context.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { type AppError, conflict, failure, found, isUniqueViolation } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { chosenVersion, defaultRegion, estimateOf, expandBlueprint, versionById, type BlueprintRow, type VersionRow } from '../blueprints/public.ts';
import { currentPrices } from '../prices/public.ts';
import { registeredSubscription } from '../subscriptions/public.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import { wake } from './jobs.ts';
import { asColumns, dueNow, findDeployment, goneNow, isNameTaken, possibleActions, settled, updateDeployment, type DeploymentRow } from './store.ts';
import { cloudNameOf, openSecrets, sealSecrets, sealToken } from './submission.ts';

export interface CreateInput {
  blueprintName: string;
  org?: string | undefined;
  version?: number | undefined;
  name: string;
  subscriptionId: string;
  resourceGroup?: string | null | undefined;
  region: string;
  parameters: Record<string, unknown>;
  tags: Record<string, string>;
  /** The entry that this one repeats. */
  retryOf?: string | undefined;
}

/** What a retry changes; see the contract. */
export interface RetryInput {
  id: string;
  parameters?: Record<string, unknown> | undefined;
  region?: string | undefined;
  tags?: Record<string, string> | undefined;
  keep: 'inputs' | 'secrets';
}

const contextOf = (input: Pick<CreateInput, 'subscriptionId' | 'resourceGroup' | 'region' | 'name'>, scope: string, tenantId: string): DeploymentContext => ({
  tenantId, subscriptionId: input.subscriptionId, location: input.region, deploymentName: input.name,
  ...(scope === 'SUBSCRIPTION' ? { scope: 'subscription' } : { scope: 'resourceGroup', resourceGroup: { name: input.resourceGroup ?? 'example-rg', location: input.region } }),
});

/** Errors of an expansion as fields of the form, where they speak of a parameter. */
function refuseBroken(expansion: Expansion): void {
  if (expansion.ok) return;
  const errors = expansion.diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  const details = errors.map((diagnostic) => {
    const name = /parameters?[/ ]+['"]?([\w-]+)/i.exec(diagnostic.pointer)?.[1] ?? /parameter ['"]([^'"]+)['"]/i.exec(diagnostic.message)?.[1];
    return { ...diagnostic, field: name === undefined ? '' : `parameters.${name}` };
  });
  throw failure('template_invalid', errors[0]?.message ?? 'The template cannot be expanded with these values.', details);
}

const declaredBy = (version: VersionRow): Set<string> => new Set((version.parameters as { name: string }[]).map((parameter) => parameter.name));

/** Parameters of the version: what is given, the blueprint's defaults, and the bound region and tags. */
function valuesOf(version: VersionRow, input: Pick<CreateInput, 'parameters' | 'region' | 'tags'>): Record<string, unknown> {
  const declared = declaredBy(version);
  const defaults = Object.fromEntries(Object.entries(version.parameterDefaults).filter(([name]) => declared.has(name)));
  return { ...defaults, ...boundValues(version, input), ...input.parameters };
}

/** Region and tags as the parameters that the blueprint binds them to. */
function boundValues(version: VersionRow, given: { region?: string | undefined; tags?: Record<string, string> | undefined }): Record<string, unknown> {
  const { region, tags } = version.bindings;
  const declared = declaredBy(version);
  return {
    ...(region !== undefined && declared.has(region) && given.region !== undefined ? { [region]: given.region } : {}),
    ...(tags !== undefined && declared.has(tags) && given.tags !== undefined && Object.keys(given.tags).length > 0 ? { [tags]: given.tags } : {}),
  };
}

/** Secrets of the entry that is repeated: a person's own ones of the same blueprint, nobody else's. */
async function secretsOfEarlier(context: PersonContext, tx: OrgTx, retryOf: string | undefined, blueprint: BlueprintRow): Promise<Record<string, unknown>> {
  if (retryOf === undefined) return {};
  const earlier = found(await findDeployment(tx, { id: retryOf }), 'deployment');
  return earlier.ownerId === context.person.userId && earlier.blueprintId === blueprint.id ? openSecrets(context.services, earlier) : {};
}

/** Splits values into plain ones and those of secure parameters. */
function splitSecrets(version: VersionRow, values: Record<string, unknown>): { plain: Record<string, unknown>; secret: Record<string, unknown> } {
  const secretNames = new Set((version.parameters as { name: string; secret: boolean }[]).filter((parameter) => parameter.secret).map((parameter) => parameter.name.toLowerCase()));
  const isSecret = ([name]: [string, unknown]): boolean => secretNames.has(name.toLowerCase());
  const entries = Object.entries(values);
  return { plain: Object.fromEntries(entries.filter((entry) => !isSecret(entry))), secret: Object.fromEntries(entries.filter(isSecret)) };
}

async function tellAll(context: PersonContext, tx: OrgTx, row: DeploymentRow): Promise<void> {
  await context.services.events.publish(tx.kysely, { orgKey: row.orgId }, { kind: 'deployment', id: row.id, status: row.status });
}

const checkUnknown = (version: VersionRow, given: Record<string, unknown>): void => {
  const declared = new Set((version.parameters as { name: string }[]).map((parameter) => parameter.name.toLowerCase()));
  const unknown = Object.keys(given).filter((name) => !declared.has(name.toLowerCase()));
  if (unknown.length > 0) throw failure('invalid_input', `The blueprint has no parameter ${unknown.join(', ')}.`, unknown.map((name) => ({ field: `parameters.${name}`, message: 'No such parameter' })));
};

/**
 * Writes the ledger entry and wakes the follower, in one transaction; the cloud is called by the follower only.
 * Throws 404, 409 on the name, 422 for values that the template refuses.
 */
export async function createDeployment(context: PersonContext, input: CreateInput): Promise<DeploymentRow> {
  const cloudToken = context.cloudToken();
  const { services, person } = context;
  const subscriptionId = input.subscriptionId.toLowerCase();
  const id = newId();
  const row = await context.db.run(async (tx) => {
    const { blueprint, version } = await chosenVersion(context, tx, input);
    const subscription = await registeredSubscription(tx, subscriptionId);
    if (subscription.cloud !== person.identity.cloud.service) throw failure('invalid_input', `This subscription belongs to the ${subscription.cloud} cloud.`, [{ field: 'subscriptionId', message: 'Sign in to the cloud of this subscription' }]);
    const resourceGroup = blueprint.scope === 'SUBSCRIPTION' ? null : (input.resourceGroup ?? null);
    if (blueprint.scope !== 'SUBSCRIPTION' && resourceGroup === null) throw failure('invalid_input', 'Choose a resource group.', [{ field: 'resourceGroup', message: 'Required' }]);
    checkUnknown(version, input.parameters);
    const values = { ...splitSecrets(version, await secretsOfEarlier(context, tx, input.retryOf, blueprint)).secret, ...valuesOf(version, input) };
    const expansion = expandBlueprint(version.template, values, contextOf({ ...input, subscriptionId }, blueprint.scope, subscription.tenantId));
    refuseBroken(expansion);
    if (await isNameTaken(tx, { subscriptionId, resourceGroup, name: input.name })) throw nameTaken(input.name);
    const created = await insertEntry(context, tx, { id, input: { ...input, subscriptionId, resourceGroup }, blueprint, version, values, estimate: estimateOf(expansion, await currentPrices(tx.kysely)), cloud: subscription.cloud, cloudToken });
    await context.audit(tx, { subjectId: id, subjectName: input.name, after: { name: input.name, blueprint: blueprint.name, version: version.version, subscriptionId, resourceGroup, region: input.region, parameters: created.parameters, tags: input.tags } });
    await wake(services, tx.kysely, { id, orgKey: tx.actor.orgKey });
    await tellAll(context, tx, created);
    crashPoint('before-commit');
    return created;
  });
  crashPoint('after-commit');
  return row;
}

const nameTaken = (name: string): AppError => conflict('name', `There is a deployment named ${name} in this place already.`);

interface NewEntry {
  id: string;
  input: CreateInput & { resourceGroup: string | null };
  blueprint: BlueprintRow;
  version: VersionRow;
  values: Record<string, unknown>;
  estimate: Estimate;
  cloud: string;
  cloudToken: { token: string; expiresAt: string };
}

async function insertEntry(context: PersonContext, tx: OrgTx, entry: NewEntry): Promise<DeploymentRow> {
  const { id, input, blueprint, version, values, estimate, cloud, cloudToken } = entry;
  const { services, person } = context;
  const { plain, secret } = splitSecrets(version, values);
  try {
    return (await tx.insert('deployment', asColumns({
      id, name: input.name, blueprintId: blueprint.id, blueprintVersionId: version.id, blueprintName: blueprint.name, blueprintTitle: blueprint.title, blueprintVersion: version.version,
      cloud, subscriptionId: input.subscriptionId, resourceGroup: input.resourceGroup, region: input.region, scope: blueprint.scope, status: 'QUEUED' as const, attempt: 1,
      parameters: plain, ...sealSecrets(services, id, secret),
      tags: input.tags, outputs: {}, errors: [], operations: [], resourceIds: [], ownerId: person.userId, assigneeIds: [], sharedWith: [],
      estimate, monthlyEstimate: estimate.monthly?.amount ?? null, errorCount: 0, startedAt: null, finishedAt: null, cloudName: cloudNameOf(id, 1),
      ...sealToken(services, id, cloudToken), ...dueNow('submit'), deletion: null, attempts: [], retryOf: input.retryOf ?? null,
    }))) as DeploymentRow;
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(input.name);
    throw error;
  }
}

/** The estimate of a blueprint with given values, before anything is deployed. Values may still be missing. */
export async function estimateDeployment(context: PersonContext, input: { blueprintName: string; org?: string | undefined; version?: number | undefined; region?: string | undefined; subscriptionId?: string | undefined; resourceGroup?: string | null | undefined; parameters: Record<string, unknown> }): Promise<Estimate> {
  return context.db.run(async (tx) => {
    const { blueprint, version } = await chosenVersion(context, tx, input);
    const region = input.region ?? defaultRegion;
    const values = valuesOf(version, { parameters: input.parameters, region, tags: {} });
    const place = { subscriptionId: input.subscriptionId ?? '00000000-0000-0000-0000-000000000000', resourceGroup: input.resourceGroup, region, name: 'estimate' };
    return estimateOf(expandBlueprint(version.template, values, contextOf(place, blueprint.scope, context.identity.tid)), await currentPrices(tx.kysely));
  });
}

/** Loads an entry that the caller's organization has and locks it for a change of state. */
export async function lockedEntry(tx: OrgTx, id: string): Promise<DeploymentRow> {
  await sql`select id from deployment where id = ${id} for update`.execute(tx.kysely);
  return found(await findDeployment(tx, { id }), 'deployment');
}

/** Runs a change of state on a locked entry, with audit and event. */
async function change(context: PersonContext, id: string, work: (tx: OrgTx, row: DeploymentRow) => Promise<DeploymentRow | undefined>): Promise<DeploymentRow> {
  return context.db.run(async (tx) => {
    const before = await lockedEntry(tx, id);
    const after = found(await work(tx, before), 'deployment');
    await context.audit(tx, { subjectId: id, subjectName: before.name, before: { status: before.status, attempt: before.attempt }, after: { status: after.status, attempt: after.attempt } });
    if (after.nextAt !== null) await wake(context.services, tx.kysely, { id, orgKey: tx.actor.orgKey });
    await tellAll(context, tx, after);
    return after;
  });
}

const refuse = (row: DeploymentRow, verb: string): AppError => failure('conflict', `${row.name} is ${row.status.toLowerCase().replaceAll('_', ' ')} and can't be ${verb} now.`);

/** The caller's token, sealed for the follower of an entry. Throws 409 where it is for another cloud: it would be sent there. */
function keptToken(context: PersonContext, row: DeploymentRow): ReturnType<typeof sealToken> {
  if (row.cloud !== context.identity.cloud.service) throw failure('conflict', `${row.name} is in the ${row.cloud} cloud. Sign in there first.`);
  return sealToken(context.services, row.id, context.cloudToken());
}

/** Goes on with a new token where an entry waits for a sign-in; undefined when it does not wait. */
function resumed(context: PersonContext, tx: OrgTx, row: DeploymentRow): Promise<DeploymentRow | undefined> {
  const status = row.step === 'delete' ? 'DELETING' : row.startedAt === null ? 'QUEUED' : 'RUNNING';
  return updateDeployment(tx, row.id, { status, ...keptToken(context, row), nextAt: new Date().toISOString(), failures: 0 });
}

/** Another attempt with the kept inputs; given values replace theirs. An entry that waits for a sign-in goes on. */
export function retryDeployment(context: PersonContext, given: RetryInput): Promise<DeploymentRow> {
  const { id } = given;
  return change(context, id, async (tx, row) => {
    if (!possibleActions(row).canRetry) throw refuse(row, 'retried');
    const isWaiting = row.status === 'NEEDS_SIGN_IN';
    if (isWaiting && !given.parameters && !given.region && !given.tags) return resumed(context, tx, row);
    const version = found(row.blueprintVersionId === null ? null : await versionById(tx, row.blueprintVersionId), 'version of this blueprint');
    checkUnknown(version, given.parameters ?? {});
    const region = given.region ?? row.region;
    const tags = given.tags ?? row.tags;
    const secrets = openSecrets(context.services, row);
    const values = given.keep === 'secrets'
      ? { ...secrets, ...valuesOf(version, { parameters: given.parameters ?? {}, region, tags }) }
      : { ...row.parameters, ...secrets, ...boundValues(version, given), ...given.parameters };
    const expansion = expandBlueprint(version.template, values, contextOf({ ...row, region }, row.scope, context.identity.tid));
    refuseBroken(expansion);
    const { plain, secret } = splitSecrets(version, values);
    const changed = new Set([...changedNames(row.parameters, plain), ...changedNames(secrets, secret), ...(region === row.region ? [] : ['region']), ...(isDeepStrictEqual(tags, row.tags) ? [] : ['tags'])]);
    if (isWaiting) {
      if (changed.size > 0) throw failure('conflict', `${row.name} waits for a sign-in and may be running with what was sent. Let it go on as it was, or cancel it before you change ${[...changed].join(', ')}.`);
      return resumed(context, tx, row);
    }
    const attempt = row.attempt + 1;
    const estimate = estimateOf(expansion, await currentPrices(tx.kysely));
    const [first] = row.errors;
    const ended = {
      attempt: row.attempt, status: row.status, startedAt: row.startedAt, finishedAt: row.finishedAt, error: first ? { code: first.code, message: first.message } : null,
      changed: [...changed],
    };
    return updateDeployment(tx, id, {
      attempt, attempts: [...row.attempts, ended], cloudName: cloudNameOf(id, attempt), status: 'QUEUED', region, tags, parameters: plain, ...sealSecrets(context.services, id, secret),
      errors: [], errorCount: 0, operations: [], startedAt: null, finishedAt: null, estimate, monthlyEstimate: estimate.monthly?.amount ?? null,
      ...keptToken(context, row), ...dueNow('submit'),
    });
  });
}

const changedNames = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !isDeepStrictEqual(before[name], after[name]));

/** Asks the cloud to stop; what exists already stays. */
export function cancelDeployment(context: PersonContext, id: string): Promise<DeploymentRow> {
  return change(context, id, async (tx, row) => {
    if (!possibleActions(row).canCancel || row.step === 'delete') throw refuse(row, 'cancelled');
    return updateDeployment(tx, id, { ...keptToken(context, row), ...dueNow('cancel') });
  });
}

/** Deletes the record only, or the resources first. Two people who delete at once: the second gets 409. */
export function deleteDeployment(context: PersonContext, id: string, withResources: boolean): Promise<DeploymentRow> {
  return change(context, id, async (tx, row) => {
    // Somebody else was faster: that is not a fault of this person.
    if (row.status === 'DELETING' || row.status === 'DELETED') throw failure('conflict', row.status === 'DELETED' ? `${row.name} is deleted already.` : `${row.name} is being deleted already.`);
    if (!possibleActions(row).canDelete) throw refuse(row, 'deleted');
    if (!withResources) return updateDeployment(tx, id, { ...settled, ...goneNow, finishedAt: new Date().toISOString() });
    return updateDeployment(tx, id, {
      status: 'DELETING', deletion: { statusBefore: row.status === 'NEEDS_SIGN_IN' ? 'FAILED' : row.status, items: null },
      ...keptToken(context, row), ...dueNow('delete'),
    });
  });
}

/** Gives an entry to another owner, or assigns people to it. Everybody must be of the organization. */
export function assignDeployment(context: PersonContext, id: string, to: { ownerId?: string | undefined; assigneeIds?: string[] | undefined }): Promise<DeploymentRow> {
  return changePeople(context, id, [...(to.ownerId ? [to.ownerId] : []), ...(to.assigneeIds ?? [])], { ...(to.ownerId ? { ownerId: to.ownerId } : {}), ...(to.assigneeIds ? { assigneeIds: [...new Set(to.assigneeIds)] } : {}) });
}

/** Shares an entry for reading with people of the organization. */
export function shareDeployment(context: PersonContext, id: string, sharedWith: { userId: string; access: string }[]): Promise<DeploymentRow> {
  return changePeople(context, id, sharedWith.map((share) => share.userId), { sharedWith });
}

async function changePeople(context: PersonContext, id: string, userIds: string[], changes: Partial<Pick<DeploymentRow, 'ownerId' | 'assigneeIds' | 'sharedWith'>>): Promise<DeploymentRow> {
  return context.db.run(async (tx) => {
    const before = await lockedEntry(tx, id);
    const wanted = [...new Set(userIds)];
    const known = wanted.length === 0 ? [] : await tx.select('user').select('id').where('id', 'in', wanted).execute();
    if (known.length !== wanted.length) throw failure('invalid_input', 'Only people of the organization can be chosen.', [{ field: 'userId', message: 'No such person' }]);
    const after = found(await updateDeployment(tx, id, changes), 'deployment');
    const people = ({ ownerId, assigneeIds, sharedWith }: DeploymentRow) => ({ ownerId, assigneeIds, sharedWith });
    await context.audit(tx, { subjectId: id, subjectName: before.name, before: people(before), after: people(after) });
    await tellAll(context, tx, after);
    return after;
  });
}

import type { Organization, organizationEndpoints, Output, Parsed } from '@cloudwright/contract';
import { permissionNames, seedPermissions, seedRoles, type Permission, type SeedRole } from '@cloudwright/contract/permissions';
import { may } from '@cloudwright/contract/may-do';
import { sql } from 'kysely';
import type { PersonContext } from '../../platform/context.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { conflict, failure, found, invalidInput, isUniqueViolation, notFound, requireUnchanged } from '../../platform/errors.ts';
import { platformKey, type Person } from '../../platform/session.ts';
import { addDefaultTemplates, listTemplatesOf } from '../mail-templates/public.ts';
import { addSeedRoles, requireGivable } from '../roles/public.ts';
import { addUser, inviteTo } from '../users/public.ts';
import { deleteOrganization, getOrganization, insertOrganization, isChildOf, listOrganizations, lockOrganization, updateOrganization } from './store.ts';

type Endpoints = typeof organizationEndpoints;
type Create = Parsed<Endpoints['organizationCreate']>['body'];
type Edit = Parsed<Endpoints['organizationEdit']>['body'];
type Detail = Output<Endpoints['organizationGet']>;

/** Without organizationPermissionView the permission list is left out. */
function shown<T extends Organization>(person: Person, organization: T): T {
  if (may(person.subject, 'organizationPermissionView')) return organization;
  const { permission: _hidden, ...rest } = organization;
  return rest as T;
}

export async function listAll({ db, person }: PersonContext, query: Parsed<Endpoints['organizationList']>['query']) {
  const page = await db.run((tx) => listOrganizations(tx, query));
  return { ...page, result: page.result.map((each) => shown(person, each)) };
}

export function readOne(context: PersonContext, id: string): Promise<Detail> {
  return context.db.run(async (tx) => detailOf(context, tx, found(await getOrganization(tx, { id }), 'organization')));
}

/** The banner's lookup: everybody may read the own organization, another one needs organizationView. */
export async function readByKey({ db, person }: PersonContext, key: string): Promise<Organization> {
  if (key !== person.actor.orgKey && !may(person.subject, 'organizationView')) throw notFound('organization');
  return shown(person, found(await db.run((tx) => getOrganization(tx, { key })), 'organization'));
}

async function detailOf({ person }: PersonContext, tx: OrgTx, organization: Organization): Promise<Detail> {
  // Its templates belong to it: they are read as that organization, which the caller was just found to see.
  const mailTemplate = await tx.as(organization.key, listTemplatesOf);
  return { ...shown(person, organization), mailTemplate };
}

export async function create(context: PersonContext, body: Create): Promise<Detail> {
  const { organization } = await createWith(context, body, null);
  return readOne(context, organization.id);
}

/** Organization and first user (Organization Administrator) in one transaction: both or none. */
export async function createWithUser(context: PersonContext, { organization: body, user: first }: Parsed<Endpoints['organizationCreateWithUser']>['body']) {
  const { organization, user } = await createWith(context, body, first);
  if (!user) throw new Error('The first user was not made');
  return { organization: await readOne(context, organization.id), user };
}

async function createWith(context: PersonContext, body: Create, first: { name: string; email: string } | null) {
  const { db, person, audit } = context;
  const permission = body.permission ?? defaultPermissions(person);
  requireHeld(person, permission);
  const values = {
    key: body.key, name: body.name, permission, tenantIds: body.tenantIds ?? [], parentKey: parentFor(person, body.parentKey),
    adminEmail: body.adminEmail ?? null, currency: body.currency ?? 'USD', logoUrl: body.logoUrl ?? null, channelCode: body.channelCode ?? null,
    autoJoinRoleId: null, status: body.status ?? 'ACTIVE',
  };
  await requireOwnDirectories(context, values.tenantIds);
  try {
    return await db.run(async (tx) => {
      if (values.parentKey) await requireParent(tx, values.parentKey);
      const id = await insertOrganization(tx, values);
      const user = await tx.as(body.key, async (inside) => {
        const roles = await addSeedRoles(inside, permission);
        await addDefaultTemplates(inside);
        if (!first) return null;
        const person = { ...first, roleId: found(roles.O, 'role') };
        const added = await addUser(inside, person);
        await inviteTo(context, inside, person);
        return added;
      });
      await audit(tx, { subjectId: id, subjectName: body.name, after: { ...values, ...(first ? { firstUser: first.email } : {}) } });
      return { organization: { id }, user };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw uniqueConflict(error);
    throw error;
  }
}

export async function edit(context: PersonContext, id: string, { updatedAt, ...body }: Edit): Promise<Detail> {
  const { db, person, audit, services } = context;
  const { permission, ...rest } = body;
  if (permission && !may(person.subject, 'organizationPermissionEdit')) throw failure('forbidden', 'Changing the permission list needs organizationPermissionEdit.');
  if (Object.keys(rest).length > 0 && !may(person.subject, 'organizationEdit')) throw failure('forbidden', 'Changing an organization needs organizationEdit.');
  await db.run(async (tx) => {
    await lockOrganization(tx, id);
    const before = found(await getOrganization(tx, { id }), 'organization');
    requireUnchanged(before, updatedAt);
    if (permission) requireHeld(person, permission, before.permission);
    if (body.status === 'SUSPENDED' && [platformKey, person.actor.orgKey].includes(before.key)) throw conflict('status', 'Your own organization and the platform can not be suspended.');
    if (body.parentKey !== undefined && !person.actor.isPlatform && body.parentKey !== before.parentKey) throw failure('forbidden', 'Only the platform moves organizations.');
    if (body.parentKey) await requireParent(tx, body.parentKey, before.key);
    if (body.tenantIds) await requireOwnDirectories(context, body.tenantIds, before);
    if (before.key === platformKey && permission && permissionNames.some((each) => !permission.includes(each))) throw conflict('permission', 'The platform holds every permission: nobody could give one back.');
    // Taken from the whole organization it is gone for its last administrator, too; the platform may take it from others.
    const isLost = permission !== undefined && before.permission?.includes('rolePermissionEdit') && !permission.includes('rolePermissionEdit');
    if (isLost && before.key === person.actor.orgKey) throw failure('last_administrator', 'Nobody in your organization could edit permissions any more.');
    const joinRole = body.autoJoinRoleId;
    if (joinRole && joinRole !== before.autoJoinRoleId) await tx.as(before.key, (inside) => requireGivable(inside, person, joinRole, 'autoJoinRoleId'));
    await updateOrganization(tx, id, body);
    await audit(tx, { subjectId: id, subjectName: before.name, before, after: { ...before, ...body } });
    if (body.status === 'SUSPENDED') await services.events.publish(tx.kysely, { orgKey: before.key }, { kind: 'signedOut' });
    else if (permission) await services.events.publish(tx.kysely, { orgKey: before.key }, { kind: 'permissions' });
  });
  return readOne(context, id);
}

/** Refused while people or live deployments are in it (decision 43). */
export async function remove(context: PersonContext, id: string): Promise<Organization> {
  const { db, audit } = context;
  return db.run(async (tx) => {
    await lockOrganization(tx, id);
    const organization = found(await getOrganization(tx, { id }), 'organization');
    if (organization.key === platformKey || organization.key === tx.actor.orgKey) throw failure('in_use', 'The platform and your own organization can not be deleted.');
    if (organization.userCount > 0) throw failure('in_use', `The organization has ${organization.userCount} users. Remove them first.`);
    if (await isChildOf(tx, organization.key)) throw failure('in_use', 'Other organizations belong to it. Move or delete them first.');
    if (await tx.as(organization.key, hasLiveDeployments)) throw failure('in_use', 'The organization has live deployments. Delete them first.');
    await deleteOrganization(tx, id);
    await audit(tx, { subjectId: id, subjectName: organization.name, before: organization });
    return organization;
  });
}

async function hasLiveDeployments(tx: OrgTx): Promise<boolean> {
  const { rows } = await sql<{ live: boolean }>`select exists (select from deployment where org_id = ${tx.actor.orgKey} and status <> 'DELETED') as live`.execute(tx.kysely);
  return rows[0]?.live ?? false;
}

/** Nobody grants more than the own organization holds; what an organization already has may stay (decision 39). */
function requireHeld(person: Person, wanted: readonly Permission[], kept: readonly Permission[] = []): void {
  const held = new Set<string>([...person.account.orgInfo.permission, ...kept]);
  const missing = wanted.filter((each) => !held.has(each));
  if (missing.length > 0) throw invalidInput(missing.map((each) => ({ field: 'permission', message: `Your organization does not hold ${each}` })));
}

/**
 * A directory decides who may join. Beside those of the own organization, only the directory that the person is signed
 * in to can be given, and only while no other organization has it: a guest is signed in, too. The platform gives any.
 */
async function requireOwnDirectories({ services, person }: PersonContext, wanted: readonly string[], before?: Organization): Promise<void> {
  const { actor, identity } = person;
  const added = wanted.filter((each) => !before?.tenantIds.includes(each));
  if (actor.isPlatform || added.length === 0) return;
  const { rows } = await sql<{ key: string; tenantIds: string[] }>`select key, tenant_ids from organization where tenant_ids && ${added}::text[] and key <> ${platformKey}`.execute(services.system.db);
  const own = rows.find((row) => row.key === actor.orgKey)?.tenantIds ?? [];
  const isFree = (tid: string) => tid === identity.tid && !rows.some((row) => row.key !== before?.key && row.tenantIds.includes(tid));
  if (!added.every((each) => own.includes(each) || isFree(each))) throw failure('forbidden', 'You can add only the directory you are signed in to, while no other organization has it; the platform adds others.');
}

/** A parent that exists and does not hang below the organization itself. */
async function requireParent(tx: OrgTx, parentKey: string, key?: string): Promise<void> {
  for (let [above, depth]: [string | null, number] = [parentKey, 0]; above !== null && depth < 100; depth += 1) {
    const parent: Organization | undefined = await getOrganization(tx, { key: above });
    if (!parent || above === key) throw invalidInput([{ field: 'parentKey', message: parent ? 'An organization can not hang below itself' : 'There is no such organization' }]);
    // Others than the platform see one level only, and only the platform moves organizations.
    above = tx.actor.isPlatform ? parent.parentKey : null;
  }
}

/** What a new organization holds when nothing is said: the union of the usual roles, as far as the creator's holds it. */
function defaultPermissions(person: Person): Permission[] {
  const usual = new Set((Object.keys(seedRoles) as SeedRole[]).filter((role) => role !== 'P').flatMap(seedPermissions));
  return permissionNames.filter((each) => usual.has(each) && person.account.orgInfo.permission.includes(each));
}

/** A new organization hangs below the creator's, unless the platform says otherwise. */
const parentFor = (person: Person, asked: string | null | undefined): string | null => (person.actor.isPlatform && asked !== undefined ? asked : person.actor.orgKey);

const uniqueConflict = (error: unknown) =>
  String((error as { constraint?: string }).constraint).includes('email') ? conflict('email', 'A user with this e-mail exists already.') : conflict('key', 'An organization with this key exists already.');

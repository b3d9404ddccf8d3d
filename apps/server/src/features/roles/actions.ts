import type { Parsed, Role, roleEndpoints } from '@cloudwright/contract';
import { may } from '@cloudwright/contract/may-do';
import type { Permission } from '@cloudwright/contract/permissions';
import type { PersonContext } from '../../platform/context.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { conflict, failure, found, invalidInput, isUniqueViolation, requireUnchanged } from '../../platform/errors.ts';
import type { Person } from '../../platform/session.ts';
import { countAdministrators, forgetClosedInvites, getRole, listRoles } from './store.ts';

type Endpoints = typeof roleEndpoints;

/** Without rolePermissionView the permission list is left out. */
function shown<T extends Role>(person: Person, role: T): Role {
  if (may(person.subject, 'rolePermissionView')) return role;
  const { permission: _hidden, ...rest } = role;
  return rest;
}

export async function listAll({ db, person }: PersonContext, query: Parsed<Endpoints['roleList']>['query']) {
  const page = await db.run((tx) => listRoles(tx, query));
  return { ...page, result: page.result.map((each) => shown(person, each)) };
}

export const readOne = ({ db, person }: PersonContext, id: string): Promise<Role> =>
  db.run(async (tx) => shown(person, found(await getRole(tx, id), 'role')));

export async function create({ db, person, audit }: PersonContext, body: Parsed<Endpoints['roleCreate']>['body']): Promise<Role> {
  const permission = body.permission ?? [];
  if (permission.length > 0) requirePermissionEdit(person);
  requireHeld(person, permission);
  return unique(() =>
    db.run(async (tx) => {
      const { id } = await tx.insert('role', { name: body.name, description: body.description ?? '', permission });
      const role = found(await getRole(tx, id), 'role');
      await audit(tx, { subjectId: id, subjectName: role.name, after: role });
      return shown(person, role);
    }),
  );
}

export async function edit({ db, person, audit, services }: PersonContext, id: string, body: Parsed<Endpoints['roleEdit']>['body']): Promise<Role> {
  const { updatedAt, ...changes } = body;
  const { permission, ...rest } = changes;
  if (permission) requirePermissionEdit(person);
  if (Object.keys(rest).length > 0 && !may(person.subject, 'roleEdit')) throw failure('forbidden', 'Changing a role needs roleEdit.');
  return unique(() =>
    db.run(async (tx) => {
      await tx.lock('role', id);
      const before = found(await getRole(tx, id), 'role');
      requireUnchanged(before, updatedAt);
      if (permission) {
        requireHeld(person, permission, before.permission);
        await keepAnAdministrator(tx, before, permission);
      }
      await tx.update('role', id, changes);
      const role = found(await getRole(tx, id), 'role');
      await audit(tx, { subjectId: id, subjectName: role.name, before, after: role });
      if (permission) await services.events.publish(tx.kysely, { orgKey: tx.actor.orgKey }, { kind: 'permissions' });
      return shown(person, role);
    }),
  );
}

export const remove = ({ db, person, audit }: PersonContext, id: string): Promise<Role> =>
  db.run(async (tx) => {
    const role = found(await getRole(tx, id), 'role');
    if (role.userCount > 0) throw failure('in_use', `${role.userCount} users hold this role. Give them another one first.`);
    await keepAnAdministrator(tx, role, []);
    await forgetClosedInvites(tx, id);
    await tx.remove('role', id);
    await audit(tx, { subjectId: id, subjectName: role.name, before: role });
    return shown(person, role);
  });

/** The last role by which somebody can edit permissions keeps that right (decision 40): nobody locks everybody out. */
async function keepAnAdministrator(tx: OrgTx, before: Role & { permission: Permission[] }, after: readonly Permission[]): Promise<void> {
  const isLost = before.permission.includes('rolePermissionEdit') && !after.includes('rolePermissionEdit');
  if (isLost && (await countAdministrators(tx, before.id)) === 0) {
    throw failure('last_administrator', 'This is the last role by which somebody can edit permissions. Give another active user such a role first.');
  }
}

function requirePermissionEdit(person: Person): void {
  if (!may(person.subject, 'rolePermissionEdit')) throw failure('forbidden', 'Changing the permission list needs rolePermissionEdit.');
}

/** A role is granted only what its organization holds; names it had before may stay (decision 39). */
function requireHeld(person: Person, wanted: readonly Permission[], kept: readonly Permission[] = []): void {
  const held = new Set<string>([...person.account.orgInfo.permission, ...kept]);
  const missing = wanted.filter((each) => !held.has(each));
  if (missing.length > 0) throw invalidInput(missing.map((each) => ({ field: 'permission', message: `Your organization does not hold ${each}` })));
}

async function unique<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('name', 'A role with this name exists already.');
    throw error;
  }
}

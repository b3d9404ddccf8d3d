import { seedPermissions, seedRoles, type Permission, type SeedRole } from '@cloudwright/contract/permissions';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { may } from '@cloudwright/contract/may-do';
import { failure, invalidInput } from '../../platform/errors.ts';
import type { Person } from '../../platform/session.ts';
import { countAdministrators } from './store.ts';

export { countAdministrators };
export type { RoleTable } from './store.ts';

/**
 * Refuses a role that a person may not give to somebody: one of another organization (400), or one that grants more than
 * their own (403). Whoever may edit what roles grant may give any; everybody else would rise by giving it to themselves.
 */
export async function requireGivable(tx: OrgTx, person: Person, roleId: string, field = 'roleId'): Promise<void> {
  const role = await tx.get('role', roleId);
  if (!role) throw invalidInput([{ field, message: 'There is no such role' }]);
  if (may(person.subject, 'rolePermissionEdit')) return;
  const beyond = role.permission.filter((each) => !person.account.roleInfo.permission.includes(each));
  if (beyond.length > 0) throw failure('forbidden', `The role ${role.name} grants more than yours (${beyond.slice(0, 3).join(', ')}${beyond.length > 3 ? ', ...' : ''}). Somebody who may edit roles can give it.`);
}

/**
 * Gives a new organization the usual roles, each with what the organization holds of it. The platform's own role is
 * made only where the organization holds everything that the role needs. Answers the ids by seed letter.
 */
export async function addSeedRoles(tx: OrgTx, held: readonly Permission[]): Promise<Partial<Record<SeedRole, string>>> {
  const holds = new Set<string>(held);
  const ids: Partial<Record<SeedRole, string>> = {};
  for (const letter of Object.keys(seedRoles) as SeedRole[]) {
    if (letter === 'P' && tx.actor.orgKey !== 'platform') continue;
    const permission = seedPermissions(letter).filter((each) => holds.has(each));
    const role = await tx.insert('role', { name: seedRoles[letter], description: descriptions[letter], permission, isSystem: true });
    ids[letter] = role.id;
  }
  return ids;
}

const descriptions: Record<SeedRole, string> = {
  P: 'Runs the installation: every permission, every organization.',
  O: 'Runs one organization: its people, roles, blueprints and settings.',
  C: 'Provisions blueprints and manages deployments and resources.',
  M: 'Watches cost and sets usage limits.',
  R: 'Sees, changes nothing.',
};

import { seedPermissions, seedRoles, type Permission, type SeedRole } from '@cloudwright/contract/permissions';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { countAdministrators } from './store.ts';

export { countAdministrators };
export type { RoleTable } from './store.ts';

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

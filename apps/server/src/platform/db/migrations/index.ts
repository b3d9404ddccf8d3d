import type { Migration } from 'kysely/migration';
import { base } from './0001-base.ts';
import { platformRoleMigration } from './0130-platform-role.ts';

/** All migrations by name; they run in the order of their names, once. */
export const migrations: Record<string, Migration> = {
  '0001-base': base,
  '0130-platform-role': platformRoleMigration,
};

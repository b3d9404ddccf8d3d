import type { Migration } from 'kysely/migration';
import { base } from './0001-base.ts';

/** All migrations by name; they run in the order of their names, once. */
export const migrations: Record<string, Migration> = {
  '0001-base': base,
};

import type { Kysely } from 'kysely';
import { run } from '../migrate.ts';
import { appRole, platformRole } from '../org-db.ts';

/**
 * The platform organization works as a role of its own, whose policy is simply true: PostgreSQL then reads the list of
 * all organizations as if there were no row security (the same condition as a setting made it check every row: 4 ms
 * against 1.5 ms for the count of 20,000). Everything else the role may do it has from the application's role.
 */
export const platformRoleMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await run(db, `
      do $$ begin
        if not exists (select from pg_roles where rolname = '${platformRole}') then create role ${platformRole} nologin; end if;
      exception when duplicate_object or unique_violation then null; end $$;
      grant ${appRole} to ${platformRole};
      grant ${platformRole} to current_user;
      create policy organization_platform on organization to ${platformRole} using (true)`);
  },
};

import { sql, type Generated } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

export interface GithubAccountTable {
  userId: string;
  orgId: string;
  login: string;
  sealedToken: string;
  createdAt: Generated<string>;
}
/** A started link to a code-hosting account; used once, for ten minutes. */
export interface OauthStateTable {
  id: string;
  userId: string;
  sealedVerifier: string;
  expiresAt: string;
}

/** Notes a sign-in. At most one write a minute a person, however many windows open. */
export async function noteSignIn(db: Database, userId: string, tenantId: string): Promise<void> {
  await sql`update "user" set last_login_time = now(), tenant_id = ${tenantId}
    where id = ${userId} and (last_login_time is null or last_login_time < now() - interval '1 minute' or tenant_id is distinct from ${tenantId})`.execute(db);
}

declare module '../../platform/db/schema.ts' {
  interface Tables {
    githubAccount: GithubAccountTable;
    oauthState: OauthStateTable;
  }
}

import type { DeploymentAttempt, DeploymentError, DeploymentStatus, Estimate } from '@cloudwright/contract';
import type { Generated, Kysely } from 'kysely';
import { recordColumns, run, searchable, secureTable } from '../../platform/db/migrate.ts';
import type { RecordColumns } from '../../platform/db/schema.ts';

/** What the follower of a deployment has to do next; null = nothing (terminal). */
export type Step = 'submit' | 'follow' | 'cancel' | 'delete';

/** One line of the progress: an operation of the cloud, as last seen. */
export interface StoredOperation {
  id: string;
  action: string;
  status: string;
  resourceId: string | null;
  resourceType: string | null;
  resourceName: string | null;
  statusMessage: string | null;
  startedAt: string | null;
  durationMs: number | null;
}

/** One thing to delete. Ranks go in order; what is refused because others still use it moves behind the others. */
export interface DeletionItem {
  id: string;
  rank: number;
  state: 'waiting' | 'running' | 'gone' | 'refused';
  apiVersion?: string;
  operationUrl?: string;
  tries: number;
  error?: { code: string; message: string };
}

/** A deletion of what was deployed: planned once, followed to its end. */
export interface Deletion {
  /** What the entry was before: it is that again when nothing could be deleted. */
  statusBefore: DeploymentStatus;
  /** Null until the plan is made. */
  items: DeletionItem[] | null;
}

/** The ledger. Secrets and the cloud token are sealed by platform/crypto with the context `deployment:<id>`. */
export interface DeploymentTable extends RecordColumns {
  name: string;
  blueprintId: string | null;
  blueprintVersionId: string | null;
  blueprintName: string;
  blueprintTitle: string;
  blueprintVersion: number;
  cloud: string;
  subscriptionId: string;
  resourceGroup: string | null;
  region: string;
  scope: string;
  status: DeploymentStatus;
  attempt: number;
  /** Attempts that ended before this one. */
  attempts: Generated<DeploymentAttempt[]>;
  /** The entry that this one repeats elsewhere. */
  retryOf: Generated<string | null>;
  /** Plain values; secret ones are not in here. */
  parameters: Record<string, unknown>;
  secretParameters: string[];
  sealedSecrets: string | null;
  tags: Record<string, string>;
  outputs: Record<string, { type: string; value: unknown; isSecret: boolean }>;
  errors: DeploymentError[];
  operations: StoredOperation[];
  /** Ids of what this deployment created. */
  resourceIds: string[];
  ownerId: string | null;
  assigneeIds: string[];
  sharedWith: { userId: string; access: string }[];
  estimate: Estimate | null;
  monthlyEstimate: number | null;
  errorCount: number;
  startedAt: string | null;
  finishedAt: string | null;
  cloudName: string;
  sealedToken: string | null;
  tokenExpiresAt: string | null;
  step: Step | null;
  nextAt: string | null;
  /** Unanswered calls in a row, for the waiting time between them. */
  failures: number;
  deletion: Deletion | null;
  searchText: Generated<string>;
}

declare module '../../platform/db/schema.ts' {
  interface Tables {
    deployment: DeploymentTable;
  }
}

async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, `
    create table deployment (${recordColumns},
      name text not null,
      blueprint_id uuid references blueprint (id) on delete set null,
      -- A version is kept while a live entry was made from it; the link is dropped when the entry is deleted.
      blueprint_version_id uuid references blueprint_version (id) on delete restrict,
      blueprint_name text not null, blueprint_title text not null, blueprint_version int not null,
      cloud text not null, subscription_id text not null, resource_group text, region text not null, scope text not null,
      status text not null, attempt int not null default 1,
      parameters jsonb not null default '{}', secret_parameters text[] not null default '{}', sealed_secrets text,
      tags jsonb not null default '{}', outputs jsonb not null default '{}', errors jsonb not null default '[]',
      operations jsonb not null default '[]', resource_ids text[] not null default '{}',
      owner_id uuid, assignee_ids uuid[] not null default '{}', shared_with jsonb not null default '[]',
      estimate jsonb, monthly_estimate double precision, error_count int not null default 0,
      started_at timestamptz, finished_at timestamptz,
      cloud_name text not null, sealed_token text, token_expires_at timestamptz,
      step text, next_at timestamptz, failures int not null default 0, deletion jsonb);
    -- A name is unique among live entries of one place; the cloud compares without regard to case.
    create unique index deployment_name on deployment (org_id, subscription_id, lower(coalesce(resource_group, '')), lower(name)) where status <> 'DELETED';
    create index deployment_created on deployment (org_id, created_at desc, id);
    create index deployment_name_order on deployment (org_id, name collate case_insensitive, id);
    create index deployment_owner on deployment (owner_id, created_at desc, id);
    create index deployment_assignees on deployment using gin (assignee_ids);
    create index deployment_shares on deployment using gin (shared_with jsonb_path_ops);
    create index deployment_of_blueprint on deployment (org_id, blueprint_id) where status <> 'DELETED';
    create index deployment_of_subscription on deployment (org_id, subscription_id) where status <> 'DELETED';
    create index deployment_due on deployment (next_at) where next_at is not null`);
  await secureTable(db, 'deployment');
  await searchable(db, 'deployment', ['name', 'blueprint_name', 'blueprint_title', 'resource_group', 'region', 'subscription_id']);
}

/** A shared blueprint may be retired: what was deployed from it still needs its version, for a retry, a download, a deletion. */
async function keepDeployedVersions(db: Kysely<unknown>): Promise<void> {
  await run(db, `
    create index deployment_of_version on deployment (blueprint_version_id) where blueprint_version_id is not null;
    create policy blueprint_version_deployed on blueprint_version for select using (
      exists (select 1 from deployment d where d.blueprint_version_id = blueprint_version.id))`);
}

async function keepAttempts(db: Kysely<unknown>): Promise<void> {
  await run(db, `
    alter table deployment add column attempts jsonb not null default '[]', add column retry_of uuid references deployment (id) on delete set null;
    create index deployment_retry_of on deployment (retry_of) where retry_of is not null`);
}

export const deploymentMigrations = { '0110_deployments': { up }, '0111_deployed_versions': { up: keepDeployedVersions }, '0112_deployment_attempts': { up: keepAttempts } };

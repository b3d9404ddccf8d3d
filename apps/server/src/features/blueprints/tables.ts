import type { Bindings, BlueprintTemplate } from '@cloudwright/contract';
import type { Generated, Kysely } from 'kysely';
import { currentOrganization, recordColumns, run, secureTable, trigramIndex } from '../../platform/db/migrate.ts';
import type { RecordColumns } from '../../platform/db/schema.ts';

export interface Pools { enabled: boolean; min: number; max: number }
export interface Credentials { enabled: boolean; username: string; modes: string[] }
/** `isComplete` false: something is charged that has no price here, so the sum is a lower bound. */
export interface PriceBasis { basis: string; monthly: { amount: number; currency: string } | null; isComplete: boolean }

export interface BlueprintTypeTable extends RecordColumns {
  name: string;
  description: string;
  icon: string;
}

/** What a person edits; `template` and its neighbours are the draft, published copies are in blueprint_version. */
export interface BlueprintTable extends RecordColumns {
  name: string;
  title: string;
  summary: string;
  description: string;
  typeId: string | null;
  tags: string[];
  logoUrl: string | null;
  publisher: string;
  visibility: string;
  clouds: string[];
  scope: string;
  status: string;
  version: number;
  template: BlueprintTemplate;
  parameterDefaults: Record<string, unknown>;
  parameters: unknown;
  templateFormId: string | null;
  bindings: Bindings;
  imageIds: string[];
  extensionIds: string[];
  pools: Pools;
  credentials: Credentials;
  regions: string[];
  learnIds: string[];
  policyIds: string[];
  price: PriceBasis;
  hasDraft: boolean;
  searchText: Generated<string>;
}

/** An immutable published version. */
export interface BlueprintVersionTable extends RecordColumns {
  blueprintId: string;
  version: number;
  note: string;
  template: BlueprintTemplate;
  parameterDefaults: Record<string, unknown>;
  parameters: unknown;
  bindings: Bindings;
  pools: Pools;
  credentials: Credentials;
  publishedAt: Generated<string>;
  publishedBy: string | null;
}

declare module '../../platform/db/schema.ts' {
  interface Tables {
    blueprintType: BlueprintTypeTable;
    blueprint: BlueprintTable;
    blueprintVersion: BlueprintVersionTable;
  }
}

// What the platform organization shares, everybody may read: a second, permissive policy beside the organization's own.
const sharedBlueprints = `org_id = 'platform' and visibility = 'SHARED' and status = 'PUBLISHED'`;

async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, `
    create table blueprint_type (${recordColumns},
      name text not null, description text not null default '', icon text not null default '',
      unique (org_id, name));
    create table blueprint (${recordColumns},
      name text not null, title text not null, summary text not null default '', description text not null default '',
      type_id uuid references blueprint_type (id) on delete set null,
      tags text[] not null default '{}', logo_url text, publisher text not null default '',
      visibility text not null default 'ORG', clouds text[] not null default '{}', scope text not null default 'RESOURCE_GROUP',
      status text not null default 'DRAFT', version int not null default 0,
      template jsonb not null, parameter_defaults jsonb not null default '{}', parameters jsonb not null default '[]',
      template_form_id uuid, bindings jsonb not null default '{}',
      image_ids uuid[] not null default '{}', extension_ids uuid[] not null default '{}',
      pools jsonb not null, credentials jsonb not null, regions text[] not null default '{}',
      learn_ids uuid[] not null default '{}', policy_ids text[] not null default '{}',
      price jsonb not null, has_draft boolean not null default true,
      unique (org_id, name));
    create index blueprint_title on blueprint (org_id, title collate case_insensitive, id);
    -- The catalogue mixes own and shared ones: in the order of the title, whoever's they are.
    create index blueprint_catalogue on blueprint (title collate case_insensitive, id) where status = 'PUBLISHED';
    create index blueprint_created on blueprint (org_id, created_at desc, id);
    create table blueprint_version (${recordColumns},
      blueprint_id uuid not null references blueprint (id) on delete cascade,
      version int not null, note text not null default '',
      template jsonb not null, parameter_defaults jsonb not null, parameters jsonb not null, bindings jsonb not null,
      pools jsonb not null, credentials jsonb not null,
      published_at timestamptz not null default now(), published_by text,
      unique (blueprint_id, version));
    create function blueprint_version_is_immutable() returns trigger language plpgsql as
      $$ begin raise exception 'a published version is immutable'; end $$;
    create trigger blueprint_version_immutable before update on blueprint_version
      for each row execute function blueprint_version_is_immutable()`);
  for (const table of ['blueprint_type', 'blueprint', 'blueprint_version']) await secureTable(db, table);
  await run(db, `
    create policy blueprint_shared on blueprint for select using (${sharedBlueprints});
    create policy blueprint_version_shared on blueprint_version for select using (
      org_id = 'platform' and exists (select 1 from blueprint b where b.id = blueprint_id));
    create policy blueprint_type_shared on blueprint_type for select using (org_id = 'platform');

    create function blueprint_words(tags text[]) returns text language sql immutable as $$ select array_to_string(tags, ' ') $$;
    alter table blueprint
      add column search_text text collate "C" generated always as (lower(name || ' ' || title || ' ' || summary || ' ' || publisher || ' ' || blueprint_words(tags))) stored,
      add column search_words tsvector generated always as (
        setweight(to_tsvector('english', title || ' ' || name || ' ' || blueprint_words(tags)), 'A') ||
        setweight(to_tsvector('english', summary), 'B') || setweight(to_tsvector('english', description), 'C')) stored;
    create index blueprint_search_words on blueprint using gin (search_words);
    ${trigramIndex('blueprint')};
    -- Full text or part of a word, in the organization's own and the shared blueprints. See searchable() for why a function.
    create function blueprint_search(wanted text) returns setof uuid
      language sql stable security definer set search_path = public, pg_temp as $$
        select id from blueprint
        where (org_id = ${currentOrganization} or (${sharedBlueprints}))
          and (search_text like wanted or search_words @@ websearch_to_tsquery('english', btrim(wanted, '%'))) $$;
    revoke all on function blueprint_search(text) from public;
    grant execute on function blueprint_search(text) to cloudwright_app`);
}

export const blueprintMigrations = { '0100_blueprints': { up } };

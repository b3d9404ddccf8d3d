import type { Kysely } from 'kysely';
import { currentOrganization, recordColumns, run, searchable, secureTable, trigramIndex } from '../migrate.ts';
import { appRole } from '../org-db.ts';

/** The platform sees every organization, another one itself and its direct children. */
const visibleOrganization = `(select current_setting('app.is_platform', true) = 'on') or key = ${currentOrganization} or parent_key = ${currentOrganization}`;

/** Organizations, roles, users and everything about a person; row security; the application's role. */
export const base = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Roles belong to the whole server: several databases (tests, replicas) may make it at the same time.
    await run(db, `
      do $$ begin
        if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole} nologin; end if;
      exception when duplicate_object or unique_violation then null; end $$;
      grant ${appRole} to current_user;
      grant usage on schema public to ${appRole};
      create collation if not exists case_insensitive (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`);

    await run(db, `
      create table setting (key text primary key, value jsonb not null);

      create table organization (
        id uuid primary key,
        key text not null unique check (key ~ '^[a-z0-9-]{2,40}$'),
        name text not null,
        permission text[] not null default '{}',
        tenant_ids text[] not null default '{}',
        parent_key text references organization (key),
        admin_email text,
        currency text not null default 'USD',
        logo_url text,
        channel_code text,
        auto_join_role_id uuid,
        status text not null default 'ACTIVE',
        user_count integer not null default 0,
        created_at timestamptz not null default now(),
        created_by text,
        updated_at timestamptz not null default now(),
        updated_by text,
        search_text text collate "C" generated always as (lower(key || ' ' || name || ' ' || coalesce(admin_email, ''))) stored);
      create index organization_tenants on organization using gin (tenant_ids);
      create index organization_created on organization (created_at desc, id);
      create index organization_parent on organization (parent_key);
      create index organization_name on organization (name collate case_insensitive, id);

      alter table organization enable row level security;
      create policy organization_visible on organization using (${visibleOrganization});
      grant select, insert, update, delete on organization to ${appRole};

      create function organization_search(wanted text) returns setof uuid
        language sql stable security definer set search_path = public, pg_temp as
        $$ select id from organization where search_text like wanted and (${visibleOrganization}) $$;
      ${trigramIndex('organization')};
      revoke all on function organization_search(text) from public;
      grant execute on function organization_search(text) to ${appRole}`);

    await run(db, `
      create table role (${recordColumns},
        name text not null,
        description text not null default '',
        permission text[] not null default '{}',
        is_system boolean not null default false);
      create unique index role_name on role (org_id, lower(name));

      create table "user" (${recordColumns},
        name text not null,
        email text not null,
        status text not null default 'INVITED',
        role_id uuid not null references role (id),
        tenant_id text,
        provider text,
        last_login_time timestamptz,
        expires_at timestamptz,
        preferences jsonb not null default '{}');
      create unique index user_email on "user" (lower(email));
      create index user_role on "user" (role_id);
      create index user_created on "user" (org_id, created_at desc, id);
      create index user_name on "user" (org_id, name collate case_insensitive, id);

      create table user_identity (
        tid text not null,
        oid text not null,
        user_id uuid not null references "user" (id) on delete cascade,
        created_at timestamptz not null default now(),
        primary key (tid, oid));
      create index user_identity_user on user_identity (user_id);

      create table invite (${recordColumns},
        email text not null,
        name text not null,
        role_id uuid not null references role (id),
        token_hash text not null unique,
        status text not null default 'PENDING',
        expires_at timestamptz not null,
        invited_by text);
      create unique index invite_pending on invite (org_id, lower(email)) where status = 'PENDING';

      create table mail_template (${recordColumns},
        type integer not null check (type between 0 and 3),
        subject text not null,
        html text not null,
        text text not null,
        format text not null default 'html',
        is_default boolean not null default true);
      create unique index mail_template_type on mail_template (org_id, type);
      -- Says only which organization a template belongs to; whether the caller sees that one is row security's matter.
      create function mail_template_owner(template uuid) returns text language sql stable security definer set search_path = public, pg_temp as
        $$ select org_id from mail_template where id = template $$;

      create table notification (
        id uuid primary key,
        org_id text not null references organization (key) on delete cascade,
        created_at timestamptz not null default now(),
        user_id uuid not null references "user" (id) on delete cascade,
        type integer not null,
        title text not null,
        body text not null,
        link text,
        read boolean not null default false,
        payload jsonb not null default '{}');
      create index notification_user on notification (user_id, created_at desc, id);
      create index notification_unread on notification (user_id) where not read;

      create table upload (${recordColumns},
        user_id uuid not null references "user" (id) on delete cascade,
        target text not null,
        path text not null,
        file_name text not null,
        size bigint not null,
        bytes_done bigint not null default 0,
        status text not null default 'loading',
        error text);

      create table audit_entry (
        id uuid primary key,
        org_id text not null,
        created_at timestamptz not null default now(),
        user_id text,
        user_name text not null,
        user_email text not null,
        action text not null,
        noun text not null,
        subject_id text,
        subject_name text,
        before jsonb,
        after jsonb,
        request_id text not null);
      create index audit_entry_created on audit_entry (org_id, created_at desc, id);

      create table github_account (
        user_id uuid primary key references "user" (id) on delete cascade,
        org_id text not null references organization (key) on delete cascade,
        login text not null,
        sealed_token text not null,
        created_at timestamptz not null default now());
      create table oauth_state (
        id uuid primary key,
        user_id uuid not null references "user" (id) on delete cascade,
        sealed_verifier text not null,
        expires_at timestamptz not null);

      create table mail_outbox (
        id uuid primary key,
        org_id text,
        created_at timestamptz not null default now(),
        recipient text not null,
        subject text not null,
        html text not null,
        text text not null,
        status text not null default 'PENDING',
        attempts integer not null default 0,
        next_at timestamptz not null default now(),
        last_error text,
        sent_at timestamptz);
      create index mail_outbox_due on mail_outbox (next_at) where status = 'PENDING'`);

    for (const table of ['role', 'user', 'invite', 'mail_template', 'notification', 'upload', 'audit_entry', 'github_account']) await secureTable(db, table);
    await searchable(db, 'role', ['name', 'description']);
    await searchable(db, 'user', ['name', 'email']);
    await searchable(db, 'invite', ['name', 'email']);
    await searchable(db, 'notification', ['title', 'body']);
    await searchable(db, 'audit_entry', ['user_name', 'user_email', 'action', 'subject_name']);
    // A feature puts mails into the outbox in its own transaction; only the portal itself reads and sends them.
    await run(db, `
      grant insert on mail_outbox to ${appRole};
      revoke update, delete on audit_entry from ${appRole}`);

    await run(db, `
      create function count_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        if tg_op <> 'INSERT' then update organization set user_count = user_count - 1 where key = old.org_id; end if;
        if tg_op <> 'DELETE' then update organization set user_count = user_count + 1 where key = new.org_id; end if;
        return null;
      end $$;
      create trigger user_count after insert or delete or update of org_id on "user" for each row execute function count_users()`);
  },
};

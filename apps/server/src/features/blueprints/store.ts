import { blueprintEndpoints, type Blueprint, type BlueprintDetail, type ListPage, type ListQuery } from '@cloudwright/contract';
import { sql, type ExpressionBuilder, type Selectable, type SqlBool } from 'kysely';
import type { OrgTx } from '../../platform/db/org-db.ts';
import type { Tables } from '../../platform/db/schema.ts';
import { listPage } from '../../platform/list-page.ts';
import type { BlueprintTable, BlueprintVersionTable } from './tables.ts';
import { scopeOf } from './template.ts';

/** Key of the organization whose shared blueprints everybody sees. */
export const sharingOrg = 'platform';
export type BlueprintRow = Selectable<BlueprintTable>;
export type VersionRow = Selectable<BlueprintVersionTable>;

/** Values for jsonb columns: the driver would write an array as a PostgreSQL array. */
export const jsonb = <T>(value: T): T => sql`${JSON.stringify(value)}::jsonb` as unknown as T;

const listColumns = [
  'blueprint.id', 'blueprint.orgId', 'blueprint.createdAt', 'blueprint.createdBy', 'blueprint.updatedAt', 'blueprint.updatedBy',
  'blueprint.name', 'blueprint.title', 'blueprint.summary', 'blueprint.typeId', 'blueprint.tags', 'blueprint.logoUrl', 'blueprint.publisher',
  'blueprint.visibility', 'blueprint.clouds', 'blueprint.scope', 'blueprint.templateFormId', 'blueprint.bindings', 'blueprint.imageIds',
  'blueprint.extensionIds', 'blueprint.pools', 'blueprint.credentials', 'blueprint.regions', 'blueprint.learnIds', 'blueprint.policyIds',
  'blueprint.version', 'blueprint.status', 'blueprint.price',
] as const;

type Eb = ExpressionBuilder<Tables, 'blueprint'>;
const deploymentCount = sql<number>`(select count(*) from deployment d where d.blueprint_id = blueprint.id and d.status <> 'DELETED')`;
const organizationName = sql<string>`coalesce((select o.name from organization o where o.key = blueprint.org_id), blueprint.publisher)`;

const withShared = (tx: OrgTx) => (eb: Eb) =>
  eb.or([eb('blueprint.orgId', '=', tx.actor.orgKey), eb.and([eb('blueprint.orgId', '=', sharingOrg), eb('blueprint.visibility', '=', 'SHARED')])]);

const fieldColumns = {
  id: 'blueprint.id', createdAt: 'blueprint.createdAt', updatedAt: 'blueprint.updatedAt', name: 'blueprint.name', title: 'blueprint.title',
  type: 'blueprintType.name', typeId: 'blueprint.typeId', status: 'blueprint.status', visibility: 'blueprint.visibility',
  publisher: 'blueprint.publisher', scope: 'blueprint.scope', version: 'blueprint.version', deploymentCount,
} as const;

/** The catalogue: published blueprints, the organization's own and, with `marketplace`, the shared ones. */
export function listCatalogue(tx: OrgTx, query: ListQuery, withMarketplace: boolean): Promise<ListPage<Blueprint>> {
  const base = tx.kysely.selectFrom('blueprint').leftJoin('blueprintType', 'blueprintType.id', 'blueprint.typeId')
    .where('blueprint.status', '=', 'PUBLISHED')
    .where((eb) => (withMarketplace ? withShared(tx)(eb as unknown as Eb) : eb('blueprint.orgId', '=', tx.actor.orgKey)) as never);
  return listPage(query, {
    base,
    select: (rows) => rows.select(listColumns).select(['blueprintType.name as type', deploymentCount.as('deploymentCount'), organizationName.as('organizationName')]),
    fields: blueprintEndpoints.blueprintCatalogue.list,
    columns: { ...fieldColumns, tags: { each: 'blueprint.tags' }, clouds: { each: 'blueprint.clouds' } },
    id: 'blueprint.id', createdAt: 'blueprint.createdAt', search: 'blueprint', defaultSort: { title: 1 }, nullable: ['type', 'typeId'],
  }) as unknown as Promise<ListPage<Blueprint>>;
}

/** Blueprint management: all of the organization's own. */
export function listOwn(tx: OrgTx, query: ListQuery): Promise<ListPage<Blueprint>> {
  const base = tx.kysely.selectFrom('blueprint').leftJoin('blueprintType', 'blueprintType.id', 'blueprint.typeId').where('blueprint.orgId', '=', tx.actor.orgKey);
  return listPage(query, {
    base,
    select: (rows) => rows.select(listColumns).select(['blueprintType.name as type', deploymentCount.as('deploymentCount'), organizationName.as('organizationName')]),
    fields: blueprintEndpoints.blueprintList.list,
    columns: fieldColumns, id: 'blueprint.id', createdAt: 'blueprint.createdAt', search: 'blueprint', nullable: ['type', 'typeId'],
  }) as unknown as Promise<ListPage<Blueprint>>;
}

export interface Facet { value: string; label: string; count: number }

/** How many catalogue entries each filter value would leave, for the same search text. */
export async function facets(tx: OrgTx, filter: string | undefined, withMarketplace: boolean): Promise<{ types: Facet[]; tags: Facet[]; clouds: Facet[] }> {
  const text = filter?.trim().toLowerCase() ?? '';
  const visible = sql`select b.* from blueprint b where b.status = 'PUBLISHED'
    and (b.org_id = ${tx.actor.orgKey} or (${withMarketplace} and b.org_id = ${sharingOrg} and b.visibility = 'SHARED'))
    and (${text} = '' or b.id in (select blueprint_search(${`%${text.replaceAll(/[\\%_]/g, (each) => `\\${each}`)}%`})))`;
  const read = async (query: ReturnType<typeof sql<Facet>>) => (await query.execute(tx.kysely)).rows;
  return {
    types: await read(sql<Facet>`select t.id::text as value, t.name as label, count(*) as count from (${visible}) v join blueprint_type t on t.id = v.type_id group by t.id, t.name order by t.name`),
    tags: await read(sql<Facet>`select tag as value, tag as label, count(*) as count from (${visible}) v, unnest(v.tags) tag group by tag order by count(*) desc, tag`),
    clouds: await read(sql<Facet>`select cloud as value, cloud as label, count(*) as count from (${visible}) v, unnest(v.clouds) cloud group by cloud order by cloud`),
  };
}

/** A blueprint by its name as a person of this organization means it: the own one wins over a shared one. */
export async function findByName(tx: OrgTx, name: string, options: { org?: string | undefined; withMarketplace: boolean }): Promise<BlueprintRow | undefined> {
  const rows = await tx.kysely.selectFrom('blueprint').selectAll('blueprint').where('blueprint.name', '=', name)
    .where((eb) => withShared(tx)(eb as unknown as Eb) as unknown as ReturnType<typeof eb.val<SqlBool>>).execute();
  const own = rows.find((row) => row.orgId === tx.actor.orgKey);
  const shared = options.withMarketplace || tx.actor.orgKey === sharingOrg ? rows.find((row) => row.orgId === sharingOrg) : undefined;
  if (options.org === undefined) return own ?? shared;
  return [own, shared].find((row) => row?.orgId === options.org);
}

/** The organization's own or, with `marketplace`, a shared blueprint, by id. */
export function findVisible(tx: OrgTx, id: string, withMarketplace: boolean): Promise<{ id: string } | undefined> {
  return tx.kysely.selectFrom('blueprint').select('id').where('blueprint.id', '=', id)
    .where((eb) => (withMarketplace ? withShared(tx)(eb as unknown as Eb) : eb('blueprint.orgId', '=', tx.actor.orgKey)) as unknown as ReturnType<typeof eb.val<SqlBool>>).executeTakeFirst();
}

/** A published version; the newest without a number. */
export function findVersion(tx: OrgTx, blueprintId: string, version?: number): Promise<VersionRow | undefined> {
  const versions = tx.kysely.selectFrom('blueprintVersion').selectAll().where('blueprintId', '=', blueprintId);
  return (version === undefined ? versions.orderBy('version', 'desc') : versions.where('version', '=', version)).limit(1).executeTakeFirst();
}

/** A row with what the lists and the page show beside it. */
export async function detailOf(tx: OrgTx, row: BlueprintRow, published?: VersionRow): Promise<BlueprintDetail> {
  const extra = await tx.kysely.selectFrom('blueprint').leftJoin('blueprintType', 'blueprintType.id', 'blueprint.typeId')
    .select(['blueprintType.name as type', deploymentCount.as('deploymentCount'), organizationName.as('organizationName')])
    .where('blueprint.id', '=', row.id).executeTakeFirstOrThrow();
  const { searchText: _text, ...shown } = row;
  const from = published ?? row;
  const detail = {
    ...shown, ...extra,
    template: from.template, parameterDefaults: from.parameterDefaults, parameters: from.parameters, bindings: from.bindings, pools: from.pools, credentials: from.credentials,
    ...(published ? { version: published.version, scope: scopeOf(published.template.content) } : {}),
  };
  return withoutSearchColumns(detail) as unknown as BlueprintDetail;
}

// `selectAll` also brings the generated text-search columns, which are nobody's business.
const withoutSearchColumns = <T extends object>(row: T): T => {
  const { searchWords: _words, searchText: _text, ...rest } = row as T & { searchWords?: unknown; searchText?: unknown };
  return rest as T;
};

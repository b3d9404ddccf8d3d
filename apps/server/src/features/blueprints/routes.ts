import { blueprintEndpoints, type BlueprintDetail } from '@cloudwright/contract';
import { may } from '@cloudwright/contract/may-do';
import type { Handlers, PersonContext } from '../../platform/context.ts';
import { conflict, failure, found, isUniqueViolation, requireUnchanged } from '../../platform/errors.ts';
import { listPage } from '../../platform/list-page.ts';
import { sql } from 'kysely';
import { answer, createBlueprint, deleteBlueprint, editBlueprint, publishBlueprint, retireBlueprint, type BlueprintInput } from './actions.ts';
import { readUpload } from './import.ts';
import { detailOf, facets, findByName, findVersion, findVisible, listCatalogue, listOwn, type BlueprintRow } from './store.ts';

const withMarketplace = (context: PersonContext): boolean => may(context.person.subject, 'marketplace');

/** A row without its bulk, for the audit log. */
const auditable = ({ template: _template, parameters: _parameters, ...row }: BlueprintRow): object => row;

async function write(context: PersonContext, work: (tx: Parameters<Parameters<PersonContext['db']['run']>[0]>[0]) => Promise<{ before?: BlueprintRow; row: BlueprintRow }>): Promise<BlueprintDetail> {
  return context.db.run(async (tx) => {
    const { before, row } = await work(tx);
    await context.audit(tx, { subjectId: row.id, subjectName: row.name, before: before ? auditable(before) : null, after: auditable(row) });
    return detailOf(tx, row);
  });
}

const typeCount = sql<number>`(select count(*) from blueprint b where b.type_id = blueprint_type.id)`;

/** Handlers of the noun blueprint: catalogue, management, import, versions, types. */
export const blueprintHandlers: Handlers<typeof blueprintEndpoints> = {
  blueprintCatalogue: (context, { query }) => context.db.run((tx) => listCatalogue(tx, query, withMarketplace(context))),
  blueprintFacets: (context, { query }) => context.db.run((tx) => facets(tx, query.filter, withMarketplace(context))),
  blueprintGetByName: (context, { params, query }) =>
    context.db.run(async (tx) => {
      const row = found(await findByName(tx, params.name, { org: query.org, withMarketplace: withMarketplace(context) }), 'blueprint');
      const version = await findVersion(tx, row.id, query.version);
      if (version === undefined || row.status === 'DRAFT') throw failure('not_found', query.version ? `There is no version ${query.version} of this blueprint.` : 'There is no such blueprint.');
      return detailOf(tx, row, version);
    }),
  blueprintList: (context, { query }) => context.db.run((tx) => listOwn(tx, query)),
  blueprintGet: (context, { params }) => context.db.run(async (tx) => detailOf(tx, found(await tx.get('blueprint', params.id), 'blueprint'))),
  blueprintCreate: async (context, { body }) => {
    const { name, ...input } = body;
    const { row, diagnostics } = await context.db.run(async (tx) => {
      const created = await createBlueprint(tx, name, input as BlueprintInput & Pick<typeof body, 'template'>);
      await context.audit(tx, { subjectId: created.row.id, subjectName: name, after: auditable(created.row) });
      return created;
    });
    return answer(context, row, diagnostics);
  },
  blueprintImport: async (context) => {
    const { name, input } = await readUpload(context.request);
    const { row, diagnostics } = await context.db.run(async (tx) => {
      const created = await createBlueprint(tx, name, input);
      await context.audit(tx, { subjectId: created.row.id, subjectName: name, after: auditable(created.row) });
      return created;
    });
    return answer(context, row, diagnostics);
  },
  blueprintEdit: async (context, { params, body }) => {
    const { row, diagnostics } = await context.db.run(async (tx) => {
      const { updatedAt, ...input } = body;
      const edited = await editBlueprint(tx, params.id, input as BlueprintInput, updatedAt);
      await context.audit(tx, { subjectId: params.id, subjectName: edited.row.name, before: auditable(edited.before), after: auditable(edited.row) });
      return edited;
    });
    return answer(context, row, diagnostics);
  },
  blueprintDelete: (context, { params }) =>
    context.db.run(async (tx) => {
      const shown = await detailOf(tx, found(await tx.get('blueprint', params.id), 'blueprint'));
      const row = await deleteBlueprint(tx, params.id);
      await context.audit(tx, { subjectId: row.id, subjectName: row.name, before: auditable(row) });
      return shown;
    }),
  blueprintPublish: (context, { params, body }) =>
    write(context, async (tx) => ({ row: await publishBlueprint(tx, params.id, body.note, context.person.account.name) })),
  blueprintRetire: (context, { params }) => write(context, async (tx) => ({ row: await retireBlueprint(tx, params.id) })),
  blueprintVersionList: (context, { params, query }) =>
    context.db.run(async (tx) => {
      found(await findVisible(tx, params.id, withMarketplace(context)), 'blueprint');
      return listPage(query, {
        base: tx.kysely.selectFrom('blueprintVersion').where('blueprintId', '=', params.id),
        select: (rows) => rows.select(['blueprintVersion.id', 'blueprintId', 'version', 'note', 'publishedAt', 'publishedBy']),
        fields: blueprintEndpoints.blueprintVersionList.list,
        columns: { version: 'version', publishedAt: 'publishedAt' },
        id: 'blueprintVersion.id', createdAt: 'blueprintVersion.createdAt', defaultSort: { version: -1 },
      });
    }),
  blueprintVersionGet: (context, { params }) =>
    context.db.run(async (tx) => {
      found(await findVisible(tx, params.id, withMarketplace(context)), 'blueprint');
      const { id, blueprintId, version, note, publishedAt, publishedBy, template, parameterDefaults, parameters } = found(await findVersion(tx, params.id, params.version), 'version');
      return { id, blueprintId, version, note, publishedAt, publishedBy, template, parameterDefaults, parameters: parameters as never };
    }),
  blueprintTypeList: (context, { query }) =>
    context.db.run((tx) =>
      listPage(query, {
        base: tx.kysely.selectFrom('blueprintType').where('blueprintType.orgId', 'in', [tx.actor.orgKey, 'platform']),
        select: (rows) => rows.selectAll('blueprintType').select(typeCount.as('blueprintCount')),
        fields: blueprintEndpoints.blueprintTypeList.list,
        columns: { id: 'blueprintType.id', createdAt: 'blueprintType.createdAt', updatedAt: 'blueprintType.updatedAt', name: 'blueprintType.name', blueprintCount: typeCount },
        id: 'blueprintType.id', createdAt: 'blueprintType.createdAt', defaultSort: { name: 1 },
      })),
  blueprintTypeCreate: (context, { body }) =>
    context.db.run(async (tx) => {
      const row = await uniqueName(body.name, () => tx.insert('blueprintType', { name: body.name, description: body.description ?? '', icon: body.icon ?? '' }));
      await context.audit(tx, { subjectId: row.id, subjectName: row.name, after: row });
      return { ...row, blueprintCount: 0 };
    }),
  blueprintTypeEdit: (context, { params, body }) =>
    context.db.run(async (tx) => {
      const { updatedAt, ...input } = body;
      const before = found(await tx.lock('blueprintType', params.id), 'blueprint type');
      requireUnchanged(before, updatedAt);
      const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      const row = found(await uniqueName(body.name ?? before.name, () => tx.update('blueprintType', params.id, changes)), 'blueprint type');
      await context.audit(tx, { subjectId: row.id, subjectName: row.name, before, after: row });
      return { ...row, blueprintCount: await countOf(tx, row.id) };
    }),
  blueprintTypeDelete: (context, { params }) =>
    context.db.run(async (tx) => {
      found(await tx.get('blueprintType', params.id), 'blueprint type');
      const blueprintCount = await countOf(tx, params.id);
      if (blueprintCount > 0) throw failure('in_use', `${blueprintCount} blueprints are of this type.`);
      const row = found(await tx.remove('blueprintType', params.id), 'blueprint type');
      await context.audit(tx, { subjectId: row.id, subjectName: row.name, before: row });
      return { ...row, blueprintCount };
    }),
};

async function countOf(tx: Parameters<Parameters<PersonContext['db']['run']>[0]>[0], typeId: string): Promise<number> {
  const row = await tx.kysely.selectFrom('blueprint').select(sql<number>`count(*)`.as('count')).where('typeId', '=', typeId).executeTakeFirst();
  return row?.count ?? 0;
}

async function uniqueName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('name', `There is a type named ${name} already.`);
    throw error;
  }
}

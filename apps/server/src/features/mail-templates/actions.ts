import type { MailTemplate, mailTemplateEndpoints, Output, Parsed } from '@cloudwright/contract';
import { sql } from 'kysely';
import type { PersonContext } from '../../platform/context.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { found, invalidInput, notFound, requireUnchanged } from '../../platform/errors.ts';
import { defaultTemplates, sampleVariables, variablesOf, type MailSource } from './defaults.ts';
import { MailSourceError, renderMail } from './rendering.ts';
import { listTemplates, templateOf, withVariables } from './store.ts';

type Endpoints = typeof mailTemplateEndpoints;

/** Key of the organization that a call names by id or key, as far as the caller may see it; default the own one. */
async function keyOf(tx: OrgTx, named: string | undefined): Promise<string> {
  const { actor } = tx;
  if (!named || named === actor.orgKey) return actor.orgKey;
  const row = await tx.kysely
    .selectFrom('organization')
    .select('key')
    .where((is) => is.or([is('key', '=', named), is(sql<string>`id::text`, '=', named)]))
    .$if(!actor.isPlatform, (query) => query.where((is) => is.or([is('key', '=', actor.orgKey), is('parentKey', '=', actor.orgKey)])))
    .executeTakeFirst();
  return found(row, 'organization').key;
}

/** Runs work as the organization that owns a template, where the caller may see that organization. */
async function withOwner<T>({ db }: PersonContext, id: string, work: (tx: OrgTx, template: MailTemplate) => Promise<T>): Promise<T> {
  return db.run(async (tx) => {
    const own = await tx.lock('mailTemplate', id);
    if (own) return work(tx, withVariables(own));
    for (const { key } of await visibleOrganizations(tx, id)) {
      return tx.as(key, async (inside) => work(inside, withVariables(found(await inside.lock('mailTemplate', id), 'mail template'))));
    }
    throw notFound('mail template');
  });
}

/** The template's organization, when it is one the caller sees. Row security hides it otherwise. */
async function visibleOrganizations(tx: OrgTx, templateId: string): Promise<{ key: string }[]> {
  const { rows } = await sql<{ key: string }>`select o.key from organization o where o.key = mail_template_owner(${templateId})`.execute(tx.kysely);
  return rows;
}

export const listAll = ({ db }: PersonContext, query: Parsed<Endpoints['mailTemplateList']>['query']) =>
  db.run(async (tx) => tx.as(await keyOf(tx, query.orgId), (inside) => listTemplates(inside, query)));

export async function edit(context: PersonContext, id: string, { updatedAt, ...body }: Parsed<Endpoints['mailTemplateEdit']>['body']): Promise<MailTemplate> {
  return withOwner(context, id, async (tx, before) => {
    requireUnchanged(before, updatedAt);
    const source = changed(before, body);
    const problem = await problemOf(source, before.type);
    if (problem) throw invalidInput([{ field: problem.field, message: `Line ${problem.line}: ${problem.message}` }]);
    return save(context, tx, before, { ...source, isDefault: false });
  });
}

export const reset = (context: PersonContext, id: string): Promise<MailTemplate> =>
  withOwner(context, id, (tx, before) => save(context, tx, before, { ...defaultTemplates[before.type], isDefault: true }));

async function save(context: PersonContext, tx: OrgTx, before: MailTemplate, values: MailSource & { isDefault: boolean }): Promise<MailTemplate> {
  const after = withVariables(found(await tx.update('mailTemplate', before.id, values), 'mail template'));
  await context.audit(tx, { subjectId: before.id, subjectName: `Mail template ${before.type}`, before, after });
  return after;
}

/** The mail as it would look, with sample values; what is broken is told with its line instead of failing. */
export async function preview({ db }: PersonContext, body: Parsed<Endpoints['mailTemplatePreview']>['body']): Promise<Output<Endpoints['mailTemplatePreview']>> {
  const stored = await db.run(async (tx) => tx.as(await keyOf(tx, body.orgId), (inside) => templateOf(inside, body.type)));
  const base = stored ?? defaultTemplates[body.type];
  const source = changed(base, body);
  try {
    return { ...(await renderMail(source, samplesFor(body.type))), errors: [] };
  } catch (error) {
    if (!(error instanceof MailSourceError)) throw error;
    return { subject: '', html: '', text: '', errors: [{ line: error.line, message: error.message }] };
  }
}

/** A source with the given parts replaced. */
const changed = (base: MailSource, body: { [K in keyof MailSource]?: MailSource[K] | undefined }): MailSource => ({
  subject: body.subject ?? base.subject,
  html: body.html ?? base.html,
  text: body.text ?? base.text,
  format: body.format ?? base.format,
});

const samplesFor = (type: MailTemplate['type']) => Object.fromEntries(variablesOf[type].map((name) => [name, sampleVariables[name]]));

async function problemOf(source: MailSource, type: MailTemplate['type']): Promise<MailSourceError | null> {
  try {
    await renderMail(source, samplesFor(type));
    return null;
  } catch (error) {
    if (error instanceof MailSourceError) return error;
    throw error;
  }
}

/** How mail fares: an administrator sees a warning when nothing is delivered. */
export async function mailState({ services, person }: PersonContext): Promise<Output<Endpoints['mailState']>> {
  const { rows } = await sql<{ pending: number; failed: number; lastError: string | null }>`
    select count(*) filter (where status = 'PENDING') as pending, count(*) filter (where status = 'FAILED') as failed,
      (array_agg(last_error order by created_at desc) filter (where last_error is not null and status <> 'SENT'))[1] as last_error
    from mail_outbox where org_id = ${person.actor.orgKey}`.execute(services.system.db);
  return { delivery: services.config.smtpUrl ? 'smtp' : 'none', pending: rows[0]?.pending ?? 0, failed: rows[0]?.failed ?? 0, lastError: rows[0]?.lastError ?? null };
}

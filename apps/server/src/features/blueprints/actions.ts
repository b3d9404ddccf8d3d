import type { BlueprintDetail, BlueprintTemplate } from '@cloudwright/contract';
import type { Diagnostic } from '@cloudwright/engine';
import type { PersonContext } from '../../platform/context.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { conflict, failure, found, invalidInput, isUniqueViolation, requireUnchanged, sqlState } from '../../platform/errors.ts';
import { currentPrices } from '../prices/public.ts';
import { priceWithDefaults } from './pricing.ts';
import { detailOf, jsonb, sharingOrg, type BlueprintRow } from './store.ts';
import type { BlueprintTable } from './tables.ts';
import { diagnose, parametersOf, scopeOf } from './template.ts';

/** What a person may set; everything but the name can be changed later. */
export type BlueprintInput = Partial<Pick<BlueprintTable,
  'title' | 'summary' | 'description' | 'typeId' | 'tags' | 'logoUrl' | 'publisher' | 'visibility' | 'clouds' | 'scope' | 'template' | 'parameterDefaults'
  | 'templateFormId' | 'bindings' | 'imageIds' | 'extensionIds' | 'pools' | 'credentials' | 'regions' | 'learnIds' | 'policyIds'>>;

/** Values of secret parameters are nobody's defaults: every reader of the blueprint would see them. */
function withoutSecrets(template: BlueprintTemplate, values: Record<string, unknown>): Record<string, unknown> {
  const secret = new Set(parametersOf(template).filter((parameter) => parameter.secret).map((parameter) => parameter.name.toLowerCase()));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name.toLowerCase())));
}

const draftFields = ['template', 'parameterDefaults', 'bindings', 'pools', 'credentials'] as const;

/** Refuses a template with errors: 422 with all its diagnostics; gives them back otherwise. */
function checked(template: BlueprintTemplate): Diagnostic[] {
  const diagnostics = diagnose(template);
  if (diagnostics.some((diagnostic) => diagnostic.severity === 'error')) {
    const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length;
    throw failure('template_invalid', `The template has ${errors} ${errors === 1 ? 'error' : 'errors'}; nothing was stored.`, diagnostics);
  }
  return diagnostics;
}

/** Columns of a draft. */
function draftOf(template: BlueprintTemplate, parameterDefaults: Record<string, unknown>) {
  return { template: jsonb(template), parameterDefaults: jsonb(withoutSecrets(template, parameterDefaults)), parameters: jsonb(parametersOf(template)) };
}

/** What the catalogue says of a template: price with defaults, scope. Of a published blueprint, that of its latest version. */
async function catalogued(tx: OrgTx, template: BlueprintTemplate, parameterDefaults: Record<string, unknown>) {
  return {
    price: jsonb(priceWithDefaults(template, parameterDefaults, await currentPrices(tx.kysely))),
    scope: scopeOf(template.content),
  };
}

/** A type of the organization, or one that everybody has from the platform; the foreign key alone would take any. */
async function requireType(tx: OrgTx, typeId: string | null | undefined): Promise<void> {
  if (!typeId) return;
  const type = await tx.kysely.selectFrom('blueprintType').select('id').where('id', '=', typeId).where('orgId', 'in', [tx.actor.orgKey, sharingOrg]).executeTakeFirst();
  if (!type) throw invalidInput([{ field: 'typeId', message: 'There is no such type' }]);
}

const jsonColumns = (input: BlueprintInput): BlueprintInput => ({
  ...input,
  ...(input.bindings ? { bindings: jsonb(input.bindings) } : {}),
  ...(input.pools ? { pools: jsonb(input.pools) } : {}),
  ...(input.credentials ? { credentials: jsonb(input.credentials) } : {}),
});

/** Stores a new draft. Throws 422 template_invalid, 409 conflict on the name. */
export async function createBlueprint(tx: OrgTx, name: string, input: BlueprintInput & { template: BlueprintTemplate }): Promise<{ row: BlueprintRow; diagnostics: Diagnostic[] }> {
  const diagnostics = checked(input.template);
  await requireType(tx, input.typeId);
  const defaults: Required<Omit<BlueprintInput, 'template' | 'scope'>> = {
    title: name, summary: '', description: '', typeId: null, tags: [], logoUrl: null, publisher: '', visibility: 'ORG', clouds: ['general', 'government'],
    parameterDefaults: {}, templateFormId: null, bindings: {}, imageIds: [], extensionIds: [], pools: { enabled: false, min: 0, max: 0 },
    credentials: { enabled: false, username: '', modes: ['GENERATED', 'PASSWORD', 'SSH_KEY'] }, regions: [], learnIds: [], policyIds: [],
  };
  const values = { ...defaults, ...withoutUndefined(input) };
  try {
    const row = await tx.insert('blueprint', {
      ...values, ...jsonColumns(values), name, status: 'DRAFT', version: 0, hasDraft: true, ...draftOf(input.template, values.parameterDefaults), ...(await catalogued(tx, input.template, values.parameterDefaults)),
    });
    return { row, diagnostics };
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('name', `There is a blueprint named ${name} already.`);
    throw error;
  }
}

const withoutUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>;

/** Changes a draft; published versions stay as they are. Throws 404, 422 template_invalid. */
export async function editBlueprint(tx: OrgTx, id: string, input: BlueprintInput, readAt?: string): Promise<{ before: BlueprintRow; row: BlueprintRow; diagnostics: Diagnostic[] }> {
  // Locked: what this edit doesn't name must stay what somebody else made of it a moment ago.
  const before = found(await tx.lock('blueprint', id), 'blueprint');
  requireUnchanged(before, readAt);
  const template = input.template ?? before.template;
  const diagnostics = input.template ? checked(template) : [];
  await requireType(tx, input.typeId);
  const touchesDraft = draftFields.some((field) => input[field] !== undefined);
  const parameterDefaults = input.parameterDefaults ?? before.parameterDefaults;
  // The scope is the template's, whatever the caller says.
  const { scope: _scope, ...given } = withoutUndefined(input) as BlueprintInput;
  const row = found(await tx.update('blueprint', id, {
    ...jsonColumns(given),
    ...(touchesDraft ? { ...draftOf(template, parameterDefaults), hasDraft: true } : {}),
    ...(touchesDraft && before.version === 0 ? await catalogued(tx, template, parameterDefaults) : {}),
  }), 'blueprint');
  return { before, row, diagnostics };
}

/** Makes the draft the next immutable version. A template with errors is not published. */
export async function publishBlueprint(tx: OrgTx, id: string, note: string, by: string | null): Promise<BlueprintRow> {
  // The row is locked: of two people who publish at once, the second finds no draft any more.
  const row = found(await tx.lock('blueprint', id), 'blueprint');
  if (!row.hasDraft && row.status === 'PUBLISHED') throw failure('conflict', `Nothing has changed since version ${row.version}.`);
  checked(row.template);
  const version = row.hasDraft ? row.version + 1 : row.version;
  if (row.hasDraft) {
    await tx.insert('blueprintVersion', {
      blueprintId: id, version, note, publishedBy: by,
      template: jsonb(row.template), parameterDefaults: jsonb(row.parameterDefaults), parameters: jsonb(row.parameters), bindings: jsonb(row.bindings),
      pools: jsonb(row.pools), credentials: jsonb(row.credentials),
    });
  }
  return found(await tx.update('blueprint', id, { status: 'PUBLISHED', version, hasDraft: false, ...(await catalogued(tx, row.template, row.parameterDefaults)) }), 'blueprint');
}

/** Takes a blueprint out of the catalogue; what was deployed from it stays. */
export async function retireBlueprint(tx: OrgTx, id: string): Promise<BlueprintRow> {
  return found(await tx.update('blueprint', id, { status: 'RETIRED' }), 'blueprint');
}

/** Deletes a blueprint with its versions. Throws 409 while something deployed from it is live. */
export async function deleteBlueprint(tx: OrgTx, id: string): Promise<BlueprintRow> {
  const live = await tx.kysely.selectFrom('deployment').select('name').where('blueprintId', '=', id).where('status', '!=', 'DELETED').limit(1).executeTakeFirst();
  if (live) throw failure('in_use', `The deployment ${live.name} was made from this blueprint. Retire the blueprint instead.`);
  try {
    return found(await tx.remove('blueprint', id), 'blueprint');
  } catch (error) {
    // Another organization has deployed this shared blueprint: row security hides its entries, the foreign key does not.
    if (sqlState(error) === '23503') throw failure('in_use', 'Deployments of other organizations were made from this blueprint. Retire the blueprint instead.');
    throw error;
  }
}

/** The answer of create, import and edit. */
export async function answer(context: PersonContext, row: BlueprintRow, diagnostics: Diagnostic[]): Promise<{ blueprint: BlueprintDetail; diagnostics: Diagnostic[] }> {
  return { blueprint: await context.db.run((tx) => detailOf(tx, row)), diagnostics };
}


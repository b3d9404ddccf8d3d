import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { administratorModes, blueprintScopes, blueprintStatuses, blueprintVisibilities, msServices } from './enums.ts';
import { list, listQuery, listResult } from './list.ts';
import { id, idParams, money, name, readAt, record, recordFields, slug, time } from './shared.ts';

/** A finding of the engine, as packages/engine gives it. */
export const diagnostic = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'information']),
  message: z.string(),
  pointer: z.string(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  file: z.string().optional(),
  fix: z.object({ title: z.string(), replacement: z.string() }).optional(),
});

/** A path inside the blueprint: files are written by it when a download is unpacked. */
const innerPath = z.string().min(1).max(400).regex(/^(?!\/|[a-z]:)(?!(?:.*\/)?\.\.(?:\/|$))[^\\\0]+$/i, 'A path inside the blueprint: no .. and not from the root');

/** The template of a version: the main file's text and, by relative path, its linked files. */
export const template = z.object({
  format: z.enum(['ARM_JSON']),
  content: z.string().max(4_000_000),
  linked: z.record(innerPath, z.string()).default({}),
  /** The text of createUiDefinition.json, where there is one. */
  uiDefinition: z.string().nullable().default(null),
  /** Sample outputs of deployment scripts, by resource name: the sandbox records scripts and answers these. */
  scriptOutputs: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});
export type BlueprintTemplate = z.output<typeof template>;

/** Which template parameter each step of the wizard fills (decision 5.5). A step without a binding is skipped. */
export const bindings = z
  .object({
    region: z.string(),
    administrator: z.object({ username: z.string(), password: z.string(), sshKey: z.string(), mode: z.string() }).partial(),
    image: z.string(),
    pools: z.string(),
    tags: z.string(),
    name: z.string(),
  })
  .partial();
export type Bindings = z.output<typeof bindings>;

export const blueprintParameter = z.object({
  name: z.string(),
  type: z.string(),
  label: z.string(),
  required: z.boolean(),
  secret: z.boolean(),
  default: z.unknown().optional(),
  description: z.string().optional(),
});

const editable = z.object({
  title: name,
  summary: z.string().max(300),
  description: z.string().max(50_000),
  typeId: id.nullable(),
  tags: z.array(z.string().trim().min(1).max(40)).max(20),
  logoUrl: z.string().max(500).nullable(),
  publisher: z.string().max(120),
  visibility: z.enum(blueprintVisibilities),
  clouds: z.array(z.enum(msServices)),
  scope: z.enum(blueprintScopes),
  template,
  /** Default parameter values offered by the wizard, from the parameter file. */
  parameterDefaults: z.record(z.string(), z.unknown()),
  templateFormId: id.nullable(),
  bindings,
  imageIds: z.array(id),
  extensionIds: z.array(id),
  pools: z.object({ enabled: z.boolean(), min: z.number().int().min(0), max: z.number().int().min(0).max(100) }),
  credentials: z.object({ enabled: z.boolean(), username: z.string().max(64), modes: z.array(z.enum(administratorModes)) }),
  regions: z.array(z.string()),
  learnIds: z.array(id),
  policyIds: z.array(z.string()),
});

/** A row of the lists: no template in it. */
export const blueprint = z.object({
  ...record,
  name: slug,
  ...editable.omit({ template: true, parameterDefaults: true, description: true }).shape,
  /** The latest version, 0 while nothing was published. */
  version: z.number().int(),
  status: z.enum(blueprintStatuses),
  /** The type's name. */
  type: z.string().nullable(),
  organizationName: z.string(),
  /** Monthly estimate with the default parameters; null = "Price not available". */
  price: z.object({ basis: z.string(), monthly: money.nullable(), isComplete: z.boolean() }),
  deploymentCount: z.number().int(),
});
export type Blueprint = z.output<typeof blueprint>;

export const blueprintDetail = blueprint.extend({
  description: z.string(),
  template,
  parameterDefaults: z.record(z.string(), z.unknown()),
  parameters: z.array(blueprintParameter),
  /** True when the draft differs from the latest published version. */
  hasDraft: z.boolean(),
});
export type BlueprintDetail = z.output<typeof blueprintDetail>;

export const blueprintVersion = z.object({
  id,
  blueprintId: id,
  version: z.number().int(),
  note: z.string(),
  publishedAt: time,
  publishedBy: z.string().nullable(),
});
export const blueprintVersionDetail = blueprintVersion.extend({
  template,
  parameterDefaults: z.record(z.string(), z.unknown()),
  parameters: z.array(blueprintParameter),
});

export const blueprintType = z.object({ ...record, name, description: z.string(), icon: z.string(), blueprintCount: z.number().int() });
const typeWritable = z.object({ name, description: z.string().max(500), icon: z.string().max(60) });

const fields = {
  ...recordFields, name: 'text', title: 'text', type: 'text', typeId: 'id', status: 'text', visibility: 'text', publisher: 'text',
  scope: 'text', version: 'number', deploymentCount: 'number',
} as const;
const catalogueFields = { ...fields, tags: 'text', clouds: 'text' } as const;
const facet = z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() }));

export const blueprintEndpoints = endpoints({
  blueprintCatalogue: list(blueprint, catalogueFields),
  // How many blueprints each filter would leave, for the same search text.
  blueprintFacets: {
    query: z.object({ filter: z.string().max(200).optional() }),
    response: z.object({ types: facet, tags: facet, clouds: facet }),
  },
  blueprintGetByName: {
    params: z.object({ name: slug }),
    query: z.object({ org: z.string().max(40).optional(), version: z.coerce.number().int().min(1).optional() }),
    response: blueprintDetail,
  },
  blueprintList: list(blueprint, fields),
  blueprintCreate: {
    body: editable.partial().extend({ name: slug, title: name, template }),
    response: z.object({ blueprint: blueprintDetail, diagnostics: z.array(diagnostic) }),
  },
  // Parts: one zip in `file`, or several in `files` (their names carry relative paths); `name` and `title` as fields.
  blueprintImport: { response: z.object({ blueprint: blueprintDetail, diagnostics: z.array(diagnostic) }) },
  blueprintGet: { params: idParams, response: blueprintDetail },
  blueprintEdit: {
    params: idParams,
    body: editable.partial().extend(readAt),
    response: z.object({ blueprint: blueprintDetail, diagnostics: z.array(diagnostic) }),
  },
  blueprintDelete: { params: idParams, response: blueprint },
  blueprintPublish: { params: idParams, body: z.object({ note: z.string().max(500).default('') }).default({ note: '' }), response: blueprintDetail },
  blueprintRetire: { params: idParams, response: blueprintDetail },
  blueprintVersionList: { params: idParams, query: listQuery({ version: 'number', publishedAt: 'time' }), response: listResult(blueprintVersion), list: { version: 'number', publishedAt: 'time' } },
  blueprintVersionGet: { params: z.object({ id, version: z.coerce.number().int().min(1) }), response: blueprintVersionDetail },
  blueprintTypeList: list(blueprintType, { ...recordFields, name: 'text', blueprintCount: 'number' }),
  blueprintTypeCreate: { body: typeWritable.partial().extend({ name }), response: blueprintType },
  blueprintTypeEdit: { params: idParams, body: typeWritable.partial().extend(readAt), response: blueprintType },
  blueprintTypeDelete: { params: idParams, response: blueprintType },
});

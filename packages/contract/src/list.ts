import { z } from 'zod';

/** What a field of a list holds; decides which filter values fit. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'time' | 'id';
/** The fields of a list that may be sorted by and filtered on. */
export type ListFields = Readonly<Record<string, FieldKind>>;

export const defaultLimit = 25;
export const maxLimit = 100;

export type Scalar = string | number | boolean | null;
/** Comparisons on one field; several are joined by and. `$regex` is part of a text, matched as it is (decision 88). */
export interface Comparison {
  $gt?: Scalar;
  $gte?: Scalar;
  $lt?: Scalar;
  $lte?: Scalar;
  $ne?: Scalar;
  $regex?: string;
}
/** Equality, any of several values, or comparisons. */
export type FilterValue = Scalar | Scalar[] | Comparison;

/** A list query as a handler gets it. */
export interface ListQuery {
  /** Text search over the noun's searchable columns. */
  filter?: string;
  skip: number;
  limit: number;
  /** Half-open interval on createdAt. */
  from?: string;
  to?: string;
  /** Only these fields (and id) of every row. */
  fields?: string[];
  sortObj: Record<string, 1 | -1>;
  filterObj: Record<string, FilterValue>;
  /** Narrows to one directory. */
  tenantId?: string;
}

/** A page of a list: `count` rows are in `result`, `total` match in all. */
export interface ListPage<T> {
  count: number;
  total: number;
  result: T[];
}

/** A moment, or a day: that begins at midnight UTC, not where the database happens to be. */
const time = z.union([z.iso.datetime({ offset: true }), z.iso.date().transform((day) => `${day}T00:00:00.000Z`)]);

const scalars: Record<FieldKind, z.ZodType<Scalar>> = {
  text: z.string().max(1000).nullable(),
  id: z.uuid().nullable(),
  number: z.number().nullable(),
  boolean: z.boolean().nullable(),
  time: time.nullable(),
};

/** The schema of one filter: `value`, `[values]` or `{$op: value}`. */
function filterValue(kind: FieldKind): z.ZodType<FilterValue> {
  const scalar = scalars[kind];
  const part = kind === 'text' ? { $regex: z.string().max(200) } : {};
  const comparison = z.strictObject({ $gt: scalar, $gte: scalar, $lt: scalar, $lte: scalar, $ne: scalar, ...part }).partial();
  return z.union([scalar, z.array(scalar).max(200), comparison]) as z.ZodType<FilterValue>;
}

/** An object, or its JSON text (that is how it stands in a URL). */
const jsonObject = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    if (value === '') return {};
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'Not valid JSON' });
      return z.NEVER;
    }
  }, schema);

/**
 * The one list query (spec section 3, decision 88). `fields`: what may be sorted by and filtered on; any other name
 * is refused, and so is a name in `fields` that `row` does not have. Accepts a URL's text values as well as a JSON body's.
 */
export function listQuery<const F extends ListFields>(fields: F, row?: z.ZodType) {
  const names = Object.keys(fields);
  const shown = row instanceof z.ZodObject ? Object.keys(row.shape) : null;
  return z.object({
    filter: z.string().max(200).optional(),
    skip: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(0).max(maxLimit).default(defaultLimit),
    from: time.optional(),
    to: time.optional(),
    fields: z
      .union([z.string(), z.array(z.string())])
      .transform((value) => (typeof value === 'string' ? value.split(',') : value).map((name) => name.trim()).filter(Boolean))
      .refine((value) => !shown || value.every((name) => shown.includes(name)), 'Names a field that the rows do not have')
      .optional(),
    sortObj: jsonObject(z.partialRecord(z.enum(names), z.union([z.literal(1), z.literal(-1)]))).default({}),
    filterObj: jsonObject(
      z.strictObject(Object.fromEntries(names.map((name) => [name, filterValue(fields[name] ?? 'text').optional()]))),
    ).default({}),
    tenantId: z.string().max(64).optional(),
  }) as unknown as z.ZodType<ListQuery, Partial<Record<keyof ListQuery, unknown>>>;
}

/** `{count, total, result}` of rows of one schema. */
export const listResult = <S extends z.ZodType>(row: S) =>
  z.object({ count: z.number().int(), total: z.number().int(), result: z.array(row) });

/** Shapes of a GET list: the query in the URL. `more` adds the noun's own query fields. */
export function list<S extends z.ZodType, const F extends ListFields>(row: S, fields: F) {
  return { query: listQuery(fields, row), response: listResult(row), list: fields };
}

/** Shapes of a POST list: the query in the body (`/api/azure/<noun>.<verb>`). */
export function bodyList<S extends z.ZodType, const F extends ListFields>(row: S, fields: F) {
  return { body: listQuery(fields, row), response: listResult(row), list: fields };
}

import type { FilterValue, ListFields, ListPage, ListQuery, Scalar } from '@cloudwright/contract';
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { invalidInput } from './errors.ts';

/** Where a list field comes from: a column (`user.name`), an expression, or an array column that is searched by element. */
export type ListColumn = string | RawBuilder<unknown> | { each: string };

/** A list as SQL: `base` has the tables and fixed conditions, `select` adds what a row shows. */
export interface ListSource<DB, TB extends keyof DB, Row, F extends ListFields> {
  base: SelectQueryBuilder<DB, TB, object>;
  select: (base: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, Row>;
  /** The noun's sortable and filterable fields, from the contract. */
  fields: F;
  columns: Record<keyof F & string, ListColumn>;
  id: string;
  createdAt: string;
  /** The table's search function (migrate.ts `searchable`); without it the text fields are searched row by row, for short lists. */
  search?: string;
  /** How `tenantId` narrows the list; without it it is ignored, for nouns that have no directory. */
  tenant?: (tenantId: string) => RawBuilder<SqlBool>;
  /** Sort when the caller asks for none. Default: newest first. */
  defaultSort?: Record<string, 1 | -1>;
  /** Fields that may be empty: they sort behind the others. The rest sorts as an index does. */
  nullable?: (keyof F & string)[];
}

/**
 * The one list (spec section 3, decision 88): text search, interval on the creation time, filters, sort that always
 * ends in the id, page, total. The contract has already refused unknown fields and operators.
 */
export async function listPage<DB, TB extends keyof DB, Row, F extends ListFields>(query: ListQuery, source: ListSource<DB, TB, Row, F>): Promise<ListPage<Row>> {
  const matching = conditionsOf(query, source).reduce((base, condition) => base.where(condition), source.base);
  const count = matching.select(sql<number>`count(*)`.as(totalColumn));
  // Page and total in one round trip. Only a page behind the end has no row that could tell the total.
  const page = query.limit === 0 ? [] : ((await sorted(query, source, source.select(matching)).select(sql`(${count})`.as(totalColumn)).limit(query.limit).offset(query.skip).execute()) as unknown as Counted[]);
  const isEmpty = page.length === 0 && query.limit > 0 && query.skip === 0;
  const [counted] = page.length > 0 || isEmpty ? page : ((await count.execute()) as unknown as Counted[]);
  const total = counted?.[totalColumn] ?? 0;
  const rows = page.map(({ [totalColumn]: _total, ...row }) => row as Row);
  const result = query.fields ? rows.map((row) => pick(row as Record<string, unknown>, query.fields ?? []) as Row) : rows;
  return { count: result.length, total, result };
}

/** The total travels beside a row's own columns, whatever they are called. */
const totalColumn = 'listTotal';
type Counted = Record<string, unknown> & { [totalColumn]: number };

function conditionsOf<DB, TB extends keyof DB, Row, F extends ListFields>(query: ListQuery, source: ListSource<DB, TB, Row, F>): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  const text = query.filter?.trim();
  if (text) {
    if (source.search) conditions.push(sql<SqlBool>`${sql.ref(source.id)} in (select ${sql.id(`${source.search}_search`)}(lower(${likePattern(text)})))`);
    else conditions.push(containing(source, text));
  }
  if (query.from) conditions.push(sql<SqlBool>`${sql.ref(source.createdAt)} >= ${query.from}::timestamptz`);
  if (query.to) conditions.push(sql<SqlBool>`${sql.ref(source.createdAt)} < ${query.to}::timestamptz`);
  if (query.tenantId && source.tenant) conditions.push(source.tenant(query.tenantId));
  for (const [field, value] of Object.entries(query.filterObj)) {
    const column = source.columns[field];
    if (column !== undefined && value !== undefined) conditions.push(...(typeof column === 'object' && 'each' in column ? elementFilters(field, sql.ref(column.each), value) : filtersOf(column, value)));
  }
  return conditions;
}

/** A text in any of the list's text fields; a list without one finds nothing by text. */
function containing<DB, TB extends keyof DB, Row, F extends ListFields>({ fields, columns }: ListSource<DB, TB, Row, F>, text: string): RawBuilder<SqlBool> {
  const searched = Object.entries(columns).filter(([name, column]) => fields[name] === 'text' && !(typeof column === 'object' && 'each' in column));
  const conditions = searched.map(([, column]) => comparisons.$regex(expressionOf(column as string | RawBuilder<unknown>), text));
  return conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** SQL of a filter on a list of values: it has one of these, has not, or one that contains a text. Elements have no order. */
function elementFilters(name: string, list: Field, value: FilterValue): RawBuilder<SqlBool>[] {
  const hasAny = (wanted: Scalar[]) => sql<SqlBool>`${list} && ${wanted.map(String)}::text[]`;
  if (Array.isArray(value)) return [hasAny(value)];
  if (value === null || typeof value !== 'object') return [hasAny([value])];
  return Object.entries(value).map(([operator, operand]) => {
    if (operator === '$ne') return sql<SqlBool>`not (${hasAny([operand as Scalar])})`;
    if (operator === '$regex') return sql<SqlBool>`exists (select from unnest(${list}) element where element ilike ${likePattern(String(operand))})`;
    throw invalidInput([{ field: `filterObj.${name}`, message: `A list of values has no order: ${operator} can not compare it` }]);
  });
}

/** SQL of one field's filter: equality, any of several, or comparisons joined by and. */
function filtersOf(column: Exclude<ListColumn, { each: string }>, value: FilterValue): RawBuilder<SqlBool>[] {
  const field = expressionOf(column);
  const equals = (scalar: Scalar) => (scalar === null ? sql<SqlBool>`${field} is null` : sql<SqlBool>`${field} = ${scalar}`);
  if (Array.isArray(value)) {
    if (value.length === 0) return [sql<SqlBool>`false`];
    return [sql<SqlBool>`(${sql.join(value.map(equals), sql` or `)})`];
  }
  if (value === null || typeof value !== 'object') return [equals(value)];
  return Object.entries(value)
    .filter(([, operand]) => operand !== undefined)
    .map(([operator, operand]) => comparisons[operator as keyof typeof comparisons](field, operand as Scalar));
}

type Field = RawBuilder<unknown>;
const comparisons = {
  $gt: (field: Field, value: Scalar) => sql<SqlBool>`${field} > ${value}`,
  $gte: (field: Field, value: Scalar) => sql<SqlBool>`${field} >= ${value}`,
  $lt: (field: Field, value: Scalar) => sql<SqlBool>`${field} < ${value}`,
  $lte: (field: Field, value: Scalar) => sql<SqlBool>`${field} <= ${value}`,
  $ne: (field: Field, value: Scalar) => sql<SqlBool>`${field} is distinct from ${value}`,
  $regex: (field: Field, value: Scalar) => sql<SqlBool>`${field} ilike ${likePattern(String(value))}`,
} as const;

function sorted<DB, TB extends keyof DB, Row, F extends ListFields>(query: ListQuery, source: ListSource<DB, TB, Row, F>, rows: SelectQueryBuilder<DB, TB, Row>) {
  const asked = Object.entries(query.sortObj);
  const order = asked.length > 0 ? asked : Object.entries(source.defaultSort ?? { createdAt: -1 });
  let result = rows;
  for (const [field, direction] of order) {
    const column = field === 'createdAt' && !source.columns[field] ? source.createdAt : source.columns[field];
    if (column === undefined) continue;
    const expression = expressionOf(typeof column === 'object' && 'each' in column ? column.each : column);
    const text = source.fields[field] === 'text' ? sql`${expression} collate "case_insensitive"` : expression;
    const suffix = sql.raw(`${direction === 1 ? 'asc' : 'desc'}${source.nullable?.includes(field) ? ' nulls last' : ''}`);
    result = result.orderBy(sql`${text} ${suffix}`);
  }
  return result.orderBy(sql`${sql.ref(source.id)}`);
}

const expressionOf = (column: string | RawBuilder<unknown>): RawBuilder<unknown> => (typeof column === 'string' ? sql.ref(column) : column);

/** A text as a LIKE pattern that matches it anywhere. */
const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (each) => `\\${each}`)}%`;

function pick(row: Record<string, unknown>, fields: string[]): Record<string, unknown> {
  const kept = new Set(['id', ...fields]);
  return Object.fromEntries(Object.entries(row).filter(([name]) => kept.has(name)));
}

/** The same list over rows that are already here, for what only a cloud's answer holds (resource groups, directories). */
export function listRows<Row extends Record<string, unknown>>(query: ListQuery, rows: Row[], options: { id: keyof Row & string; search: (keyof Row & string)[] }): ListPage<Row> {
  const text = query.filter?.trim().toLowerCase();
  const matching = rows.filter(
    (row) =>
      (!text || options.search.some((field) => textOf(row[field]).toLowerCase().includes(text))) &&
      Object.entries(query.filterObj).every(([field, value]) => value === undefined || isMatch(row[field], value)),
  );
  const order = [...Object.entries(query.sortObj), [options.id, 1] as const];
  matching.sort((a, b) => {
    for (const [field, direction] of order) {
      const difference = compare(a[field], b[field]);
      if (difference !== 0) return difference * direction;
    }
    return 0;
  });
  const page = matching.slice(query.skip, query.skip + query.limit);
  const result = query.fields ? page.map((row) => pick(row, [options.id, ...(query.fields ?? [])]) as Row) : page;
  return { count: result.length, total: matching.length, result };
}

/** A cell as text, for searching and sorting. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value));

const collator = new Intl.Collator('en', { sensitivity: 'accent' });
function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return -1;
  if (b === null || b === undefined) return 1;
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(textOf(a), textOf(b));
}

function isMatch(actual: unknown, wanted: FilterValue): boolean {
  if (Array.isArray(wanted)) return wanted.some((each) => isMatch(actual, each));
  if (wanted === null || typeof wanted !== 'object') return (actual ?? null) === wanted;
  const tests: Record<string, (operand: Scalar) => boolean> = {
    $gt: (operand) => compare(actual, operand) > 0,
    $gte: (operand) => compare(actual, operand) >= 0,
    $lt: (operand) => compare(actual, operand) < 0,
    $lte: (operand) => compare(actual, operand) <= 0,
    $ne: (operand) => (actual ?? null) !== operand,
    $regex: (operand) => textOf(actual).toLowerCase().includes(String(operand).toLowerCase()),
  };
  return Object.entries(wanted).every(([operator, operand]) => operand === undefined || (tests[operator]?.(operand as Scalar) ?? false));
}

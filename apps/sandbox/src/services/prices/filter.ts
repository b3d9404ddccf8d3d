/** A row of any list, as the filter sees it. */
type Row = Record<string, unknown>;
export type Predicate = (row: Row) => boolean;

/** Text that is no filter of the price list. The message says where it breaks. */
export class FilterError extends Error {}

const tokenPattern = /\s*(?:(')((?:[^']|'')*)'|([A-Za-z_][\w/]*)|(-?\d+(?:\.\d+)?)|([(),]))/y;

type Token = { kind: 'text' | 'name' | 'number' | 'sign'; text: string };

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (text.slice(tokenPattern.lastIndex).trim() !== '') {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (!match) throw new FilterError(`Syntax error at position ${at} in '${text}'.`);
    const [, quote, quoted, name, number, sign] = match;
    if (quote) tokens.push({ kind: 'text', text: quoted!.replaceAll("''", "'") });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else tokens.push({ kind: 'sign', text: sign! });
  }
  return tokens;
}

const comparisons: Record<string, (value: string, wanted: string) => boolean> = {
  eq: (value, wanted) => value === wanted,
  ne: (value, wanted) => value !== wanted,
};
const textFunctions: Record<string, (value: string, wanted: string) => boolean> = {
  contains: (value, wanted) => value.includes(wanted),
  startswith: (value, wanted) => value.startsWith(wanted),
  endswith: (value, wanted) => value.endsWith(wanted),
};

/**
 * The OData filters that the retail price list accepts: `eq` and `ne`, `contains`, `startswith`, `endswith`, joined by
 * `and`, `or`, `not` and parentheses. Values compare with case, as the service does since 2023-01-01-preview.
 * Throws FilterError.
 */
export function parseFilter(text: string, fields: ReadonlySet<string>): Predicate {
  const tokens = tokensOf(text);
  let next = 0;
  const fail = (wanted: string): never => {
    throw new FilterError(`Expected ${wanted} but found '${tokens[next]?.text ?? 'the end'}' in '${text}'.`);
  };
  const take = (kind: Token['kind'], wanted: string, value?: string): string => {
    const token = tokens[next];
    if (token?.kind !== kind || (value !== undefined && token.text !== value)) return fail(wanted);
    next++;
    return token.text;
  };
  const isName = (name: string) => tokens[next]?.kind === 'name' && tokens[next]?.text.toLowerCase() === name;
  const field = (): string => {
    const name = take('name', 'a field');
    if (!fields.has(name)) throw new FilterError(`Invalid OData parameters supplied: '${name}' is no field of the price list.`);
    return name;
  };

  const either = (): Predicate => {
    const parts = [both()];
    while (isName('or')) { next++; parts.push(both()); }
    return parts.length === 1 ? parts[0]! : (row) => parts.some((part) => part(row));
  };
  const both = (): Predicate => {
    const parts = [single()];
    while (isName('and')) { next++; parts.push(single()); }
    return parts.length === 1 ? parts[0]! : (row) => parts.every((part) => part(row));
  };
  const single = (): Predicate => {
    if (isName('not')) {
      next++;
      const inner = single();
      return (row) => !inner(row);
    }
    if (tokens[next]?.text === '(' && tokens[next]?.kind === 'sign') {
      next++;
      const inner = either();
      take('sign', "')'", ')');
      return inner;
    }
    const call = textFunctions[tokens[next]?.text.toLowerCase() ?? ''];
    if (call && tokens[next + 1]?.text === '(') {
      next += 2;
      const name = field();
      take('sign', "','", ',');
      const wanted = take('text', 'a quoted text');
      take('sign', "')'", ')');
      return (row) => call(String(row[name]), wanted);
    }
    const name = field();
    const compare = comparisons[take('name', 'an operator').toLowerCase()] ?? fail("'eq' or 'ne'");
    const value = tokens[next];
    if (!value || value.kind === 'sign') return fail('a value');
    next++;
    return (row) => compare(String(row[name]), value.text);
  };

  const predicate = either();
  if (next < tokens.length) fail('the end');
  return predicate;
}

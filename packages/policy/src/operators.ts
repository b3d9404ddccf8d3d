import { RuntimeValue, SecureValue } from '@cloudwright/engine';
import { property } from './property.ts';
import { compareText, equalsFolded, fold, instantOf, likeMatcher, normalizeLocation, numberOf, patternMatcher } from './text.ts';
import { FALSE, not, TRUE, truthOf, UNKNOWN, type Truth } from './truth.ts';

/** Tests one left value; the right one is already in it. */
export type Test = (left: unknown) => Truth;

/** One condition operator. Names are found without case; `negates` is the operator that this one turns round. */
export interface OperatorRow {
  name: string;
  negates?: string;
  /** What may stand on the right: told when a definition is checked, where it is a literal. */
  right: 'any' | 'text' | 'list' | 'boolean' | 'ordered';
  /** Builds the test for a right value that is known and has no run-time parts outside of lists. */
  prepare?: (right: unknown) => Test;
}

const rows: OperatorRow[] = [
  { name: 'equals', right: 'any', prepare: equalTo },
  { name: 'notEquals', right: 'any', negates: 'equals' },
  { name: 'like', right: 'text', prepare: (right) => onText(likeMatcher(textOf(right) ?? '')) },
  { name: 'notLike', right: 'text', negates: 'like' },
  { name: 'match', right: 'text', prepare: (right) => onText(patternMatcher(textOf(right) ?? '', false)) },
  { name: 'notMatch', right: 'text', negates: 'match' },
  { name: 'matchInsensitively', right: 'text', prepare: (right) => onText(patternMatcher(textOf(right) ?? '', true)) },
  { name: 'notMatchInsensitively', right: 'text', negates: 'matchInsensitively' },
  { name: 'contains', right: 'any', prepare: contains },
  { name: 'notContains', right: 'any', negates: 'contains' },
  { name: 'in', right: 'list', prepare: memberOf },
  { name: 'notIn', right: 'list', negates: 'in' },
  { name: 'containsKey', right: 'text', prepare: containsKey },
  { name: 'notContainsKey', right: 'text', negates: 'containsKey' },
  { name: 'less', right: 'ordered', prepare: (right) => ordered(right, (order) => order < 0) },
  { name: 'lessOrEquals', right: 'ordered', prepare: (right) => ordered(right, (order) => order <= 0) },
  { name: 'greater', right: 'ordered', prepare: (right) => ordered(right, (order) => order > 0) },
  { name: 'greaterOrEquals', right: 'ordered', prepare: (right) => ordered(right, (order) => order >= 0) },
  { name: 'exists', right: 'boolean', prepare: exists },
];

const byName = new Map(rows.map((row) => [row.name.toLowerCase(), row]));

/** The operator of a name in any spelling. */
export function operatorOf(name: string): OperatorRow | undefined {
  return byName.get(name.toLowerCase());
}

/** All operators, in the documentation's order. */
export function operators(): readonly OperatorRow[] {
  return rows;
}

/** The test `left <operator> right`. A run-time value on either side leaves the answer open. */
export function prepareTest(operator: OperatorRow, right: unknown): Test {
  const open = opened(right);
  if (open instanceof RuntimeValue) return () => UNKNOWN;
  if (operator.negates !== undefined) {
    const positive = prepareTest(operatorOf(operator.negates) as OperatorRow, open);
    return (left) => not(positive(left));
  }
  const test = (operator.prepare as NonNullable<OperatorRow['prepare']>)(open);
  return (left) => {
    if (typeof left !== 'object' || left === null) return test(left);
    const value = opened(left);
    return value instanceof RuntimeValue ? UNKNOWN : test(value);
  };
}

/**
 * The test for the location field: `East US 2` and `eastus2` are equal
 * (learn.microsoft.com/azure/governance/policy/concepts/definition-structure-policy-rule, Fields).
 */
export function prepareLocationTest(operator: OperatorRow, right: unknown): Test {
  const normalize = (value: unknown): unknown =>
    typeof value === 'string' ? normalizeLocation(value) : Array.isArray(value) ? value.map(normalize) : value;
  const test = prepareTest(operator, normalize(right));
  return (left) => test(typeof left === 'string' ? normalizeLocation(left) : left);
}

function opened(value: unknown): unknown {
  return value instanceof SecureValue ? SecureValue.open(value) : value;
}

/** A scalar as text; undefined for null, lists and objects. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : undefined;
}

function onText(matches: (text: string) => boolean): Test {
  return (left) => {
    const text = textOf(left);
    return text === undefined ? FALSE : truthOf(matches(text));
  };
}

/** Equality of conditions: text without case; a number or a boolean equals its text; a missing property equals null. */
function equalTo(right: unknown): Test {
  if (right === null || right === undefined) return (left) => truthOf(left === null || left === undefined);
  if (typeof right === 'string') {
    const folded = fold(right);
    const number = numberOf(right);
    return (left) => {
      if (typeof left === 'string') return truthOf(left === right || equalsFolded(left, folded));
      if (typeof left === 'number' || typeof left === 'bigint') return truthOf(number !== undefined && Number(left) === number);
      return typeof left === 'boolean' ? truthOf(equalsFolded(String(left), folded)) : FALSE;
    };
  }
  if (typeof right === 'boolean') {
    const text = String(right);
    return (left) => truthOf(left === right || (typeof left === 'string' && equalsFolded(left, text)));
  }
  if (typeof right === 'number' || typeof right === 'bigint') {
    const number = Number(right);
    return (left) => {
      if (typeof left === 'string') return truthOf(numberOf(left) === number);
      return truthOf((typeof left === 'number' || typeof left === 'bigint') && (left === right || Number(left) === number));
    };
  }
  return (left) => deepEqual(left, right);
}

function deepEqual(left: unknown, right: unknown): Truth {
  const a = opened(left);
  const b = opened(right);
  if (a instanceof RuntimeValue || b instanceof RuntimeValue) return UNKNOWN;
  if (typeof b !== 'object' || b === null) return equalTo(b)(a);
  if (typeof a !== 'object' || a === null || Array.isArray(a) !== Array.isArray(b)) return FALSE;
  const keys = Object.keys(b);
  if (keys.length !== Object.keys(a).length) return FALSE;
  let result: Truth = TRUE;
  for (const key of keys) {
    const other = Array.isArray(a) ? a[Number(key)] : property(a, key);
    const equal = other === undefined ? FALSE : deepEqual(other, (b as Record<string, unknown>)[key]);
    if (equal === FALSE) return FALSE;
    if (equal === UNKNOWN) result = UNKNOWN;
  }
  return result;
}

/** From so many members on, a set of the folded texts is faster than asking one by one. */
const SET_FROM = 5;

function memberOf(right: unknown): Test {
  if (!Array.isArray(right)) return right === null || right === undefined ? () => FALSE : memberOf([right]);
  const list = right.map(opened);
  const open = list.some((member) => member instanceof RuntimeValue);
  const tests = list.filter((member) => !(member instanceof RuntimeValue)).map(equalTo);
  const texts = !open && list.length >= SET_FROM && list.every((member) => typeof member === 'string') ? new Set(list.map((member) => fold(member as string))) : undefined;
  return (left) => {
    if (texts !== undefined && typeof left === 'string') return truthOf(texts.has(left) || texts.has(fold(left)));
    let result: Truth = open ? UNKNOWN : FALSE;
    for (const test of tests) {
      const truth = test(left);
      if (truth === TRUE) return TRUE;
      if (truth === UNKNOWN) result = UNKNOWN;
    }
    return result;
  };
}

function contains(right: unknown): Test {
  const text = textOf(right);
  const folded = text === undefined ? undefined : fold(text);
  const equal = equalTo(right);
  return (left) => {
    if (Array.isArray(left)) return anyMember(left, equal);
    const whole = textOf(left);
    return whole === undefined || folded === undefined ? FALSE : truthOf(fold(whole).includes(folded));
  };
}

function anyMember(list: readonly unknown[], test: Test): Truth {
  let result: Truth = FALSE;
  for (const member of list) {
    const value = opened(member);
    const truth = value instanceof RuntimeValue ? UNKNOWN : test(value);
    if (truth === TRUE) return TRUE;
    if (truth === UNKNOWN) result = UNKNOWN;
  }
  return result;
}

function containsKey(right: unknown): Test {
  const key = textOf(right);
  return (left) => {
    if (typeof left !== 'object' || left === null || Array.isArray(left) || key === undefined) return FALSE;
    return truthOf(property(left, key) !== undefined);
  };
}

/** Numbers by size, dates with a time by instant, other texts by letters without case; unlike things never hold. */
function ordered(right: unknown, holds: (order: number) => boolean): Test {
  const rightText = typeof right === 'string' ? right : undefined;
  const rightNumber = typeof right === 'number' || typeof right === 'bigint' ? Number(right) : rightText === undefined ? undefined : numberOf(rightText);
  const rightInstant = rightText === undefined ? undefined : instantOf(rightText);
  return (left) => {
    if (typeof left === 'number' || typeof left === 'bigint') {
      return rightNumber === undefined ? FALSE : truthOf(holds(Number(left) - rightNumber));
    }
    if (typeof left !== 'string') return FALSE;
    if (rightText === undefined) {
      const number = rightNumber === undefined ? undefined : numberOf(left);
      return number === undefined ? FALSE : truthOf(holds(number - (rightNumber as number)));
    }
    const leftInstant = rightInstant === undefined ? undefined : instantOf(left);
    if (leftInstant !== undefined) return truthOf(holds(leftInstant - (rightInstant as number)));
    return truthOf(holds(compareText(left, rightText)));
  };
}

function exists(right: unknown): Test {
  const wanted = right === true || (typeof right === 'string' && equalsFolded(right, 'true'));
  return (left) => truthOf((left !== undefined && left !== null) === wanted);
}

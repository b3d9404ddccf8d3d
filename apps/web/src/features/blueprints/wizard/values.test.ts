import type { FormField } from '@cloudwright/engine';
import { expect, test } from 'vitest';
import { draftOf, problemOf, valueOf, type Draft } from './values.ts';

const field = (given: Partial<FormField>): FormField => ({
  name: 'x', label: 'Node count', type: 'string', kind: 'text', required: true, secret: false, nullable: false, group: 'g', order: 0, ...given,
});
const int = field({ type: 'int', kind: 'number', min: 1, max: 20 });
const json = field({ type: 'object', kind: 'json' });
const list = field({ type: 'array', kind: 'list', minLength: 1, maxLength: 2 });

test.each<[string, FormField, Draft, string | undefined]>([
  ['a required field that is empty', field({}), '', 'Enter a value for Node count.'],
  ['an optional field that is empty', field({ required: false }), '', undefined],
  ['a number that is none', int, '3.5', 'Enter a whole number.'],
  ['a number below its limit', int, '0', 'Must be 1 or more.'],
  ['a number above its limit', int, '21', 'Must be 20 or less.'],
  ['a number at its limit', int, '20', undefined],
  ['a text that is too short', field({ minLength: 3 }), 'ab', 'At least 3 characters; 2 so far.'],
  ['a text that is too long', field({ maxLength: 3 }), 'abcd', 'At most 3 characters; these are 4.'],
  ['a value that is not offered', field({ allowed: [{ value: 'a', label: 'A' }] }), 'b', 'Choose one of A.'],
  ['a pattern with its own words', field({ pattern: '^[a-z]+$', patternMessage: 'Lower-case letters only.' }), 'A', 'Lower-case letters only.'],
  ['a list where an object belongs', json, '[]', 'Enter an object: { … }'],
  ['a list with too many entries', list, ['a', 'b', 'c'], 'At most 2 entries; these are 3.'],
])('says what is wrong with %s (R-BP-06)', (_title, of, draft, expected) => {
  expect(problemOf(of, draft)).toBe(expected);
});

test('broken JSON is explained and kept', () => {
  expect(problemOf(json, '{"a":')).toMatch(/^This is no JSON yet: /);
});

test.each<[string, FormField, Draft, unknown]>([
  ['a number', int, '7', 7],
  ['a text that looks like a number', field({}), '7', '7'],
  ['an object', json, '{"a":1}', { a: 1 }],
  ['a list', list, ['a'], ['a']],
  ['a switch', field({ type: 'bool', kind: 'boolean' }), true, true],
  ['nothing', field({ required: false }), '', undefined],
])('turns %s into the template value', (_title, of, draft, expected) => {
  expect(valueOf(of, draft)).toEqual(expected);
});

test('a default goes into its field and comes back unchanged; an expression stays with the template', () => {
  for (const of of [field({ default: 'a' }), field({ type: 'int', kind: 'number', default: 3 }), field({ type: 'object', kind: 'json', default: { a: [1] } }), field({ type: 'array', kind: 'list', default: ['x', 'y'] })]) {
    expect(valueOf(of, draftOf(of))).toEqual(of.default);
  }
  expect(draftOf(field({ default: '[resourceGroup().location]', defaultIsExpression: true }))).toBe('');
});

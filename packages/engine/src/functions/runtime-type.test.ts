import { expect, test } from 'vitest';
import { runtimeType } from './runtime-type.ts';
import { evaluateExpression } from '../expression/evaluate.ts';

test.each([
  [`[reference('a')]`, 'Object'],
  [`[reference('a').b]`, 'Any'],
  [`[toLower(reference('a').b)]`, 'String'],
  [`[concat('x', reference('a').b)]`, 'String'],
  [`[concat(createArray(1), reference('a').b)]`, 'Array'],
  [`[concat(reference('a').b, 'x')]`, 'Any'],
  [`[length(reference('a').b)]`, 'Integer'],
  [`[if(reference('a').b, 'x', toLower(reference('a').c))]`, 'String'],
  [`[if(reference('a').b, 'x', 1)]`, 'Any'],
  [`[if(reference('a').b, 1, fail('no'))]`, 'Integer'],
  [`[map(reference('a').b, lambda('x', 1))]`, 'Array'],
  ['[5]', 'Integer'],
])('%s will be of type %s', (text, type) => {
  const { value } = evaluateExpression(text);
  expect(value === undefined ? undefined : runtimeType(value)).toBe(type);
});

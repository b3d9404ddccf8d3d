import { expect, test } from 'vitest';
import { describeStep, readViolations } from './index.ts';

const refusal = {
  code: 'RequestDisallowedByPolicy',
  target: 'account',
  additionalInfo: [
    {
      type: 'PolicyViolation',
      info: {
        policyAssignmentId: '/a', policyAssignmentDisplayName: 'Data stays near', policyDefinitionId: '/d', policyDefinitionDisplayName: 'Allowed regions', policyDefinitionEffect: 'deny',
        evaluationDetails: {
          evaluatedExpressions: [
            { result: 'True', expressionKind: 'Field', expression: 'type', expressionValue: 'Microsoft.Storage/storageAccounts', targetValue: 'Microsoft.Storage/storageAccounts', operator: 'Equals' },
            { result: 'True', expressionKind: 'Field', expression: 'location', expressionValue: 'brazilsouth', targetValue: ['eastus', 'westeurope'], operator: 'NotIn' },
          ],
        },
      },
    },
  ],
};

test("reads the refusal out of a deployment's nested error: assignment, definition, condition, change", () => {
  const [violation, ...others] = readViolations({ error: { code: 'InvalidTemplateDeployment', details: [{ code: 'Conflict' }, refusal] } });
  expect(others).toEqual([]);
  expect(violation).toMatchObject({ target: 'account', assignmentName: 'Data stays near', definitionName: 'Allowed regions', effect: 'deny' });
  expect(violation?.conditions.map((condition) => condition.text)[1]).toBe('location is "brazilsouth", which is none of "eastus", "westeurope"');
  expect(violation?.suggestion).toEqual({ field: 'location', action: 'set', value: 'eastus', choices: ['eastus', 'westeurope'], text: 'Set location to one of "eastus", "westeurope".' });
});

test.each([
  ['equals', 'Standard', 'Standard', true, 'sku is "Standard", which is equal to "Standard"'],
  ['equals', 'Standard', 'Premium', false, 'sku is "Standard", which is not equal to "Premium"'],
  ['notIn', 'b', ['b', 'c'], false, 'sku is "b", which is one of "b", "c"'],
  ['less', 3, 2, false, 'sku is 3, which is at least 2'],
  ['equals', null, 'Premium', false, 'sku is not set, and so is not equal to "Premium"'],
  ['equals', { b: 1, a: 2 }, [], false, 'sku is an object with b, a, which is not equal to an empty list'],
  ['in', [], ['a'], true, 'sku has no members, which is one of "a"'],
  ['exists', null, 'false', true, 'sku does not exist'],
  ['exists', null, true, false, 'sku does not exist'],
  ['exists', 'x', 'true', true, 'sku exists'],
  ['like', '<later>', 'a*', 'unknown', 'sku is "<later>": whether it is like "a*" can not be told'],
  ['resembles', 'a', 'b', true, 'sku is "a", and resembles "b" holds'],
] as const)('a step reads as a sentence: %s %j %j %j', (operator, actual, expected, result, sentence) => {
  expect(describeStep({ kind: 'field', pointer: '', left: 'sku', operator, actual, expected, result })).toBe(sentence);
});

test('what is counted and what is calculated reads as a sentence, too', () => {
  expect(describeStep({ kind: 'count', pointer: '', left: 'rules[*]', operator: 'greater', actual: 2, expected: 0, result: true })).toBe('rules[*] has 2 members that count, which is greater than 0');
  expect(describeStep({ kind: 'value', pointer: '', left: "[length(field('name'))]", operator: 'less', actual: 3, expected: 5, result: true })).toBe("length(field('name')) is 3, which is less than 5");
});

test('other errors have none', () => {
  expect(readViolations({ error: { code: 'Conflict', details: [null, 'x'] } })).toEqual([]);
  expect(readViolations(undefined)).toEqual([]);
});

test('a long list of what is allowed ends with a whole value and a count', () => {
  const targetValue = Array.from({ length: 30 }, (_, index) => `region-${String(index).padStart(2, '0')}`);
  const info = { evaluationDetails: { evaluatedExpressions: [{ result: 'True', expressionKind: 'Field', expression: 'location', expressionValue: 'far', targetValue, operator: 'NotIn' }] } };
  const [violation] = readViolations({ additionalInfo: [{ type: 'PolicyViolation', info }] });
  expect(violation?.suggestion?.text).toMatch(/^Set location to one of "region-00",.*"region-\d\d" and \d+ more\.$/);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printExpression, type Expression } from './ast.ts';
import { compileExpression } from './compile.ts';
import { evaluateExpression } from './evaluate.ts';
import { parseExpression } from './parse.ts';
import { resolveRuntime } from './resolve.ts';
import { standardFunctions } from '../functions/standard-functions.ts';
import { containsRuntime, printValue, RuntimeValue, SecureValue, toPrintable, type Value } from '../values.ts';

const functionNames = standardFunctions.rows().map((row) => row.name);
const word = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/);

const place = { start: fc.constant(0), end: fc.constant(0) };
const literals = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.constantFrom('Microsoft.Web/sites', 'a', '10.0.0.0/24', '2024-01-01T00:00:00Z', '{0:N2}', 'PT1H', '{"a": [1]}'),
);

/** Any syntax tree, with functions that exist and some that don't. */
const tree = fc.letrec<{ node: Expression; literal: Expression; call: Expression }>((tie) => ({
  literal: fc.record({ kind: fc.constant('literal' as const), value: literals, ...place }),
  call: fc.record({
    kind: fc.constant('call' as const),
    name: fc.oneof(fc.constantFrom(...functionNames, 'listKeys'), word, fc.constant('contoso.f')),
    args: fc.array(tie('node'), { maxLength: 4 }),
    ...place,
  }),
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small', depthIdentifier: 'tree' },
    tie('literal'),
    tie('call'),
    fc.record({ kind: fc.constant('property' as const), target: tie('call'), name: word, ...place }),
    fc.record({ kind: fc.constant('index' as const), target: tie('call'), index: tie('node'), ...place }),
  ),
})).node;

const scope = {
  parameters: { a: 'x', b: [1, 'two', { three: null }], c: { d: true }, big: 2n ** 62n },
  variables: { v: 1.5 },
  budget: { steps: 20_000, outputBytes: 1_000_000 },
};

const lambdas = [
  `lambda('x', lambdaVariables('x'))`,
  `lambda('x', 'y', less(lambdaVariables('x'), lambdaVariables('y')))`,
  `lambda('x', reference(lambdaVariables('x')))`,
  `lambda('x', true())`,
];

/** Values of every kind, with those that functions tend to trip over. */
const anything: Record<string, unknown> = {
  empty: '',
  text: 'one,two',
  upper: 'ÄSSß',
  lone: '\ud800',
  percent: '%zz%41',
  format: '{0} {1:N2} {2,5}',
  badFormat: '{0:',
  base64: 'b25l',
  date: '2024-02-29T13:05:09Z',
  duration: 'P1DT2H',
  cidr: '10.0.0.0/24',
  cidr6: 'fd00::/48',
  type: 'Microsoft.Web/sites',
  slash: '/',
  uri: 'https://a.example/b',
  json: '{"a": [1, 2]}',
  dataUri: 'data:,x',
  zero: 0,
  one: 1,
  minus: -7,
  width: 9,
  large: 2 ** 53 - 1,
  larger: 2n ** 63n - 1n,
  least: -(2n ** 63n),
  half: 0.5,
  exponent: 1e300,
  infinite: Infinity,
  jsonInfinite: '1e999',
  yes: true,
  no: false,
  nothing: null,
  array: ['b', 'a', 'b'],
  numbers: [3, 1, 2],
  nested: [[1], [2, [3]]],
  objects: [{ a: 1 }, { A: 2 }],
  mixed: [null, 1, 'x', {}, []],
  object: { a: 1, B: { c: 'd' } },
  strange: JSON.parse('{"__proto__": 1, "constructor": 2, "": 3}') as unknown,
  secret: new SecureValue('secret', 's3cr3t'),
  secretObject: new SecureValue('secretObject', { s3cr3t: ['s3cr3t'] }),
  holdsSecret: { a: new SecureValue('inner', 's3cr3t') },
  listSecret: [new SecureValue('inner', 's3cr3t')],
  runtime: new RuntimeValue('reference', ['x']),
  holdsRuntime: { a: new RuntimeValue('reference', ['x']) },
  listRuntime: [1, new RuntimeValue('.', [new RuntimeValue('reference', ['x']), 'y'])],
  secretRuntime: new SecureValue('later', new RuntimeValue('reference', ['s3cr3t'])),
  runtimeSecret: new RuntimeValue('reference', [new SecureValue('inner', 's3cr3t')]),
};

describe('expressions of any shape', () => {
  test('printing a tree and parsing it gives the tree again', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const text = printExpression(node);
        const parsed = parseExpression(`[${text}]`);
        expect(parsed.error).toBeUndefined();
        expect(printExpression(parsed.ast as Expression)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a tree evaluates to a value or to an error, never to an exception, and twice to the same', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const text = `[${printExpression(node)}]`;
        const first = JSON.stringify(toPrintable(evaluateExpression(text, scope)));
        expect(JSON.stringify(toPrintable(evaluateExpression(text, scope)))).toBe(first);
      }),
      { numRuns: 5_000 },
    );
  });

  test('any text compiles and evaluates without an exception', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom("'", "''", '(', ')', '[', ']', ',', '.', ' ', '-', '9', 'concat', 'lambda', 'if', '{0}', '\n'),
        fc.string({ maxLength: 3 }),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = `[${parts.join('')}]`;
        expect(() => compileExpression(text)).not.toThrow();
        expect(() => evaluateExpression(text, scope)).not.toThrow();
      }),
      { numRuns: 10_000 },
    );
  });

  test('a run-time value parses from what it prints', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const { value } = evaluateExpression(`[${printExpression(node)}]`, scope);
        if (!(value instanceof RuntimeValue) || printValue(value).length > 20_000) return;
        expect(parseExpression(value.toString()).error).toBeUndefined();
      }),
      { numRuns: 3_000 },
    );
  });

  test('what the cloud answers is substituted: nothing of what it knows stays symbolic', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const { value } = evaluateExpression(`[${printExpression(node)}]`, scope);
        if (value === undefined) return;
        let resolved: Value;
        try {
          resolved = resolveRuntime(value, () => 'answer') as Value;
        } catch (error) {
          expect((error as Error).name).toBe('EvaluationError');
          return;
        }
        expect(containsRuntime(resolved)).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  test('every function takes any values: it answers or refuses', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...functionNames),
        fc.array(fc.constantFrom(...Object.keys(anything), ...lambdas), { maxLength: 4 }),
        (name, args) => {
          const text = `[${name}(${args.map((arg) => (lambdas.includes(arg) ? arg : `parameters('${arg}')`)).join(', ')})]`;
          const got = evaluateExpression(text, { parameters: anything, budget: { steps: 20_000, outputBytes: 1_000_000 } });
          // A secret never shows, neither in what is printed nor in a message.
          expect(JSON.stringify(toPrintable(got))).not.toContain('s3cr3t');
        },
      ),
      { numRuns: 20_000 },
    );
  });

  test.each([
    ['brackets', `[${'createArray('.repeat(5_000)}${')'.repeat(5_000)}]`, 'InvalidExpression'],
    ['a chain of properties', `[createObject()${'.a'.repeat(10_000)}]`, 'InvalidExpression'],
    ['a text longer than Azure takes', `['${'a'.repeat(30_000)}']`, 'InvalidExpression'],
    ['a growing text', `[reduce(range(0, 100), 'ab', lambda('a', 'b', concat(lambdaVariables('a'), lambdaVariables('a'))))]`, 'Budget'],
    [
      'a growing array',
      `[length(string(reduce(range(0, 60), createArray(1), lambda('a', 'b', createArray(lambdaVariables('a'), lambdaVariables('a'))))))]`,
      'Budget',
    ],
    [
      'an array that prints without end',
      `[reduce(range(0, 60), createArray(1), lambda('a', 'b', createArray(lambdaVariables('a'), lambdaVariables('a'))))]`,
      'Budget',
    ],
    [
      'a text that stands in an array without end',
      `[reduce(range(0, 30), createArray('a'), lambda('a', 'b', concat(lambdaVariables('a'), lambdaVariables('a'))))]`,
      'Budget',
    ],
    ['arrays in arrays', `[reduce(range(0, 10000), 1, lambda('a', 'b', createArray(lambdaVariables('a'))))]`, 'Depth'],
    ['arrays in arrays of a JSON text', `[json(concat(replace(string(range(0, 3000)), '0', '['), ''))]`, 'InvalidArgument'],
    [
      'calls that wait for calls',
      `[reduce(range(0, 10000), reference('a'), lambda('a', 'b', concat('x', lambdaVariables('a'))))]`,
      'Depth',
    ],
    ['text of arrays in arrays', `[string(reduce(range(0, 10000), 1, lambda('a', 'b', createArray(lambdaVariables('a')))))]`, 'Depth'],
    ['loops in loops', `[map(range(0, 10000), lambda('a', map(range(0, 10000), lambda('b', 1))))]`, 'Budget'],
  ])('%s ends with an error', (_what, text, code) => {
    expect(evaluateExpression(text).error?.code).toBe(code);
  });
});

const each = (made: string): string => `map(range(0, 10000), lambda('x', ${made}))`;
test.each<[string, unknown]>([
  [`[length(toObject(range(0, 10000), lambda('x', string(lambdaVariables('x')))))]`, 10_000],
  [`[length(groupBy(range(0, 10000), lambda('x', string(lambdaVariables('x')))))]`, 10_000],
  [`[length(shallowMerge(${each("createObject(string(lambdaVariables('x')), 1)")}))]`, 10_000],
  [`[length(union(range(0, 10000), range(5000, 10000)))]`, 15_000],
  [`[length(intersection(range(0, 10000), range(5000, 10000)))]`, 5_000],
  [`[length(intersection(${each("concat('A', string(lambdaVariables('x')))")}, ${each("concat('a', string(lambdaVariables('x')))")}))]`, 0],
])('%s does not compare everything with everything', (text, wanted) => {
  const start = performance.now();
  expect(evaluateExpression(text).value).toBe(wanted);
  // Sets of this size took up to ten seconds when every name was looked for among all others.
  expect(performance.now() - start).toBeLessThan(1_000);
});

test('objects merged into one again and again end by the budget', () => {
  const text = `[reduce(range(0, 10000), createObject(), lambda('a', 'b', union(lambdaVariables('a'), createObject(string(lambdaVariables('b')), 1))))]`;
  expect(evaluateExpression(text).error?.code).toBe('Budget');
});

test('a JSON text nested without end is refused, and so is what is made of it', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  expect(evaluateExpression(`[json(parameters('deep'))]`, { parameters: { deep } }).error?.code).toBe('Depth');
  expect(evaluateExpression(`[string(json(parameters('deep')))]`, { parameters: { deep } }).error?.code).toBe('Depth');
  expect(evaluateExpression(`[equals(json(parameters('deep')), json(parameters('deep')))]`, { parameters: { deep } }).error?.code).toBe(
    'Depth',
  );
});

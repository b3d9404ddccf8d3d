import { describe, expect, test } from 'vitest';
import type { RuntimeResolver } from '../api.ts';
import { compileExpression } from './compile.ts';
import { evaluateExpression } from './evaluate.ts';
import { resolveRuntime } from './resolve.ts';
import { reveal, RuntimeValue, SecureValue, toData, toPrintable, type Value } from '../values.ts';

const answers: Record<string, Value> = {
  site: { properties: { hostNames: ['a.example', 'b.example'], enabled: true }, name: 'site' },
};
const resolver: RuntimeResolver = ({ name, args }) => (name === 'reference' ? (answers[String(args[0])] as never) : undefined);
const parameters = { password: new SecureValue('password', 'hunter2'), hidden: new SecureValue('hidden', { key: 'k1', list: [1, 2] }) };
const evaluate = (text: string): Value => {
  const got = evaluateExpression(text, { parameters });
  if (got.error !== undefined) throw new Error(got.error.message);
  return got.value;
};

describe('run-time values', () => {
  test('a Key Vault reference is asked for and stays secret', () => {
    const call = new SecureValue('password', new RuntimeValue('getSecret', ['/vaults/v', 'name'], { tenantId: '', subscriptionId: '', deploymentId: '' }));
    const asked: unknown[] = [];
    const resolved = resolveRuntime({ password: call }, ({ name, args }) => {
      asked.push([name, args]);
      return 'hunter2';
    }) as Value;
    expect(asked).toEqual([['getSecret', ['/vaults/v', 'name']]]);
    expect(reveal(resolved)).toEqual({ password: 'hunter2' });
    expect(JSON.stringify(toPrintable(resolved))).not.toContain('hunter2');
    expect(toPrintable(resolveRuntime({ password: call }, () => undefined) as Value)).toEqual(toPrintable({ password: call }));
  });

  test.each([
    [`[reference('site').properties.hostNames[1]]`, 'b.example'],
    [
      `[concat('https://', reference('site').properties.hostNames[0], '/', length(reference('site').properties.hostNames))]`,
      'https://a.example/2',
    ],
    [`[if(reference('site').properties.enabled, 'on', fail('off'))]`, 'on'],
    [`[if(not(reference('site').properties.enabled), fail('off'), 'on')]`, 'on'],
    [`[coalesce(tryGet(reference('site'), 'none'), 'default')]`, 'default'],
    [`[or(reference('site').properties.enabled, false())]`, true],
    [
      `[map(reference('site').properties.hostNames, lambda('h', 'i', concat(lambdaVariables('i'), '-', toUpper(lambdaVariables('h')))))]`,
      ['0-A.EXAMPLE', '1-B.EXAMPLE'],
    ],
    [`[filter(reference('site').properties.hostNames, lambda('h', startsWith(lambdaVariables('h'), 'b')))]`, ['b.example']],
    [
      `[filter(createArray('a.example', 'x'), lambda('h', contains(reference('site').properties.hostNames, lambdaVariables('h'))))]`,
      ['a.example'],
    ],
    [
      `[reduce(reference('site').properties.hostNames, '', lambda('sum', 'h', concat(lambdaVariables('sum'), lambdaVariables('h'), ';')))]`,
      'a.example;b.example;',
    ],
    [
      `[reduce(createArray(1, 2), reference('site').name, lambda('sum', 'n', concat(lambdaVariables('sum'), lambdaVariables('n'))))]`,
      'site12',
    ],
    [
      `[sort(reference('site').properties.hostNames, lambda('a', 'b', greater(lambdaVariables('a'), lambdaVariables('b'))))]`,
      ['b.example', 'a.example'],
    ],
    [`[toObject(createArray('x', 'y'), lambda('i', concat(reference('site').name, lambdaVariables('i'))))]`, { sitex: 'x', sitey: 'y' }],
    [`[groupBy(reference('site').properties.hostNames, lambda('h', first(lambdaVariables('h'))))]`, { a: ['a.example'], b: ['b.example'] }],
    [
      `[mapValues(reference('site').properties, lambda('v', string(lambdaVariables('v'))))]`,
      { hostNames: '["a.example","b.example"]', enabled: 'True' },
    ],
    [
      `[map(createArray(1), lambda('x', map(reference('site').properties.hostNames, lambda('h', concat(lambdaVariables('h'), lambdaVariables('x'))))))]`,
      [['a.example1', 'b.example1']],
    ],
    [`[flatten(createArray(createArray(1), reference('site').properties.hostNames))]`, [1, 'a.example', 'b.example']],
    [
      `[shallowMerge(createArray(createObject('a', 1), reference('site').properties))]`,
      { a: 1, hostNames: ['a.example', 'b.example'], enabled: true },
    ],
    [`[format('{0}-{1:N0}', reference('site').name, 1000)]`, 'site-1,000'],
    [`[intersection(createArray('b.example', 'x'), reference('site').properties.hostNames)]`, ['b.example']],
    [`[createObject('b.example', 1)[reference('site').properties.hostNames[1]]]`, 1],
    [`[contains(createArray(1, reference('site').name), 'site')]`, true],
    [`[and(true(), reference('site').properties.enabled, not(false()))]`, true],
    [`[union(createObject('a', 1), reference('site').properties)]`, { a: 1, hostNames: ['a.example', 'b.example'], enabled: true }],
    [`[createObject('x', createArray(1, reference('site').name))]`, { x: [1, 'site'] }],
  ])('%s becomes a value once the cloud answered', (text, wanted) => {
    const value = evaluate(text);
    expect(JSON.stringify(value)).toContain('$runtime');
    expect(resolveRuntime(value, resolver)).toEqual(wanted);
    // The printed form holds everything: a deployment that was stored as text resolves to the same.
    if (value instanceof RuntimeValue) expect(resolveRuntime(evaluate(value.toString()), resolver)).toEqual(wanted);
  });

  test('what the cloud does not know stays symbolic', () => {
    const value = evaluate(`[concat(reference('site').name, '-', reference('other').name)]`);
    expect(toPrintable(resolveRuntime(value, resolver))).toEqual({ $runtime: "[concat('site', '-', reference('other').name)]" });
  });

  test('members known before the cloud answers are values', () => {
    const value = new RuntimeValue('reference', ['nested'], undefined, { outputs: { x: { value: 5 } } });
    const got = evaluateExpression(
      `[createArray(parameters('r').outputs.x.value, tryGet(parameters('r'), 'outputs', 'x', 'value'), parameters('r').id)]`,
      { parameters: { r: value } },
    );
    expect(toPrintable(got.value)).toEqual([5, 5, { $runtime: "[reference('nested').id]" }]);
  });

  test('a scope that answers at once gives values at once', () => {
    expect(evaluateExpression(`[reference('site').name]`, { resolver }).value).toBe('site');
  });
});

describe('secrets', () => {
  test.each([
    [`[concat('x', parameters('password'))]`, 'xhunter2', 'password'],
    [`[parameters('hidden').key]`, 'k1', 'hidden'],
    [`[map(parameters('hidden').list, lambda('i', add(lambdaVariables('i'), 1)))]`, [2, 3], 'hidden'],
    [`[base64(parameters('password'))]`, 'aHVudGVyMg==', 'password'],
    [`[string(createObject('p', parameters('password')))]`, '{"p":"hunter2"}', 'password'],
    [`[tryGet(parameters('hidden'), 'list', 0)]`, 1, 'hidden'],
    [`[coalesce(null(), parameters('password'))]`, 'hunter2', 'password'],
  ])('%s is secret, and open only when it is revealed', (text, raw, name) => {
    const value = evaluate(text);
    expect(toPrintable(value)).toEqual({ $secure: name });
    expect(JSON.stringify(value)).toBe(JSON.stringify({ $secure: name }));
    expect(String(value)).not.toContain('hunter2');
    expect(reveal(value)).toEqual(raw);
  });

  test.each([
    [`[length(parameters('password'))]`, 7],
    [`[if(empty(parameters('password')), 'a', 'b')]`, 'b'],
    [`[or(not(equals(parameters('password'), '')), false())]`, true],
    [`[contains(parameters('hidden'), 'key')]`, true],
    [`[startsWith(parameters('password'), 'h')]`, true],
  ])('%s tells about a secret without holding it', (text, wanted) => {
    expect(evaluate(text)).toBe(wanted);
  });

  test('an object hides only the member that is secret', () => {
    expect(toPrintable(evaluate(`[createObject('user', 'a', 'password', parameters('password'))]`))).toEqual({
      user: 'a',
      password: { $secure: 'password' },
    });
  });

  test('a secret mixed with a run-time value is masked, and stays masked once resolved', () => {
    const value = evaluate(`[concat(parameters('password'), reference('site').name)]`);
    expect(toPrintable(value)).toEqual({ $secure: 'password' });
    const resolved = resolveRuntime(value, resolver);
    expect(toPrintable(resolved)).toEqual({ $secure: 'password' });
    expect(reveal(resolved as Value)).toBe('hunter2site');
  });

  test.each([
    `[int(parameters('password'))]`,
    `[json(parameters('password'))]`,
    `[dateTimeAdd(parameters('password'), 'P1D')]`,
    `[parameters('hidden').missing]`,
    `[createObject()[parameters('password')]]`,
    `[fail(parameters('password'))]`,
    `[uri(parameters('password'), 'a')]`,
  ])('the message of %s does not quote the secret', (text) => {
    const got = evaluateExpression(text, { parameters });
    expect(got.error).toBeDefined();
    expect(got.error?.message).not.toMatch(/hunter2|key, list/);
  });
});

describe('compiled expressions', () => {
  test('the same text is compiled once', () => {
    expect(compileExpression(`[concat('once', 'more')]`)).toBe(compileExpression(`[concat('once', 'more')]`));
  });

  test('faults show without evaluating, with their place', () => {
    expect(compileExpression(`[concat(nosuch(1), toUpper())]`).faults).toEqual([
      { code: 'UnknownFunction', message: "The template function 'nosuch' is not valid.", at: 8, name: 'nosuch' },
      {
        code: 'WrongArity',
        message: "Unable to evaluate template language function 'toUpper': function requires 1 argument(s) while 0 were provided.",
        at: 19,
        name: 'toUpper',
      },
    ]);
  });
});

test('an integer beyond 2^53 keeps its digits in print, and in data for JSON', () => {
  const value = evaluate("[createObject('a', createArray(sub(9223372036854775807, 1)), 'b', 5)]");
  expect(JSON.stringify(toPrintable(value))).toBe('{"a":[9223372036854775806],"b":5}');
  expect(JSON.stringify(toData(value))).toBe('{"a":[9223372036854775806],"b":5}');
  expect(JSON.stringify(toPrintable(toData(value)))).toBe('{"a":[9223372036854775806],"b":5}');
  const plain = evaluate("[createObject('b', 5)]");
  expect(toData(plain)).toBe(plain);
});

import { describe, expect, it } from 'vitest';
import { checkTemplate, evaluateExpression, expandTemplate, formModel, inlineTemplate, readTemplate, toPrintable } from '../index.ts';
import { mayLoseDigits } from './exact-json.ts';
import type { Json } from '../api.ts';

describe('readTemplate', () => {
  it('accepts comments, trailing commas, raw newlines and tabs in strings, and a byte order mark', () => {
    const { root, diagnostics } = readTemplate('\ufeff{ // why\n "a": "x\ny\tz", /* b */ "b": [1, 2,], }');
    expect(root).toEqual({ a: 'x\ny\tz', b: [1, 2] });
    expect(diagnostics).toEqual([]);
  });

  it('reports duplicate keys with their place, the last one counts', () => {
    const { root, diagnostics } = readTemplate('{\n  "a": { "x": 1,\n    "x": 2 }\n}');
    expect(root).toEqual({ a: { x: 2 } });
    expect(diagnostics).toMatchObject([{ code: 'DuplicateKey', severity: 'warning', pointer: '/a/x', line: 3, column: 5 }]);
  });

  it('does not take a colon inside a string for a key', () => {
    expect(readTemplate('{"a": ":", "b": "\\":", "c:": {"d": "x\\":1"}}').diagnostics).toEqual([]);
  });

  it('ends on broken and on endlessly nested text with a diagnostic', () => {
    expect(readTemplate('{"a": ').diagnostics[0]).toMatchObject({ code: 'InvalidJson', severity: 'error', line: 1 });
    expect(readTemplate('').diagnostics).toHaveLength(1);
    expect(readTemplate('['.repeat(100_000)).diagnostics[0]?.code).toBe('InvalidJson');
    expect(readTemplate(`${'['.repeat(1_000)}${']'.repeat(1_000)}`).diagnostics[0]?.code).toBe('TooDeep');
  });
});

describe('integers beyond 2^53', () => {
  const body = '"resources": [{ "type": "A.B/c", "apiVersion": "2020-01-01", "name": "x", "properties": { "literal": 9007199254740993, "sum": "[add(parameters(\'n\'), 1)]" } }]';
  const written = (text: string): string => JSON.stringify(toPrintable(expandTemplate(text, { parameters: '{ "n": 9007199254740995 }' }).resources[0]?.properties));

  it.each([
    ['strict', `{ "$schema": "", "contentVersion": "1.0.0.0", "parameters": { "n": { "type": "int" } }, ${body} }`],
    ['tolerant', `{ // comment\n "$schema": "", "contentVersion": "1.0.0.0", "parameters": { "n": { "type": "int" }, }, ${body} }`],
  ])('keep their digits in %s JSON', (_kind, text) => {
    expect(written(text)).toBe('{"literal":9007199254740993,"sum":9007199254740996}');
  });

  it('are looked for in linear time, and not in the hash that Bicep writes', () => {
    expect(mayLoseDigits(`{"a":"${'1'.repeat(4_000_000)}"}`)).toBe(false);
    expect(mayLoseDigits('{"templateHash": "17606057535442789180", "n": 123456789012345}')).toBe(false);
    for (let pad = 0; pad < 40; pad++) expect(mayLoseDigits(`${' '.repeat(pad)}[-9007199254740993]`)).toBe(true);
  });

  it('are held to the limits of the declaration', () => {
    const text = '{ "$schema": "", "contentVersion": "1.0.0.0", "parameters": { "n": { "type": "int", "maxValue": 9007199254740994 } }, "resources": [] }';
    const { diagnostics } = expandTemplate(text, { parameters: '{ "n": 9007199254740995 }' });
    expect(diagnostics[0]?.message).toContain("'9007199254740995' is over the maximum of 9007199254740994");
  });

  // "Template structure and syntax", data types: an integer is 64 bits wide.
  const largest = '9223372036854775807';
  const smallest = '-9223372036854775808';
  const template = `{"$schema":"","contentVersion":"1.0.0.0","parameters":{"n":{"type":"int","defaultValue":${largest},"allowedValues":[${largest},1]}},"resources":[],"outputs":{"n":{"type":"int","value":"[parameters('n')]"},"deep":{"type":"object","value":{"a":[${smallest}]}}}}`;

  it('are the same after reading and writing', () => {
    expect(JSON.stringify(readTemplate(template).root)).toBe(template);
    expect(JSON.stringify(readTemplate(`${template}//`).root)).toBe(template);
  });

  it('are read again from data that was read', () => {
    const { outputs, ok } = expandTemplate(readTemplate(template).root as Json, { parameters: readTemplate(`{"n":{"value":${largest}}}`).root as Json });
    expect([ok, JSON.stringify(outputs)]).toEqual([true, `{"n":${largest},"deep":{"a":[${smallest}]}}`]);
  });

  it('go with what is inlined', () => {
    const main = `{"$schema":"","contentVersion":"1.0.0.0","resources":[{"type":"Microsoft.Resources/deployments","apiVersion":"2022-09-01","name":"d","properties":{"mode":"Incremental","templateLink":{"uri":"https://h.example/a.json"}}}]}`;
    expect(JSON.stringify(inlineTemplate(main, () => template).template)).toContain(template);
  });

  it('are text in a form, which an int parameter takes', () => {
    const [field] = formModel(template).fields;
    expect(field).toMatchObject({ default: largest, allowed: [{ value: largest, label: largest }, { value: 1 }] });
    expect(structuredClone(field)).toEqual(field);
    expect(JSON.stringify(expandTemplate(template, { parameters: { n: largest } }).outputs['n'])).toBe(largest);
    expect(expandTemplate(template, { parameters: { n: '9223372036854775808' } }).ok).toBe(false);
  });

  it('are text in what is printed for another thread', () => {
    const printed = toPrintable(expandTemplate(template).outputs, 'text');
    expect(structuredClone(printed)).toEqual({ n: largest, deep: { a: [smallest] } });
  });

  it.each([
    ["[add(9223372036854775806, 1)]", largest],
    ["[sub(-9223372036854775807, 1)]", smallest],
    ["[mul(3037000499, 3037000499)]", '9223372030926249001'],
    ["[int('9223372036854775807')]", largest],
    ["[div(9223372036854775807, 2)]", '4611686018427387903'],
    ["[mod(9223372036854775807, 10)]", '7'],
    ["[max(9223372036854775806, 9223372036854775807)]", largest],
    ["[string(9223372036854775807)]", `"${largest}"`],
    ["[json('[9223372036854775807]')[0]]", largest],
  ])('are exact in %s', (expression, wanted) => {
    expect(JSON.stringify(toPrintable(evaluateExpression(expression, {}).value))).toBe(wanted);
  });

  it.each(['[add(9223372036854775807, 1)]', '[sub(-9223372036854775807, 2)]', '[mul(9223372036854775807, 2)]', "[int('9223372036854775808')]", '[div(sub(-9223372036854775807, 1), -1)]'])('do not leave 64 bits in %s', (expression) => {
    expect(evaluateExpression(expression, {}).error?.code).toBe('Overflow');
  });
});

describe('checkTemplate', () => {
  const template = `{
  "$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
  "contentVersion": "1.0.0.0",
  "parameters": { "used": { "type": "string" }, "unused": { "type": "int", "defaultValue": 1 } },
  "resources": [
    { "type": "Microsoft.Storage/storageAccounts", "apiVersion": "2022-09-01", "name": "[parameters('used')]",
      "condition": false,
      "tags": { "a": "[nosuch('x')]", "b": "[toLower()]", "c": "[parameters('none')]", "d": "[variables('none')]" } }
  ]
}`;

  it('finds unknown functions, wrong arity and undeclared names also where nothing is deployed', () => {
    const found = checkTemplate(template).filter(({ severity }) => severity === 'error');
    expect(found.map(({ code, pointer, line }) => [code, pointer, line])).toEqual([
      ['UnknownFunction', '/resources/0/tags/a', 8],
      ['WrongArity', '/resources/0/tags/b', 8],
      ['Undeclared', '/resources/0/tags/c', 8],
      ['Undeclared', '/resources/0/tags/d', 8],
    ]);
  });

  it('says which parameters are not used, and does not ask for values', () => {
    const found = checkTemplate(template);
    expect(found.filter(({ code }) => code === 'UnusedParameter').map(({ pointer }) => pointer)).toEqual(['/parameters/unused']);
    expect(found.some(({ code }) => code === 'MissingParameter')).toBe(false);
  });

  it('suggests what was probably meant', () => {
    const text = JSON.stringify({ $schema: '', contentVersion: '1.0.0.0', parameters: { location: { type: 'string' } }, resources: [], outputs: { a: { type: 'string', value: "[toLowr(parameters('locaton'))]" } } });
    const fixes = checkTemplate(text).flatMap(({ fix }) => (fix === undefined ? [] : [fix.replacement]));
    expect(fixes).toEqual(["[toLower(parameters('locaton'))]", "[toLowr(parameters('location'))]"]);
  });

  it('says where a function may not stand', () => {
    const found = checkTemplate({ $schema: '', contentVersion: '1.0.0.0', parameters: { now: { type: 'string', defaultValue: '[utcNow()]' } }, variables: { a: '[utcNow()]', b: "[reference('x')]" }, resources: [] });
    expect(found.filter(({ code }) => code === 'NotAvailable').map(({ pointer }) => pointer)).toEqual(['/variables/a', '/variables/b']);
  });

  it('counts the documented limits on the expanded template', () => {
    const many = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string', defaultValue: '' }]));
    const outputs = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`o${index}`, { type: 'int', value: index }]));
    const resource = { type: 'Microsoft.Storage/storageAccounts', apiVersion: '2022-09-01', name: "[concat('a', copyIndex())]", copy: { name: 'l', count: 500 } };
    const other = { ...resource, name: "[concat('b', copyIndex())]", copy: { name: 'm', count: 301 } };
    const large = { $schema: '', contentVersion: '1.0.0.0', parameters: many(257), outputs, resources: [resource, other] };
    const found = checkTemplate(JSON.parse(JSON.stringify(large))).filter(({ code }) => code === 'LimitExceeded');
    expect(found.map(({ pointer }) => pointer)).toEqual(['/parameters', '/outputs', '/resources']);
  });
});

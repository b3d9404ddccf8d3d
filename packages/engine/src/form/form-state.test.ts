import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formModel, formState } from '../index.ts';
import { compileExpression } from '../expression/compile.ts';
import { plainScope } from '../expression/evaluate.ts';
import { formFunctions } from './form-functions.ts';
import type { Json } from '../api.ts';

const element = (name: string, type: string, more: object = {}): object => ({ name, type: `Microsoft.Common.${type}`, label: name, ...more });
const form = (basics: object[], outputs: object, steps: object[] = []): Json => ({ handler: 'Microsoft.Azure.CreateUIDef', version: '0.1.2-preview', parameters: { basics, steps, outputs } }) as Json;

/** The examples of the pages "CreateUiDefinition ... functions". */
test.each<[string, unknown]>([
  ["[contains('webapp', 'web')]", true],
  ["[contains([1, 2, 3], 4)]", false],
  [`[contains({"key1": "Linux", "key2": "Windows"}, 'key1')]`, true],
  ["[empty('')]", true],
  ['[empty(null)]', true],
  [`[filter(parse('[{\\"name\\":\\"abc\\"},{\\"name\\":\\"xyz\\"}]'), (item) => contains(item.name, 'abc'))]`, [{ name: 'abc' }]],
  ["[first('contoso')]", 'c'],
  ['[first([1, 2, 3])]', 1],
  [`[first({"key1": "Linux", "key2": "Windows"})]`, { key1: 'Linux' }],
  ["[last('contoso')]", 'o'],
  [`[last({"key1": "Linux", "key2": "Windows"})]`, { key2: 'Windows' }],
  ["[length('Contoso')]", 7],
  [`[length({"key1": "Linux", "key2": "Windows"})]`, 2],
  ["[map(parse('[1, 2, 3]'), (item) => mul(2, item))]", [2, 4, 6]],
  [`[map(parse('[{\\"name\\":\\"abc\\"},{\\"name\\":\\"xyz\\"}]'), (item) => item.name)]`, ['abc', 'xyz']],
  ["[skip('webapp', 3)]", 'app'],
  ['[skip([1, 2, 3], 2)]', [3]],
  [`[skip({"key1": "Linux", "key2": "Windows"}, 1)]`, { key2: 'Windows' }],
  ["[split('555-867-5309', '-')]", ['555', '867', '5309']],
  ["[take('webapp', 3)]", 'web'],
  [`[take({"key1": "Linux", "key2": "Windows"}, 1)]`, { key1: 'Linux' }],
  ['[bool(1)]', true],
  ['[bool(0)]', false],
  ['[bool(true)]', true],
  ["[bool('true')]", true],
  ["[decodeBase64('Q29udG9zbw==')]", 'Contoso'],
  ["[decodeUriComponent('https%3A%2F%2Fportal.azure.com%2F')]", 'https://portal.azure.com/'],
  ["[encodeBase64('Contoso')]", 'Q29udG9zbw=='],
  ["[encodeUriComponent('https://portal.azure.com/')]", 'https%3A%2F%2Fportal.azure.com%2F'],
  ["[float('1.0')]", 1],
  ['[float(2.9)]', 2.9],
  ["[int('1')]", 1],
  ['[int(2.9)]', 2],
  ["[parse('true')]", true],
  ["[parse('[1,2,3]')]", [1, 2, 3]],
  ['[string(1)]', '1'],
  ['[string(2.9)]', '2.9'],
  ['[string([1,2,3])]', '[1,2,3]'],
  [`[string({"type":"webapp"})]`, '{"type":"webapp"}'],
  ["[addHours('1990-12-31T23:59:59Z', 1)]", '1991-01-01T00:59:59.000Z'],
  ["[addMinutes('1990-12-31T23:59:59Z', 1)]", '1991-01-01T00:00:59.000Z'],
  ["[addSeconds('1990-12-31T23:59:60Z', 1)]", '1991-01-01T00:00:00.000Z'],
  ["[and(equals(0, 0), equals('web', 'web'), less(1, 2))]", true],
  ['[and(equals(0, 0), greater(1, 2))]', false],
  ["[equals('abc', ['a', 'b', 'c'])]", false],
  ["[greater('9', '10')]", true],
  ['[greaterOrEquals(2, 2)]', true],
  ["[if(equals(42, mul(6, 7)), 'yes', 'no')]", 'yes'],
  ["[less('9', '10')]", false],
  ['[not(false)]', true],
  ['[or(equals(0, 0), greater(1, 2))]', true],
  ['[add(1, 2)]', 3],
  ['[ceil(3.14)]', 4],
  ['[div(6, 3)]', 2],
  ['[floor(3.14)]', 3],
  ['[max(1, 2)]', 2],
  ['[min(1, 2)]', 1],
  ['[mod(6, 4)]', 2],
  ['[range(1, 3)]', [1, 2, 3]],
  ['[sub(3, 2)]', 1],
  ["[endsWith('tuvwxyz', 'xyz')]", true],
  ["[indexOf('abcdef', 'cd')]", 2],
  ["[lastIndexOf('test', 't')]", 3],
  ["[replace('Contoso.net web app', '.net', '.com')]", 'Contoso.com web app'],
  ["[startsWith('abcdefg', 'ab')]", true],
  ["[substring('Contoso.com web app', 12, 3)]", 'web'],
  ["[toLower('CONTOSO')]", 'contoso'],
  ["[toUpper('contoso')]", 'CONTOSO'],
])('%s', (text, wanted) => {
  expect(compileExpression(text, formFunctions).evaluate(plainScope({}))).toEqual(wanted);
});

describe('formState', () => {
  const ui = form(
    [element('kind', 'DropDown', { defaultValue: 'Linux (free)', constraints: { allowedValues: [{ label: 'Linux (free)', value: 'linux' }, { label: 'Windows', value: 'windows' }] } })],
    { os: "[basics('kind')]", key: "[steps('vm').auth.key]", name: "[concat('vm-', steps('vm').name)]", zone: '[location()]', size: "[steps('vm').size]", all: "[concat(basics('kind'), steps('vm').name)]" },
    [
      {
        name: 'vm',
        label: 'Machine',
        elements: [
          { name: 'name', type: 'Microsoft.Common.TextBox', defaultValue: "[concat(basics('kind'), '01')]", constraints: { required: true, validations: [{ regex: '^[a-z0-9]{3,8}$', message: 'Three to eight.' }, { isValid: "[startsWith(steps('vm').name, 'l')]", message: 'Begin with l.' }] } },
          { name: 'auth', type: 'Microsoft.Common.Section', visible: "[equals(basics('kind'), 'linux')]", elements: [element('key', 'TextBox', { constraints: { required: true } })] },
          { name: 'advanced', type: 'Microsoft.Common.CheckBox' },
          { name: 'size', type: 'Microsoft.Compute.SizeSelector', recommendedSizes: ['Standard_B2s'], visible: "[steps('vm').advanced]" },
        ],
      },
    ],
  );

  it('begins with the defaults, a choice by its label, and what is made of other values', () => {
    const { fields, parameters } = formState(ui, {}, { location: 'westus2' });
    expect(parameters).toEqual({ os: 'linux', key: '', name: 'vm-linux01', zone: 'westus2', all: 'linuxlinux01' });
    expect(fields['os']).toMatchObject({ visible: true, default: 'linux', problems: [] });
    expect(fields['name']).toMatchObject({ default: 'linux01', required: true });
    expect(fields['key']?.problems).toEqual(['Enter a value.']);
  });

  it('hides what does not apply, and leaves its parameter out', () => {
    const windows = formState(ui, { os: 'windows', key: 'typed before' });
    expect(windows.fields['key']).toMatchObject({ visible: false, problems: [] });
    expect(windows.parameters).toEqual({ os: 'windows', name: 'vm-windows01', all: 'windowswindows01' });
    expect(formState(ui, {}).fields['size']?.visible).toBe(false);
    const advanced = formState(ui, { 'vm.advanced': true });
    expect([advanced.fields['size']?.visible, advanced.parameters['size']]).toEqual([true, 'Standard_B2s']);
  });

  it('says what is wrong in the words of the author', () => {
    expect(formState(ui, { name: 'X' }).fields['name']?.problems).toEqual(['Three to eight.', 'Begin with l.']);
    expect(formState(ui, { name: 'abc' }).fields['name']?.problems).toEqual(['Begin with l.']);
    expect(formState(ui, { name: '' }).fields['name']?.problems).toEqual(['Enter a value.']);
    expect(formState(ui, { os: 'beos' }).fields['os']?.problems).toEqual(['Choose one of Linux (free), Windows.']);
  });

  it('makes no default of a GUID or a time that the caller did not give', () => {
    const unique = form([element('a', 'TextBox', { defaultValue: "[concat('x', take(guid(), 4))]" })], { a: "[basics('a')]" });
    expect(formState(unique).fields['a']?.default).toBeUndefined();
    expect(formState(unique, {}, { newGuid: 'abcdef00-0000-4000-8000-000000000000' }).parameters).toEqual({ a: 'xabcd' });
  });

  it('gives a member of an element from a field of its own', () => {
    const login = form([{ name: 'cred', type: 'Microsoft.Compute.CredentialsCombo', osPlatform: 'Linux', constraints: { customPasswordRegex: '.{6}', customValidationMessage: 'Six.' } }], { kind: "[basics('cred').authenticationType]", secret: "[basics('cred').password]" });
    const { parameters, fields } = formState(login, { kind: 'password', secret: 'abc' });
    expect(parameters).toEqual({ kind: 'password', secret: 'abc' });
    expect(fields['secret']?.problems).toEqual(['Six.']);
  });

  it('ends elements that ask for each other, and reads the forms of template specs', () => {
    const circle = form([element('a', 'TextBox', { defaultValue: "[basics('b')]", visible: "[not(equals(basics('b'), 'x'))]" }), element('b', 'TextBox', { defaultValue: "[basics('a')]" })], { a: "[basics('a')]" });
    expect(formState(circle).fields['a']?.visible).toBe(true);
    const spec = { view: { kind: 'Form', properties: { title: 't', steps: [{ name: 's', label: 'S', elements: [element('n', 'Slider', { defaultValue: 3, min: 1, max: 5 })] }] }, outputs: { parameters: { n: "[steps('s').n]" } } } } as Json;
    expect(formState(spec).parameters).toEqual({ n: 3 });
    expect(formState(spec, { n: 9 }).fields['n']?.problems).toEqual(['Must be from 1 to 5.']);
  });

  it('never throws, and gives the same state for the same values', () => {
    const scrap = fc.constantFrom("[basics('a')]", "[steps('s').a.b]", "[map(basics('a'), (x) => x.y)]", "[concat(basics('b'), guid())]", '[', "[not(basics('a'))]", "[int(steps('s').b)]", 'text', '', '[range(0, 100000)]', '^[', 1, true, null);
    const wild = fc.record({ name: fc.constantFrom('a', 'b', '__proto__', ''), type: fc.constantFrom('Microsoft.Common.TextBox', 'Microsoft.Common.DropDown', 'Microsoft.Common.Section', 'Microsoft.Network.PublicIpAddressCombo', 'x'), visible: scrap, defaultValue: scrap, label: scrap, constraints: fc.record({ required: scrap, regex: scrap, allowedValues: fc.oneof(scrap, fc.array(fc.record({ label: scrap, value: scrap }))), validations: fc.oneof(scrap, fc.array(fc.record({ isValid: scrap, regex: scrap, message: scrap }))) }), elements: fc.oneof(scrap, fc.array(fc.record({ name: fc.constantFrom('a', 'b'), type: fc.constant('Microsoft.Common.TextBox'), defaultValue: scrap }), { maxLength: 2 })) });
    fc.assert(
      fc.property(fc.array(wild, { maxLength: 4 }), fc.array(wild, { maxLength: 3 }), fc.dictionary(fc.constantFrom('p', 'q', '__proto__'), scrap), fc.dictionary(fc.constantFrom('p', 'basics.a', 's.b'), fc.jsonValue()), (basics, inner, outputs, values) => {
        const source = form(basics as object[], outputs, [{ name: 's', elements: inner }]);
        expect(formState(source, values as Record<string, Json>)).toEqual(formState(source, values as Record<string, Json>));
        expect(structuredClone(formModel({ parameters: { p: { type: 'string' } }, resources: [] }, { createUiDefinition: source }))).toBeDefined();
      }),
      { numRuns: 500, seed: 11 },
    );
  });
});

test('a form model holds what the portal asks: choices, rules, questions without a parameter, and what it computes', () => {
  const { fields, diagnostics } = formModel(
    { $schema: '', contentVersion: '1.0.0.0', parameters: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string', defaultValue: 'x' } }, resources: [] },
    {
      createUiDefinition: form([element('a', 'TextBox', { constraints: { validations: [{ isValid: "[not(equals(basics('a'), 'root'))]", message: 'Not root.' }] } }), element('more', 'CheckBox'), element('api', 'InfoBox'), { name: 'call', type: 'Microsoft.Solutions.ArmApiControl' }], {
        a: "[basics('a')]",
        b: "[concat(basics('a'), basics('more'))]",
        c: "[basics('call').id]",
        d: "[unknown('x')]",
      }),
    },
  );
  expect(fields.map(({ name, computed, formOnly, kind }) => [name, computed, formOnly, kind])).toEqual([
    ['a', undefined, undefined, 'text'],
    ['b', true, undefined, 'text'],
    ['basics.more', undefined, true, 'boolean'],
    ['c', undefined, undefined, 'text'],
  ]);
  expect(fields[0]?.validations).toEqual([{ isValid: "[not(equals(basics('a'), 'root'))]", message: 'Not root.' }]);
  expect(diagnostics.map(({ code, pointer, file }) => [code, pointer, file])).toEqual([
    ['FormElement', '/parameters/basics/3', 'createUiDefinition.json'],
    ['FormExpression', '/parameters/outputs/d', 'createUiDefinition.json'],
  ]);
});

import { RuntimeValue } from '@cloudwright/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applySuggestion, compileDefinition, evaluationDelay, readAliases, type AliasTable, type Suggestion, type Verdict } from './index.ts';

const aliases = readAliases([
  {
    namespace: 'Microsoft.Test',
    resourceTypes: [
      {
        resourceType: 'things',
        capabilities: 'SupportsTags, SupportsLocation',
        aliases: [
          { name: 'Microsoft.Test/things/tls', defaultPath: 'properties.tls', defaultMetadata: { attributes: 'Modifiable' }, paths: [{ path: 'properties.old.tls', apiVersions: ['2015-01-01'], metadata: { attributes: 'None' } }] },
          { name: 'Microsoft.Test/things/rules[*]', defaultPath: 'properties.rules[*]' },
          { name: 'Microsoft.Test/things/rules[*].port', defaultPath: 'properties.rules[*].port', defaultMetadata: { attributes: 'Modifiable', type: 'Integer' } },
          { name: 'Microsoft.Test/things/fixed', defaultPath: 'properties.fixed', defaultMetadata: { attributes: 'None' } },
          { name: 'Microsoft.Test/things/deep.flag', defaultPath: 'properties.deep.flag', defaultMetadata: { attributes: 'Modifiable' } },
        ],
      },
      { resourceType: 'plain', capabilities: 'None', aliases: [] },
    ],
  },
]);

const thing = (properties: unknown, more: Record<string, unknown> = {}) => ({ type: 'Microsoft.Test/things', name: 't', location: 'eastus', properties, ...more });

function evaluate(definition: unknown, resource: unknown, options: { parameters?: Record<string, unknown>; related?: unknown[]; apiVersion?: string; table?: AliasTable } = {}): Verdict {
  const table = options.table ?? aliases;
  const { policy, diagnostics } = compileDefinition(definition, { aliases: table }).bind(options.parameters);
  if (policy === undefined) throw new Error(JSON.stringify(diagnostics));
  const { related, apiVersion } = options;
  return policy.evaluate(resource, { aliases: table, trace: true, ...(related && { related: () => related }), ...(apiVersion !== undefined && { apiVersion }) });
}

describe('three-valued answers', () => {
  const rule = (condition: unknown) => ({ if: condition, then: { effect: 'deny' } });
  const runtime = new RuntimeValue('reference', ['x']);

  test('a run-time value leaves the answer open, with the placeholder as the reason', () => {
    const verdict = evaluate(rule({ field: 'Microsoft.Test/things/tls', equals: '1.2' }), thing({ tls: runtime }));
    expect(verdict).toMatchObject({ effect: 'deny', compliant: 'unknown' });
    expect(verdict.reason).toContain("[reference('x')]");
  });

  test('another condition may settle it', () => {
    const open = { field: 'Microsoft.Test/things/tls', equals: '1.2' };
    const resource = thing({ tls: runtime });
    expect(evaluate(rule({ allOf: [open, { field: 'location', equals: 'westus' }] }), resource).compliant).toBe(true);
    expect(evaluate(rule({ anyOf: [open, { field: 'location', equals: 'eastus' }] }), resource).compliant).toBe(false);
    expect(evaluate(rule({ not: open }), resource).compliant).toBe('unknown');
  });

  test('a count is known when the open members can not change the answer', () => {
    const resource = thing({ rules: [{ port: 22 }, { port: runtime }] });
    const count = (operator: string, value: number) => rule({ count: { field: 'Microsoft.Test/things/rules[*]', where: { field: 'Microsoft.Test/things/rules[*].port', equals: 22 } }, [operator]: value });
    expect(evaluate(count('greaterOrEquals', 1), resource).compliant).toBe(false);
    expect(evaluate(count('equals', 2), resource).compliant).toBe('unknown');
    expect(evaluate(count('equals', 3), resource).compliant).toBe(true);
  });

  test('an unknown alias is never a silent pass', () => {
    const verdict = evaluate(rule({ field: 'Microsoft.Test/things/nowhere', equals: 'x' }), thing({}));
    expect(verdict).toMatchObject({ compliant: 'unknown', reason: "The alias 'Microsoft.Test/things/nowhere' is unknown." });
  });

  test("another type's alias is a missing property", () => {
    expect(evaluate(rule({ field: 'Microsoft.Test/things/tls', exists: false }), { type: 'Microsoft.Test/plain' }).compliant).toBe(false);
  });

  test('a parameter without a value leaves the answer open', () => {
    const definition = { parameters: { p: { type: 'String' } }, policyRule: rule({ field: 'location', equals: "[parameters('p')]" }) };
    expect(evaluate(definition, thing({}))).toMatchObject({ compliant: 'unknown', reason: "The parameter 'p' has no value." });
  });
});

describe('what a run-time value may become', () => {
  const runtime = new RuntimeValue('reference', ['x']);
  const rule = (condition: unknown) => ({ if: condition, then: { effect: 'deny' } });
  const tls = (value: unknown) => thing({ tls: value });
  const field = 'Microsoft.Test/things/tls';

  test('a function that may fail for it leaves the answer open, whatever the other conditions say', () => {
    const failing = { value: `[substring(field('${field}'), 0, 3)]`, equals: '1.2' };
    const definition = rule({ allOf: [failing, { field: 'location', equals: 'westus' }] });
    expect(evaluate(definition, tls('1')).failed).toBe(true);
    expect(evaluate(definition, tls('1.2.3')).compliant).toBe(true);
    expect(evaluate(definition, tls(runtime)).compliant).toBe('unknown');
    expect(evaluate(rule({ allOf: [{ value: `[field('${field}')]`, equals: '1.2' }, { field: 'location', equals: 'westus' }] }), tls(runtime)).compliant).toBe(true);
  });

  test('a failure behind an open condition may never be come to', () => {
    const definition = rule({ allOf: [{ field, equals: '1.2' }, { value: "[substring(field('name'), 0, 99)]", equals: 'x' }] });
    expect(evaluate(definition, tls('1.0')).compliant).toBe(true);
    expect(evaluate(definition, tls('1.2')).failed).toBe(true);
    expect(evaluate(definition, tls(runtime))).toMatchObject({ compliant: 'unknown' });
  });

  test('members of lists, properties of members and lists of choices', () => {
    expect(evaluate(rule({ field, in: [['a', 'b']] }), tls(['a', runtime])).compliant).toBe('unknown');
    expect(evaluate(rule({ value: "[length(field('Microsoft.Test/things/rules[*].port'))]", equals: 2 }), thing({ rules: [{ port: 1 }, { port: runtime }] })).compliant).toBe('unknown');
    expect(evaluate(rule({ count: { field: 'Microsoft.Test/things/rules[*].port' }, equals: 2 }), thing({ rules: [{ port: 1 }, runtime] })).compliant).toBe('unknown');
  });

  test('the name that an -IfNotExists effect looks for, or that a resource will have', () => {
    const looking = { if: { field: 'type', equals: 'Microsoft.Test/plain' }, then: { effect: 'auditIfNotExists', details: { type: 'Microsoft.Test/things', name: "[field('tags.part')]" } } };
    const subject = (part: unknown) => ({ type: 'Microsoft.Test/plain', name: 'x', tags: { part } });
    expect(evaluate(looking, subject(runtime), { related: [thing({})] }).compliant).toBe('unknown');
    expect(evaluate(looking, subject(runtime), { related: [] }).compliant).toBe(false);
    expect(evaluate(looking, subject('t'), { related: [{ ...thing({}), name: runtime }] }).compliant).toBe('unknown');
    expect(evaluate(looking, subject('t'), { related: [{ ...thing({}), name: runtime }, thing({})] }).compliant).toBe(true);
  });
});

test('a list is never equal to the number in it, and an object without a prototype is one like others', () => {
  const verdict = (value: unknown) => evaluate({ if: { field: 'Microsoft.Test/things/tls', equals: 22 }, then: { effect: 'deny' } }, thing({ tls: value })).compliant;
  expect([verdict([22]), verdict(Object.create(null)), verdict(22), verdict('22'), verdict(true)]).toEqual([true, true, false, false, true]);
});

describe('effects', () => {
  const modify = (operations: unknown[], more: Record<string, unknown> = {}) => ({ if: { field: 'type', equals: 'Microsoft.Test/things' }, then: { effect: 'Modify', details: { roleDefinitionIds: ['r'], operations, ...more } } });

  test('modify adds, replaces and removes, and leaves the request as it was', () => {
    const resource = thing({ tls: '1.0' }, { tags: { a: '1', b: '2' } });
    const verdict = evaluate(
      modify([
        { operation: 'addOrReplace', field: 'Microsoft.Test/things/tls', value: '1.2' },
        { operation: 'add', field: "tags['a']", value: 'kept' },
        { operation: 'add', field: 'tags.c', value: '3' },
        { operation: 'Remove', field: 'tags.b' },
      ]),
      resource,
    );
    expect(verdict.effect).toBe('modify');
    expect(verdict.changed?.resource).toEqual(thing({ tls: '1.2' }, { tags: { a: '1', c: '3' } }));
    expect(verdict.changed?.operations.map((operation) => operation.outcome)).toEqual(['applied', 'unchanged', 'applied', 'applied']);
    expect(resource.properties).toEqual({ tls: '1.0' });
  });

  test('modify of members: add goes behind, addOrReplace replaces all', () => {
    const resource = thing({ rules: [{ port: 1 }] });
    const after = (operation: string) => evaluate(modify([{ operation, field: 'Microsoft.Test/things/rules[*]', value: { port: 2 } }]), resource).changed?.resource;
    expect(after('add')).toEqual(thing({ rules: [{ port: 1 }, { port: 2 }] }));
    expect(after('addOrReplace')).toEqual(thing({ rules: [{ port: 2 }] }));
  });

  test('a nested property is skipped where the one above it is absent', () => {
    const verdict = evaluate(modify([{ operation: 'addOrReplace', field: 'Microsoft.Test/things/deep.flag', value: true }]), thing({}));
    expect(verdict.changed?.operations[0]?.outcome).toBe('skipped');
  });

  test('an alias that can not be modified in the api version falls back to conflictEffect', () => {
    const operation = { operation: 'addOrReplace', field: 'Microsoft.Test/things/tls', value: '1.2' };
    expect(evaluate(modify([operation]), thing({}), { apiVersion: '2015-01-01' }).effect).toBe('deny');
    const audited = evaluate(modify([operation], { conflictEffect: 'audit' }), thing({}), { apiVersion: '2015-01-01' });
    expect(audited.effect).toBe('modify');
    expect(audited.changed?.resource).toEqual(thing({}));
  });

  test('an alias that can never be modified does not compile', () => {
    const { diagnostics } = compileDefinition(modify([{ operation: 'add', field: 'Microsoft.Test/things/fixed', value: 1 }]), { aliases });
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'AliasNotModifiable', pointer: '/then/details/operations/0/field' }));
  });

  test('an operation has a condition: false leaves it out, one that is not known yet is not carried out', () => {
    const operation = (condition: string) => ({ operation: 'addOrReplace', field: 'Microsoft.Test/things/tls', value: '1.2', condition });
    const definition = modify([operation("[greaterOrEquals(requestContext().apiVersion, '2019-04-01')]")]);
    const changed = (requestContext?: Record<string, string>) => compileDefinition(definition, { aliases }).bind().policy?.evaluate(thing({ tls: '1.0' }), { aliases, context: { ...(requestContext && { requestContext }) } }).changed;
    expect(changed({ apiVersion: '2021-01-01' })?.resource).toEqual(thing({ tls: '1.2' }));
    expect(changed({ apiVersion: '2018-01-01' })).toMatchObject({ resource: thing({ tls: '1.0' }), operations: [] });
    expect(changed()).toMatchObject({ resource: thing({ tls: '1.0' }), operations: [{ outcome: 'skipped' }] });
    const { diagnostics } = compileDefinition(modify([operation("[equals(field('name'), 'a')]")]), { aliases });
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'FunctionUndocumented', severity: 'warning', pointer: '/then/details/operations/0/condition' }));
  });

  test('only tags can be removed', () => {
    expect(compileDefinition(modify([{ operation: 'Remove', field: "tags['env']" }]), { aliases }).ok).toBe(true);
    expect(compileDefinition(modify([{ operation: 'Remove', field: 'Microsoft.Test/things/tls' }]), { aliases }).diagnostics).toContainEqual(expect.objectContaining({ code: 'InvalidDetails', pointer: '/then/details/operations/0/field' }));
  });

  test('a value of another type than the alias has falls back to conflictEffect', () => {
    const to = (value: unknown, more = {}) => evaluate(modify([{ operation: 'addOrReplace', field: 'Microsoft.Test/things/rules[*].port', value }], more), thing({ rules: [{ port: 1 }] }));
    expect(to(2).changed?.resource).toEqual(thing({ rules: [{ port: 2 }] }));
    expect(to('2')).toMatchObject({ effect: 'deny' });
    expect(to('2', { conflictEffect: 'audit' })).toMatchObject({ effect: 'modify', changed: { resource: thing({ rules: [{ port: 1 }] }) } });
  });

  test('the identity is changed of virtual machines and scale sets only', () => {
    const definition = { if: { field: 'identity.type', notContains: 'SystemAssigned' }, then: { effect: 'modify', details: { roleDefinitionIds: ['r'], operations: [{ operation: 'addOrReplace', field: 'identity.type', value: 'SystemAssigned' }] } } };
    expect(evaluate(definition, thing({}))).toMatchObject({ effect: 'none', applicable: false });
    expect(evaluate(definition, { type: 'Microsoft.Compute/virtualMachines', name: 'v', location: 'eastus' }).changed?.resource).toMatchObject({ identity: { type: 'SystemAssigned' } });
  });

  test('append: a [*] alias makes the list or adds to it, the list itself is added whole or refused', () => {
    const append = (field: string, value: unknown) => ({ if: { field: 'type', exists: true }, then: { effect: 'append', details: [{ field: `Microsoft.Test/things/${field}`, value }] } });
    const rule = { port: 22 };
    expect(evaluate(append('rules[*]', rule), thing({})).changed?.resource).toEqual(thing({ rules: [rule] }));
    expect(evaluate(append('rules[*]', rule), thing({ rules: [{ port: 1 }] })).changed?.resource).toEqual(thing({ rules: [{ port: 1 }, rule] }));
    expect(evaluate(append('rules', [rule]), thing({})).changed?.resource).toEqual(thing({ rules: [rule] }));
    expect(evaluate(append('rules', [rule]), thing({ rules: [{ port: 1 }] })).effect).toBe('deny');
  });

  test('append adds what is missing and refuses another value', () => {
    const append = { if: { field: 'type', exists: true }, then: { effect: 'append', details: [{ field: 'Microsoft.Test/things/tls', value: '1.2' }] } };
    expect(evaluate(append, thing({})).changed?.resource).toEqual(thing({ tls: '1.2' }));
    expect(evaluate(append, thing({ tls: '1.0' })).effect).toBe('deny');
  });

  test('auditIfNotExists looks at the related resources; field() still means the resource', () => {
    const definition = {
      if: { field: 'type', equals: 'Microsoft.Test/plain' },
      then: { effect: 'auditIfNotExists', details: { type: 'Microsoft.Test/things', existenceCondition: { field: 'Microsoft.Test/things/tls', equals: "[field('name')]" } } },
    };
    const resource = { type: 'Microsoft.Test/plain', name: 'x' };
    expect(evaluate(definition, resource).compliant).toBe('unknown');
    expect(evaluate(definition, resource, { related: [] })).toMatchObject({ effect: 'auditIfNotExists', compliant: false });
    expect(evaluate(definition, resource, { related: [thing({ tls: 'y' })] })).toMatchObject({ effect: 'auditIfNotExists', compliant: false });
    expect(evaluate(definition, resource, { related: [thing({ tls: 'y' }), thing({ tls: 'x' })] })).toMatchObject({ effect: 'none', compliant: true });
  });

  test('a name may ask for every child of a parent', () => {
    const definition = { if: { field: 'type', equals: 'Microsoft.Test/plain' }, then: { effect: 'auditIfNotExists', details: { type: 'Microsoft.Test/plain/children', name: "[concat(field('name'), '/?')]" } } };
    const found = (name: string) => evaluate(definition, { type: 'Microsoft.Test/plain', name: 'x' }, { related: [{ type: 'Microsoft.Test/plain/children', name }] }).compliant;
    expect([found('x/a'), found('x/b'), found('y/a')]).toEqual([true, true, false]);
  });

  test.each([[undefined, { after: 'minutes', minutes: 10 }], ['AfterProvisioning', { after: 'provisioning' }], ['afterProvisioningFailure', { after: 'provisioning', outcome: 'failure' }], ['PT30M', { after: 'minutes', minutes: 30 }], ['PT1H30M', { after: 'minutes', minutes: 90 }], ['PT0S', { after: 'minutes', minutes: 0 }], ['PT361M', undefined], ['P', undefined], ['PT', undefined], ['soon', undefined], [5, undefined]])('evaluationDelay %s', (source, expected) => {
    expect(evaluationDelay(source)).toEqual(expected);
    const { ok } = compileDefinition({ if: { field: 'type', exists: true }, then: { effect: 'auditIfNotExists', details: { type: 'a/b', ...(source !== undefined && { evaluationDelay: source }) } } });
    expect(ok).toBe(expected !== undefined);
  });

  test('the embedded template keeps its own expressions, the parameters are evaluated', () => {
    const definition = {
      if: { field: 'type', exists: true },
      then: { effect: 'deployIfNotExists', details: { type: 'Microsoft.Test/plain', deployment: { properties: { mode: 'incremental', template: { resources: [{ name: "[parameters('n')]" }] }, parameters: { n: { value: "[field('name')]" } } } } } },
    };
    expect(evaluate(definition, thing({}), { related: [] }).details).toMatchObject({
      deployment: { properties: { template: { resources: [{ name: "[parameters('n')]" }] }, parameters: { n: { value: 't' } } } },
    });
  });

  test('disabled, data-plane modes and types without tags in mode Indexed are not applicable', () => {
    const definition = (effect: string, mode: string) => ({ mode, policyRule: { if: { field: 'type', exists: true }, then: { effect } } });
    expect(evaluate(definition('Disabled', 'All'), thing({}))).toMatchObject({ effect: 'none', applicable: false });
    expect(evaluate(definition('deny', 'Microsoft.KeyVault.Data'), thing({}))).toMatchObject({ effect: 'none', applicable: false });
    expect(evaluate(definition('deny', 'Indexed'), { type: 'Microsoft.Test/plain' })).toMatchObject({ effect: 'none', applicable: false });
    expect(evaluate(definition('deny', 'All'), { type: 'Microsoft.Test/plain' }).effect).toBe('deny');
  });

  test('a template function that fails refuses the request', () => {
    const definition = { if: { value: "[substring(field('name'), 0, 3)]", equals: 'abc' }, then: { effect: 'audit' } };
    expect(evaluate(definition, thing({}))).toMatchObject({ effect: 'deny', compliant: false, failed: true });
  });
});

describe('trace and suggestion', () => {
  test('the trace names condition, field, value and what was wanted', () => {
    const verdict = evaluate({ if: { allOf: [{ field: 'type', equals: 'Microsoft.Test/things' }, { field: 'location', notIn: ['westus', 'northeurope'] }] }, then: { effect: 'deny' } }, thing({}));
    expect(verdict.trace?.[1]).toEqual({ pointer: '/if/allOf/1', kind: 'field', left: 'location', operator: 'notIn', actual: 'eastus', expected: ['westus', 'northeurope'], result: true });
    expect(verdict.suggestion).toMatchObject({ field: 'location', action: 'set', value: 'westus', choices: ['westus', 'northeurope'] });
  });

  test('several changes are suggested together where one does not do', () => {
    const definition = { if: { anyOf: [{ field: 'Microsoft.Test/things/tls', notEquals: '1.2' }, { field: 'Microsoft.Test/things/deep.flag', notEquals: 'true' }, { field: 'tags', notContainsKey: 'owner' }] }, then: { effect: 'deny' } };
    const { suggestion } = evaluate(definition, thing({}));
    expect(suggestion).toMatchObject({ path: 'properties.tls', and: [{ path: 'properties.deep.flag', value: true }, { path: 'tags.owner', action: 'add' }] });
    expect(suggestion?.text).toBe('Set properties.tls to "1.2"; then set properties.deep.flag to true; then add tags.owner.');
    expect(evaluate(definition, { ...(applySuggestion(thing({}), suggestion as Suggestion) as object), tags: { owner: 'x' } }).compliant).toBe(true);
  });

  test('no value is suggested that does not pass, and what is to be there is read off the other conditions', () => {
    const rule = (...anyOf: unknown[]) => ({ if: { anyOf }, then: { effect: 'deny' } });
    const tls = 'Microsoft.Test/things/tls';
    expect(evaluate(rule({ field: tls, equals: '1.0' }, { field: tls, exists: true }, { field: tls, exists: false }), thing({ tls: '1.0' })).suggestion).not.toHaveProperty('value');
    expect(evaluate(rule({ field: tls, exists: false }, { field: tls, notIn: ['1.2', '1.3'] }), thing({})).suggestion).toMatchObject({ value: '1.2', choices: ['1.2', '1.3'] });
  });

  test('of a related resource the change names it, and the reason what it lacks', () => {
    const definition = { if: { field: 'type', equals: 'Microsoft.Test/plain' }, then: { effect: 'auditIfNotExists', details: { type: 'Microsoft.Test/things', existenceCondition: { field: 'Microsoft.Test/things/tls', equals: '1.2' } } } };
    const verdict = evaluate(definition, { type: 'Microsoft.Test/plain', name: 'x', id: '/x' }, { related: [{ ...thing({ tls: '1.0' }), id: '/t' }] });
    expect(verdict.reason).toBe('The Microsoft.Test/things does not meet the condition: Microsoft.Test/things/tls is "1.0", which is not equal to "1.2".');
    expect(verdict.suggestion).toMatchObject({ of: { type: 'Microsoft.Test/things', name: 't' }, path: 'properties.tls', value: '1.2', text: "In Microsoft.Test/things 't': Set properties.tls to \"1.2\"." });
  });

  test('the suggestion passes', () => {
    const definition = { if: { anyOf: [{ field: 'Microsoft.Test/things/tls', exists: false }, { field: 'Microsoft.Test/things/tls', less: '1.2' }] }, then: { effect: 'deny' } };
    const verdict = evaluate({ if: { field: 'Microsoft.Test/things/tls', notEquals: '1.2' }, then: { effect: 'deny' } }, thing({}));
    expect(verdict.suggestion).toMatchObject({ path: 'properties.tls', value: '1.2', text: 'Set properties.tls to "1.2".' });
    expect(evaluate(definition, thing({ tls: verdict.suggestion?.value })).compliant).toBe(true);
  });
});

describe('definitions', () => {
  test.each([
    ['no if', { then: { effect: 'deny' } }, 'MissingIf', ''],
    ['no effect', { if: { allOf: [] }, then: {} }, 'MissingEffect', '/then'],
    ['two left sides', { if: { field: 'a', value: 'b', equals: 1 }, then: { effect: 'deny' } }, 'InvalidCondition', '/if'],
    ['unknown key', { if: { field: 'type', equals: 'x', more: 1 }, then: { effect: 'deny' } }, 'UnknownProperty', '/if/more'],
    ['in without a list', { if: { field: 'type', in: 'x' }, then: { effect: 'deny' } }, 'InvalidOperand', '/if/in'],
    ['unknown function', { if: { value: '[nope()]', equals: 1 }, then: { effect: 'deny' } }, 'UnknownFunction', '/if/value'],
    ['forbidden function', { if: { value: "[reference('x')]", equals: 1 }, then: { effect: 'deny' } }, 'FunctionNotAllowed', '/if/value'],
    ['current outside of a count', { if: { value: '[current()]', equals: 1 }, then: { effect: 'deny' } }, 'CurrentOutsideCount', '/if/value'],
    ['undeclared parameter', { properties: { parameters: {}, policyRule: { if: { value: "[parameters('x')]", equals: 1 }, then: { effect: 'deny' } } } }, 'UndeclaredParameter', '/properties/policyRule/if/value'],
    ['unknown effect', { if: { allOf: [] }, then: { effect: 'explode' } }, 'UnknownEffect', '/then/effect'],
    ['not an object', 'text', 'NotAnObject', ''],
  ])('%s is a diagnostic with a pointer', (_, definition, code, pointer) => {
    expect(compileDefinition(definition).diagnostics).toContainEqual(expect.objectContaining({ code, pointer, severity: 'error' }));
  });

  test('a value outside of allowedValues is refused', () => {
    const compiled = compileDefinition({ properties: { parameters: { effect: { type: 'String', allowedValues: ['Audit', 'Deny'] } }, policyRule: { if: { allOf: [] }, then: { effect: "[parameters('effect')]" } } } });
    expect(compiled.bind({ effect: 'deny' }).policy?.effect).toBe('deny');
    expect(compiled.bind({ effect: 'Append' }).diagnostics).toContainEqual(expect.objectContaining({ code: 'InvalidParameterValue' }));
  });

  test('no input makes it throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const condition = { anyOf: [a, { field: 'type', equals: b }, { value: a, in: b }, { count: { value: b, where: a }, equals: 1 }] };
        for (const definition of [a, { if: a, then: b }, { if: condition, then: { effect: 'deny' } }]) {
          compileDefinition(definition, { aliases }).bind(b as never).policy?.evaluate(b, { aliases, trace: true });
        }
      }),
      { numRuns: 300 },
    );
  });
});

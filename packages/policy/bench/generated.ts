import fc from 'fast-check';
import { RuntimeValue } from '@cloudwright/engine';
import { readAliases } from '../src/index.ts';

/** Policies and resources made up at random, for tests that compare two ways of judging. Rules always compile. */

export const TYPE = 'Microsoft.Test/things';
const RELATED = 'Microsoft.Test/things/parts';
const alias = (name: string) => `${TYPE}/${name}`;
const SCALARS = ['a', 'b', 'o.x', 'o.y'];
const OF_RULE = ['port', 'name', 'deep.z'];

export const aliases = readAliases([
  {
    namespace: 'Microsoft.Test',
    resourceTypes: [
      {
        resourceType: 'things', capabilities: 'SupportsTags, SupportsLocation',
        aliases: [...SCALARS, 'o', 'list', 'list[*]', 'rules', 'rules[*]', 'rules[*].marks', 'rules[*].marks[*]', ...OF_RULE.map((name) => `rules[*].${name}`)].map((name) => ({ name: alias(name), defaultPath: `properties.${name}`, paths: [] })),
      },
      { resourceType: 'things/parts', capabilities: 'None', aliases: [{ name: `${RELATED}/state`, defaultPath: 'properties.state', paths: [] }] },
    ],
  },
]);

// Small pools, so that conditions hold about as often as not.
const word = fc.constantFrom('a', 'A', 'b', 'ab', 'a-1', 'East US', 'eastus', '', '1', 'true', '2020-01-01');
const scalar = fc.oneof({ weight: 6, arbitrary: word }, { weight: 2, arbitrary: fc.constantFrom<unknown>(0, 1, 2, 22, true, false) }, { weight: 1, arbitrary: fc.constant(null) });
/** Anything that a value known at run time may turn out to be. */
export const anyValue = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('x', 'y', 'port', 'name', 'marks'), scalar, { maxKeys: 2 }) as fc.Arbitrary<unknown> },
);

const tags = fc.dictionary(fc.constantFrom('env', 'owner', 'cost.center'), word, { maxKeys: 3 });
const rule = fc.record({ port: scalar, name: word, deep: fc.record({ z: scalar }), marks: fc.array(word, { maxLength: 2 }) }, { requiredKeys: [] });
const properties = fc.record({ a: scalar, b: scalar, o: fc.record({ x: scalar, y: scalar }, { requiredKeys: [] }), list: fc.array(scalar, { maxLength: 3 }), rules: fc.array(rule, { maxLength: 3 }) }, { requiredKeys: [] });
const ID = '/subscriptions/s/resourceGroups/g/providers/Microsoft.Test/things/t';
export const resource = fc.record({ tags, properties }, { requiredKeys: ['properties'] }).map((body) => ({ id: ID, type: TYPE, name: 't', location: 'eastus', ...body }));
const part = fc.record({ name: fc.constantFrom('t/a', 't/b'), properties: fc.record({ state: scalar }, { requiredKeys: [] }) }).map((body) => ({ id: `${ID}/parts/${body.name.slice(2)}`, type: RELATED, ...body }));
export const parts = fc.array(part, { maxLength: 2 });

interface Place {
  /** Fields that a condition may name here. */
  fields: string[];
  /** Values of current(), where there is one. */
  current: string | undefined;
}

const TOP: Place = { fields: ['location', 'name', 'tags', 'tags.env', "tags['cost.center']", 'tags[owner]', ...SCALARS.map(alias), alias('o'), alias('list'), alias('list[*]'), alias('rules[*].port'), alias('rules[*].marks[*]')], current: undefined };
const IN_RULES: Place = { fields: [...TOP.fields, alias('rules[*]'), ...OF_RULE.map((name) => alias(`rules[*].${name}`)), alias('rules[*].marks')], current: `current('${alias('rules[*].name')}')` };
const IN_VALUE: Place = { fields: TOP.fields, current: "current('v')" };

/** Parts of expressions; some fail for some values, as real ones do. */
const expression = (place: Place): fc.Arbitrary<string> => {
  const leaf = fc.oneof(
    fc.constantFrom(...place.fields.filter((field) => !field.includes("'"))).map((field) => `field('${field}')`),
    fc.constantFrom("'a'", "'ab'", '1', "''", "resourceGroup().tags.env", 'resourceGroup().location', "parameters('p')"),
    ...(place.current === undefined ? [] : [fc.constant(place.current)]),
  );
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      tie('node').map((a) => `empty(${a})`),
      tie('node').map((a) => `string(${a})`),
      tie('node').map((a) => `toLower(${a})`),
      tie('node').map((a) => `length(${a})`),
      tie('node').map((a) => `substring(${a}, 0, 1)`),
      tie('node').map((a) => `not(equals(${a}, 'a'))`),
      fc.tuple(fc.constantFrom('concat', 'coalesce', 'createArray'), tie('node'), tie('node')).map(([name, a, b]) => `${name}(${a}, ${b})`),
      fc.tuple(fc.constantFrom('and', 'or'), tie('node'), tie('node')).map(([name, a, b]) => `${name}(equals(${a}, 'a'), contains(${b}, 'a'))`),
      fc.tuple(tie('node'), tie('node')).map(([a, b]) => `equals(${a}, ${b})`),
      fc.tuple(tie('node'), tie('node')).map(([a, b]) => `contains(${a}, ${b})`),
      fc.tuple(tie('node'), tie('node'), tie('node')).map(([a, b, c]) => `if(equals(${a}, 'a'), ${b}, ${c})`),
    ),
  }));
  return node;
};

const right: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.tuple(fc.constantFrom('equals', 'notEquals', 'contains', 'notContains'), scalar.filter((value) => value !== null)).map(([name, value]) => ({ [name]: value })),
  fc.tuple(fc.constantFrom('like', 'notLike'), fc.constantFrom('a*', '*', '*b', 'a', '')).map(([name, value]) => ({ [name]: value })),
  fc.tuple(fc.constantFrom('match', 'notMatch', 'matchInsensitively', 'notMatchInsensitively'), fc.constantFrom('?', '??', '?-#', 'a', '#')).map(([name, value]) => ({ [name]: value })),
  fc.tuple(fc.constantFrom('in', 'notIn'), fc.array(anyValue, { maxLength: 7 })).map(([name, value]) => ({ [name]: value })),
  fc.tuple(fc.constantFrom('containsKey', 'notContainsKey'), fc.constantFrom('env', 'x', 'port')).map(([name, value]) => ({ [name]: value })),
  fc.tuple(fc.constantFrom('less', 'lessOrEquals', 'greater', 'greaterOrEquals'), fc.constantFrom<unknown>(0, 1, 2, 'a', '2020-01-01')).map(([name, value]) => ({ [name]: value })),
  fc.boolean().map((exists) => ({ exists })),
);
const number = fc.tuple(fc.constantFrom('equals', 'notEquals', 'less', 'greater', 'greaterOrEquals', 'in'), fc.integer({ min: 0, max: 3 })).map(([name, value]) => ({ [name]: name === 'in' ? [value, 1] : value }));
const rightIn = (place: Place) => fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: fc.tuple(fc.constantFrom('equals', 'notEquals'), expression(place)).map(([name, text]) => ({ [name]: `[${text}]` })) });

/** A condition at a place, its counts inside of each other at most twice. */
function condition(place: Place, counts = 2): fc.Arbitrary<Record<string, unknown>> {
  const test = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...place.fields), rightIn(place)).map(([field, operator]) => ({ field, ...operator })) },
    { weight: 2, arbitrary: fc.tuple(expression(place), rightIn(place)).map(([text, operator]) => ({ value: `[${text}]`, ...operator })) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('env', 'owner'), rightIn(place)).map(([tag, operator]) => ({ field: `[concat('tags[', parameters('tag'), ']')]`.replace("parameters('tag')", `'${tag}'`), ...operator })) },
    ...(counts === 0 ? [] : [{ weight: 2, arbitrary: count(place, counts - 1) }]),
  );
  const { node } = fc.letrec<{ node: Record<string, unknown> }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      test,
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((allOf) => ({ allOf })),
      fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
      tie('node').map((not) => ({ not })),
    ),
  }));
  return node;
}

function count(place: Place, counts: number): fc.Arbitrary<Record<string, unknown>> {
  const optional = (inner: fc.Arbitrary<Record<string, unknown>>) => fc.option(inner, { nil: undefined }).map((where) => (where === undefined ? {} : { where }));
  const ofRules = place === TOP ? [fc.tuple(optional(condition(IN_RULES, counts)), number).map(([where, operator]) => ({ count: { field: alias('rules[*]'), ...where }, ...operator }))] : [];
  return fc.oneof(
    ...ofRules,
    fc.tuple(optional(condition(IN_VALUE, 0)), number, fc.constantFrom<unknown>(['a', 'b'], ['env', 1, 'a'], `[field('${alias('list[*]')}')]`)).map(([where, operator, value]) => ({ count: { value, name: 'v', ...where }, ...operator })),
  );
}

export interface GeneratedPolicy {
  definition: { properties: { mode: string; parameters: object; policyRule: { if: Record<string, unknown>; then: Record<string, unknown> } } };
  parameters: Record<string, unknown>;
}

const then: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ effect: 'deny' }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.option(right, { nil: undefined }), fc.constantFrom(undefined, 'a', "[field('tags.env')]", 't/?')).map(([operator, name]) => ({
      effect: 'auditIfNotExists',
      details: { type: RELATED, ...(name !== undefined && { name }), ...(operator !== undefined && { existenceCondition: { field: `${RELATED}/state`, ...operator } }) },
    })),
  },
);

export const policy: fc.Arbitrary<GeneratedPolicy> = fc.record({ if: condition(TOP), then, p: scalar.filter((value) => value !== null) }).map(({ p, ...policyRule }) => ({
  definition: { properties: { mode: 'All', parameters: { p: { type: 'String' } }, policyRule } },
  parameters: { p },
}));

/** Paths of everything in a resource, or in a list of resources, that a run-time value may stand for. */
export function places(source: unknown, path: (string | number)[] = []): (string | number)[][] {
  const inResource = path.length > 0 && typeof path[0] === 'number' ? path.slice(1) : path;
  const own = inResource.length > 0 && !['id', 'type', 'location'].includes(String(inResource[0])) && path[0] !== 'name' ? [path] : [];
  if (typeof source !== 'object' || source === null) return own;
  return [...own, ...Object.entries(source).flatMap(([key, value]) => places(value, [...path, Array.isArray(source) ? Number(key) : key]))];
}

/** The resource with other values at some places; a place inside of one that was replaced is gone. */
export function replaced(source: unknown, values: ReadonlyMap<string, unknown>, path: (string | number)[] = []): unknown {
  const key = JSON.stringify(path);
  if (values.has(key)) return values.get(key);
  if (typeof source !== 'object' || source === null || source instanceof RuntimeValue) return source;
  if (Array.isArray(source)) return source.map((item, i) => replaced(item, values, [...path, i]));
  return Object.fromEntries(Object.entries(source).map(([name, value]) => [name, replaced(value, values, [...path, name])]));
}

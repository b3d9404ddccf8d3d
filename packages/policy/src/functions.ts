import { EvaluationError, fn, FunctionTable, RuntimeValue, standardFunctions, type FunctionRow, type Value } from '@cloudwright/engine';
import { Field } from './fields.ts';
import type { CountSite, Frame, Site } from './frame.ts';
import { parseIpRange, rangeContains } from './ip-range.ts';

/**
 * The functions of policy rules: the template language's, less those that need a deployment, and the policy
 * language's own (learn.microsoft.com/azure/governance/policy/concepts/definition-structure-policy-rule, Policy functions).
 */

/** Functions that a rule can never use: they ask for a deployment, or for the cloud. */
const UNAVAILABLE = [
  'copyIndex', 'deployment', 'environment', 'managementGroup', 'tenant', 'newGuid', 'pickZones', 'providers', 'reference',
  'references', 'variables', 'lambda', 'map', 'filter', 'reduce', 'sort', 'toObject', 'groupBy', 'mapValues', 'deployer',
  'list', 'listKeys', 'listSecrets', 'listAccountSas', 'lambdaVariables', 'toLogicalZone', 'toLogicalZones',
  'toPhysicalZone', 'toPhysicalZones', 'managementGroupResourceId', 'getSecret',
];

/**
 * Functions that the documentation leaves out of policy rules, and that are nevertheless plain calculations: a rule
 * with one is evaluated, and its check warns.
 */
export const UNDOCUMENTED: ReadonlySet<string> = new Set([
  'datetimeadd', 'datetimefromepoch', 'datetimetoepoch', 'extensionresourceid', 'resourceid', 'subscriptionresourceid', 'tenantresourceid',
]);

/** Functions whose answer differs from resource to resource: an expression without any of them is calculated once. */
export const CHANGING: ReadonlySet<string> = new Set([
  'field', 'current', 'requestcontext', 'policy', 'subscription', 'resourcegroup', 'utcnow', 'resourceid', 'subscriptionresourceid', 'extensionresourceid',
]);

/** Names of functions that policy rules may not use at all, in lower case. */
export const FORBIDDEN: ReadonlySet<string> = new Set(UNAVAILABLE.map((name) => name.toLowerCase()));

const rows: FunctionRow[] = [
  fn('field', 1, 1, ([name], scope) => (scope as Frame).reading(fieldOf(scope as Frame, text(name, 'field')).value(scope as Frame)), { returns: 'Any' }),
  fn('current', 0, 1, ([name], scope) => (scope as Frame).reading(current(scope as Frame, name === undefined ? undefined : text(name, 'current'))), { returns: 'Any' }),
  fn('requestContext', 0, 0, (_, scope) => requestOf(scope as Frame), { returns: 'Object' }),
  fn('policy', 0, 0, (_, scope) => (scope as Frame).reading((scope as Frame).policy ?? (scope as Frame).context.policy ?? new RuntimeValue('policy', [])), { returns: 'Object' }),
  fn('utcNow', 0, 1, ([format], scope) => (scope as Frame).reading(utcNow(scope as Frame, format)), { returns: 'String' }),
  fn('addDays', 2, 2, ([date, days]) => addDays(text(date, 'addDays'), days as Value), { returns: 'String' }),
  fn('ipRangeContains', 2, 2, ([range, target]) => ipRangeContains(text(range, 'ipRangeContains'), text(target, 'ipRangeContains')), { returns: 'Boolean' }),
];

/** The table that policy expressions are compiled with. */
export const policyFunctions: FunctionTable = standardFunctions.with(rows, UNAVAILABLE, { missingMember: 'null', maxLength: 81_920, family: undefined });

function text(value: Value | undefined, name: string): string {
  if (typeof value === 'string') return value;
  throw new EvaluationError('InvalidArgument', `The template language function '${name}' expects a text as its parameter.`);
}

/** The request; who makes it is open where nobody is named, as when an existing resource is judged. */
function requestOf(frame: Frame): Value {
  const given = frame.context.requestContext as { [name: string]: Value } | undefined;
  if (given === undefined) return frame.reading(new RuntimeValue('requestContext', []));
  return 'identity' in given ? given : { ...given, identity: new RuntimeValue('requestContext', []) };
}

// Fields named in expressions are compiled once for the place they stand in.
const readers = new WeakMap<Site, Map<string, Field>>();
const MAX_READERS = 5_000;

function fieldOf(frame: Frame, name: string, root: 'subject' | 'resource' = 'subject'): Field {
  let named = readers.get(frame.site);
  if (named === undefined) readers.set(frame.site, (named = new Map()));
  const key = `${root}|${name}`;
  let field = named.get(key);
  if (field === undefined) {
    if (named.size >= MAX_READERS) named.clear();
    named.set(key, (field = new Field(name, frame.site, root)));
  }
  return field;
}

/** The member that a count is at: by its index name, by its alias (or a property of it), or the innermost one. */
function current(frame: Frame, name: string | undefined): Value {
  const { count } = frame.site;
  if (count === undefined) throw new EvaluationError('NotAvailable', 'current() can be used in the where of a count only.');
  if (name === undefined) return (frame.slots[count.slot] ?? null) as Value;
  const lower = name.toLowerCase();
  for (let site: CountSite | undefined = count; site !== undefined; site = site.parent) {
    if (site.name === lower) return (frame.slots[site.slot] ?? null) as Value;
  }
  return fieldOf(frame, name, 'resource').current(frame) as Value;
}

function utcNow(frame: Frame, format: Value | undefined): Value {
  if (frame.context.utcNow === undefined) return new RuntimeValue('utcNow', []);
  if (format === undefined) return fullPrecision(frame.now);
  const row = standardFunctions.get('utcNow');
  return row?.call === undefined ? frame.now : row.call([format], frame);
}

/** Policy's utcNow() has seven digits: yyyy-MM-ddTHH:mm:ss.fffffffZ. */
function fullPrecision(iso: string): string {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? iso : new Date(ms).toISOString().replace('Z', '0000Z');
}

const DAY = 86_400_000;

/** The date so many days later, in the form yyyy-MM-ddTHH:mm:ss.FFFFFFFZ (a fraction only where there is one). */
function addDays(date: string, days: Value): string {
  const ms = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(date) || !date.includes('T') ? date : `${date}Z`);
  const count = typeof days === 'string' ? Number(days) : days;
  if (Number.isNaN(ms)) throw new EvaluationError('InvalidArgument', `addDays: '${date}' is not a date in ISO 8601.`);
  if (typeof count !== 'number' || !Number.isInteger(count)) throw new EvaluationError('InvalidArgument', 'addDays: the number of days must be an integer.');
  const moved = new Date(ms + count * DAY);
  if (Number.isNaN(moved.getTime())) throw new EvaluationError('InvalidArgument', 'addDays: the result is not a date.');
  // A tenth of a microsecond is finer than the clock here: those digits are carried over as they are.
  const fine = /\.\d{3}(\d{1,4})\d*(Z|[+-]\d\d:?\d\d)?$/i.exec(date)?.[1] ?? '';
  return moved.toISOString().replace(/\.(\d{3})Z$/, (_, ms3: string) => {
    const digits = `${ms3}${fine}`.replace(/0+$/, '');
    return digits === '' ? 'Z' : `.${digits}Z`;
  });
}

function ipRangeContains(range: string, target: string): boolean {
  const outer = parseIpRange(range);
  const inner = parseIpRange(target);
  if (outer === undefined || inner === undefined) {
    throw new EvaluationError('InvalidArgument', `ipRangeContains: '${outer === undefined ? range : target}' is not a range of IP addresses.`);
  }
  const contained = rangeContains(outer, inner);
  if (contained === undefined) throw new EvaluationError('InvalidArgument', 'ipRangeContains: IPv4 and IPv6 ranges can not be mixed.');
  return contained;
}

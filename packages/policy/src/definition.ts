import { walkExpression } from '@cloudwright/engine';
import type { EffectName, ParameterDeclaration, PolicyDiagnostic } from './api.ts';
import type { AliasTable } from './aliases.ts';
import { evaluationDelay } from './evaluation-delay.ts';
import { Diagnostics, pointerTo } from './diagnostics.ts';
import { bindParameters, readParameters } from './parameters.ts';
import { Policy, type PolicyIds } from './policy.ts';
import { checkExpressions, effectOf, isRecord, parseCondition, type CheckContext, type ConditionNode } from './rule.ts';
import { compilePolicyExpression, isPolicyExpression } from './template-value.ts';

/** A checked rule, ready to be bound to the parameters of an assignment. */
export interface Rule {
  condition: ConditionNode;
  effect: unknown;
  details: unknown;
  existence: ConditionNode | undefined;
}

/** Modes that the resource providers judge themselves, inside of their own data. */
const DATA_PLANE = /\.data$/i;

export interface CompileOptions {
  /** With a table, unknown aliases and aliases that can't be modified are found. */
  aliases?: AliasTable;
}

interface BindOptions {
  /** What policy() answers. */
  ids?: PolicyIds;
  /** Replaces the rule's effect, as an assignment's override does. */
  effect?: string;
}

export interface BoundPolicy {
  /** Absent when the rule, or a value, is faulty. */
  policy: Policy | undefined;
  diagnostics: PolicyDiagnostic[];
}

/** A definition, read and checked once. `bind` makes the closures for one set of parameters. */
export interface CompiledDefinition {
  ok: boolean;
  diagnostics: PolicyDiagnostic[];
  mode: string;
  /** False for modes of the data plane: resource providers judge those. */
  evaluable: boolean;
  displayName: string | undefined;
  parameters: Record<string, ParameterDeclaration>;
  bind(parameters?: Readonly<Record<string, unknown>>, options?: BindOptions): BoundPolicy;
}

/**
 * Reads a definition: the whole of it, its properties, or a bare {if, then}. Never throws; faults are diagnostics with
 * a JSON pointer into what was given.
 */
export function compileDefinition(source: unknown, options: CompileOptions = {}): CompiledDefinition {
  const diagnostics = new Diagnostics();
  const { body, pointer, bare } = locate(source);
  const mode = typeof body['mode'] === 'string' ? body['mode'] : 'All';
  checkMode(mode, pointerTo(pointer, 'mode'), diagnostics);
  const parameters = bare ? {} : readParameters(body['parameters'], pointerTo(pointer, 'parameters'), diagnostics);
  const context: CheckContext = {
    diagnostics,
    declared: bare ? undefined : new Set(Object.keys(parameters).map((name) => name.toLowerCase())),
    used: new Set(),
    isKnownAlias: options.aliases && ((alias) => (options.aliases as AliasTable).isKnown(alias)),
    conditions: 0,
  };
  const ruleSource = bare ? source : body['policyRule'];
  const rulePointer = bare ? '' : pointerTo(pointer, 'policyRule');
  const evaluable = !DATA_PLANE.test(mode);
  const rule = evaluable ? readRule(ruleSource, rulePointer, context, options.aliases) : undefined;
  for (const name of Object.keys(parameters)) {
    if (evaluable && !context.used.has(name.toLowerCase())) diagnostics.add('UnusedParameter', pointerTo(pointerTo(pointer, 'parameters'), name), `The rule does not use the parameter '${name}'.`);
  }
  return {
    ok: !diagnostics.failed,
    diagnostics: diagnostics.list,
    mode,
    evaluable,
    displayName: typeof body['displayName'] === 'string' ? body['displayName'] : undefined,
    parameters,
    bind: (given = {}, bindOptions = {}) => bindRule(rule, diagnostics, mode, evaluable, parameters, given, bindOptions),
  };
}

function locate(source: unknown): { body: Record<string, unknown>; pointer: string; bare: boolean } {
  if (!isRecord(source)) return { body: {}, pointer: '', bare: true };
  if (isRecord(source['properties']) && !('policyRule' in source)) return { body: source['properties'], pointer: '/properties', bare: false };
  const bare = !('policyRule' in source) && ('if' in source || 'then' in source);
  return { body: source, pointer: '', bare };
}

function checkMode(mode: string, pointer: string, diagnostics: Diagnostics): void {
  if (!/^(all|indexed)$/i.test(mode) && !DATA_PLANE.test(mode)) diagnostics.add('InvalidMode', pointer, `'${mode}' is no known mode.`);
}

function readRule(source: unknown, pointer: string, context: CheckContext, aliases: AliasTable | undefined): Rule | undefined {
  const { diagnostics } = context;
  if (source === undefined) diagnostics.add('MissingPolicyRule', pointer);
  else if (!isRecord(source)) diagnostics.add('NotAnObject', pointer, 'The policy rule must be an object.');
  if (!isRecord(source)) return undefined;
  for (const key of Object.keys(source)) {
    if (key !== 'if' && key !== 'then') diagnostics.add('UnknownRuleProperty', pointerTo(pointer, key), `A policy rule has no '${key}'.`);
  }
  let condition: ConditionNode | undefined;
  if (source['if'] === undefined) diagnostics.add('MissingIf', pointer);
  else condition = parseCondition(source['if'], pointerTo(pointer, 'if'), context);
  if (source['then'] === undefined) diagnostics.add('MissingThen', pointer);
  else if (!isRecord(source['then'])) diagnostics.add('NotAnObject', pointerTo(pointer, 'then'), 'The then block must be an object.');
  const then = isRecord(source['then']) ? readThen(source['then'], pointerTo(pointer, 'then'), context, aliases) : undefined;
  return condition && then && { condition, ...then };
}

function readThen(then: Record<string, unknown>, pointer: string, context: CheckContext, aliases: AliasTable | undefined): Omit<Rule, 'condition'> | undefined {
  const { diagnostics } = context;
  const { effect, details } = then;
  const effectAt = pointerTo(pointer, 'effect');
  if (effect === undefined) {
    diagnostics.add('MissingEffect', pointer);
    return undefined;
  }
  if (!isPolicyExpression(effect) && effectOf(effect) === undefined) diagnostics.add('UnknownEffect', effectAt, `'${String(effect)}' is no known effect.`);
  checkExpressions(effect, effectAt, context);
  const detailsAt = pointerTo(pointer, 'details');
  if (effectOf(effect) === 'denyAction' && NEEDS.denyAction?.(details) === false) diagnostics.add('InvalidDetails', isRecord(details) ? detailsAt : pointer, "denyAction needs details with 'actionNames'.");
  const existence = isRecord(details) ? checkDetails(details, detailsAt, context, aliases) : undefined;
  if (Array.isArray(details)) checkExpressions(details, detailsAt, context);
  else if (details !== undefined && details !== null && !isRecord(details)) diagnostics.add('InvalidDetails', detailsAt, 'The details must be an object or a list.');
  return { effect, details, existence };
}

/** Checks the parts of the details that are policy; an embedded template belongs to the deployment. */
function checkDetails(details: Record<string, unknown>, pointer: string, context: CheckContext, aliases: AliasTable | undefined): ConditionNode | undefined {
  let existence: ConditionNode | undefined;
  for (const [key, value] of Object.entries(details)) {
    const at = pointerTo(pointer, key);
    if (key.toLowerCase() === 'existencecondition') existence = parseCondition(value, at, context);
    else if (key.toLowerCase() === 'deployment') checkDeployment(value, at, context);
    else checkExpressions(value, at, context);
    if (key.toLowerCase() === 'evaluationdelay' && !isPolicyExpression(value) && evaluationDelay(value) === undefined) {
      context.diagnostics.add('InvalidDetails', at, 'evaluationDelay is AfterProvisioning, AfterProvisioningSuccess, AfterProvisioningFailure, or a duration of up to 360 minutes.');
    }
  }
  const { operations } = details;
  if (Array.isArray(operations)) for (const [i, operation] of operations.entries()) checkOperation(operation, pointerTo(pointerTo(pointer, 'operations'), i), context, aliases);
  return existence;
}

function checkDeployment(source: unknown, pointer: string, context: CheckContext): void {
  const properties = isRecord(source) ? source['properties'] : undefined;
  if (!isRecord(properties)) {
    context.diagnostics.add('InvalidDetails', pointer, 'A deployment needs properties.');
    return;
  }
  checkExpressions(properties['parameters'], pointerTo(pointerTo(pointer, 'properties'), 'parameters'), context);
  checkExpressions((source as Record<string, unknown>)['location'], pointerTo(pointer, 'location'), context);
}

const OPERATIONS = ['add', 'addorreplace', 'remove'];

function checkOperation(operation: unknown, pointer: string, context: CheckContext, aliases: AliasTable | undefined): void {
  const { diagnostics } = context;
  if (!isRecord(operation)) return diagnostics.add('InvalidDetails', pointer, 'An operation must be an object.');
  const { operation: name, field, value } = operation;
  if (typeof name !== 'string' || (!isPolicyExpression(name) && !OPERATIONS.includes(name.toLowerCase()))) diagnostics.add('InvalidDetails', pointerTo(pointer, 'operation'), 'An operation is add, addOrReplace or remove.');
  if (typeof field !== 'string') return diagnostics.add('InvalidDetails', pointer, 'An operation needs a field.');
  if (value === undefined && typeof name === 'string' && name.toLowerCase() !== 'remove') diagnostics.add('InvalidDetails', pointer, `'${name}' needs a value.`);
  if (typeof name === 'string' && name.toLowerCase() === 'remove' && !isPolicyExpression(field) && !/^tags([.[]|$)/i.test(field)) diagnostics.add('InvalidDetails', pointerTo(pointer, 'field'), 'Only tags can be removed.');
  checkOperationCondition(operation['condition'], pointerTo(pointer, 'condition'), diagnostics);
  if (aliases?.modifiable(field) === false) diagnostics.add('AliasNotModifiable', pointerTo(pointer, 'field'), `'${field}' can't be changed by modify.`);
}

/** Functions that the documentation leaves out of the conditions of operations (effect-modify, operations). */
const NOT_IN_OPERATIONS = new Set(['field', 'resourcegroup', 'subscription']);

function checkOperationCondition(source: unknown, pointer: string, diagnostics: Diagnostics): void {
  if (typeof source !== 'string' || !isPolicyExpression(source)) return;
  const { ast } = compilePolicyExpression(source);
  if (ast === undefined) return;
  walkExpression(ast, (node) => {
    if (node.kind === 'call' && NOT_IN_OPERATIONS.has(node.name.toLowerCase())) diagnostics.add('FunctionUndocumented', pointer, `The documentation leaves ${node.name}() out of the conditions of operations: Azure may refuse it.`);
  });
}

function bindRule(
  rule: Rule | undefined,
  checked: Diagnostics,
  mode: string,
  evaluable: boolean,
  declared: Record<string, ParameterDeclaration>,
  given: Readonly<Record<string, unknown>>,
  options: BindOptions,
): BoundPolicy {
  const diagnostics = new Diagnostics();
  const values = bindParameters(declared, given, diagnostics);
  if ((rule === undefined && evaluable) || checked.failed) return { policy: undefined, diagnostics: [...checked.list, ...diagnostics.list] };
  const override: EffectName | undefined = effectOf(options.effect);
  if (options.effect !== undefined && override === undefined) diagnostics.add('UnknownEffect', '/overrides', `'${options.effect}' is no known effect.`);
  else if (override !== undefined && rule !== undefined && !allowsEffect(rule, override, declared)) diagnostics.add('InvalidOverride', '/overrides', `The rule can not have the effect ${override}.`);
  if (diagnostics.failed) return { policy: undefined, diagnostics: diagnostics.list };
  return { policy: new Policy(rule, mode, values, override, options.ids), diagnostics: diagnostics.list };
}

/** What an effect needs in the details (concepts/effect-basics, Interchanging effects). */
const NEEDS: Partial<Record<EffectName, (details: unknown) => boolean>> = {
  append: Array.isArray,
  modify: (details) => isRecord(details) && 'operations' in details,
  auditIfNotExists: (details) => isRecord(details) && 'type' in details,
  deployIfNotExists: (details) => isRecord(details) && 'type' in details && 'deployment' in details,
  denyAction: (details) => isRecord(details) && 'actionNames' in details,
};

/** Whether a rule may have the effect: its details fit, and a parameter for the effect allows it (assignment-structure, Overrides). */
function allowsEffect({ effect, details }: Rule, wanted: EffectName, declared: Record<string, ParameterDeclaration>): boolean {
  if (NEEDS[wanted]?.(details) === false) return false;
  const parameter = typeof effect === 'string' ? /^\[\s*parameters\(\s*'([^']+)'\s*\)\s*\]$/i.exec(effect)?.[1]?.toLowerCase() : undefined;
  const allowed: unknown = Object.entries(declared).find(([name]) => name.toLowerCase() === parameter)?.[1].allowedValues;
  return !Array.isArray(allowed) || allowed.some((value) => effectOf(value) === wanted);
}

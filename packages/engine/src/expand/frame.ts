import { deploymentFacts, deploymentId, type DeploymentFacts } from '../expression/deployment-facts.ts';
import { EvaluationError } from '../expression/evaluation-error.ts';
import { asArray, asText, isData, type TemplateSections } from '../template/sections.ts';
import { exactInteger } from '../read/exact-json.ts';
import { limits } from '../limits.ts';
import { isSecureType, resolveType, typeFault } from '../template/types.ts';
import { evaluateData, evaluateInput, evaluateLoop, isUnevaluated, unevaluated, type DataScope, type Loop } from './evaluate-data.ts';
import { containsSymbolic, findKey, getProperty, isInteger, RuntimeValue, SecureValue, type CallScope, type Value } from '../values.ts';
import { MAX_CALL_DEPTH, type AboutDeployment, type Locals, type Meter, type ScopeIds } from '../expression/scope.ts';
import type { SourceDocument } from '../read/source-document.ts';
import type { DeploymentContext, Json, JsonObject } from '../api.ts';
import type { Instance } from './instance.ts';
import type { Deployment } from './deployment.ts';
import type { ExpansionRun } from './run.ts';

/** A parameter or variable: evaluated when it is first asked for, and once. */
interface Slot {
  key: string;
  state: 'open' | 'evaluating' | 'done';
  value: Value;
  evaluate(): Value;
}

export interface FrameOptions {
  run: ExpansionRun;
  document: SourceDocument;
  /** Where the template stands in its document. */
  base: (string | number)[];
  template: TemplateSections;
  context: DeploymentContext;
  /** The group's location is only known for the group of the context, and for groups that the template creates. */
  isForeignGroup: boolean;
}

/**
 * The names that the expressions of one template see. A nested template with outer scope has no frame of its own: it
 * is evaluated in its parent's, with `current` set to the deployment that it makes.
 */
export class Frame implements DataScope {
  readonly run: ExpansionRun;
  readonly document: SourceDocument;
  readonly base: (string | number)[];
  readonly template: TemplateSections;
  readonly context: DeploymentContext;
  readonly facts: DeploymentFacts;
  readonly ids: ScopeIds;
  readonly now: string;
  readonly callScope: CallScope;
  readonly isForeignGroup: boolean;
  loops: Loop[] = [];
  path: (string | number)[];
  /** While the name of a resource that is left out is evaluated: its faults do not matter. */
  isQuiet = false;
  locals: Locals | undefined = undefined;
  /** The deployment whose resources reference() finds, and the resource that is being evaluated. */
  current: { deployment: Deployment | undefined; instance: Instance | undefined } = { deployment: undefined, instance: undefined };
  readonly #parameters = new Map<string, Slot>();
  #variables: Map<string, Slot> | undefined;
  #functions: Map<string, JsonObject> | undefined;
  /** Parameters and variables that are being evaluated for each other right now. */
  #row = 0;
  #about: Partial<Record<AboutDeployment, Value>> = {};

  constructor({ run, document, base, template, context, isForeignGroup }: FrameOptions) {
    this.run = run;
    this.document = document;
    this.base = base;
    this.path = [...base];
    this.template = template;
    this.context = context;
    this.facts = deploymentFacts(context);
    this.ids = this.facts.ids;
    this.now = this.facts.now;
    this.isForeignGroup = isForeignGroup;
    this.callScope = {
      tenantId: this.ids.tenantId,
      subscriptionId: this.ids.subscriptionId,
      ...(this.ids.level === 'resourceGroup' ? { resourceGroup: this.ids.resourceGroup } : {}),
      deploymentId: deploymentId(this.facts.name, this.ids),
    };
  }

  get meter(): Meter {
    return this.run.meter;
  }

  newGuid(): string {
    return this.facts.newGuid();
  }

  failed(error: EvaluationError, text: string): Value {
    if (!this.isQuiet) this.run.report(this.document, error.code, this.path, error.message);
    return unevaluated(text);
  }

  /** A nested deployment's parameters are known when it starts; the main template's counts must be known before. */
  countUnknown(): void {
    if (this.current.deployment?.parent !== undefined) this.run.report(this.document, 'LoopKnownLater', this.path);
    else this.failed(new EvaluationError('NotAvailable', "The copy loop's count is known at run time only."), '');
  }

  /** Evaluates with another place, other loops and another current resource, and then goes back. */
  within<T>(place: { path: (string | number)[]; loops: Loop[]; current?: Frame['current'] }, evaluate: () => T): T {
    const { path, loops, current, locals } = this;
    this.path = [...place.path];
    this.loops = place.loops;
    this.locals = undefined;
    if (place.current !== undefined) this.current = place.current;
    try {
      return evaluate();
    } finally {
      this.path = path;
      this.loops = loops;
      this.current = current;
      this.locals = locals;
    }
  }

  /** Declares the template's parameters; `given` answers what the caller provides, evaluated in the caller's frame. */
  bindParameters(given: ReadonlyMap<string, () => Value>): void {
    const { parameters } = this.template;
    for (const key in parameters) {
      const declaration = parameters[key];
      if (!isData(declaration)) continue;
      const provide = given.get(key.toLowerCase());
      const slot: Slot = { key, state: 'open', value: null, evaluate: () => this.#parameterValue(key, declaration, provide) };
      this.#parameters.set(key.toLowerCase(), slot);
    }
  }

  /** Azure evaluates and validates every parameter, used or not. */
  evaluateParameters(): void {
    for (const slot of this.#parameters.values()) this.#read(slot, `The parameter '${slot.key}'`);
  }

  parameter(name: string): Value {
    const slot = this.#parameters.get(name) ?? this.#parameters.get(name.toLowerCase());
    if (slot !== undefined) return slot.state === 'done' ? slot.value : this.#read(slot, `The parameter '${slot.key}'`);
    throw new EvaluationError('Undeclared', `The template parameter '${name}' is not found.`);
  }

  variable(name: string): Value {
    this.#variables ??= this.#declareVariables();
    const slot = this.#variables.get(name) ?? this.#variables.get(name.toLowerCase());
    if (slot !== undefined) return slot.state === 'done' ? slot.value : this.#read(slot, `The variable '${slot.key}'`);
    throw new EvaluationError('Undeclared', `The template variable '${name}' is not found.`);
  }

  #read(slot: Slot, label: string): Value {
    if (slot.state === 'done') return slot.value;
    if (slot.state === 'evaluating') throw new EvaluationError('Undeclared', `${label} refers to itself.`);
    if (++this.#row > limits.referenceRow) throw new EvaluationError('Depth', `${label} stands at the end of too long a row of references.`);
    slot.state = 'evaluating';
    try {
      slot.value = slot.evaluate();
      slot.state = 'done';
    } finally {
      this.#row--;
      if (slot.state === 'evaluating') slot.state = 'open';
    }
    return slot.value;
  }

  #parameterValue(key: string, declaration: JsonObject, provide: (() => Value) | undefined): Value {
    const path = [...this.base, this.template.key('parameters'), key];
    const { definitions } = this.template;
    const type = resolveType(declaration, definitions) ?? declaration;
    const fallback = getProperty(declaration, 'defaultValue');
    let value = provide?.();
    if (value === null && fallback !== undefined && getProperty(type, 'nullable') !== true) value = undefined;
    if (value === undefined) {
      if (fallback === undefined) {
        if (getProperty(type, 'nullable') === true) return null;
        if (!this.run.isCheck) this.run.report(this.document, 'MissingParameter', path, key);
        return mask(key, type, new RuntimeValue('parameters', [key]));
      }
      value = this.within({ path: [...path, findKey(declaration, 'defaultValue') as string], loops: [] }, () => evaluateData(fallback, this));
    }
    if (!isUnevaluated(value)) {
      value = converted(value, type);
      const fault = typeFault(value, declaration, definitions);
      if (fault !== undefined) this.run.report(this.document, 'InvalidParameterValue', path, key, fault);
    }
    return mask(key, type, value);
  }

  #declareVariables(): Map<string, Slot> {
    const slots = new Map<string, Slot>();
    const { variables } = this.template;
    const base = [...this.base, this.template.key('variables')];
    const add = (key: string, at: (string | number)[], evaluate: () => Value): void => {
      slots.set(key.toLowerCase(), { key, state: 'open', value: null, evaluate: () => this.within({ path: [...base, ...at], loops: [] }, evaluate) });
    };
    for (const key in variables) {
      const value = variables[key] as Json;
      if (key.toLowerCase() !== 'copy' || !Array.isArray(value)) {
        add(key, [key], () => evaluateData(value, this));
        continue;
      }
      value.forEach((copy, index) => {
        if (!isData(copy)) return;
        const name = asText(getProperty(copy, 'name')) ?? '';
        add(name, [key, index], () => evaluateLoop(copy, name, this, false, () => evaluateInput(copy, this)));
      });
    }
    return slots;
  }

  copyIndex(loop: string | undefined): number | undefined {
    const { loops } = this;
    if (loop === undefined) return (loops.findLast((round) => round.isResource) ?? loops.at(-1))?.index;
    const lower = loop.toLowerCase();
    return loops.findLast((round) => round.name.toLowerCase() === lower)?.index;
  }

  about(what: AboutDeployment): Value {
    return (this.#about[what] ??= this.#describe(what));
  }

  #describe(what: AboutDeployment): Value {
    if (what === 'deployer') return { objectId: this.#askAbout('deployer', 'objectId'), tenantId: this.ids.tenantId, userPrincipalName: this.#askAbout('deployer', 'userPrincipalName'), ...(this.run.context.deployer as Record<string, Value>) };
    const value = this.facts.about(what);
    if (what === 'resourceGroup' && this.isForeignGroup) {
      const { id } = value as { id: string };
      const location = this.run.createdGroups.get(id.toLowerCase()) ?? this.#askAbout('resourceGroup', 'location');
      return { ...(value as Record<string, Value>), location, tags: this.#askAbout('resourceGroup', 'tags') };
    }
    if (what === 'deployment') return this.#aboutDeployment(value as Record<string, Value>);
    return value;
  }

  #askAbout(name: string, member: string): RuntimeValue {
    return new RuntimeValue('.', [new RuntimeValue(name, [], this.callScope), member], this.callScope);
  }

  #aboutDeployment(value: Record<string, Value>): Value {
    const properties = value['properties'] as Record<string, Value>;
    const template = this.template.root as Record<string, Value>;
    // A template that was not loaded from an address has no link in Azure; a caller may still deploy it from one.
    const templateLink = properties['templateLink'] ?? { uri: new RuntimeValue('.', [this.#askAbout('deployment', 'templateLink'), 'uri'], this.callScope) };
    return { ...value, properties: { ...properties, templateLink, template } };
  }

  runtime(name: string, args: readonly Value[]): Value {
    const known = this.current.deployment?.answer(name, args);
    const call = known ?? new RuntimeValue(name, args, this.callScope);
    const { resolver } = this.run;
    if (resolver === undefined || !(call instanceof RuntimeValue) || call.args.some((arg) => containsSymbolic(arg, this.meter))) return call;
    const answer = resolver({ name: call.name, args: call.args as Json[], scope: this.callScope });
    return answer === undefined ? call : (answer as Value);
  }

  userFunction(name: string): ((args: readonly Value[]) => Value) | undefined {
    this.#functions ??= declareFunctions(this.template);
    const declaration = this.#functions.get(name.toLowerCase());
    return declaration === undefined ? undefined : (args) => this.#call(name, declaration, args);
  }

  /** A user-defined function sees its own parameters and other functions; neither variables nor the deployment's parameters. */
  #call(name: string, declaration: JsonObject, args: readonly Value[]): Value {
    const parameters = asArray(getProperty(declaration, 'parameters')).map((item) => (isData(item) ? (asText(getProperty(item, 'name')) ?? '') : ''));
    if (args.length !== parameters.length) {
      throw new EvaluationError('WrongArity', `The template function '${name}' expects ${parameters.length} argument(s) and received ${args.length}.`);
    }
    const { meter } = this;
    if (++meter.depth > MAX_CALL_DEPTH) throw new EvaluationError('Depth', `Functions call each other deeper than ${MAX_CALL_DEPTH} levels.`);
    const values = new Map(parameters.map((parameter, index) => [parameter.toLowerCase(), args[index] as Value]));
    const output = getProperty(declaration, 'output');
    const scope: DataScope = {
      meter,
      ids: this.ids,
      now: this.now,
      locals: undefined,
      loops: [],
      path: [],
      failed: (error) => {
        throw error;
      },
      countUnknown: () => this.countUnknown(),
      newGuid: () => this.newGuid(),
      about: (what) => this.about(what),
      copyIndex: () => undefined,
      runtime: (call, given) => this.runtime(call, given),
      userFunction: (other) => this.userFunction(other),
      parameter: (parameter) => {
        const value = values.get(parameter.toLowerCase());
        if (value === undefined) throw new EvaluationError('Undeclared', `The parameter '${parameter}' of the function '${name}' is not found.`);
        return value;
      },
      variable: (variable) => {
        throw new EvaluationError('NotAvailable', `The function '${name}' can't use the variable '${variable}'.`);
      },
    };
    const value = evaluateData((isData(output) ? getProperty(output, 'value') : undefined) ?? null, scope);
    meter.depth--;
    return value;
  }
}

function declareFunctions(template: TemplateSections): Map<string, JsonObject> {
  const functions = new Map<string, JsonObject>();
  for (const group of template.functions) {
    if (!isData(group)) continue;
    const namespace = asText(getProperty(group, 'namespace')) ?? '';
    const members = getProperty(group, 'members');
    if (!isData(members)) continue;
    for (const [name, member] of Object.entries(members)) if (isData(member)) functions.set(`${namespace}.${name}`.toLowerCase(), member);
  }
  return functions;
}

function mask(name: string, type: JsonObject, value: Value): Value {
  return isSecureType(type) && !(value instanceof SecureValue) ? new SecureValue(name, value) : value;
}

/** Azure takes text for an integer or a boolean where the text spells one, as parameter files often do. */
function converted(value: Value, type: JsonObject): Value {
  if (typeof value !== 'string') return value;
  const name = asText(getProperty(type, 'type'))?.toLowerCase();
  if (name === 'int' && /^\s*-?\d{1,19}\s*$/.test(value)) {
    const exact = exactInteger(Number(value), value.trim());
    return isInteger(exact) ? exact : value;
  }
  if (name === 'bool' && /^\s*(true|false)\s*$/i.test(value)) return value.trim().toLowerCase() === 'true';
  return value;
}

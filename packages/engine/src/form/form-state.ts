import { EvaluationError } from '../expression/evaluation-error.ts';
import { compileExpression } from '../expression/compile.ts';
import { plainScope } from '../expression/evaluate.ts';
import { isExpression, unescapeLiteral } from '../expression/parse.ts';
import { SourceDocument } from '../read/source-document.ts';
import { asArray, asObject, asText, isData } from '../template/sections.ts';
import { equalValues, getProperty, isObject, setProperty, toPrintable, type Value, type ValueObject } from '../values.ts';
import { formFunctions, type FormScope } from './form-functions.ts';
import { readUiDefinition, type UiDefinition, type UiElement } from './ui-definition.ts';
import type { DeploymentContext, FormState, Json, JsonObject } from '../api.ts';

const MAX_DEPTH = 64;

/**
 * What a form looks like with the values typed so far: which fields are shown, what they start with, what is wrong,
 * and the parameters that the template gets. Pure: the same values give the same state.
 *
 * `values` are by the names of the form's fields (see `formModel`): a template parameter, or the path of an element that
 * no parameter comes from alone. A value that is not there is the field's default; '' was emptied on purpose. `context`
 * is the place chosen (location, resource group, subscription), and `now` and `newGuid` for defaults that are made of
 * them. Never throws; an expression that can't be evaluated yet
 * (it needs a value that is not there) decides nothing: what it would hide is shown, what it would check passes.
 * Source: "CreateUiDefinition.json for Azure managed application's create experience" and its elements.
 */
export function formState(createUiDefinition: string | Json, values: Readonly<Record<string, Json | undefined>> = {}, context: DeploymentContext = {}): FormState {
  const ui = readUiDefinition(new SourceDocument(createUiDefinition, 'createUiDefinition.json').root);
  return ui === undefined ? { fields: {}, parameters: {} } : stateOf(ui, values, context);
}

/** The same of a definition that was read already. */
export function stateOf(ui: UiDefinition, values: Readonly<Record<string, Json | undefined>>, context: DeploymentContext): FormState {
  const form = new Form(ui, values, context);
  const bound = Map.groupBy(ui.outputs.filter(({ source }) => source !== undefined), ({ source }) => source?.element);
  const fields: FormState['fields'] = {};
  for (const one of ui.elements) {
    if (one.control?.role !== 'input') continue;
    const common = { ...form.look(one), problems: form.problems(one) };
    for (const { parameter, source } of bound.get(one) ?? [{ parameter: one.path, source: undefined }]) {
      const start = memberOf(form.startOf(one), source?.members ?? []);
      setProperty(fields, parameter, { ...common, ...(start === undefined || start === null || start === '' ? {} : { default: dataOf(start) }) });
    }
  }
  const parameters: JsonObject = {};
  for (const { parameter, value } of ui.outputs) {
    const result = form.evaluate(value);
    if (result !== undefined && result !== null) setProperty(parameters, parameter, dataOf(result));
  }
  return { fields, parameters };
}

/** A form goes between threads: an integer beyond 2^53 is its digits. */
const dataOf = (value: Value): Json => toPrintable(value, 'text') as Json;

function memberOf(value: Value | undefined, members: readonly string[]): Value | undefined {
  return members.reduce<Value | undefined>((target, name) => (target !== undefined && isObject(target) ? getProperty(target, name) : undefined), value);
}

class Form {
  readonly #scope: FormScope;
  readonly #typed = new Map<UiElement, Value>();
  readonly #values = new Map<UiElement, Value | 'busy'>();
  readonly #visible = new Map<UiElement, boolean>();
  readonly #tops: Map<string, UiElement[]>;
  readonly #steps = new Map<string, ValueObject>();

  constructor(ui: UiDefinition, values: Readonly<Record<string, Json | undefined>>, context: DeploymentContext) {
    this.#tops = Map.groupBy(ui.elements.filter(({ section }) => section === undefined), ({ group }) => group.toLowerCase());
    this.#scope = this.#scopeOf(context);
    for (const element of ui.elements) {
      const own = getProperty(values, element.path);
      if (own !== undefined) this.#typed.set(element, own);
    }
    for (const { parameter, source } of ui.outputs) {
      const value = getProperty(values, parameter);
      if (source === undefined || value === undefined) continue;
      const { element, members } = source;
      this.#typed.set(element, members.length === 0 ? value : withMember(this.#typed.get(element), members, value));
    }
  }

  #scopeOf(context: DeploymentContext): FormScope {
    const plain = plainScope({ context });
    const group = typeof context.resourceGroup === 'string' ? { name: context.resourceGroup } : context.resourceGroup;
    const location = context.location ?? group?.location ?? null;
    const { now, newGuid } = context;
    return {
      ...plain,
      // A default made of a fixed time or GUID would be the same for everybody: without one it is not made.
      get now() {
        return now ?? notHere('utcNow');
      },
      newGuid: () => (newGuid === undefined ? notHere('guid') : plain.newGuid()),
      about: (what) => {
        if (what === 'resourceGroup') return group === undefined ? null : { mode: 'Existing', name: group.name, location };
        return context.subscriptionId === undefined ? null : plain.about(what);
      },
      location: () => location,
      basics: (name) => getProperty(this.#step('basics') ?? {}, name) ?? null,
      step: (name) => this.#step(name) ?? null,
    };
  }

  #step(name: string): ValueObject | undefined {
    const key = name.toLowerCase();
    const tops = this.#tops.get(key);
    const known = this.#steps.get(key);
    if (tops === undefined || known !== undefined) return known;
    const made = this.#lazy(tops);
    this.#steps.set(key, made);
    return made;
  }

  /** The elements' values by name, each made when it is asked for: elements of one step refer to each other. */
  #lazy(elements: readonly UiElement[]): ValueObject {
    const object: ValueObject = {};
    for (const element of elements) {
      Object.defineProperty(object, element.name, { get: () => this.value(element), enumerable: true, configurable: true });
    }
    return object;
  }

  /** What the element gives to expressions: null while it is hidden, and inside of its own definition. */
  value(element: UiElement): Value {
    const known = this.#values.get(element);
    if (known !== undefined) return known === 'busy' ? null : known;
    this.#values.set(element, 'busy');
    const value = this.#isVisible(element) ? this.#shownValue(element) : null;
    this.#values.set(element, value);
    return value;
  }

  #shownValue(element: UiElement): Value {
    if (element.control?.role === 'section') return this.#lazy(element.children);
    const typed = this.#typed.get(element);
    if (typed === undefined) return this.startOf(element) ?? null;
    const start = element.control?.type === 'object' ? this.startOf(element) : undefined;
    return isObject(typed) && start !== undefined && isObject(start) ? { ...start, ...typed } : typed;
  }

  #isVisible(element: UiElement): boolean {
    const known = this.#visible.get(element);
    if (known !== undefined) return known;
    // What decides on itself is shown.
    this.#visible.set(element, true);
    const own = this.evaluate(getProperty(element.element, 'visible') ?? true);
    const visible = own !== false && own !== null && own !== 'false' && (element.section === undefined || this.#isVisible(element.section));
    this.#visible.set(element, visible);
    return visible;
  }

  /** The value with its expressions evaluated, at any depth; undefined when one can't be. */
  evaluate(value: Json): Value | undefined {
    if (typeof value === 'string') return isExpression(value) ? this.#run(value) : unescapeLiteral(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.evaluate(item) ?? null);
    const object: ValueObject = {};
    for (const [key, item] of Object.entries(value)) setProperty(object, key, this.evaluate(item) ?? null);
    return object;
  }

  #run(text: string): Value | undefined {
    const compiled = compileExpression(text, formFunctions);
    // A pattern such as [a-z] begins and ends like an expression.
    if (compiled.ast === undefined) return text;
    const scope = this.#scope;
    const { locals } = scope;
    const { depth } = scope.meter;
    scope.locals = undefined;
    try {
      return settled(compiled.evaluate(scope), 0);
    } catch (error) {
      if (error instanceof EvaluationError || error instanceof RangeError) return undefined;
      throw error;
    } finally {
      scope.locals = locals;
      scope.meter.depth = depth;
    }
  }

  #constraint(element: UiElement, name: string): Value | undefined {
    const given = getProperty(asObject(getProperty(element.element, 'constraints')), name);
    return given === undefined ? undefined : this.evaluate(given);
  }

  /** The choices of an element; an expression may make them. */
  #choices(element: UiElement): { label: string; value: Value }[] {
    const list = this.#constraint(element, 'allowedValues');
    return (Array.isArray(list) ? list : []).flatMap((item) => {
      if (!isObject(item)) return [];
      const value = getProperty(item, 'value') ?? null;
      const label = getProperty(item, 'label');
      return [{ value, label: typeof label === 'string' ? label : String(value) }];
    });
  }

  /** The value before anything is typed: choices name their default by its label. */
  startOf(element: UiElement): Value | undefined {
    const given = getProperty(element.element, 'defaultValue');
    const { control } = element;
    const literal = given === undefined ? undefined : this.evaluate(given);
    if (control?.kind === 'choice') {
      const choices = this.#choices(element);
      const valueOf = (one: Value): Value => {
        const plain = isObject(one) ? (getProperty(one, 'value') ?? null) : one;
        return (choices.find(({ label }) => label === plain) ?? choices.find(({ value }) => equalValues(value, plain)))?.value ?? null;
      };
      if (Array.isArray(literal)) return literal.map(valueOf);
      return literal === undefined || literal === null ? undefined : (valueOf(literal) ?? undefined);
    }
    if (control?.kind === 'vmSize') return (literal ?? this.evaluate(asArray(getProperty(element.element, 'recommendedSizes'))[0] ?? null)) ?? undefined;
    if (control?.kind === 'boolean' && typeof literal === 'string') return literal.toLowerCase() === 'true';
    const start = control?.start as Value | undefined;
    if (literal === undefined || literal === null) return start;
    if (!isObject(literal) || start === undefined || !isObject(start)) return literal;
    const name = getProperty(literal, 'publicIpAddressName');
    return { ...start, ...literal, ...(name === undefined ? {} : { name }) };
  }

  look(element: UiElement): { visible: boolean; required: boolean; label?: string; help?: string; allowed?: { value: Json; label: string }[] } {
    const choices = this.#choices(element);
    const text = (name: string): string | undefined => {
      const given = this.evaluate(asText(getProperty(element.element, name)) ?? '');
      return typeof given === 'string' && given !== '' ? given : undefined;
    };
    const [label, help] = [text('label'), text('toolTip')];
    return {
      visible: this.#isVisible(element),
      required: this.#constraint(element, 'required') === true,
      ...(label === undefined ? {} : { label }),
      ...(help === undefined ? {} : { help }),
      ...(choices.length === 0 ? {} : { allowed: choices.map(({ value, label: shown }) => ({ value: dataOf(value), label: shown })) }),
    };
  }

  /** What is wrong with the element's value, in the author's words where there are some. A hidden element is never wrong. */
  problems(element: UiElement): string[] {
    if (!this.#isVisible(element)) return [];
    const value = this.value(element);
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    if (isEmpty && this.#constraint(element, 'required') === true) return ['Enter a value.'];
    const problems: string[] = [];
    const match = (given: Value | undefined, pattern: Value | undefined, message: Value | undefined): void => {
      if (typeof given !== 'string' || given === '' || typeof pattern !== 'string' || matches(pattern, given)) return;
      problems.push(typeof message === 'string' && message !== '' ? message : `Must match ${pattern}.`);
    };
    match(value, this.#constraint(element, 'regex'), this.#constraint(element, 'validationMessage'));
    match(memberOf(value, ['password']), this.#constraint(element, 'customPasswordRegex'), this.#constraint(element, 'customValidationMessage'));
    for (const rule of asArray(getProperty(asObject(getProperty(element.element, 'constraints')), 'validations'))) {
      if (!isData(rule)) continue;
      const read = (name: string): Value | undefined => {
        const given = getProperty(rule, name);
        return given === undefined ? undefined : this.evaluate(given);
      };
      match(value, read('regex'), read('message'));
      const isValid = read('isValid');
      if (isValid === false || isValid === 'false') problems.push(asText(read('message') as Json) ?? 'The value is not valid.');
    }
    const choices = this.#choices(element);
    const picked = Array.isArray(value) ? value : [value];
    if (!isEmpty && choices.length > 0 && !picked.every((one) => choices.some((choice) => equalValues(choice.value, one)))) {
      problems.push(`Choose one of ${choices.map(({ label }) => label).join(', ')}.`);
    }
    const bound = (name: string): number | undefined => {
      const limit = this.evaluate(getProperty(element.element, name) ?? null);
      return typeof limit === 'number' ? limit : undefined;
    };
    const [min, max] = [bound('min'), bound('max')];
    if (typeof value === 'number' && ((min !== undefined && value < min) || (max !== undefined && value > max))) problems.push(`Must be from ${min ?? '…'} to ${max ?? '…'}.`);
    return problems;
  }
}

/** A copy without lazy members: an element may stand in a section that its own value holds. */
function settled(value: Value, depth: number): Value {
  if (depth > MAX_DEPTH) throw new EvaluationError('Depth', `The value is nested deeper than ${MAX_DEPTH} levels.`);
  if (Array.isArray(value)) return value.map((item) => settled(item, depth + 1));
  if (!isObject(value)) return value;
  const copy: ValueObject = {};
  for (const key of Object.keys(value)) setProperty(copy, key, settled(value[key] as Value, depth + 1));
  return copy;
}

function notHere(name: string): never {
  throw new EvaluationError('NotAvailable', `The function '${name}' is not available: the caller gave no value for it.`);
}

/** A pattern that is none matches everything: nobody could satisfy it. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern).test(text);
  } catch {
    return true;
  }
}

/** The value with one member set at some depth; the parts on the way are copied. */
function withMember(value: Value | undefined, [name, ...rest]: readonly string[], member: Value): Value {
  if (name === undefined) return member;
  const object: ValueObject = value !== undefined && isObject(value) ? { ...value } : {};
  setProperty(object, name, withMember(getProperty(object, name), rest, member));
  return object;
}

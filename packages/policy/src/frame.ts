import { containsRuntime, EvaluationError, Meter, RuntimeValue, type Scope, type ScopeIds, type Value } from '@cloudwright/engine';
import type { Shape } from './aliases.ts';
import { property } from './property.ts';
import type { EvaluationContext, JsonObject, TraceStep } from './api.ts';

/** Steps that one rule may use for one resource; the documented limits of policy functions stay far below. */
const STEPS = 2_000_000;
const OUTPUT_BYTES = 16 * 1024 * 1024;

/** A count expression around a condition: what its current member is called and where it is kept. */
export interface CountSite {
  readonly parent: CountSite | undefined;
  readonly kind: 'field' | 'value';
  /** Lower case: the array alias up to and with its last [*], or the index name of a value count. */
  readonly name: string;
  /** How many [*] the name has. */
  readonly level: number;
  readonly slot: number;
}

/** Where an expression stands: the counts around it, and whether it is in the existence condition. */
export interface Site {
  readonly count: CountSite | undefined;
  readonly part: 'if' | 'existence';
  /** One more than the highest slot in use. */
  readonly slots: number;
}

export const IF_SITE: Site = { count: undefined, part: 'if', slots: 0 };
export const EXISTENCE_SITE: Site = { count: undefined, part: 'existence', slots: 0 };

/**
 * What a compiled rule reads while it runs: the resource, the members that counts are at, and what expressions may
 * ask for. One frame serves all rules that judge a resource; nothing in it outlives an evaluation.
 */
export class Frame implements Scope {
  readonly meter = new Meter({ steps: STEPS, outputBytes: OUTPUT_BYTES });
  locals: Scope['locals'] = undefined;
  /** What conditions read: the resource, or in an existence condition the related one. */
  resource: unknown;
  shape: Shape;
  /** What the function field() reads: always the resource of the `if`. */
  subject: unknown;
  subjectShape: Shape;
  site: Site = IF_SITE;
  slots: unknown[] = [];
  parameters: ReadonlyMap<string, unknown> = new Map();
  trace: TraceStep[] | undefined;
  /** Why a condition could not be told, first reason first. */
  unknowns: RuntimeValue[] = [];
  /** The first run-time value that an expression read: a failure in that expression may be one that its value keeps away. */
  read: RuntimeValue | undefined;
  /** A function waits for a run-time value, for which it may fail: then the whole rule fails, whatever else it says. */
  mayFail = false;
  readonly now: string;
  readonly ids: ScopeIds;
  readonly context: EvaluationContext;
  policy: Value | undefined;
  /** Whether rules of mode Indexed judge the resource. Where its type does not tell, having a location does. */
  readonly indexed: boolean;

  constructor(resource: unknown, shape: Shape, context: EvaluationContext) {
    this.resource = resource;
    this.subject = resource;
    this.shape = shape;
    this.subjectShape = shape;
    this.context = context;
    this.indexed = shape.indexed ?? property(resource, 'location') !== undefined;
    this.now = context.utcNow ?? '1970-01-01T00:00:00.0000000Z';
    this.ids = scopeIds(context);
  }

  /** Makes the frame ready for one rule. */
  enter(parameters: ReadonlyMap<string, unknown>, trace: TraceStep[] | undefined): void {
    this.parameters = parameters;
    this.trace = trace;
    this.resource = this.subject;
    this.shape = this.subjectShape;
    this.site = IF_SITE;
    this.meter.steps = STEPS;
    this.meter.bytes = OUTPUT_BYTES;
    this.mayFail = false;
    this.read = undefined;
    if (this.unknowns.length > 0) this.unknowns = [];
  }

  /** Lets conditions read a related resource. */
  turnTo(related: unknown, shape: Shape): void {
    this.resource = related;
    this.shape = shape;
  }

  /** Notes a run-time value that an expression reads, and hands it on. */
  reading(value: unknown): Value {
    if (this.read === undefined && typeof value === 'object' && value !== null && containsRuntime(value as Value)) this.read = value instanceof RuntimeValue ? value : new RuntimeValue('[*]', [value as Value]);
    return value as Value;
  }

  parameter(name: string): Value {
    const value = this.parameters.get(name.toLowerCase());
    return this.reading(value === undefined ? new RuntimeValue('parameters', [name]) : value);
  }
  variable(name: string): Value {
    throw new EvaluationError('NotAvailable', `variables('${name}') can't be used in a policy rule.`);
  }
  about(what: string): Value {
    if (what === 'subscription' || what === 'resourceGroup') return (this.context[what] as Value | undefined) ?? this.reading(new RuntimeValue(what, []));
    throw new EvaluationError('NotAvailable', `${what}() can't be used in a policy rule.`);
  }
  copyIndex(): undefined {
    return undefined;
  }
  newGuid(): string {
    throw new EvaluationError('NotAvailable', "newGuid() can't be used in a policy rule.");
  }
  runtime(name: string, args: readonly Value[]): Value {
    return new RuntimeValue(name, args);
  }
  userFunction(): undefined {
    return undefined;
  }
}

function scopeIds(context: EvaluationContext): ScopeIds {
  const text = (object: JsonObject | undefined, name: string) => (typeof object?.[name] === 'string' ? (object[name] as string) : '');
  return {
    level: 'resourceGroup',
    tenantId: text(context.subscription, 'tenantId'),
    subscriptionId: text(context.subscription, 'subscriptionId'),
    resourceGroup: text(context.resourceGroup, 'name'),
    managementGroup: '',
  };
}

import type { Budget, Json, RuntimeResolver } from '../api.ts';
import { getMember } from './member.ts';
import { invoke, maskErrors, tainted } from './invoke.ts';
import { EvaluationError } from './evaluation-error.ts';
import { MAX_CALL_DEPTH, Meter, type Scope } from './scope.ts';
import { plainScope } from './evaluate.ts';
import { standardFunctions } from '../functions/standard-functions.ts';
import type { FunctionTable } from '../functions/function-table.ts';
import {
  containsSymbolic,
  mapArray,
  mapObject,
  RuntimeValue,
  SecureValue,
  type CallScope,
  type Lambda,
  writtenBytes,
  type Value,
} from '../values.ts';

const NOWHERE: CallScope = { tenantId: '', subscriptionId: '', deploymentId: '' };

/**
 * Substitutes the run-time values in a value, at any depth, by what the resolver answers, and computes what depended
 * on them. What the resolver doesn't know stays symbolic. Throws `EvaluationError` when a computation fails now.
 */
export function resolveRuntime(
  value: unknown,
  resolver: RuntimeResolver,
  functions: FunctionTable = standardFunctions,
  budget?: Budget,
): unknown {
  const scope = { ...plainScope({ resolver }), meter: new Meter(budget) };
  const resolved = new Resolution(resolver, functions, scope).resolve(value as Value);
  scope.meter.produce(writtenBytes(resolved));
  return resolved;
}

class Resolution {
  readonly #resolver: RuntimeResolver;
  readonly #functions: FunctionTable;
  readonly #scope: Scope;
  constructor(resolver: RuntimeResolver, functions: FunctionTable, scope: Scope) {
    this.#resolver = resolver;
    this.#functions = functions;
    this.#scope = scope;
  }

  resolve(value: Value): Value {
    if (typeof value !== 'object' || value === null) return value;
    this.#scope.meter.count(1);
    if (Array.isArray(value)) return mapArray(value, (item) => this.resolve(item));
    if (value instanceof SecureValue) return maskErrors(value.name, () => tainted(value.name, this.resolve(SecureValue.open(value))));
    if (value instanceof RuntimeValue) return this.#call(value);
    if ('kind' in value && value.kind === 'lambda' && 'toRuntime' in value) return value as Lambda;
    return mapObject(value as { [key: string]: Value }, (item) => this.resolve(item));
  }

  #call(call: RuntimeValue): Value {
    switch (call.name) {
      case '.':
      case '[]': {
        const [target, key] = call.args.map((arg) => this.resolve(arg));
        return getMember(target as Value, key as Value);
      }
      case 'if':
        return this.#choose(call);
      case 'and':
      case 'or':
        return this.#connect(call);
      case 'coalesce':
        return this.#coalesce(call);
      case 'lambda':
        return this.#lambda(call);
      case 'lambdaVariables':
        return this.#variable(call);
      case 'getSecret':
        return this.#secret(call);
      default:
        return this.#function(call);
    }
  }

  /** A Key Vault reference is no function of the language: nobody can write it, Azure resolves it. */
  #secret(call: RuntimeValue): Value {
    const args = mapArray(call.args, (arg) => this.resolve(arg));
    return this.#ask(call, args)(call.name, args);
  }

  /** Asks the cloud; what it does not know yet stays a call. */
  #ask(call: RuntimeValue, args: readonly Value[]): (name: string, given: readonly Value[]) => Value {
    return (name, given) => {
      const answer = given.some((arg) => containsSymbolic(arg))
        ? undefined
        : this.#resolver({ name, args: given as Json[], scope: call.scope ?? NOWHERE });
      if (answer !== undefined) return answer;
      return args === call.args ? call : new RuntimeValue(name, given, call.scope, call.known);
    };
  }

  #function(call: RuntimeValue): Value {
    const args = mapArray(call.args, (arg) => this.resolve(arg));
    const row = this.#functions.get(call.name);
    if (row?.call === undefined) throw new EvaluationError('UnknownFunction', `The template function '${call.name}' is not valid.`);
    const scope: Scope = { ...this.#scope, runtime: this.#ask(call, args) };
    return invoke(row, args, scope);
  }

  #choose(call: RuntimeValue): Value {
    const [condition, yes, no] = call.args as [Value, Value, Value];
    const decided = this.resolve(condition);
    if (decided === true) return this.resolve(yes);
    if (decided === false) return this.resolve(no);
    if (decided instanceof SecureValue)
      return tainted(decided.name, this.#choose(new RuntimeValue('if', [SecureValue.open(decided), yes, no])));
    if (decided instanceof RuntimeValue) return new RuntimeValue('if', [decided, yes, no]);
    throw new EvaluationError('InvalidArgument', "The template language function 'if' expects its first parameter to be of type boolean.");
  }

  #connect(call: RuntimeValue): Value {
    const decisive = call.name === 'or';
    const open: Value[] = [];
    for (const arg of call.args) {
      const value = this.resolve(arg);
      if (value === decisive) return decisive;
      if (value !== !decisive) open.push(value);
    }
    if (open.length === 0) return !decisive;
    return open.length === 1 ? (open[0] as Value) : new RuntimeValue(call.name, open);
  }

  #coalesce(call: RuntimeValue): Value {
    for (const [i, arg] of call.args.entries()) {
      const value = this.resolve(arg);
      if (value instanceof RuntimeValue) return new RuntimeValue('coalesce', [value, ...call.args.slice(i + 1)]);
      if (value !== null) return value;
    }
    return null;
  }

  /** A lambda whose body is a call tree: its variables are substituted when it is called. */
  #lambda(call: RuntimeValue): Value {
    const names = call.args.slice(0, -1) as string[];
    const body = call.args.at(-1) as Value;
    const parent = this.#scope.locals;
    const lambda: Lambda = {
      kind: 'lambda',
      parameters: names,
      call: (values) => {
        const { meter } = this.#scope;
        if (++meter.depth > MAX_CALL_DEPTH)
          throw new EvaluationError('Depth', `Functions call each other deeper than ${MAX_CALL_DEPTH} levels.`);
        const before = this.#scope.locals;
        this.#scope.locals = { names, values, parent };
        const value = this.resolve(body);
        this.#scope.locals = before;
        meter.depth--;
        return value;
      },
      toRuntime: () => call,
    };
    return lambda;
  }

  #variable(call: RuntimeValue): Value {
    const [name] = call.args;
    for (let { locals } = this.#scope; locals !== undefined; locals = locals.parent) {
      const index = locals.names.indexOf(name as string);
      if (index >= 0) return locals.values[index] as Value;
    }
    return call;
  }
}

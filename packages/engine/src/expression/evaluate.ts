import type { Budget, DeploymentContext, Json, RuntimeResolver } from '../api.ts';
import { compileExpression } from './compile.ts';
import { deploymentFacts, deploymentId } from './deployment-facts.ts';
import { EvaluationError, type EvaluationErrorCode } from './evaluation-error.ts';
import { Meter, type Scope } from './scope.ts';
import { containsSymbolic, getProperty, RuntimeValue, type CallScope, type Value } from '../values.ts';
import type { FunctionTable } from '../functions/function-table.ts';

/** What an expression alone may refer to. Values are literal: a text that starts with `[` is not evaluated again. */
export interface EvaluationScope {
  parameters?: Record<string, unknown>;
  variables?: Record<string, unknown>;
  context?: DeploymentContext;
  resolver?: RuntimeResolver;
  budget?: Budget;
  functions?: FunctionTable;
}

export type Evaluated = { value: Value; error?: undefined } | { value?: undefined; error: { code: EvaluationErrorCode; message: string } };

/** Evaluates one text `[...]` (any other text is its own value). Never throws: a fault comes back as `error`. */
export function evaluateExpression(text: string, scope: EvaluationScope = {}): Evaluated {
  return guarded(() => compileExpression(text, scope.functions).evaluate(plainScope(scope)));
}

/** Runs an evaluation; the engine's own error, and the end of the stack, become `error`. */
function guarded(run: () => Value): Evaluated {
  try {
    return { value: run() };
  } catch (error) {
    return { error: describeError(error) };
  }
}

/** Code and message of what an evaluation raised. Anything that is not of an evaluation is raised again. */
export function describeError(error: unknown): { code: EvaluationErrorCode; message: string } {
  if (error instanceof EvaluationError) return { code: error.code, message: error.message };
  // Input can nest deeper than the named limits foresee (values inside values); the stack is the last of them.
  if (error instanceof RangeError) return { code: 'Depth', message: 'The expression is nested too deeply to be evaluated.' };
  throw error;
}

/** A scope of literal parameters and variables, for the command line and for tests. */
export function plainScope({ parameters = {}, variables = {}, context, resolver, budget }: EvaluationScope): Scope {
  const facts = deploymentFacts(context);
  const call: CallScope = {
    tenantId: facts.ids.tenantId,
    subscriptionId: facts.ids.subscriptionId,
    ...(facts.ids.level === 'resourceGroup' ? { resourceGroup: facts.ids.resourceGroup } : {}),
    deploymentId: deploymentId(facts.name, facts.ids),
  };
  return {
    meter: new Meter(budget),
    locals: undefined,
    ids: facts.ids,
    now: facts.now,
    newGuid: facts.newGuid,
    about: facts.about,
    parameter: (name) => declared('parameter', name, parameters),
    variable: (name) => declared('variable', name, variables),
    copyIndex: () => undefined,
    userFunction: () => undefined,
    runtime: (name, args) => {
      const answer = args.some((arg) => containsSymbolic(arg)) ? undefined : resolver?.({ name, args: args as Json[], scope: call });
      return answer === undefined ? new RuntimeValue(name, args, call) : answer;
    },
  };
}

function declared(kind: 'parameter' | 'variable', name: string, values: Record<string, unknown>): Value {
  const value = getProperty(values, name);
  if (value !== undefined) return value as Value;
  throw new EvaluationError(
    'Undeclared',
    `The template ${kind} '${name}' is not found. Please see https://aka.ms/arm-syntax-${kind}s for usage details.`,
  );
}

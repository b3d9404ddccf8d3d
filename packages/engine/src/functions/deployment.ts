import { invalid, unexpected } from './arguments.ts';
import { fn, type FunctionRow, type Run } from './function-table.ts';
import type { Expression } from '../expression/ast.ts';
import { EvaluationError } from '../expression/evaluation-error.ts';
import { maskErrors, tainted } from '../expression/invoke.ts';
import type { AboutDeployment, Scope } from '../expression/scope.ts';
import { RuntimeValue, SecureValue, type Value } from '../values.ts';

const about = (what: AboutDeployment): FunctionRow => fn(what, 0, 0, (_args, scope) => scope.about(what), { returns: 'Object' });

/** Source: "Deployment functions for ARM templates", "Scope functions for ARM templates", and the copy loop's copyIndex. */
export const deploymentFunctions: FunctionRow[] = [
  {
    name: 'parameters',
    min: 1,
    max: 1,
    returns: 'Any',
    compile: (args, nodes) => named('parameters', args, nodes, (name, scope) => scope.parameter(name)),
  },
  {
    name: 'variables',
    min: 1,
    max: 1,
    returns: 'Any',
    compile: (args, nodes) => named('variables', args, nodes, (name, scope) => scope.variable(name)),
  },
  about('subscription'),
  about('resourceGroup'),
  about('managementGroup'),
  about('tenant'),
  about('deployment'),
  about('environment'),
  about('deployer'),
  fn('copyIndex', 0, 2, copyIndex, { returns: 'Integer', only: 'copy' }),
];

/** The name is nearly always a literal, so it is taken when compiling. */
function named(label: string, [arg]: readonly Run[], [node]: readonly Expression[], get: (name: string, scope: Scope) => Value): Run {
  if (node?.kind === 'literal' && typeof node.value === 'string') {
    const name = node.value;
    return (scope) => get(name, scope);
  }
  return (scope) => {
    const name = (arg as Run)(scope);
    if (typeof name === 'string') return get(name, scope);
    if (name instanceof SecureValue) {
      const open = SecureValue.open(name);
      if (typeof open === 'string') return maskErrors(name.name, () => tainted(name.name, get(open, scope)));
    }
    if (name instanceof RuntimeValue)
      throw invalid(`The template language function '${label}' can't take a name that is known at run time only.`);
    throw unexpected(label, 'its parameter to be a string', name);
  };
}

/** copyIndex(), copyIndex(offset), copyIndex('loop'), copyIndex('loop', offset). */
function copyIndex([first, second]: readonly Value[], scope: Scope): Value {
  const loop = typeof first === 'string' ? first : undefined;
  const offset = (loop === undefined ? first : second) ?? 0;
  if (first !== undefined && loop === undefined && typeof first !== 'number')
    throw unexpected('copyIndex', 'its first parameter to be a string or an integer', first);
  if (loop === undefined && second !== undefined)
    throw unexpected('copyIndex', 'its first parameter to be the name of a loop', first ?? null);
  if (typeof offset !== 'number' || !Number.isInteger(offset)) throw unexpected('copyIndex', 'its offset to be an integer', offset);
  const index = scope.copyIndex(loop);
  if (index === undefined) {
    throw new EvaluationError(
      'NotAvailable',
      loop === undefined
        ? "The template function 'copyIndex' is not expected at this location. The function can only be used in a resource with copy specified."
        : `The template function 'copyIndex' has an invalid argument. The loop '${loop}' is not around this expression.`,
    );
  }
  return index + offset;
}

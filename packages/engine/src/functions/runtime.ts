import { fn, type FunctionRow } from './function-table.ts';
import { EvaluationError } from '../expression/evaluation-error.ts';
import { textArgument } from './arguments.ts';

const cloud = (name: string, min: number, max: number, returns: FunctionRow['returns'] = 'Any'): FunctionRow =>
  fn(name, min, max, (args, scope) => scope.runtime(name, args), { returns, symbolic: 'own' });

/**
 * Functions that only the cloud answers; the scope decides whether now, later, or from what is known already.
 * Source: "Resource functions for ARM templates". Any other name that starts with `list` is one of the list* family.
 */
export const runtimeFunctions: FunctionRow[] = [
  cloud('reference', 1, 3, 'Object'),
  cloud('references', 1, 2, 'Array'),
  cloud('resourceInfo', 1, 1, 'Object'),
  cloud('providers', 1, 2, 'Object'),
  cloud('pickZones', 3, 5, 'Array'),
  cloud('toLogicalZone', 3, 3, 'String'),
  cloud('toLogicalZones', 3, 3, 'Array'),
  cloud('toPhysicalZone', 3, 3, 'String'),
  cloud('toPhysicalZones', 3, 3, 'Array'),
];

/** A row for listKeys, listAccountSas, ...: Azure takes every operation of a resource provider whose name starts so. */
export function listFunction(name: string): FunctionRow | undefined {
  return /^list[a-z0-9]*$/i.test(name) ? cloud(name, 1, 3) : undefined;
}

/** Source: "Flow control functions": `fail` ends the deployment with the author's message. */
export const flowFunctions: FunctionRow[] = [
  fn('fail', 1, 1, ([message]) => {
    throw new EvaluationError('Failed', textArgument('fail', message));
  }),
];

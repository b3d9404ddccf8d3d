import { arrayFunctions } from './array.ts';
import { cidrFunctions } from './cidr.ts';
import { comparisonFunctions } from './comparison.ts';
import { dateFunctions } from './date.ts';
import { deploymentFunctions } from './deployment.ts';
import { FunctionTable } from './function-table.ts';
import { lambdaFunctions } from './lambda.ts';
import { logicalFunctions } from './logical.ts';
import { numericFunctions } from './numeric.ts';
import { objectFunctions } from './object.ts';
import { resourceIdFunctions } from './resource-ids.ts';
import { flowFunctions, listFunction, runtimeFunctions } from './runtime.ts';
import { stringFunctions } from './string.ts';

/** Every function of the ARM template function reference (2026). */
export const standardFunctions: FunctionTable = new FunctionTable(
  [
    ...arrayFunctions,
    ...cidrFunctions,
    ...comparisonFunctions,
    ...dateFunctions,
    ...deploymentFunctions,
    ...flowFunctions,
    ...lambdaFunctions,
    ...logicalFunctions,
    ...numericFunctions,
    ...objectFunctions,
    ...resourceIdFunctions,
    ...runtimeFunctions,
    ...stringFunctions,
  ],
  { family: listFunction },
);

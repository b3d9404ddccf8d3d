export type * from './api.ts';
export { expandTemplate } from './expand/expand-template.ts';
export { expandNested } from './expand/expand-nested.ts';
export { formModel, type FormOptions } from './form/form-model.ts';
export { formState } from './form/form-state.ts';
export { inlineTemplate, type Inlined } from './inline/inline-template.ts';
export { planDeployment } from './plan/plan-deployment.ts';
export { readTemplate } from './read/read-template.ts';
export { checkTemplate } from './template/check-template.ts';
export { diagnosticCatalogue, type DiagnosticCode } from './diagnostics.ts';
export { limits } from './limits.ts';
export { evaluateExpression, type Evaluated, type EvaluationScope } from './expression/evaluate.ts';
export { compileBareExpression, compileExpression, type CompiledExpression, type ExpressionFault } from './expression/compile.ts';
export { resolveRuntime } from './expression/resolve.ts';
export { EvaluationError, type EvaluationErrorCode } from './expression/evaluation-error.ts';
export { isExpression, parseBareExpression, parseExpression, unescapeLiteral } from './expression/parse.ts';
export { printExpression, walkExpression, type Expression } from './expression/ast.ts';
export { Meter, type AboutDeployment, type Locals, type Scope, type ScopeIds } from './expression/scope.ts';
export { deploymentFacts, deploymentId, type DeploymentFacts } from './expression/deployment-facts.ts';
export { fn, FunctionTable, type FunctionRow, type Run } from './functions/function-table.ts';
export { standardFunctions } from './functions/standard-functions.ts';
export {
  containsRuntime,
  containsSecure,
  containsSymbolic,
  equalValues,
  findKey,
  getProperty,
  isLambda,
  isObject,
  printValue,
  reveal,
  RuntimeValue,
  SecureValue,
  setProperty,
  Symbolic,
  toPrintable,
  typeName,
  type Value,
  type ValueObject,
} from './values.ts';

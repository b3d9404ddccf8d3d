import type { Diagnostic, Severity } from './api.ts';
import type { EvaluationErrorCode } from './expression/evaluation-error.ts';

interface Row {
  severity: Severity;
  message: (...args: string[]) => string;
  /** What to do about it, for documentation and the command line. */
  help: string;
}

const quote = (name: string | undefined): string => `'${name ?? ''}'`;
const asGiven = (message = ''): string => message;

function error(message: Row['message'], help: string): Row {
  return { severity: 'error', message, help };
}
function warning(message: Row['message'], help: string): Row {
  return { severity: 'warning', message, help };
}
function information(message: Row['message'], help: string): Row {
  return { severity: 'information', message, help };
}

/** Every finding that the engine can report; the key is the stable code. */
export const diagnosticCatalogue = {
  // Reading
  InvalidJson: error((what) => `The file is not valid JSON: ${what}.`, 'Correct the JSON at this place.'),
  NotATemplate: error(() => 'The file is not a template: a JSON object is expected.', 'Start from an object with $schema, contentVersion and resources.'),
  TooDeep: error((limit) => `The JSON is nested deeper than ${limit} levels.`, 'Flatten the structure.'),
  DuplicateKey: warning((key) => `The property ${quote(key)} is given more than once; the last one counts.`, 'Remove the duplicates.'),
  // Document
  MissingSchema: warning(() => 'The template has no $schema.', 'Add the $schema of the scope that the template is deployed at.'),
  UnknownSchema: warning((schema) => `The $schema ${quote(schema)} is not a deployment template's.`, 'Use https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json# or the one of another scope.'),
  MissingProperty: error((name, owner) => `The property ${quote(name)} of ${owner} is required.`, 'Add the property.'),
  WrongShape: error((what, expected) => `${what} must be ${expected}.`, 'Correct the value.'),
  LimitExceeded: error((what, count, limit) => `${what}: ${count} is over the limit of ${limit}.`, 'Split the template into linked or nested templates.'),
  UnknownTopLevel: information((name) => `The property ${quote(name)} is not known at the top of a template.`, 'Remove it, or move it to metadata.'),
  // Parameters and types
  MissingParameter: error((name) => `The value for the template parameter ${quote(name)} is not provided.`, 'Give a value in the parameter file, or a default in the template.'),
  UndeclaredParameterValue: error((name) => `A value is given for ${quote(name)}, which the template does not declare as a parameter.`, 'Remove the value, or declare the parameter.'),
  InvalidParameterValue: error((name, why) => `The value of the parameter ${quote(name)} is not valid: ${why}`, 'Give a value that the declaration allows.'),
  InvalidParameterType: error((name, type) => `The parameter ${quote(name)} has the type ${quote(type)}, which is not a parameter type.`, 'Use string, securestring, int, bool, object, secureObject or array.'),
  UnresolvedType: error((reference) => `The type reference ${quote(reference)} does not lead to a definition.`, 'Declare the type in definitions.'),
  UnusedParameter: information((name) => `The parameter ${quote(name)} is not used.`, 'Remove the parameter.'),
  UnusedVariable: information((name) => `The variable ${quote(name)} is not used.`, 'Remove the variable.'),
  // Expressions: the codes of EvaluationError, with its message
  InvalidExpression: error(asGiven, 'Correct the expression. A text that begins with [ and is no expression is written with [[.'),
  UnknownFunction: error(asGiven, 'Use a function of the template function reference or declare it in functions.'),
  WrongArity: error(asGiven, 'Give the number of arguments that the function takes.'),
  InvalidArgument: error(asGiven, 'Give a value of the type that the function takes.'),
  Undeclared: error(asGiven, 'Declare the name, or correct its spelling.'),
  PropertyMissing: error(asGiven, 'Use a property that the object has, or tryGet.'),
  IndexOutOfRange: error(asGiven, 'Use an index below the length of the array.'),
  Overflow: error(asGiven, 'Keep the numbers within 64 bits.'),
  Budget: error(asGiven, 'The template asks for more work than the engine allows: look for loops inside loops.'),
  Depth: error(asGiven, 'Reduce the nesting of calls.'),
  Failed: error(asGiven, 'The template itself ends the deployment with fail().'),
  NotAvailable: error(asGiven, 'The function is not available at this place or scope.'),
  // Resources
  InvalidResourceName: error((name, type) => `The name ${quote(name)} does not fit the type ${quote(type)}: a name has as many segments as the type has after its namespace.`, 'Write the name with one segment for each type segment.'),
  DuplicateResource: error((id) => `The resource ${quote(id)} is defined more than once.`, 'Give each resource its own name.'),
  InvalidCondition: error((type) => `The condition is not a boolean but of the type ${type}.`, 'Write a condition that is true or false.'),
  UnknownDependency: error((name) => `The resource ${quote(name)} that is waited for is not defined in the template.`, 'Name a resource of the same template, or remove the dependency.'),
  LoopKnownLater: information(() => 'The number of rounds depends on a value that is only known while the deployments around it run.', 'Nothing to do: the loop is unrolled when its deployment starts.'),
  DependencyCycle: error((names) => `The resources wait for each other in a circle: ${names}.`, 'Remove one of the dependencies.'),
  // Nested and linked deployments
  LinkNotLoaded: information((address) => `The linked template ${quote(address)} was not loaded; what it deploys is not known here.`, 'Provide the linked template.'),
  InvalidLinkedTemplate: error((address, why) => `The linked template ${quote(address)} can't be used: ${why}`, 'Correct the linked template.'),
  TooManyDeployments: error((limit) => `Deployments are nested deeper than ${limit} levels.`, 'Reduce the nesting.'),
  // createUiDefinition.json
  FormElement: information((name, type) => `The element ${quote(name)} of the type ${quote(type)} can't be asked here: only the portal knows its values.`, 'Give the parameters that come from it by hand.'),
  FormExpression: warning((why) => `The form can't evaluate this: ${why ?? ''}`, 'Correct the expression, or use a function of the CreateUiDefinition reference.'),
  // Outputs and asserts
  InvalidOutput: error((name, why) => `The output ${quote(name)} is not valid: ${why}`, 'Correct the output.'),
  AssertFailed: error((name) => `The assertion ${quote(name)} does not hold.`, 'Correct the parameters, or the assertion.'),
} satisfies Record<string, Row> & Record<EvaluationErrorCode, Row>;

export type DiagnosticCode = keyof typeof diagnosticCatalogue;

/** A place inside a file: the property names and indexes from its top. */
export type Path = readonly (string | number)[];

/** JSON pointer (RFC 6901) of a path. */
export function pointerOf(path: Path): string {
  let pointer = '';
  for (const part of path) pointer += `/${typeof part === 'number' ? part : part.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer;
}

/** One diagnostic of the catalogue, without line and column (see SourceDocument.diagnostic). */
export function diagnostic(code: DiagnosticCode, path: Path, ...args: string[]): Diagnostic {
  const row: Row = diagnosticCatalogue[code];
  return { code, severity: row.severity, message: row.message(...args), pointer: pointerOf(path) };
}

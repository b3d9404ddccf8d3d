import { innermostCauses, resourceNameOf, resourceTypeOf, type ArmErrorBody } from '@cloudwright/cloud';
import type { DeploymentError } from '@cloudwright/contract';
import { regionName } from '@cloudwright/contract/enums';
import { readViolations, type Violation } from '@cloudwright/policy';
import { explanations, type Facts } from './explanations.ts';
import { parametersBehind } from './parameter-origin.ts';

/** What is known of the run that failed. */
export interface FailedRun {
  /** The template as submitted, parsed. */
  template: unknown;
  /** Plain values of the run; secrets are masked. */
  parameters: Record<string, unknown>;
  secretParameters: readonly string[];
  region: string;
  /** Its name, as far as it is known. */
  subscription: string;
  group: string | null;
  /** Ids of what the template was to create: the cloud often names a resource by its name only. */
  resourceIds?: readonly string[];
}

const plain = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
};

const declaredParameters = (template: unknown): Record<string, { defaultValue?: unknown }> =>
  ((template as { parameters?: Record<string, { defaultValue?: unknown }> } | null)?.parameters ?? {});

/** The value a parameter has in this run: given, else its literal default. */
function valueOf(name: string, run: FailedRun): string | undefined {
  const same = (candidate: string): boolean => candidate.toLowerCase() === name.toLowerCase();
  if (run.secretParameters.some(same)) return undefined;
  const given = Object.keys(run.parameters).find(same);
  if (given !== undefined) return plain(run.parameters[given]);
  const declared = declaredParameters(run.template);
  const fallback = declared[Object.keys(declared).find(same) ?? name]?.defaultValue;
  if (typeof fallback !== 'string' || !fallback.startsWith('[')) return plain(fallback);
  // The commonest computed default: the region of the group.
  return /^\[\s*(resourceGroup|deployment)\(\)\.location\s*\]$/i.test(fallback) ? run.region : undefined;
}

/** The parameter to blame: named by the message, else behind the property, preferring one whose value is quoted. */
function blame(error: ArmErrorBody, type: string, paths: readonly string[], run: FailedRun): string | undefined {
  const names = Object.keys(declaredParameters(run.template));
  const named = [...error.message.matchAll(/parameters? (?:named )?['"]([^'"]+)['"]/gi)].map((match) => match[1]?.toLowerCase());
  const spoken = names.find((name) => named.includes(name.toLowerCase()));
  if (spoken !== undefined) return spoken;
  // A provider's target is often the property itself: "adminPassword", "osProfile.adminPassword".
  const target = error.target !== undefined && !error.target.includes('/') ? [error.target, `properties.${error.target}`] : [];
  const message = error.message.toLowerCase();
  const candidates = parametersBehind(run.template, type, [...target, ...paths], (part) => message.includes(`'${part.toLowerCase()}'`));
  const isQuoted = (name: string): boolean => {
    const value = valueOf(name, run);
    return value !== undefined && value.length > 3 && message.includes(value.toLowerCase());
  };
  // An error of an output or a link is still led to a parameter whose value it quotes.
  return candidates.find(isQuoted) ?? candidates[0] ?? names.find(isQuoted);
}

const violationOf = ({ assignmentName, definitionName, conditions, suggestion }: Violation): NonNullable<DeploymentError['violations']>[number] => ({
  assignment: assignmentName, definition: definitionName, conditions: conditions.map((condition) => condition.text), suggestion: suggestion?.text ?? null,
  ...(suggestion?.choices === undefined ? {} : { choices: suggestion.choices.map(String) }),
});

/** Where the property of a policy's field stands in a resource: an alias is the type and then mostly the path below properties. */
function pathsOf(field: string, type: string): string[] {
  if (!field.includes('/')) return [field];
  const path = field.toLowerCase().startsWith(`${type.toLowerCase()}/`) ? field.slice(type.length + 1) : field.slice(field.lastIndexOf('/') + 1);
  return [`properties.${path}`, path];
}

/**
 * One innermost cause with its explanation: cause, offending parameter and its value in this run, next step.
 * `target` is the failed resource's id where the cause itself names none.
 */
export function explainError(error: ArmErrorBody, target: string | undefined, run: FailedRun, time: string): DeploymentError {
  const named = error.target?.toLowerCase();
  const resourceId = error.target?.startsWith('/') ? error.target
    : target ?? run.resourceIds?.find((id) => named !== undefined && [resourceNameOf(id), id.split('/').at(-1)].some((name) => name?.toLowerCase() === named));
  const violations = readViolations(error);
  const base = {
    code: error.code, message: error.message, target: resourceId ?? error.target ?? null, time,
    ...(violations.length > 0 ? { violations: violations.map(violationOf) } : {}),
  };
  const row = explanations.find((candidate) => candidate.codes.includes(error.code) && (candidate.when?.test(`${error.message} ${error.target ?? ''}`) ?? true))
    ?? explanations.find((candidate) => candidate.codes.includes(error.code));
  if (row === undefined) return { ...base, explanation: null };
  const type = resourceId === undefined ? '' : resourceTypeOf(resourceId);
  const isDeployment = type.toLowerCase() === 'microsoft.resources/deployments';
  const parameter = blame(error, isDeployment ? '' : type, [...violations.flatMap(({ suggestion }) => (suggestion === undefined ? [] : pathsOf(suggestion.field, type))), ...row.paths], run);
  const value = parameter === undefined ? undefined : valueOf(parameter, run);
  const facts: Facts = {
    code: error.code, message: error.message, type: isDeployment ? '' : type,
    resource: resourceId === undefined || isDeployment ? '' : resourceNameOf(resourceId),
    region: regionName(run.region), subscription: run.subscription, group: run.group ?? '', parameter, value, policies: [...new Set(violations.map(({ assignmentName }) => assignmentName))],
  };
  return { ...base, explanation: { cause: row.cause(facts), parameter: parameter ?? null, value: value ?? null, nextStep: row.nextStep(facts) } };
}

/**
 * All causes of a failed deployment: the failed operations' own errors (they know their resource), and the
 * deployment's where no operation has one. Without repetition.
 */
export function explainFailure(
  deploymentError: ArmErrorBody | undefined, operations: readonly { error: ArmErrorBody | undefined; resource: { id: string } | undefined }[],
  run: FailedRun, time: string,
): DeploymentError[] {
  const found = operations.flatMap((operation) =>
    operation.error === undefined ? [] : innermostCauses(operation.error).map((cause) => explainError(cause, operation.resource?.id, run, time)));
  // A nested deployment's own operation repeats what failed inside it: the deepest report names the real resource.
  const outer = deploymentError === undefined ? [] : innermostCauses(deploymentError).map((cause) => explainError(cause, undefined, run, time));
  const errors: DeploymentError[] = [];
  for (const error of [...found, ...outer]) {
    const known = errors.findIndex((other) => other.code === error.code && other.message === error.message);
    if (known < 0) errors.push(error);
    else if (isVague(errors[known]?.target) && !isVague(error.target)) errors[known] = error;
  }
  return errors;
}

const isVague = (target: string | null | undefined): boolean => target === null || target === undefined || /Microsoft\.Resources\/deployments\//i.test(target);

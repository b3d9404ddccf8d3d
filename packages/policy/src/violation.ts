import type { Suggestion, TraceStep } from './api.ts';
import { describeStep } from './explain.ts';
import { property } from './property.ts';
import { suggestForStep } from './suggest.ts';

/** One policy that refused a request, read from the cloud's error. */
export interface Violation {
  /** What was refused. */
  target: string | undefined;
  assignmentId: string;
  assignmentName: string;
  definitionId: string;
  definitionName: string;
  /** Of an initiative: its id and the member. */
  setDefinitionId: string | undefined;
  referenceId: string | undefined;
  effect: string;
  /** The conditions that held, as sentences, and as the cloud told them. */
  conditions: { text: string; step: Omit<TraceStep, 'pointer'> }[];
  /** What to change, where the conditions tell. */
  suggestion: Suggestion | undefined;
}

const text = (source: unknown, name: string): string | undefined => {
  const value = property(source, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/**
 * The policy violations in an error of Resource Manager (RequestDisallowedByPolicy), at any depth of `details`:
 * the `error` member, or the whole body. An empty list when there are none.
 */
export function readViolations(error: unknown, depth = 0): Violation[] {
  if (typeof error !== 'object' || error === null || depth > 10) return [];
  const inner = property(error, 'error');
  const found = inner === undefined ? [] : readViolations(inner, depth + 1);
  const details = property(error, 'details');
  if (Array.isArray(details)) for (const detail of details) found.push(...readViolations(detail, depth + 1));
  const additional = property(error, 'additionalInfo');
  for (const entry of Array.isArray(additional) ? (additional as unknown[]) : []) {
    if (text(entry, 'type') === 'PolicyViolation') found.push(readViolation(property(entry, 'info'), text(error, 'target')));
  }
  return found;
}

function readViolation(info: unknown, target: string | undefined): Violation {
  const assignmentId = text(info, 'policyAssignmentId') ?? '';
  const definitionId = text(info, 'policyDefinitionId') ?? '';
  const evaluated = property(property(info, 'evaluationDetails'), 'evaluatedExpressions');
  const steps = (Array.isArray(evaluated) ? (evaluated as unknown[]) : []).filter((one) => text(one, 'result')?.toLowerCase() === 'true').map(stepOf);
  const suggestions = steps.flatMap((step) => suggestForStep(step) ?? []);
  return {
    target,
    assignmentId,
    assignmentName: text(info, 'policyAssignmentDisplayName') ?? text(info, 'policyAssignmentName') ?? assignmentId,
    definitionId,
    definitionName: text(info, 'policyDefinitionDisplayName') ?? text(info, 'policyDefinitionName') ?? definitionId,
    setDefinitionId: text(info, 'policySetDefinitionId'),
    referenceId: text(info, 'policyDefinitionReferenceId'),
    effect: (text(info, 'policyDefinitionEffect') ?? 'deny').toLowerCase(),
    conditions: steps.map((step) => ({ text: describeStep({ ...step, pointer: '' }), step })),
    // A condition that lists what is allowed tells most.
    suggestion: suggestions.find((one) => one.choices !== undefined) ?? suggestions.find((one) => 'value' in one) ?? suggestions[0],
  };
}

function stepOf(source: unknown): Omit<TraceStep, 'pointer'> {
  const operator = text(source, 'operator') ?? 'Equals';
  const kind = text(source, 'expressionKind')?.toLowerCase();
  return {
    kind: kind === 'value' || kind === 'count' ? kind : 'field',
    left: text(source, 'expression') ?? text(source, 'path') ?? '',
    operator: operator[0]?.toLowerCase() + operator.slice(1),
    actual: property(source, 'expressionValue') ?? null,
    expected: property(source, 'targetValue') ?? null,
    result: true,
  };
}

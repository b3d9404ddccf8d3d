import type { Evaluator, Finding, JudgeResourceOptions } from './evaluator.ts';
import { property } from './property.ts';

/** What the policies make of a request to create or change a resource. */
export interface RequestVerdict {
  /** The resource as the provider gets it: with what modify and append changed. */
  resource: unknown;
  /** Findings that refuse the request; empty = allowed. */
  denied: Finding[];
  /** All findings, about the resource as it was changed. */
  findings: Finding[];
  /** modify and append, in the order in which they were applied. */
  changes: Finding[];
}

/**
 * Judges a request in the documented order (effect-basics, Order of evaluation): disabled, then append and modify,
 * whose changes may spare the resource the rest, then deny, audit, manual; -IfNotExists come after the provider.
 */
export function judgeRequest(evaluator: Evaluator, resource: unknown, options: JudgeResourceOptions = {}): RequestVerdict {
  const first = evaluator.judge(resource, options);
  const changing = first.filter((finding) => finding.enforced && isChanging(finding));
  if (changing.length === 0) return { resource, denied: first.filter(refuses), findings: first, changes: [] };
  const { kept, conflicts } = settle(changing);
  let current = resource;
  const changes: Finding[] = [];
  for (const finding of kept) {
    // Each change is made on what the ones before it left.
    const again = evaluator.judge(current, options).find((one) => isSame(one, finding));
    if (again?.verdict.changed === undefined) continue;
    current = again.verdict.changed.resource;
    changes.push(again);
  }
  const findings = evaluator.judge(current, options);
  const denied = [...findings.filter(refuses), ...conflicts];
  return { resource: current, denied, findings, changes };
}

/**
 * Findings about a resource that exists. Where more than one policy with the conflictEffect deny would change a
 * property, each in its own way, their state is Conflict (effect-modify, conflictEffect).
 */
export function judgeExisting(evaluator: Evaluator, resource: unknown, options: JudgeResourceOptions = {}): Finding[] {
  const findings = evaluator.judge(resource, options);
  const { conflicts } = settle(findings.filter((finding) => finding.state === 'NonCompliant' && isChanging(finding)));
  if (conflicts.length === 0) return findings;
  return findings.map((finding) => (conflicts.some((conflict) => isSame(conflict, finding)) ? { ...finding, state: 'Conflict' } : finding));
}

function isChanging(finding: Finding): boolean {
  return (finding.effect === 'modify' || finding.effect === 'append') && finding.verdict.changed !== undefined && finding.verdict.compliant === false;
}

function refuses(finding: Finding): boolean {
  return finding.enforced && finding.effect === 'deny' && finding.verdict.compliant === false;
}

function isSame(a: Finding, b: Finding): boolean {
  return a.assignmentId === b.assignmentId && a.referenceId === b.referenceId;
}

/**
 * Policies that change one property in different ways: the one whose conflictEffect is deny wins, two of those refuse
 * the request, and with audit alone nothing is changed (effect-modify, conflictEffect).
 */
function settle(findings: readonly Finding[]): { kept: Finding[]; conflicts: Finding[] } {
  const byField = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.effect !== 'modify') continue;
    for (const { field, outcome } of finding.verdict.changed?.operations ?? []) {
      if (outcome === 'applied') byField.set(field.toLowerCase(), [...(byField.get(field.toLowerCase()) ?? []), finding]);
    }
  }
  const dropped = new Set<Finding>();
  const conflicts: Finding[] = [];
  for (const [field, rivals] of byField) {
    if (rivals.length < 2 || new Set(rivals.map((rival) => JSON.stringify(valueFor(rival, field)))).size < 2) continue;
    const strict = rivals.filter((rival) => String(property(rival.verdict.details, 'conflictEffect') ?? 'deny').toLowerCase() === 'deny');
    if (strict.length > 1) conflicts.push(...strict.map((rival) => conflictOf(rival, field)));
    for (const rival of rivals) if (strict.length !== 1 || rival !== strict[0]) dropped.add(rival);
  }
  return { kept: findings.filter((finding) => !dropped.has(finding)), conflicts };
}

function valueFor(finding: Finding, field: string): unknown {
  const operation = finding.verdict.changed?.operations.find((one) => one.field.toLowerCase() === field);
  return [operation?.operation, operation?.value];
}

function conflictOf(finding: Finding, field: string): Finding {
  return { ...finding, effect: 'deny', message: `Several policies change '${field}' in different ways.` };
}

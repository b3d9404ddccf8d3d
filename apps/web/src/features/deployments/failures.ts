import type { DeploymentError } from '@cloudwright/contract';

/** Errors with one cause: what mends the first mends the others, too. */
export interface Failure {
  error: DeploymentError;
  others: DeploymentError[];
}

/** The name of a failed resource, without the path to it; null where the error names none. */
export const targetName = ({ target }: Pick<DeploymentError, 'target'>): string | null => target?.split('/').at(-1) ?? null;

/** The type in a resource id, children included; undefined for anything else. */
export function targetType({ target }: Pick<DeploymentError, 'target'>): string | undefined {
  const [, provider, ...segments] = /^.*\/providers\/([^/]+)\/(.+)$/i.exec(target ?? '')?.flatMap((part, index) => (index === 2 ? part.split('/') : [part])) ?? [];
  return provider === undefined ? undefined : [provider, ...segments.filter((_, index) => index % 2 === 0)].join('/');
}

/** Whether two errors were refused by the same policies for the same reasons. */
export const isSameRefusal = (a: DeploymentError, b: DeploymentError): boolean => JSON.stringify(a.violations ?? []) === JSON.stringify(b.violations ?? []);

/**
 * Errors by cause: one that is led to the same value of the same parameter, or to the same policies, is told once.
 * What nobody has explained stands for itself.
 */
export function failuresOf(errors: readonly DeploymentError[]): Failure[] {
  const failures: Failure[] = [];
  for (const error of errors) {
    const { explanation } = error;
    const same = failures.find(({ error: first }) =>
      explanation !== null && (explanation.parameter !== null || (error.violations ?? []).length > 0) &&
      first.code === error.code && first.explanation?.parameter === explanation.parameter && first.explanation.value === explanation.value && isSameRefusal(first, error));
    if (same) same.others.push(error);
    else failures.push({ error, others: [] });
  }
  return failures;
}

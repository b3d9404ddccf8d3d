/** Three-valued logic as small integers: a condition is false, true, or not to be told before the deployment. */
export type Truth = 0 | 1 | 2;
export const FALSE = 0;
export const TRUE = 1;
export const UNKNOWN = 2;

export function not(truth: Truth): Truth {
  return truth === UNKNOWN ? UNKNOWN : truth === TRUE ? FALSE : TRUE;
}

export function truthOf(value: boolean): Truth {
  return value ? TRUE : FALSE;
}

export function printTruth(truth: Truth): boolean | 'unknown' {
  return truth === UNKNOWN ? 'unknown' : truth === TRUE;
}

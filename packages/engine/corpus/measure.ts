/** One line of the corpus run. */
export interface Measure {
  name: string;
  passed: number;
  total: number;
  /** Share that must pass, from 0 to 1. */
  must: number;
  failing: { id: string; reason: string }[];
}

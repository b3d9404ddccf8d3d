/** One line of the corpus run. */
export interface Measure {
  name: string;
  passed: number;
  total: number;
  /** Share that must pass, from 0 to 1. */
  must: number;
  /** What did not pass, with the reason. */
  misses: string[];
  /** Further figures. */
  notes?: string[];
}

export function printMeasure({ name, passed, total, must, misses, notes = [] }: Measure): boolean {
  const good = total > 0 && passed / total >= must;
  console.log(`${good ? 'ok  ' : 'MISS'} ${name}: ${passed} of ${total} (${((100 * passed) / Math.max(1, total)).toFixed(2)} %, must ${(100 * must).toFixed(0)} %)`);
  for (const note of notes) console.log(`       ${note}`);
  for (const miss of misses.slice(0, 30)) console.log(`     - ${miss}`);
  if (misses.length > 30) console.log(`     - ... and ${misses.length - 30} more`);
  return good;
}

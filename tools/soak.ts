/** `npm run soak [-- runs]`: kill -9 at every named point, 200 runs by default; ends with code 1 on the first loss. */
import { deploymentCrashPoints as points } from '../apps/server/src/platform/crash-points.ts';
import { createWorld, faultsOf } from './crash-safety/crash-run.ts';

const runs = Number(process.argv[2] ?? 200);
const world = await createWorld();
const times: number[] = [];
const counts = new Map<string, number>();
let failed = 0;
try {
  for (let index = 0; index < runs; index += 1) {
    // Every point in turn, so that each is met runs / 8 times.
    const point = points[index % points.length] ?? points[0];
    const result = await world.run(point);
    const faults = faultsOf(result);
    times.push(result.milliseconds);
    counts.set(point, (counts.get(point) ?? 0) + 1);
    if (faults.length > 0) failed += 1;
    console.log(`${String(index + 1).padStart(3)}/${runs} ${point.padEnd(16)} ${result.status} ${result.milliseconds} ms${faults.length > 0 ? `  LOST: ${faults.join(', ')}` : ''}`);
  }
} finally {
  await world.stop();
}
console.log(`${runs} runs, ${failed} with a loss; per point: ${[...counts].map(([point, count]) => `${point} ${count}`).join(', ')}; ${Math.round(times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length))} ms a run`);
process.exit(failed > 0 ? 1 : 0);

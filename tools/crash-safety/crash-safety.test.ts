import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crashPoints, createWorld, faultsOf, type World } from './crash-run.ts';

// 20 runs: every point twice, the four around PUT and commit once more.
const points = [...crashPoints, ...crashPoints, 'after-commit', 'before-put', 'after-put', 'while-polling'] as const;

let world: World;
beforeAll(async () => {
  world = await createWorld();
}, 60_000);
afterAll(() => world.stop());

describe('kill -9 of the portal during a deployment', () => {
  it.each(points.map((point, index) => [index + 1, point] as const))('loses nothing and submits once (run %i, %s)', async (_index, point) => {
    const result = await world.run(point);
    expect(faultsOf(result)).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploymentCrashPoints } from '../../apps/server/src/platform/crash-points.ts';
import { createWorld, faultsOf, type World } from './crash-run.ts';

// 20 runs: every point twice, the four around PUT and commit once more.
const points = [...deploymentCrashPoints, ...deploymentCrashPoints, 'after-commit', 'before-put', 'after-put', 'while-polling'] as const;

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

describe('kill -9 of the portal while it sends a mail', () => {
  it('before the mail server has it: it goes out once, later', async () => {
    expect(await world.runMail('mail-before-smtp')).toEqual({ status: 'SENT', attempts: 2, kept: 1, receipts: 1 });
  });

  it('after the mail server took it: it is handed in again under the same Message-ID, and lies in the inbox once', async () => {
    expect(await world.runMail('mail-after-smtp')).toEqual({ status: 'SENT', attempts: 2, kept: 1, receipts: 2 });
  });
});

import { startPortal } from './running-portal.ts';

/** The first start makes database, certificates and seed; later ones only start. Without npm's own 0.3 s. */
export async function benchStarts(): Promise<void> {
  const first = await startPortal();
  await first.stop();
  const later: number[] = [];
  for (let round = 0; round < 3; round++) {
    const portal = await startPortal({ dataDir: first.dataDir });
    later.push(portal.startMs);
    await portal.stop();
  }
  console.log('first start'.padEnd(44), `${(first.startMs / 1000).toFixed(2)} s`, ' at most 15 s');
  console.log('later starts'.padEnd(44), later.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(', '), ' at most 3 s');
}

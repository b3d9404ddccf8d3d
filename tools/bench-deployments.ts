import { serverMemoryMb, startPortal } from './running-portal.ts';

const COUNT = 200;
const subscriptionId = 'aaaaaaaa-0000-4000-8000-000000000002';
const email = 'dev@alpine.example';

/** Two hundred deployments ordered at once: all have to succeed; memory and time a deployment. */
export async function benchDeployments(): Promise<void> {
  const portal = await startPortal({ env: { SANDBOX_SPEED: '20' } });
  try {
    await portal.call(email, 'POST', '/api/azure/resourcegroup.create', { subscriptionId, name: 'rg-bench', region: 'westeurope', tags: {} });
    const before = serverMemoryMb(portal.dataDir);
    const began = performance.now();
    const ordered = await Promise.all(
      Array.from({ length: COUNT }, (_, index) =>
        portal.call(email, 'POST', '/api/azure/deployment.create', {
          blueprintName: 'container-registry', name: `bench-${index}`, subscriptionId, resourceGroup: 'rg-bench', region: 'westeurope', parameters: { name: `bench${index}` }, tags: {},
        }),
      ),
    );
    const orderedMs = performance.now() - began;
    const refused = ordered.filter(({ status }) => status !== 202);
    let states: Record<string, number> = {};
    let peak = before;
    for (const deadline = performance.now() + 300_000; performance.now() < deadline; ) {
      states = {};
      for (let skip = 0; skip < COUNT; skip += 100) {
        const { body } = await portal.call(email, 'POST', '/api/azure/deployment.get.user', { skip, limit: 100 });
        for (const { status } of body['result'] as { status: string }[]) states[status] = (states[status] ?? 0) + 1;
      }
      peak = Math.max(peak, serverMemoryMb(portal.dataDir));
      if ((states['SUCCEEDED'] ?? 0) + (states['FAILED'] ?? 0) + (states['WARNING'] ?? 0) >= COUNT - refused.length) break;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const total = performance.now() - began;
    console.log(`${COUNT} deployments at once: ordered in ${(orderedMs / 1000).toFixed(1)} s (${refused.length} refused), all over after ${(total / 1000).toFixed(1)} s, ${(total / COUNT).toFixed(0)} ms each: ${JSON.stringify(states)}`);
    console.log(`server memory ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most, ${((peak - before) * 1024 / COUNT).toFixed(0)} kB a deployment`);
  } finally {
    await portal.stop();
  }
}

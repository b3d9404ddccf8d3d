import { chromium, type Page } from '@playwright/test';
import { benchmarkAccount } from './benchmark-data.ts';
import { seeded } from './bench-ledger.ts';
import { startPortal } from './running-portal.ts';

const ROUNDS = 5;
const pages = [
  { name: 'blueprints', path: '/portal/', content: (page: Page) => page.getByRole('list', { name: 'Blueprints' }).getByRole('button').first() },
  { name: 'deployments (100,000 rows)', path: '/portal/deployment', content: (page: Page) => page.getByRole('row').nth(1) },
  { name: 'wizard', path: '/portal/blueprint/container-registry/form', content: (page: Page) => page.getByRole('combobox', { name: 'Subscription' }) },
];

/** Time to content in Chromium, unthrottled and at a quarter of the processor; requests of the first page. */
export async function benchBrowser(): Promise<void> {
  const { dataDir } = await seeded();
  const portal = await startPortal({ dataDir });
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
  try {
    const page = await (await browser.newContext()).newPage();
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().startsWith(portal.address)) requests += 1;
    });
    await page.goto(portal.address);
    await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
    console.log('requests of the first page (landing)'.padEnd(44), requests, ' at most 25');
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await page.getByRole('button', { name: benchmarkAccount }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    const session = await page.context().newCDPSession(page);
    for (const { name, path, content } of pages) {
      for (const slowdown of [1, 4]) {
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          await page.goto('about:blank');
          requests = 0;
          const began = performance.now();
          await page.goto(portal.address + path, { waitUntil: 'commit' });
          await content(page).waitFor();
          times.push(performance.now() - began);
        }
        times.sort((a, b) => a - b);
        console.log(`${name}, ${slowdown === 1 ? 'unthrottled' : `processor at 1/${slowdown}`}`.padEnd(44), `${times[Math.floor(ROUNDS / 2)]!.toFixed(0)} ms median of ${ROUNDS}, ${requests} requests`);
      }
    }
  } finally {
    await browser.close();
    await portal.stop();
  }
}

/**
 * `npm run bench`: every figure beside its limit, in one run. Parts can be named: `npm run bench -- lists sizes`.
 * Each part works on a data directory of its own below the system's temporary folder.
 */
import { benchBrowser } from './bench-browser.ts';
import { benchDeployments } from './bench-deployments.ts';
import { benchLedger } from './bench-ledger.ts';
import { benchSizes } from './bench-sizes.ts';
import { benchStarts } from './bench-starts.ts';

const parts: Record<string, () => Promise<void> | void> = {
  sizes: benchSizes,
  starts: benchStarts,
  lists: benchLedger,
  deployments: benchDeployments,
  browser: benchBrowser,
};

const wanted = process.argv.slice(2).filter((name) => name in parts);
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  await run();
}

// `npm test`: every check of the project, one after the other, and one plain line at the end: `N passed, N failed`.
// --no-browser leaves the end-to-end tests out.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const withBrowser = !process.argv.includes('--no-browser');
const reports = 'node_modules/.cache/test';
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

interface Count { passed: number; failed: number }
interface Step { name: string; run(): Count }

const total: Count = { passed: 0, failed: 0 };

/** A check that is one test: it passes or it doesn't. */
const command = (name: string, executable: string, ...args: string[]): Step => ({
  name,
  run: () => (execute(executable, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
});

/** A corpus is public material that is not part of the project: where it is absent the step says so and counts nothing. */
const corpus = (workspace: string): Step => ({
  name: `corpus of ${workspace}`,
  run() {
    if (!existsSync('../shared/corpus')) {
      console.log('../shared/corpus is absent: skipped');
      return { passed: 0, failed: 0 };
    }
    return command('', 'npm', 'run', 'corpus', '--silent', '-w', workspace).run();
  },
});

const steps: Step[] = [
  command('types', 'tsc', '-b'),
  command('lint and boundaries', 'oxlint', '--type-aware'),
  { name: 'unit and server tests', run: vitest },
  corpus('packages/engine'),
  corpus('packages/policy'),
  ...(withBrowser ? [{ name: 'end-to-end tests', run: playwright }] : []),
];

for (const step of steps) {
  const begin = performance.now();
  console.log(`\n== ${step.name}`);
  const { passed, failed } = step.run();
  total.passed += passed;
  total.failed += failed;
  console.log(`== ${step.name}: ${failed === 0 ? 'ok' : `${failed} failed`} (${((performance.now() - begin) / 1000).toFixed(0)} s)`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function execute(executable: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  return spawnSync(executable, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

function vitest(): Count {
  const file = path.join(reports, 'vitest.json');
  const ok = execute('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8')) as { numPassedTests: number; numFailedTests: number };
  // A suite that could not be loaded has no failed test, but vitest's own exit code says so.
  return { passed: report.numPassedTests, failed: report.numFailedTests || (ok ? 0 : 1) };
}

function playwright(): Count {
  const browser = process.env['CHROMIUM_PATH'] ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file));
  if (!browser || !existsSync(browser)) {
    console.error('No Chromium was found: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH. The end-to-end tests fail without it; `npm run test:unit` leaves them out.');
    return { passed: 0, failed: 1 };
  }
  const file = path.join(reports, 'playwright.json');
  const ok = execute('playwright', ['test', '--reporter=list,json'], { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as { stats: { expected: number; unexpected: number; flaky: number } };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected || (ok ? 0 : 1) };
}

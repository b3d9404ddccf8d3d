// `npm test`: every check of the project, one after the other, and one plain line at the end: `N passed, N failed`.
// --no-browser leaves the end-to-end tests out.
import { spawn } from 'node:child_process';
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
interface Step { name: string; run(): Promise<Count> }

const total: Count = { passed: 0, failed: 0 };

/** A check that is one test: it passes or it doesn't. */
const command = (name: string, executable: string, ...args: string[]): Step => ({
  name,
  run: async () => ((await execute(executable, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
});

/** A corpus is public material that is not part of the project: where it is absent the step says so and counts nothing. */
const corpus = (workspace: string): Step => ({
  name: `corpus of ${workspace}`,
  async run() {
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
  // The tools kill and start portals of their own and mostly wait: they take the second core.
  { name: 'unit and server tests', run: async () => sum(await Promise.all([vitest('parts', '--project=!tools'), vitest('tools', '--project=tools')])) },
  corpus('packages/engine'),
  corpus('packages/policy'),
  ...(withBrowser ? [{ name: 'end-to-end tests', run: playwright }] : []),
];

for (const step of steps) {
  const begin = performance.now();
  console.log(`\n== ${step.name}`);
  const { passed, failed } = await step.run();
  total.passed += passed;
  total.failed += failed;
  console.log(`== ${step.name}: ${failed === 0 ? 'ok' : `${failed} failed`} (${((performance.now() - begin) / 1000).toFixed(0)} s)`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function sum(counts: Count[]): Count {
  return counts.reduce((all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }));
}

function execute(executable: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(executable, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once('exit', (code) => resolve(code === 0));
  });
}

async function vitest(name: string, project: string): Promise<Count> {
  const file = path.join(reports, `vitest-${name}.json`);
  const ok = await execute('vitest', ['run', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8')) as { numPassedTests: number; numFailedTests: number };
  // A suite that could not be loaded has no failed test, but vitest's own exit code says so.
  return { passed: report.numPassedTests, failed: report.numFailedTests || (ok ? 0 : 1) };
}

async function playwright(): Promise<Count> {
  const browser = process.env['CHROMIUM_PATH'] ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file));
  if (!browser || !existsSync(browser)) {
    console.error('No Chromium was found: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH. The end-to-end tests fail without it; `npm run test:unit` leaves them out.');
    return { passed: 0, failed: 1 };
  }
  const file = path.join(reports, 'playwright.json');
  const ok = await execute('playwright', ['test', '--reporter=list,json'], { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as { stats: { expected: number; unexpected: number; flaky: number } };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected || (ok ? 0 : 1) };
}

import { defineConfig, devices } from '@playwright/test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// The built product on its sandbox, in a data directory of its own; ports away from a portal that may already run.
const port = Number(process.env['E2E_PORT'] ?? 18080);
// Both the product and the tests (its certificate) need to know where it is; workers inherit the environment.
const dataDir = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(path.join(tmpdir(), 'cloudwright-e2e-')));
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'node_modules/.cache/e2e/results',
  // One browser at a time: the machine has two cores, and the product under test needs one.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}`,
    trace: 'retain-on-failure',
    launchOptions: { executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] },
  },
  webServer: {
    command: 'node scripts/start.ts',
    url: `http://localhost:${port}/api/portal/config/provider/list`,
    timeout: 90_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      DATA_DIR: dataDir, PORT: String(port), SANDBOX_PORT: String(port + 1), SANDBOX_TLS_PORT: String(port + 2), SANDBOX_GOV_PORT: String(port + 3), SANDBOX_GOV_TLS_PORT: String(port + 4), SANDBOX_SMTP_PORT: String(port + 5),
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/cloudwright',
      SANDBOX_SPEED: '20', PUBLIC_URL: `http://localhost:${port}`, SANDBOX_PUBLIC_URL: `http://localhost:${port + 1}`,
    },
  },
});

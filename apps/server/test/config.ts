import { readConfig } from '../src/config.ts';
import type { Config } from '../src/platform/settings.ts';

/** The settings of a test's portal: the sandbox's real addresses, a free port, no logs. */
export const testConfig = ({ dataDir, sandboxReady, ...more }: { dataDir: string; sandboxReady: string; [setting: string]: string }): Config =>
  readConfig({
    NODE_ENV: 'test', CLOUD: 'sandbox', PORT: '0', LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent', DATABASE_POOL: '8',
    PUBLIC_URL: 'http://localhost:8080', APP_KEY: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
    DATA_DIR: dataDir, SANDBOX_READY: sandboxReady, ...more,
  });

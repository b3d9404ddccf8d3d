import { defineConfig } from 'vitest/config';

// Each project is a part that can be tested by itself: `npx vitest run --project engine`.
const node = (name: string, dir: string, extra: object = {}) => ({
  test: { name, root: dir, include: ['**/*.test.ts'], exclude: ['**/node_modules/**', '**/dist/**'], environment: 'node' as const, ...extra },
});

export default defineConfig({
  test: {
    projects: [
      node('contract', 'packages/contract'),
      node('engine', 'packages/engine'),
      node('policy', 'packages/policy'),
      node('pricing', 'packages/pricing'),
      node('cloud', 'packages/cloud'),
      node('sandbox', 'apps/sandbox', { testTimeout: 60_000, hookTimeout: 60_000 }),
      node('server', 'apps/server', { testTimeout: 60_000, hookTimeout: 90_000, globalSetup: './test/global-setup.ts' }),
      node('tools', 'tools', { exclude: ['boundaries/fixture/**'], testTimeout: 120_000 }),
      'apps/web/vite.config.ts',
    ],
  },
});

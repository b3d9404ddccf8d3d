import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const ENDPOINT_TABLE = 'virtual:endpoint-table';

/**
 * The contract's endpoint table without its schemas: name -> [method, path].
 * The schemas need zod (25 kB gz), which the shell must not load; forms import them lazily.
 */
const endpointTable = (): Plugin => ({
  name: 'endpoint-table',
  resolveId: (id) => (id === ENDPOINT_TABLE ? `\0${ENDPOINT_TABLE}` : null),
  async load(id) {
    if (id !== `\0${ENDPOINT_TABLE}`) return null;
    const { endpoints } = await import('../../packages/contract/src/index.ts');
    const rows = Object.entries(endpoints).map(([name, { method, path }]) => [name, [method, path]]);
    return `export const endpointTable = ${JSON.stringify(Object.fromEntries(rows))};`;
  },
});

// The bridge page is built on its own: in one build it would share a 73 kB chunk with the application.
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  plugins: [react(), endpointTable()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0, // the content security policy allows no data: scripts, and fonts only from 'self'
    emptyOutDir: mode !== 'bridge',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: mode === 'bridge' ? 'redirect.html' : 'index.html' },
  },
  server: { proxy: { '/api': 'http://localhost:8080' } },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./src/test-setup.ts'],
    testTimeout: 20_000,
  },
}));

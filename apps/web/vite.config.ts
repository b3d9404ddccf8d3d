import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// The bridge page is built on its own: in one build it would share a 73 kB chunk with the application.
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  plugins: [react()],
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

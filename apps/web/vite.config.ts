import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { closureOf } from './chunks.ts';

const src = (file: string) => join(import.meta.dirname, 'src', file);
const isShell = closureOf(src('main.tsx'), src('app/Portal.tsx'));
const isKit = closureOf(src('shared/table/ListTable.tsx'), src('shared/page/SidePanel.tsx'), src('shared/page/UrlTabs.tsx'), src('shared/dialog/ConfirmDialog.tsx'), src('shared/entities/facts.tsx'), src('shared/entities/StatusChip.tsx'));
const isForm = closureOf(src('shared/form/FormDialog.tsx'), src('shared/form/fields.tsx'), src('shared/form/resolver.ts'), src('shared/dialog/ConfirmDialogBody.tsx'), src('shared/page/Sheet.tsx'));

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
    rolldownOptions:
      mode === 'bridge'
        ? { input: 'redirect.html' }
        : {
            input: 'index.html',
            output: {
              codeSplitting: {
                groups: [
                  { name: (id, context) => (isShell(id, context) ? 'shell' : null), debugName: 'shell', priority: 3 },
                  { name: (id, context) => (isKit(id, context) ? 'kit' : null), debugName: 'kit', priority: 2 },
                  { name: (id, context) => (isForm(id, context) ? 'form' : null), debugName: 'form', priority: 1 },
                ],
              },
            },
          },
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

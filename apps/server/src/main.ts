import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Before anything else is loaded: stripped and compiled modules are kept, so that later starts take half the time.
enableCompileCache(path.join(import.meta.dirname, '../../../node_modules/.cache/compile'));
const { start } = await import('./start.ts');

start().catch((error: unknown) => {
  // One plain sentence for the person who started it.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

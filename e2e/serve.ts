// Starts the product for the end-to-end tests: `npm start` in everything but a data directory that begins empty.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

process.env['DATA_DIR'] = mkdtempSync(path.join(tmpdir(), 'cloudwright-e2e-'));
await import('../scripts/start.ts');

import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { build } from 'vite';
import type { Measure } from './measure.ts';
import { root } from './unpack.ts';

const LIMIT = 35 * 1024;

/** Bytes of the package as a browser gets it, without the engine and without aliases. */
export async function browserSize(): Promise<Measure> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: join(root, 'packages/policy'),
    build: { write: false, minify: true, target: 'esnext', lib: { entry: join(root, 'packages/policy/src/index.ts'), formats: ['es'] }, rollupOptions: { external: ['@cloudwright/engine'] } },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []));
  const code = outputs.map((output) => (output.type === 'chunk' ? output.code : '')).join('');
  const bytes = gzipSync(code, { level: 9 }).length;
  return { name: `browser size at most ${LIMIT} bytes gzipped`, passed: bytes > 0 && bytes <= LIMIT ? 1 : 0, total: 1, must: 1, misses: [], notes: [`${bytes} bytes gzipped, ${code.length} minified`] };
}

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const archives = resolve(root, '../shared/corpus');

/** The archives that the engine's measures read. */
const wanted = ['quickstarts', 'avm', 'azurestack-quickstarts', 'docs-json-samples', 'function-cases', 'expansions', 'bicep-pairs', 'lint-templates'];

/** Folder with the unpacked archives, or undefined where there is no corpus. Unpacks once, below node_modules/.cache. */
export function corpusDirectory(): string | undefined {
  if (!existsSync(archives)) return undefined;
  const cache = join(root, 'node_modules/.cache/corpus');
  for (const name of wanted) {
    const archive = join(archives, `${name}.tar.gz`);
    const target = join(cache, name);
    if (!existsSync(archive) || (existsSync(target) && statSync(target).mtimeMs >= statSync(archive).mtimeMs)) continue;
    const fresh = `${target}.${process.pid}`;
    mkdirSync(fresh, { recursive: true });
    execFileSync('tar', ['xzf', archive, '-C', fresh, '--no-same-owner', '-m']);
    // Each archive holds one folder of (nearly) its own name; its content is what paths start from.
    const inner = readdirSync(fresh);
    rmSync(target, { recursive: true, force: true });
    const [only] = inner;
    if (inner.length === 1 && only !== undefined && statSync(join(fresh, only)).isDirectory()) {
      renameSync(join(fresh, only), target);
      rmSync(fresh, { recursive: true, force: true });
    } else renameSync(fresh, target);
  }
  return cache;
}

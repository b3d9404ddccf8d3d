import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../..');
const archives = resolve(root, '../shared/corpus');

/** The folder of an unpacked archive, or undefined where there is no corpus. Unpacks once, below node_modules/.cache. */
export function corpusFolder(name: string): string | undefined {
  const archive = join(archives, `${name}.tar.gz`);
  if (!existsSync(archive)) return undefined;
  const target = join(root, 'node_modules/.cache/corpus-policy', name);
  if (!existsSync(target) || statSync(target).mtimeMs < statSync(archive).mtimeMs) {
    const fresh = `${target}.${process.pid}`;
    mkdirSync(fresh, { recursive: true });
    execFileSync('tar', ['xzf', archive, '-C', fresh, '--no-same-owner', '-m']);
    rmSync(target, { recursive: true, force: true });
    renameSync(fresh, target);
  }
  return target;
}

/** JSON of a file; a byte order mark is fine. */
export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
}

/** All JSON files below a folder, in a stable order. */
export function jsonFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

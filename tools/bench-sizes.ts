import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = path.resolve(import.meta.dirname, '../apps/web/dist');
const sizes = new Map<string, number>();

const gzipOf = (file: string): number => {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;
  sizes.set(file, size);
  return size;
};

/** Files that a chunk imports statically, itself included. */
function closure(file: string, into = new Set<string>()): Set<string> {
  if (into.has(file) || !existsSync(path.join(dist, file))) return into;
  into.add(file);
  const text = readFileSync(path.join(dist, file), 'utf8');
  for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) closure(`assets/${name}`, into);
  return into;
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + gzipOf(file), 0);

/** gzip -9 of the built files: the shell, the sign-in library, and each page's own code beyond shell and shared parts. */
export function benchSizes(): void {
  if (!existsSync(path.join(dist, 'index.html'))) throw new Error('Build the web app first: npm run build');
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const entries = [...html.matchAll(/(?:src|href)="\/(assets\/[\w.-]+\.(?:js|css))"/g)].map(([, file]) => file!);
  const shell = new Set(entries.flatMap((file) => (file.endsWith('.js') ? [...closure(file)] : [file])));
  for (const file of readdirSync(path.join(dist, 'assets'))) if (/^(?:shell|Portal)-.*\.js$/.test(file)) closure(`assets/${file}`, shell);
  const msal = [...readdirSync(path.join(dist, 'assets'))].filter((file) => file.endsWith('.js') && readFileSync(path.join(dist, 'assets', file), 'utf8').includes('msal.js.browser'));
  const library = msal.filter((file) => !file.startsWith('redirect')).map((file) => `assets/${file}`);
  for (const file of library) shell.delete(file);
  console.log(`shell (${shell.size} files)`.padEnd(44), kB(sum(shell)), ' at most 215 kB');
  console.log('sign-in library, a parallel chunk'.padEnd(44), kB(sum(library)), ' at most 80 kB');
  const schema = [...shell].filter((file) => file.endsWith('.js') && readFileSync(path.join(dist, file), 'utf8').includes('ZodError'));
  console.log('schema library in the shell'.padEnd(44), schema.length === 0 ? 'none' : schema.join(', '));
  for (const file of readdirSync(path.join(dist, 'assets')).filter((name) => /Page-.*\.js$/.test(name)).toSorted()) {
    const own = [...closure(`assets/${file}`)].filter((each) => !shell.has(each));
    console.log(`  ${file.replace(/-[\w-]{8}\.js$/, '')} with what it shares with other pages`.padEnd(60), kB(sum(own)), ` own ${kB(gzipOf(`assets/${file}`))}`);
  }
}

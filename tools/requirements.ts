import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run requirements`: which requirements are named by a test. The titles of the last run's report count, where
 * there is one (node_modules/.cache/test/*.json, vitest's and Playwright's JSON reports: only passed tests); without
 * reports the titles in the test files. Prints `AUTH 39/39` per area, then the uncovered ids. `--area AUTH,PERM`
 * limits the areas; `--strict` ends with 1 when an id of them is uncovered.
 */
const root = path.resolve(import.meta.dirname, '..');
const source = path.join(root, '..', 'shared', 'requirements.tsv');
const copy = path.join(import.meta.dirname, 'requirements-ids.json');
const reports = path.join(root, 'node_modules', '.cache', 'test');
const idPattern = /R-([A-Z0-9]+)-(\d+)/g;

const option = (name: string) => process.argv[process.argv.indexOf(name) + 1];
const areas = process.argv.includes('--area') ? (option('--area') ?? '').split(',') : null;

const required = readRequired().filter((id) => !areas || areas.includes(areaOf(id)));
const { titles, origin } = readTitles();
const named = new Set(titles.flatMap(idsIn));
// A screen whose feature is to come: the address, its guard and its name are there, what it is for is not.
const announced = new Set(titles.filter((title) => title.includes('not built yet')).flatMap(idsIn));
const unknown = [...named].filter((id) => !new Set(readRequired()).has(id));

console.log(`Requirements named by tests (${origin}):`);
for (const area of new Set(required.map(areaOf))) {
  const ids = required.filter((id) => areaOf(id) === area);
  const toCome = ids.filter((id) => announced.has(id)).length;
  console.log(`${area} ${ids.filter((id) => named.has(id)).length}/${ids.length}${toCome > 0 ? ` (${toCome} by a page that says it is not built yet)` : ''}`);
}
const uncovered = required.filter((id) => !named.has(id));
if (uncovered.length > 0) console.log(`\nNot named by any test: ${uncovered.join(' ')}`);
if (unknown.length > 0) console.log(`\nNamed, but no such requirement: ${unknown.join(' ')}`);
if (unknown.length > 0 || (process.argv.includes('--strict') && uncovered.length > 0)) process.exitCode = 1;

/** The ids of the specification's table; the project keeps a copy for where the table is absent. */
function readRequired(): string[] {
  if (!existsSync(source)) return JSON.parse(readFileSync(copy, 'utf8')) as string[];
  const ids = readFileSync(source, 'utf8').split('\n').slice(1).map((line) => line.split('\t')[0] ?? '').filter(Boolean);
  const text = `${JSON.stringify(ids, null, 1)}\n`;
  if (!existsSync(copy) || readFileSync(copy, 'utf8') !== text) writeFileSync(copy, text);
  return ids;
}

function areaOf(id: string): string {
  return id.split('-')[1] ?? '';
}

/** The ids at the end of a title: `… (R-AUTH-07)`, `… (R-API-08, R-API-09)`, `… (R-NAV-01) (R-NAV-62)`. */
function idsIn(title: string): string[] {
  const last = /(?:\([^()]*\)\s*)+$/.exec(title)?.[0] ?? '';
  return [...last.matchAll(idPattern)].map((match) => match[0]);
}

function readTitles(): { titles: string[]; origin: string } {
  const files = existsSync(reports) ? readdirSync(reports).filter((file) => file.endsWith('.json')) : [];
  if (files.length > 0) return { titles: files.flatMap((file) => passedTitles(JSON.parse(readFileSync(path.join(reports, file), 'utf8')))), origin: `passed in the last run: ${files.join(', ')}` };
  return { titles: [...testFiles(root)].flatMap(titlesInSource), origin: 'titles in the test files; no report of a run was found' };
}

/** Titles of passed tests in a report of vitest (assertionResults) or Playwright (specs), wherever they are nested. */
function passedTitles(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(passedTitles);
  if (node === null || typeof node !== 'object') return [];
  const test = node as { title?: unknown; status?: unknown; ok?: unknown };
  const own = typeof test.title === 'string' && (test.status === 'passed' || test.ok === true) ? [test.title] : [];
  return [...own, ...Object.values(node).flatMap(passedTitles)];
}

function* testFiles(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (['node_modules', 'dist', '.git', 'data'].includes(entry.name)) continue;
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) yield* testFiles(file);
    else if (/\.(test|e2e)\.tsx?$/.test(entry.name)) yield file;
  }
}

/**
 * Everything in quotes that ends in ids: titles, and rows of tables that titles are made from. A plain string ends with
 * its line, so that an apostrophe in a comment does not swallow what follows.
 */
function titlesInSource(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const quoted = [...text.matchAll(/'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"/g), ...text.matchAll(/`((?:\\.|[^`\\])*)`/g)];
  return quoted.map(([, single, double]) => single ?? double ?? '').flatMap((title) => (/^R-[A-Z0-9]+-\d+$/.test(title) ? [`(${title})`] : [title]));
}

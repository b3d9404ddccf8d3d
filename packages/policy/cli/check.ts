import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readTemplate, type Json } from '@cloudwright/engine';
import { checkPolicy, policyKindOf } from '../src/check.ts';
import { PolicyCatalog, type AliasTable, type PolicyDefinition, type PolicyDiagnostic, type PolicySetDefinition } from '../src/index.ts';

/** A finding with its place in a file; line and column from 1. */
export interface PlacedDiagnostic extends PolicyDiagnostic {
  file: string;
  line: number;
  column: number;
}

interface PolicyFile extends ReturnType<typeof readTemplate> {
  file: string;
}

/**
 * Checks definitions, initiatives, assignments and exemptions: files, and what of it stands in folders. What initiatives
 * and assignments refer to is looked up among them. Throws where a file can't be read.
 */
export function checkFiles(paths: readonly string[], aliases: AliasTable | undefined): PlacedDiagnostic[] {
  const files = paths.flatMap((path) => (isFolder(path) ? filesBelow(path).map(readPolicy).filter(({ root }) => policyKindOf(root) !== undefined) : [readPolicy(path)]));
  const catalog = catalogOf(files, aliases);
  return files.flatMap(({ file, root, diagnostics, place }) => {
    const found = root === undefined ? [] : checkPolicy(root, { ...(aliases && { aliases }), ...(catalog && { catalog }) });
    return [...diagnostics, ...found].map(({ code, severity, message, pointer }) => ({ file, ...(place(pathOf(pointer, root)) ?? { line: 1, column: 1 }), code, severity, message, pointer }));
  });
}

/** One line of the check's answer, as those of `arm check`. */
export function lineOf({ file, line, column, severity, code, message }: PlacedDiagnostic): string {
  return `${file}:${line}:${column} ${severity} ${code} ${message}`;
}

function isFolder(path: string): boolean {
  if (!existsSync(path)) throw new Error(`There is no file '${path}'.`);
  return statSync(path).isDirectory();
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json')).sort().map((name) => join(folder, name));
}

function readPolicy(file: string): PolicyFile {
  return { file, ...readTemplate(readFileSync(file, 'utf8')) };
}

/** The definitions and initiatives among the files; one without an id and a name is known by its file's name. */
function catalogOf(files: readonly PolicyFile[], aliases: AliasTable | undefined): PolicyCatalog | undefined {
  const definitions: PolicyDefinition[] = [];
  const sets: PolicySetDefinition[] = [];
  for (const { file, root } of files) {
    const kind = policyKindOf(root);
    if (kind !== 'definition' && kind !== 'initiative') continue;
    const whole = (typeof root === 'object' && root !== null && 'properties' in root ? root : { properties: root ?? {} }) as { id?: string; name?: string; properties: never };
    const named = { ...whole, name: whole.name ?? basename(file, '.json') };
    if (kind === 'definition') definitions.push(named);
    else sets.push(named);
  }
  return definitions.length === 0 && sets.length === 0 ? undefined : new PolicyCatalog(definitions, sets, aliases);
}

/** The parts of a JSON pointer; what is in a list has a number. */
function pathOf(pointer: string, root: Json | undefined): (string | number)[] {
  let node: unknown = root;
  return pointer.split('/').slice(1).map((part) => {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const key = Array.isArray(node) ? Number(name) : name;
    node = typeof node === 'object' && node !== null ? (node as Record<string | number, unknown>)[key] : undefined;
    return key;
  });
}

import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SourceDocument } from '../src/read/source-document.ts';
import type { Json, TemplateLoader } from '../src/api.ts';

/** A fault of the call itself: a file that is not there, an unknown option. */
export class UsageError extends Error {}

export function readText(path: string): string {
  if (!existsSync(path) || !statSync(path).isFile()) throw new UsageError(`There is no file '${path}'.`);
  return readFileSync(path, 'utf8');
}

/** A JSON file as Azure reads it. */
export function readData(path: string): Json {
  const { root, faults } = new SourceDocument(readText(path));
  if (root === undefined) throw new UsageError(`The file '${path}' is not valid JSON: ${faults[0]?.message ?? ''}`);
  return root;
}

/** Address that relative links of a file start from. */
export function addressOf(path: string): string {
  return pathToFileURL(resolve(path)).href;
}

/** Loads linked templates from a folder: by their file address, or by the end of any other address that exists in it. */
export function folderLoader(folder: string): TemplateLoader {
  return (address) => {
    const path = pathIn(folder, address.split('?', 1)[0] as string);
    return path === undefined ? undefined : readFileSync(path, 'utf8');
  };
}

function pathIn(folder: string, address: string): string | undefined {
  const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
  if (address.startsWith('file:')) {
    try {
      const path = fileURLToPath(address);
      if (isFile(path)) return path;
    } catch {
      return undefined;
    }
  }
  const web = /^[a-z][a-z0-9+.-]*:\/\/[^/]*\/(.*)$/i.exec(address)?.[1];
  if (web === undefined) return isAbsolute(address) && isFile(address) ? address : isFile(join(folder, address)) ? join(folder, address) : undefined;
  // The address of a public collection ends in the path below the folder.
  const parts = decodeURI(web).split('/');
  for (let from = 0; from < parts.length; from++) {
    // A file name alone says nothing about which of the many files of that name is meant.
    if (from === parts.length - 1 && parts[from - 1] !== basename(folder)) return undefined;
    const path = join(folder, ...parts.slice(from));
    if (isFile(path)) return path;
  }
  return undefined;
}

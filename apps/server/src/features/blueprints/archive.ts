import { maxUploadMb } from '@cloudwright/contract/enums';
import yauzl from 'yauzl';

/** What an archive may hold before it is refused: a template needs a thousandth of it. */
export interface ArchiveLimits {
  /** Bytes of the upload. */
  uploadBytes: number;
  entries: number;
  /** Bytes of one unpacked file and of all of them. */
  fileBytes: number;
  totalBytes: number;
  /** Unpacked size over packed size of files beyond 1 MB: above it, the archive is a bomb. */
  ratio: number;
}
export const archiveLimits: ArchiveLimits = {
  uploadBytes: maxUploadMb * 2 ** 20, entries: 2000, fileBytes: 5 * 2 ** 20, totalBytes: 50 * 2 ** 20, ratio: 100,
};

/** A zip that is refused; `code` is the API's error code. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly code: 'archive_invalid' | 'archive_path' | 'archive_too_large' | 'archive_bomb';
  constructor(code: ArchiveError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Files that a blueprint can use; everything else in an archive (pictures, scripts, Bicep) is left out unread. */
const isUsed = (path: string): boolean => /\.(json|jsonc|md)$/i.test(path) && !/(^|\/)(\.|__MACOSX)/.test(path);

const strayPath = (path: string): boolean =>
  path.split(/[\\/]/).includes('..') || path.startsWith('/') || /^[a-z]:/i.test(path) || path.includes('\\') || path.includes('\0');

const strayPathError = (path: string): ArchiveError => new ArchiveError('archive_path', `The path "${path}" leads out of the archive`);

/** Checks a path given by an upload; throws ArchiveError for one that leads out of its folder. */
export function safePath(path: string): string {
  if (strayPath(path)) throw strayPathError(path);
  return path.replace(/^\.\//, '');
}

/**
 * The text files of a zip by path. Declared sizes are checked before anything is unpacked, real ones while unpacking.
 * Throws ArchiveError.
 */
export async function readZip(zip: Buffer, limits: ArchiveLimits = archiveLimits): Promise<Map<string, string>> {
  if (zip.length > limits.uploadBytes) throw new ArchiveError('archive_too_large', `The archive is larger than ${limits.uploadBytes / 2 ** 20} MB`);
  let archive: yauzl.ZipFile;
  try {
      // yauzl checks paths too; decodeStrings: false would skip.
    archive = await yauzl.fromBufferPromise(zip, { lazyEntries: true, validateEntrySizes: true });
  } catch (error) {
    throw new ArchiveError('archive_invalid', `Not a zip archive: ${(error as Error).message}`);
  }
  const files = new Map<string, string>();
  let total = 0;
  let entries = 0;
  try {
    for await (const entry of archive.eachEntry()) {
      entries += 1;
      if (entries > limits.entries) throw new ArchiveError('archive_bomb', `The archive holds more than ${limits.entries} files`);
      const path = safePath(entry.fileName);
      if (path.endsWith('/')) continue;
      if (entry.uncompressedSize > 2 ** 20 && entry.uncompressedSize > limits.ratio * Math.max(1, entry.compressedSize)) {
        throw new ArchiveError('archive_bomb', `"${path}" unpacks to more than ${limits.ratio} times its size`);
      }
      total += entry.uncompressedSize;
      if (total > limits.totalBytes) throw new ArchiveError('archive_bomb', `The archive unpacks to more than ${limits.totalBytes / 2 ** 20} MB`);
      if (!isUsed(path)) continue;
      if (entry.uncompressedSize > limits.fileBytes) throw new ArchiveError('archive_too_large', `"${path}" is larger than ${limits.fileBytes / 2 ** 20} MB`);
      files.set(path, await readText(archive, entry, limits.fileBytes));
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    const message = (error as Error).message;
    const stray = /(?:relative path|absolute path|invalid characters in fileName): (.*)/.exec(message)?.[1];
    if (stray !== undefined) throw strayPathError(stray);
    throw new ArchiveError('archive_invalid', `The archive is damaged: ${message}`);
  }
  return files;
}

async function readText(archive: yauzl.ZipFile, entry: yauzl.Entry, maxBytes: number): Promise<string> {
  const stream = await archive.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new ArchiveError('archive_bomb', `"${entry.fileName}" is larger than it says`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

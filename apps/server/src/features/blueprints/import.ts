import type { BlueprintTemplate } from '@cloudwright/contract';
import type { FastifyRequest } from 'fastify';
import { failure } from '../../platform/errors.ts';
import { ArchiveError, archiveLimits, readZip, safePath } from './archive.ts';
import type { BlueprintInput } from './actions.ts';
import { sortPackage, type PackageFiles } from './package-files.ts';

export interface ImportedPackage {
  name: string;
  input: BlueprintInput & { template: BlueprintTemplate };
}

const refusals: Record<ArchiveError['code'], { code: 'invalid_input' | 'too_large'; status: number }> = {
  archive_invalid: { code: 'invalid_input', status: 400 },
  archive_path: { code: 'invalid_input', status: 400 },
  archive_bomb: { code: 'too_large', status: 413 },
  archive_too_large: { code: 'too_large', status: 413 },
};

/**
 * Reads a multipart upload: one zip in `file`, or several files in `files` whose names carry relative paths; `name`
 * and `title` as fields. Throws 400 and 413; a request that says it is larger is refused before it is read.
 */
export async function readUpload(request: FastifyRequest): Promise<ImportedPackage> {
  const tooLarge = () => failure('too_large', `The upload is larger than ${archiveLimits.uploadBytes / 2 ** 20} MB.`);
  if (Number(request.headers['content-length'] ?? 0) > archiveLimits.uploadBytes + 2 ** 20) throw tooLarge();
  const fields: Record<string, string> = {};
  const files = new Map<string, string>();
  let uploadName = '';
  // A chunked request says no length, and every one of many zips may be small: the sums count.
  let [received, unpacked] = [0, 0];
  const keep = (path: string, text: string) => {
    unpacked += text.length;
    if (unpacked > archiveLimits.totalBytes) throw tooLarge();
    files.set(path, text);
  };
  try {
    const parts = request.parts({ limits: { fileSize: archiveLimits.uploadBytes, files: archiveLimits.entries, fields: 20, fieldSize: 10_000 }, preservePath: true });
    for await (const part of parts) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      const bytes = await part.toBuffer();
      received += bytes.length;
      if (received > archiveLimits.uploadBytes) throw tooLarge();
      uploadName ||= part.filename;
      // A zip is known by its first bytes, not by its name.
      if (bytes.subarray(0, 2).toString('latin1') === 'PK') for (const [path, text] of await readZip(bytes)) keep(path, text);
      else keep(safePath(part.filename), bytes.toString('utf8'));
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw failure(refusals[error.code].code, error.message, [{ field: 'file', message: error.message }]);
    if ((error as { statusCode?: number }).statusCode === 413) throw tooLarge();
    throw error;
  }
  if (files.size === 0) throw failure('invalid_input', 'The upload holds no file.', [{ field: 'file', message: 'Choose a zip archive or a template.' }]);
  const sorted = sortPackage(files);
  if (sorted === undefined) {
    throw failure('template_invalid', 'The upload holds no deployment template: azuredeploy.json, main.json or mainTemplate.json is missing.', [
      { code: 'NoTemplate', severity: 'error', message: `No deployment template among ${[...files.keys()].slice(0, 20).join(', ')}`, pointer: '' },
    ]);
  }
  return toImport(sorted, fields, uploadName);
}

/** A name for the URL made of any text. */
export function slugOf(text: string): string {
  return text.normalize('NFKD').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '').slice(0, 60).replace(/-$/, '');
}

function toImport(files: PackageFiles, fields: Record<string, string>, uploadName: string): ImportedPackage {
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);
  const folder = files.mainPath.includes('/') ? (files.mainPath.split('/').at(-2) ?? '') : '';
  const fileName = uploadName.split('/').at(-1)?.replace(/\.(zip|json)$/i, '') ?? '';
  const given = text(fields['title']) ?? text(files.metadata['itemDisplayName']) ?? text(files.metadata['title']);
  const named = folder || (/^(azuredeploy|main|maintemplate|template)$/i.test(fileName) ? '' : fileName);
  const title = (given ?? text(named) ?? 'Imported blueprint').slice(0, 120);
  const name = slugOf(text(fields['name']) ?? (named || title)) || 'imported-blueprint';
  const tags = Array.isArray(files.metadata['tags']) ? files.metadata['tags'].flatMap((tag) => text(tag) ?? []).slice(0, 20) : [];
  return {
    name,
    input: {
      title,
      summary: (text(files.metadata['summary']) ?? text(files.metadata['description']) ?? '').slice(0, 300),
      description: files.readme.slice(0, 50_000),
      publisher: (text(files.metadata['publisher']) ?? text(files.metadata['githubUsername']) ?? '').slice(0, 120),
      tags,
      parameterDefaults: files.parameterDefaults,
      template: { format: 'ARM_JSON', content: files.main.replace(/^\uFEFF/, ''), linked: files.linked, uiDefinition: files.uiDefinition, scriptOutputs: {} },
    },
  };
}

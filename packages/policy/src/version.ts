/**
 * Versions of definitions, {major}.{minor}.{patch} with -preview behind, and references to them: `1.*.*` takes any minor
 * version, `1.2.*` any patch of it; patches are always taken (assignment-structure, Policy definition ID and version).
 */

const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[\w.-]+)?$/;
const REFERENCE = /^(\d+)\.(\d+|\*)\.(\*)(-preview)?$/i;

export function isVersionReference(text: unknown): text is string {
  return typeof text === 'string' && REFERENCE.test(text);
}

/** Whether a definition's version is one that a reference takes; what is no reference takes itself only. */
export function takesVersion(reference: string, version: string): boolean {
  const wanted = REFERENCE.exec(reference);
  const given = VERSION.exec(version);
  if (wanted === null || given === null) return reference.toLowerCase() === version.toLowerCase();
  const sameNumbers = [1, 2, 3].every((part) => wanted[part] === '*' || Number(wanted[part]) === Number(given[part]));
  return sameNumbers && (wanted[4] ?? '').toLowerCase() === (given[4] ?? '').toLowerCase();
}

/** Order of two versions, or of two references (* is above every number); a preview stands before its release. */
export function compareVersions(a: string, b: string): number {
  const left = partsOf(a);
  const right = partsOf(b);
  for (let i = 0; i < left.length; i++) {
    const difference = (left[i] as number) - (right[i] as number);
    if (difference !== 0) return Number.isNaN(difference) ? 0 : difference;
  }
  return 0;
}

function partsOf(version: string): number[] {
  const [numbers = '', ...suffix] = version.split('-');
  const parts = numbers.split('.').map((part) => (part === '*' ? Number.MAX_SAFE_INTEGER : Number.parseInt(part, 10) || 0));
  return [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0, suffix.length === 0 ? 1 : 0];
}

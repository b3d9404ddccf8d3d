export interface Change {
  field: string;
  before: string;
  after: string;
}

const shown = (value: unknown): string => (value === undefined || value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value));

/** Lists of words are compared as sets, so that one permission more reads as one, not as the whole list. */
function listChange(field: string, before: unknown[], after: unknown[]): Change {
  const gone = before.filter((each) => !after.includes(each));
  const come = after.filter((each) => !before.includes(each));
  return { field, before: gone.length > 0 ? gone.map(shown).join(', ') : '–', after: come.length > 0 ? come.map(shown).join(', ') : '–' };
}

/** The fields that a write changed; bookkeeping fields are left out. */
export function changesOf(before: Record<string, unknown> | null, after: Record<string, unknown> | null): Change[] {
  const skipped = new Set(['updatedAt', 'updatedBy']);
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !skipped.has(field) && JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
    .map((field) => {
      const [old, now] = [before?.[field], after?.[field]];
      return Array.isArray(old) && Array.isArray(now) ? listChange(field, old, now) : { field, before: shown(old), after: shown(now) };
    });
}

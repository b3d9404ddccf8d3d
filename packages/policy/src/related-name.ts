import { fold } from './text.ts';

/**
 * Whether a related resource has the name that a rule asks for. Both may be given with their parents' names or without;
 * `parent/?` asks for every child of the parent (effect-deploy-if-not-exists, name).
 */
export function sameName(name: string, wanted: string): boolean {
  const a = fold(name);
  const b = fold(wanted);
  if (b.endsWith('/?')) {
    const parent = b.slice(0, -1);
    return !a.includes('/') || (a.startsWith(parent) && !a.slice(parent.length).includes('/'));
  }
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

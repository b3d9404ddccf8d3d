import type { ResourceSelector, Selector } from './api.ts';
import { property } from './property.ts';
import { normalizeLocation } from './text.ts';

/** What a selector is asked about. */
export interface Selected {
  resource: unknown;
  type: string;
  referenceId: string;
}

/** One resource selector is enough; of a selector every part must hold. Without selectors everything is chosen. */
export function selectsResource(selectors: readonly ResourceSelector[] | undefined, about: Selected): boolean {
  if (selectors === undefined || selectors.length === 0) return true;
  return selectors.some((selector) => selectsAll(selector.selectors, about));
}

/** Whether every selector holds. */
export function selectsAll(selectors: readonly Selector[] | undefined, about: Selected): boolean {
  return (selectors ?? []).every((selector) => selects(selector, about));
}

function selects(selector: Selector, about: Selected): boolean {
  const value = valueOf(selector.kind.toLowerCase(), about);
  const listed = (list: readonly string[]) => value !== undefined && list.some((entry) => entry.toLowerCase() === value || normalizeLocation(entry) === value);
  if (selector.in !== undefined) return listed(selector.in);
  return selector.notIn === undefined || !listed(selector.notIn);
}

/** Kinds of selectors and what they look at; an unknown kind selects nothing. */
function valueOf(kind: string, { resource, type, referenceId }: Selected): string | undefined {
  const location = property(resource, 'location');
  switch (kind) {
    case 'resourcelocation':
      return typeof location === 'string' ? normalizeLocation(location) : undefined;
    case 'resourcetype':
      return type.toLowerCase();
    case 'resourcewithoutlocation':
      return location === undefined ? 'subscriptionlevelresources' : undefined;
    case 'policydefinitionreferenceid':
      return referenceId.toLowerCase();
    default:
      return undefined;
  }
}

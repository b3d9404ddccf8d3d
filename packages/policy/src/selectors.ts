import type { ResourceSelector, Selector } from './api.ts';
import { property } from './property.ts';
import { resourceGroupOf } from './scope.ts';
import { normalizeLocation } from './text.ts';

/** What a selector is asked about. */
export interface Selected {
  resource: unknown;
  type: string;
  referenceId: string;
}

/** One resource selector is enough; of a selector every part must hold. Without selectors everything is chosen. */
export function selectsResource(selectors: readonly ResourceSelector[] | undefined, about: Selected): boolean {
  if (!selectors || selectors.length === 0) return true;
  return selectors.some((selector) => selectsAll(selector.selectors, about));
}

/** Whether every selector holds. */
export function selectsAll(selectors: readonly Selector[] | undefined, about: Selected): boolean {
  return (selectors ?? []).every((selector) => selects(selector, about));
}

function selects(selector: Selector, about: Selected): boolean {
  const row = SELECTOR_KINDS[selector.kind.toLowerCase()];
  if (row === undefined) return false;
  const value = row(about);
  const listed = (list: readonly string[]) => value !== undefined && list.some((entry) => entry.toLowerCase() === value || normalizeLocation(entry) === value);
  if (selector.in !== undefined) return listed(selector.in);
  return selector.notIn === undefined || !listed(selector.notIn);
}

/** Kinds of selectors (lower case) and what they look at; a selector of an unknown kind selects nothing. */
export const SELECTOR_KINDS: Readonly<Record<string, (about: Selected) => string | undefined>> = {
  resourcelocation: ({ resource }) => {
    const location = property(resource, 'location');
    return typeof location === 'string' ? normalizeLocation(location) : undefined;
  },
  resourcetype: ({ type }) => type.toLowerCase(),
  resourcewithoutlocation: ({ resource }) => {
    const id = property(resource, 'id');
    const inGroup = typeof id === 'string' && resourceGroupOf(id) !== undefined;
    return property(resource, 'location') === undefined && !inGroup ? SUBSCRIPTION_LEVEL : undefined;
  },
  policydefinitionreferenceid: ({ referenceId }) => referenceId.toLowerCase(),
};

/** The one value of resourceWithoutLocation: resources of a subscription that have no location. */
export const SUBSCRIPTION_LEVEL = 'subscriptionlevelresources';

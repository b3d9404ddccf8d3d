/** What a list shows, as its address says it. */
export interface ListState {
  /** Text search. */
  text: string;
  sort: { field: string; direction: 1 | -1 } | null;
  /** Values by field; a field without values is not there. */
  filters: Record<string, string[]>;
  page: number;
  size: PageSize;
  hidden: string[] | null;
  density: Density;
}

export const PAGE_SIZES = [25, 50, 100] as const;
type PageSize = (typeof PAGE_SIZES)[number];
type Density = 'normal' | 'compact';

const FILTER_PREFIX = 'f.';

/** Reads the state from a URL's query; what makes no sense counts as absent. */
export function readListState(search: Record<string, string | undefined>): ListState {
  const size = PAGE_SIZES.find((each) => String(each) === search.size) ?? 25;
  const filters: ListState['filters'] = {};
  for (const [name, value] of Object.entries(search)) {
    if (name.startsWith(FILTER_PREFIX) && value) filters[name.slice(FILTER_PREFIX.length)] = value.split(',').map(decodeURIComponent);
  }
  const sort = search.sort;
  return {
    text: search.q ?? '',
    sort: sort ? { field: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? -1 : 1 } : null,
    filters,
    page: Math.max(1, Math.trunc(Number(search.page)) || 1),
    size,
    hidden: search.hide === undefined ? null : search.hide.split(',').filter(Boolean),
    density: search.density === 'compact' ? 'compact' : 'normal',
  };
}

/** The query of a state; defaults are left out, foreign parameters kept. */
export function writeListState(state: ListState, search: Record<string, string | undefined> = {}): Record<string, string> {
  const own = new Set(['q', 'sort', 'page', 'size', 'hide', 'density']);
  const kept = Object.entries(search).filter(([name, value]) => !own.has(name) && !name.startsWith(FILTER_PREFIX) && value !== undefined);
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    ...(state.text ? { q: state.text } : {}),
    ...(state.sort ? { sort: (state.sort.direction === -1 ? '-' : '') + state.sort.field } : {}),
    ...Object.fromEntries(
      Object.entries(state.filters)
        .filter(([, values]) => values.length > 0)
        .map(([field, values]) => [FILTER_PREFIX + field, values.map(encodeURIComponent).join(',')]),
    ),
    ...(state.page > 1 ? { page: String(state.page) } : {}),
    ...(state.size === 25 ? {} : { size: String(state.size) }),
    ...(state.hidden === null ? {} : { hide: state.hidden.join(',') }),
    ...(state.density === 'normal' ? {} : { density: state.density }),
  };
}

/** The list query of the contract for a state (spec section 3). */
export function listQueryOf(state: ListState, defaultSort: ListState['sort']) {
  const sort = state.sort ?? defaultSort;
  return {
    ...(state.text ? { filter: state.text } : {}),
    skip: (state.page - 1) * state.size,
    limit: state.size,
    ...(sort ? { sortObj: { [sort.field]: sort.direction } } : {}),
    ...(Object.keys(state.filters).length > 0 ? { filterObj: Object.fromEntries(Object.entries(state.filters).map(([field, values]) => [field, values.map(typed)])) } : {}),
  };
}

/** A URL knows only text; yes-or-no fields want truth values. */
const typed = (value: string): string | boolean => (value === 'true' ? true : value === 'false' ? false : value);

/** Clicking a header: ascending, descending, back to the default. */
export function nextSort(current: ListState['sort'], field: string): ListState['sort'] {
  if (current?.field !== field) return { field, direction: 1 };
  return current.direction === 1 ? { field, direction: -1 } : null;
}

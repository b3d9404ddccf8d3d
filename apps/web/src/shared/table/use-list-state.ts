import { useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { queryText } from '../api/http.ts';
import { readListState, writeListState, type ListState } from './list-state.ts';

/** The list state of the address, and how to change it: every change is a shareable URL. */
export function useListState(): [state: ListState, change: (part: Partial<ListState>) => void] {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const { history } = useRouter();
  const state = useMemo(() => readListState(search), [search]);
  const change = (part: Partial<ListState>) => {
    // Anything but paging and looks starts again at the first page.
    const isPaging = 'page' in part || 'hidden' in part || 'density' in part;
    const next = { ...state, ...(isPaging ? {} : { page: 1 }), ...part };
    const address = location.pathname + queryText(writeListState(next, search));
    if ('page' in part) history.push(address);
    else history.replace(address);
  };
  return [state, change];
}

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useRouter, useSearch } from '@tanstack/react-router';
import { queryText } from '../api/http.ts';

/** The tab that the address names (`?tab=`); the first one when it names none. */
export function useUrlTab<T extends string>(names: readonly T[]): [tab: T, choose: (tab: T) => void] {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const { history } = useRouter();
  const tab = names.find((name) => name === search.tab) ?? names[0]!;
  // Search, sorting and paging belong to the tab that was left.
  return [tab, (next) => history.push(location.pathname + queryText(next === names[0] ? {} : { tab: next }))];
}

export const UrlTabs = <T extends string>({ label, tabs, value, onChange }: { label: string; tabs: { name: T; label: string }[]; value: T; onChange(tab: T): void }) => (
  <Tabs value={value} onChange={(_, next: T) => onChange(next)} aria-label={label} variant="scrollable" scrollButtons={false} sx={{ mb: 4 }}>
    {tabs.map((tab) => (
      <Tab key={tab.name} value={tab.name} label={tab.label} />
    ))}
  </Tabs>
);

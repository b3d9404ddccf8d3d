import type { Subject } from '@cloudwright/contract/may-do';
import { menuOf, routes, type MenuEntry, type Route, type RouteName } from '@cloudwright/contract/routes';
import { pages } from './pages.ts';

/** The menu of a person: what they may open, without screens that are not built; empty groups go. */
export function visibleMenu(subject: Subject): MenuEntry[] {
  return menuOf(subject).flatMap((entry): MenuEntry[] => {
    if (entry.kind === 'item') return pages[entry.route] ? [entry] : [];
    const items = entry.items.filter(({ route }) => pages[route]);
    return items.length > 0 ? [{ ...entry, items }] : [];
  });
}

/** The route whose menu item is active while another route of the same section is shown. */
export function activeMenuRoute(shown: RouteName | undefined): RouteName | undefined {
  if (!shown) return undefined;
  const table: Record<RouteName, Route> = routes;
  const { section, menu } = table[shown];
  if (menu || !section) return menu ? shown : undefined;
  // Detail screens share the section of their list; it lies on the same first path segment where labels repeat.
  const sameSection = (Object.keys(table) as RouteName[]).filter((name) => table[name].menu && table[name].section === section);
  return sameSection[0];
}

/** `<Section> - <Product>`, or only the product where no section is active. */
export const titleOf = (section: string, product: string): string => (section ? `${section} - ${product}` : product);

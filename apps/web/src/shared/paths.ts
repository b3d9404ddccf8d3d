import { portalBase, routes, type RouteName } from '@cloudwright/contract/routes';

/**
 * The address of a screen. Every link comes from here: names and parameters are those of the route table.
 * Throws when a parameter of the path is missing.
 */
export function pathTo(name: RouteName, params: Record<string, string> = {}, search?: Record<string, string>): string {
  const filled = routes[name].path.replace(/\{(\w+)\}/g, (_, part: string) => {
    const value = params[part];
    if (!value) throw new TypeError(`The address of ${name} needs ${part}.`);
    return encodeURIComponent(value);
  });
  const query = search && Object.keys(search).length > 0 ? `?${new URLSearchParams(search).toString()}` : '';
  return portalBase + filled + query;
}

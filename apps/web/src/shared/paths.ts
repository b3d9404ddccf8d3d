import { portalBase, routes, type RouteName } from '@cloudwright/contract/routes';

type Params<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Params<Rest> : never;
type PathOf<N extends RouteName> = (typeof routes)[N]['path'];
type Arguments<N extends RouteName> = [Params<PathOf<N>>] extends [never]
  ? [params?: undefined, search?: Record<string, string>]
  : [params: Record<Params<PathOf<N>>, string>, search?: Record<string, string>];

/** The address of a screen. Every link comes from here: names and parameters are those of the route table. */
export function pathTo<N extends RouteName>(name: N, ...[params, search]: Arguments<N>): string {
  const filled = routes[name].path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent((params as Record<string, string>)[part] ?? ''));
  const query = search && Object.keys(search).length > 0 ? `?${new URLSearchParams(search).toString()}` : '';
  return portalBase + filled + query;
}

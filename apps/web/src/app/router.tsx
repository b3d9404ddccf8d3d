import { portalBase, routes, type Route, type RouteName } from '@cloudwright/contract/routes';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { lazy } from 'react';
import { queryText } from '../shared/api/http.ts';
import { pages } from './pages.ts';
import { Screen } from './Screen.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The row of the route table that this route shows. */
    screen?: RouteName;
  }
}

const NotBuiltPage = lazy(() => import('./NotBuiltPage.tsx').then(({ NotBuiltPage: component }) => ({ default: component })));

const rootRoute = createRootRoute({ component: Outlet });

const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: portalBase,
  component: lazyRouteComponent(() => import('./Portal.tsx'), 'Portal'),
  notFoundComponent: lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
});

function screenRoute(name: RouteName, path: string) {
  const load = pages[name];
  const Page = load ? lazy(async () => ({ default: await load() })) : () => <NotBuiltPage name={name} />;
  return createRoute({
    getParentRoute: () => portalRoute,
    path,
    staticData: { screen: name },
    component: () => (
      <Screen name={name}>
        <Page />
      </Screen>
    ),
  });
}

const screenRoutes = (Object.entries(routes) as [RouteName, Route][]).flatMap(([name, { path, isPrefix }]) => {
  const own = path.replace(/\{(\w+)\}/g, '$$$1');
  return isPrefix ? [screenRoute(name, own), screenRoute(name, `${own}/$`)] : [screenRoute(name, own)];
});

// The landing application stands outside the portal; which family it shows is decided at run time.
const landing = lazyRouteComponent(() => import('../landing/Landing.tsx'), 'Landing');
const landingRoutes = ['/', '/hpc/i', '/research', '/$page', '/hpc/i/$page', '/research/$page'].map((path) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: landing }),
);

export const router = createRouter({
  routeTree: rootRoute.addChildren([portalRoute.addChildren(screenRoutes), ...landingRoutes]),
  caseSensitive: true,
  trailingSlash: 'preserve',
  defaultPendingMs: 0,
  defaultPreload: false,
  scrollRestoration: true,
  // The library's own key may be the address, and that of a refused screen must not be kept in storage.
  getScrollRestorationKey: ({ state }) => state.__TSR_key ?? '',
  defaultNotFoundComponent: lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
  // Plain text values: what stands in the URL is what the list query says.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => queryText(search),
});

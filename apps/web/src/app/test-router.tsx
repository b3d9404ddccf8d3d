import { ThemeProvider } from '@mui/material/styles';
import type { Permission } from '@cloudwright/contract/permissions';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { RouteName } from '@cloudwright/contract/routes';
import { q } from '../shared/api/api.ts';
import { accountWith } from '../shared/session/test-account.ts';
import { initialRoot, useRoot } from '../shared/session/store.ts';
import { theme } from '../shared/ui/theme.ts';

interface Setting {
  /** Names the row of the route table that is shown. */
  screen?: RouteName;
  role?: readonly Permission[];
  organization?: readonly Permission[];
  provider?: 'aws' | null;
}

/** Renders a part of the portal inside a router, signed in; what the server would say about itself is in the cache. */
export async function renderInPortal(part: ReactNode, { screen, role, organization, provider = null }: Setting = {}) {
  useRoot.setState({ ...initialRoot, auth: { ...initialRoot.auth, state: 'LOGGED_IN', token: 't', tenantId: 'tid', provider, account: accountWith(role, organization) } });
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  queries.setQueryData(q('websiteSettingsGet').queryKey, {
    productName: 'Cloudwright', logoUrl: null, faviconUrl: null, primaryColour: '', accentColour: '', supportEmail: null, footerText: '', links: [], banner: null, landingModule: null, trialEnabled: false, cookieNotice: false,
  });
  queries.setQueryData(q('configAdminEmail').queryKey, { data: 'admin@alpine.example' });
  queries.setQueryData(q('configProviders').queryKey, { count: 0, total: 0, result: [] });
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '/$', staticData: screen ? { screen } : {}, component: () => part });
  const router = createRouter({ routeTree: root.addChildren([page]), history: createMemoryHistory({ initialEntries: ['/portal/here'] }) });
  await router.load();
  const view = render(
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { ...view, router };
}

import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '../shared/api/api.ts';
import { useRoot } from '../shared/session/store.ts';
import { router } from './router.tsx';
import { Themed } from './Themed.tsx';

const queries = createQueryClient();

// Another person, directory or cloud: nothing of the one before may be shown.
useRoot.subscribe((now, before) => {
  const isOther = now.auth.account?.id !== before.auth.account?.id || now.auth.tenantId !== before.auth.tenantId || now.appSettings.msService !== before.appSettings.msService;
  if (isOther && before.auth.account) queries.clear();
});

export const App = () => (
  <Themed>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </Themed>
);

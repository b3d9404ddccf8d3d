import { routes, type RouteName } from '@cloudwright/contract/routes';
import { mayOpen } from '@cloudwright/contract/routes';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, type ReactNode } from 'react';
import { setActive } from '../shared/session/store.ts';
import { useSubject } from '../shared/session/permission.ts';
import { Fetching } from '../shared/ui/Fetching.tsx';
import { AccessDeniedPage } from './AccessDeniedPage.tsx';
import { ErrorBoundary } from './ErrorScreen.tsx';
import { titleOf } from './menu.ts';
import { useProductName } from '../shared/website.ts';

/** One guarded screen: title, permission check, error boundary and the spinner while its code loads. */
export function Screen({ name, children }: { name: RouteName; children: ReactNode }) {
  const subject = useSubject();
  const product = useProductName();
  const { pathname } = useLocation();
  const { section } = routes[name];
  useEffect(() => {
    document.title = titleOf(section, product);
    setActive(section, pathname);
  }, [section, product, pathname]);
  if (!mayOpen(subject, name).isAllowed) return <AccessDeniedPage anyOf={routes[name].guard} />;
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<Fetching />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

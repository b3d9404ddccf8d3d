import { routes, type RouteName } from '@cloudwright/contract/routes';
import { mayOpen } from '@cloudwright/contract/routes';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { setActive } from '../shared/session/store.ts';
import { useSubject } from '../shared/session/permission.ts';
import { Fetching } from '../shared/ui/Fetching.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { titleOf } from './menu.ts';
import { useProductName } from '../shared/website.ts';

const AccessDeniedPage = lazy(() => import('./AccessDeniedPage.tsx').then(({ AccessDeniedPage: component }) => ({ default: component })));

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
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<Fetching />}>{mayOpen(subject, name).isAllowed ? children : <AccessDeniedPage anyOf={routes[name].guard} />}</Suspense>
    </ErrorBoundary>
  );
}

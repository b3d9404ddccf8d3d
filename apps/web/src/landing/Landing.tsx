import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call, q } from '../shared/api/api.ts';
import { useRoot } from '../shared/session/store.ts';
import { RouterAnchor } from '../shared/ui/router-anchor.tsx';
import { EmptyState } from '../shared/ui/EmptyState.tsx';
import { Fetching } from '../shared/ui/Fetching.tsx';
import { DEFAULT_PRODUCT, useProductName } from '../shared/website.ts';
import { PAGE_NAMES, type PageName } from './family.ts';
import { HomePage } from './HomePage.tsx';
import { InviteNotice } from './InviteNotice.tsx';
import { defaultModule, loadModule } from './loader.ts';
import { ContentPage } from './ContentPage.tsx';
import { SignInButton } from './SignIn.tsx';

/** The marketing application outside the portal: which family it is, the server says. */
export function Landing() {
  const { pathname } = useLocation();
  const state = useRoot((root) => root.auth.state);
  const product = useProductName();
  const family = useQuery({
    queryKey: ['landing', pathname.split('/').slice(0, 2).join('/')],
    queryFn: async () => {
      // A server that cannot be asked must not keep the landing, and its sign-in, away.
      const name = await call('landingModule', { query: { path: pathname } }).then(({ data }) => data as string, () => defaultModule(pathname));
      return loadModule(name);
    },
    retry: false,
    staleTime: Infinity,
  });
  useEffect(() => {
    document.title = product || DEFAULT_PRODUCT;
  }, [product]);
  useQuery(q('configProviders'));

  if (state === 'SWITCH_DIRECTORY') return <Redirecting />;
  if (family.isPending) return <Fetching height="100vh" />;
  if (family.isError) {
    console.error(family.error.message);
    return <NotAvailable detail={family.error.message} onRetry={() => void family.refetch()} />;
  }
  const page = pathname.replace(/\/$/, '').slice(defaultBase(pathname).length + 1);
  if (page === '') return <HomePage family={family.data} notice={<InviteNotice />} />;
  if (isPageName(page)) return <ContentPage family={family.data} name={page} />;
  return <NotAvailable />;
}

const defaultBase = (pathname: string) => ({ general: '', hpc: '/hpc/i', research: '/research' })[defaultModule(pathname)];
const isPageName = (page: string): page is PageName => (PAGE_NAMES as readonly string[]).includes(page);

/** What stands here when the landing module does not resolve: the way in is never lost. */
const NotAvailable = ({ detail, onRetry }: { detail?: string; onRetry?: () => void }) => (
  <Box component="main">
    <EmptyState
      art="notFound"
      level="h1"
      title="This page is not available"
      actions={
        <>
          <SignInButton />
          {onRetry ? null : (
            <Button variant="outlined" component={RouterAnchor} href="/">
              Start page
            </Button>
          )}
          {onRetry ? (
            <Button variant="outlined" onClick={onRetry}>
              Try again
            </Button>
          ) : null}
        </>
      }
    >
      {detail ? <Alert severity="warning">{detail}</Alert> : 'Sign in to work in the portal, or go back to the start page.'}
    </EmptyState>
  </Box>
);

const Redirecting = () => (
  <Dialog open aria-labelledby="redirecting">
    <DialogContent id="redirecting" role="status" sx={{ display: 'flex', gap: 3, alignItems: 'center', fontSize: 13 }}>
      <CircularProgress size={18} aria-hidden /> Redirecting to the other directory...
    </DialogContent>
  </Dialog>
);

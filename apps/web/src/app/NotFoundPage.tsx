import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { pathTo } from '../shared/paths.ts';
import { setActive } from '../shared/session/store.ts';
import { RouterAnchor } from '../shared/ui/router-anchor.tsx';
import { EmptyState } from '../shared/ui/EmptyState.tsx';
import { useProductName } from '../shared/website.ts';

/** An address that no screen answers. */
export function NotFoundPage() {
  const product = useProductName();
  useEffect(() => {
    document.title = product;
    setActive('', location.pathname);
  }, [product]);
  return (
    <EmptyState
      art="notFound"
      level="h1"
      title="Page not found"
      actions={
        <Button variant="contained" component={RouterAnchor} href={pathTo('blueprints')}>
          Back to Blueprints
        </Button>
      }
    >
      Nothing lives at this address. It may have been typed wrongly, or what stood here was removed.
    </EmptyState>
  );
}

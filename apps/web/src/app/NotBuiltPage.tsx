import { routes, type RouteName } from '@cloudwright/contract/routes';
import Button from '@mui/material/Button';
import { pathTo } from '../shared/paths.ts';
import { RouterAnchor } from '../shared/ui/router-anchor.tsx';
import { EmptyState } from '../shared/ui/EmptyState.tsx';

/** A screen of the route table without its feature: says so by name; no menu leads here. */
export const NotBuiltPage = ({ name }: { name: RouteName }) => (
  <EmptyState
    art="underConstruction"
    level="h1"
    title={`${routes[name].section || 'This page'} is not built yet`}
    actions={
      <Button variant="contained" component={RouterAnchor} href={pathTo('blueprints')}>
        Back to Blueprints
      </Button>
    }
  >
    The screen for {routes[name].screen} is planned for a later version of this portal.
  </EmptyState>
);

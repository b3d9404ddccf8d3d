import { permissionTitle } from '@cloudwright/contract/may-do';
import type { Permission } from '@cloudwright/contract/permissions';
import Button from '@mui/material/Button';
import { pathTo } from '../shared/paths.ts';
import { useMay } from '../shared/session/permission.ts';
import { AppLink } from '../shared/ui/AppLink.tsx';
import { RouterAnchor } from '../shared/ui/router-anchor.tsx';
import { EmptyState } from '../shared/ui/EmptyState.tsx';
import { useAdminEmail } from '../shared/website.ts';

/** The fallback of a guarded screen; the address stays as it was. */
export function AccessDeniedPage({ anyOf }: { anyOf: readonly Permission[] }) {
  const may = useMay();
  const adminEmail = useAdminEmail();
  return (
    <EmptyState
      art="accessDenied"
      level="h1"
      title="Access denied"
      actions={
        <>
          {may('blueprints') ? (
            <Button variant="contained" component={RouterAnchor} href={pathTo('blueprints')}>
              Back to Blueprints
            </Button>
          ) : null}
          <Button variant="outlined" component={RouterAnchor} href={pathTo('access', undefined, { permission: anyOf[0] ?? '' })}>
            Why can’t I see this?
          </Button>
        </>
      }
    >
      This page needs the permission {anyOf.map(permissionTitle).join(' or ')}.
      {adminEmail ? (
        <>
          {' '}
          Ask your administrator: <AppLink href={`mailto:${adminEmail}`} target="_blank">{adminEmail}</AppLink>
        </>
      ) : null}
    </EmptyState>
  );
}

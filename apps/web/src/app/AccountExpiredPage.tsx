import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { signOut } from '../shared/session/session.ts';
import { EmptyState } from '../shared/ui/EmptyState.tsx';
import { useAdminEmail } from '../shared/website.ts';

/** Stands in place of the whole portal when the person's account has run out or is suspended. */
export function AccountExpiredPage() {
  const adminEmail = useAdminEmail();
  return (
    <main>
      <EmptyState
        art="expired"
        level="h1"
        title="Your account has expired"
        actions={
          <Button variant="contained" onClick={() => void signOut()}>
            Sign out
          </Button>
        }
      >
        An administrator can extend it{adminEmail ? ': ' : '.'}
        {adminEmail ? <Link href={`mailto:${adminEmail}`}>{adminEmail}</Link> : null}
      </EmptyState>
    </main>
  );
}

import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { q } from '../shared/api/api.ts';
import { rememberInvite } from '../shared/session/session.ts';

/** Someone opened the link of an invitation: who invites, and what to do. The token waits for the sign-in. */
export function InviteNotice() {
  const token = new URLSearchParams(location.search).get('invite');
  const { data, isError } = useQuery({ ...q('inviteLook', { params: { token: token ?? '' } }), enabled: token !== null, retry: false });
  useEffect(() => {
    if (token && data?.status === 'PENDING') rememberInvite(token);
  }, [token, data]);
  if (!token || (!data && !isError)) return null;
  if (!data || data.status !== 'PENDING')
    return <Alert severity="warning">This invitation is no longer valid{data ? ` (${data.status.toLowerCase()})` : ''}. Ask for a new one.</Alert>;
  return (
    <Alert severity="info">
      {data.name}, {data.organizationName} invites you. Sign in as {data.email} to join.
    </Alert>
  );
}

import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { q } from '../shared/api/api.ts';
import { useAccount } from '../shared/session/permission.ts';

/** The organization's name, looked up by the account's key; the key itself when the lookup fails. */
export function OrganizationName() {
  const { orgId } = useAccount();
  const { data, isPending } = useQuery({ ...q('organizationGetByKey', { params: { key: orgId } }), staleTime: 300_000 });
  if (isPending) return <Skeleton width={120} height={24} />;
  const name = data?.name ?? orgId;
  return (
    <Box sx={{ display: { xs: 'none', sm: 'flex' }, alignItems: 'center', gap: 2, minWidth: 0 }}>
      {/* The security policy loads pictures from this portal only. */}
      {data?.logoUrl?.startsWith('/') ? (
        <Box component="img" src={data.logoUrl} alt="" sx={{ width: 20, height: 20, objectFit: 'contain' }} />
      ) : (
        <Box aria-hidden sx={{ width: 20, height: 20, borderRadius: '4px', bgcolor: '#7A5AF0', color: '#fff', fontSize: 11, fontWeight: 700, display: 'grid', placeContent: 'center', flexShrink: 0 }}>
          {name.charAt(0).toUpperCase()}
        </Box>
      )}
      <Typography noWrap sx={{ fontSize: 13, fontWeight: 600, maxWidth: 220 }} title={name}>
        {name}
      </Typography>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { q } from '../shared/api/api.ts';
import { useRoot } from '../shared/session/store.ts';
import { DRAWER } from '../shared/ui/tokens.ts';

/** Which cloud answers; amber while it is the sandbox. */
export function CloudFoot() {
  const msService = useRoot((root) => root.appSettings.msService);
  const { data } = useQuery({ ...q('configProviders'), staleTime: Infinity });
  const cloud = data?.result.find((each) => each.provider === null && each.msService === msService);
  if (!cloud) return null;
  return (
    <>
      <Box sx={{ width: 8, height: 8, borderRadius: '50%', flexShrink: 0, bgcolor: cloud.isSandbox ? '#FFB84D' : '#3DD598' }} />
      <Typography variant="caption" noWrap sx={{ color: DRAWER.subItem }} title={cloud.label}>
        {cloud.label}
      </Typography>
    </>
  );
}

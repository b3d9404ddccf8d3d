import Box from '@mui/material/Box';
import { useState } from 'react';
import { useWebsite } from '../shared/website.ts';

/** The administrator's announcement, between its dates. */
export function Banner() {
  const banner = useWebsite().data?.banner;
  const [now] = useState(() => new Date().toISOString());
  if (!banner || (banner.from && now < banner.from) || (banner.to && now >= banner.to)) return null;
  return (
    <Box role="status" sx={(theme) => ({ px: 8, py: 2, fontSize: 13, color: theme.vars!.palette.status[banner.level].ink, backgroundColor: theme.vars!.palette.status[banner.level].ground })}>
      {banner.text}
    </Box>
  );
}

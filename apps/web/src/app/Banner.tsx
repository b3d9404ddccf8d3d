import Alert from '@mui/material/Alert';
import { useWebsite } from '../shared/website.ts';

/** The administrator's announcement, between its dates. */
export function Banner() {
  const banner = useWebsite().data?.banner;
  const now = new Date().toISOString();
  if (!banner || (banner.from && now < banner.from) || (banner.to && now >= banner.to)) return null;
  return (
    <Alert severity={banner.level} sx={{ borderRadius: 0 }}>
      {banner.text}
    </Alert>
  );
}

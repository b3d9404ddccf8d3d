import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Art, type ArtName } from './Art.tsx';

/** A picture, one sentence and the next step: what a page shows when it has nothing to show. */
export const EmptyState = ({ art, title, children, actions, level = 'h2' }: { art: ArtName; title: string; children?: ReactNode; actions?: ReactNode; level?: 'h1' | 'h2' }) => (
  <Stack sx={{ alignItems: 'center', textAlign: 'center', gap: 2, px: 4, py: { xs: 10, md: 20 } }}>
    <Art name={art} />
    <Typography component={level} sx={{ fontSize: 18, lineHeight: '24px', fontWeight: 600, mt: 4 }}>
      {title}
    </Typography>
    {children ? (
      <Typography component="div" color="textSecondary" sx={{ maxWidth: 640, textWrap: 'pretty' }}>
        {children}
      </Typography>
    ) : null}
    {actions ? (
      <Stack direction="row" sx={{ gap: 2, mt: 3, flexWrap: 'wrap', justifyContent: 'center' }}>
        {actions}
      </Stack>
    ) : null}
  </Stack>
);

import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { RouterAnchor } from '../shared/ui/router-anchor.tsx';
import { Logo } from '../shared/ui/Logo.tsx';
import { useProductName, useWebsite } from '../shared/website.ts';
import type { Family } from './family.ts';
import { SignInButton } from './SignIn.tsx';

const NAVY = '#0A1A2B';

export const Width = ({ children }: { children: ReactNode }) => (
  <Container maxWidth={false} sx={{ maxWidth: 1120, px: { xs: 4, sm: 6 } }}>
    {children}
  </Container>
);

const links = [
  { label: 'Product', href: '/overview' },
  { label: 'HPC', href: '/hpc/i' },
  { label: 'Research', href: '/research' },
];

/** The dark top of every landing page: navigation, then what the page puts on it. */
export function Top({ family, children }: { family: Family; children: ReactNode }) {
  const product = useProductName();
  return (
    <Box
      component="header"
      sx={{
        color: '#fff',
        backgroundColor: NAVY,
        backgroundImage: 'radial-gradient(60% 50% at 90% 0%, rgba(20,226,197,.28), transparent), radial-gradient(60% 60% at 0% 100%, rgba(26,115,231,.35), transparent)',
      }}
    >
      <Width>
        <Box sx={{ height: 68, display: 'flex', alignItems: 'center', gap: 6 }}>
          <RouterAnchor href={family.base || '/'} style={{ display: 'flex', alignItems: 'center', gap: 8, color: '#fff', textDecoration: 'none', fontWeight: 650, fontSize: 16 }}>
            <Logo /> {product}
          </RouterAnchor>
          <Box component="nav" aria-label="Site" sx={{ ml: 'auto', display: { xs: 'none', sm: 'flex' }, gap: 6 }}>
            {links.map(({ label, href }) => (
              <Link key={href} component={RouterAnchor} href={href} sx={{ color: '#C9D5E4', fontSize: 14 }}>
                {label}
              </Link>
            ))}
          </Box>
          <Box sx={{ ml: { xs: 'auto', sm: 0 } }}>
            <SignInButton variant="outlined" />
          </Box>
        </Box>
        {children}
      </Width>
    </Box>
  );
}

/** The feet of every landing page. */
export function Foot({ family }: { family: Family }) {
  const website = useWebsite().data;
  const product = useProductName();
  const own = ['overview', 'offering', 'benefits', 'learn', 'contact'].map((page) => ({ label: page.charAt(0).toUpperCase() + page.slice(1), url: `${family.base}/${page}` }));
  return (
    <Box component="footer" sx={{ borderTop: 1, borderColor: 'divider', py: 6, mt: 12 }}>
      <Width>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'center' }}>
          <Typography variant="body2" color="textSecondary">
            {website?.footerText || `${product}, self-hosted`}
          </Typography>
          <Box component="nav" aria-label="Footer" sx={{ ml: { sm: 'auto' }, display: 'flex', flexWrap: 'wrap', gap: 4, fontSize: 13 }}>
            {/* What the top has no room for on a phone. */}
            {links.map(({ label, href }) => (
              <Link key={href} component={RouterAnchor} href={href} color="inherit" sx={{ display: { sm: 'none' } }}>
                {label}
              </Link>
            ))}
            {own.map(({ label, url }) => (
              <Link key={url} component={RouterAnchor} href={url} color="inherit">
                {label}
              </Link>
            ))}
            {(website?.links ?? []).map(({ label, url }) => (
              <Link key={url} href={url} color="inherit" rel="noreferrer">
                {label}
              </Link>
            ))}
          </Box>
        </Box>
      </Width>
    </Box>
  );
}

import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import NavigateNext from '@mui/icons-material/ChevronRight';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { AppLink } from '../ui/AppLink.tsx';

interface Props {
  title: string;
  /** Chips beside the title. */
  status?: ReactNode;
  /** One line of facts. */
  facts?: ReactNode;
  /** At the right: one primary button, the rest outlined. */
  actions?: ReactNode;
  /** Where this page hangs; the page itself is added as the last crumb. */
  crumbs?: { label: string; href: string }[];
  /** The last crumb, where the title would repeat the one before. */
  crumb?: string;
}

/** The head of every page: breadcrumbs, title, one line of facts, actions at the right. */
export const PageHead = ({ title, status, facts, actions, crumbs, crumb = title }: Props) => (
  <Box sx={{ mb: 4 }}>
    {crumbs ? (
      <Breadcrumbs separator={<NavigateNext sx={{ fontSize: 14 }} />} sx={{ fontSize: 13, mb: 1, '& ol': { flexWrap: 'nowrap' }, '& li': { minWidth: 0 }, '& li:first-of-type, & li[aria-hidden]': { flexShrink: 0 } }}>
        {crumbs.map(({ label, href }) => (
          <AppLink key={href} href={href} noWrap sx={{ fontSize: 13, display: 'block' }}>
            {label}
          </AppLink>
        ))}
        <Typography color="textSecondary" noWrap sx={{ fontSize: 13 }}>
          {crumb}
        </Typography>
      </Breadcrumbs>
    ) : null}
    <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between' }}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {status}
        </Box>
        {facts ? (
          <Typography variant="body2" color="textSecondary" component="div" sx={{ mt: '2px', minHeight: 20 }}>
            {facts}
          </Typography>
        ) : null}
      </Box>
      {actions ? <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>{actions}</Box> : null}
    </Box>
  </Box>
);

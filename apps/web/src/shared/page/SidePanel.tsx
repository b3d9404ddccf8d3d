import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';
import { TOPBAR_HEIGHT } from '../ui/tokens.ts';

const Sheet = lazyPart(() => import('./Sheet.tsx'), 'Sheet');

interface Panel {
  title: string;
  onClose(): void;
  children: ReactNode;
}

const Body = ({ title, onClose, children }: Panel) => (
  <Box sx={{ p: 5 }}>
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, mb: 3 }}>
      <Typography variant="h2" sx={{ flex: 1, overflowWrap: 'anywhere', pt: '4px' }}>
        {title}
      </Typography>
      <IconButton size="small" onClick={onClose} aria-label="Close details">
        <Close sx={{ fontSize: 18 }} />
      </IconButton>
    </Box>
    {children}
  </Box>
);

/** A list with the details of one row: beside it from 1280 px, as a sheet below. */
export function WithSidePanel({ children, panel, width = 340 }: { children: ReactNode; panel: Panel | null; width?: number }) {
  const isBeside = useMediaQuery(useTheme().breakpoints.up('lg'));
  if (!isBeside)
    return (
      <>
        {children}
        {panel ? (
          <Sheet label={panel.title} onClose={panel.onClose}>
            <Body {...panel} />
          </Sheet>
        ) : null}
      </>
    );
  return (
    <Box sx={{ display: 'flex', gap: 6, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
      {panel ? (
        <Card component="aside" aria-label={panel.title} sx={{ width, flexShrink: 0, position: 'sticky', top: TOPBAR_HEIGHT + 24, maxHeight: `calc(100vh - ${TOPBAR_HEIGHT + 48}px)`, overflowY: 'auto' }}>
          <Body {...panel} />
        </Card>
      ) : null}
    </Box>
  );
}

/** Label and value, line by line: what a details panel is made of. */
export const Facts = ({ rows }: { rows: [label: string, value: ReactNode][] }) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(96px, auto) 1fr', fontSize: 13 }}>
    {rows.map(([label, value]) => (
      <Box key={label} sx={{ display: 'contents', '& > *': { borderTop: 1, borderColor: 'divider', py: 2, m: 0 } }}>
        <Box component="dt" sx={{ color: 'text.secondary', pr: 4 }}>
          {label}
        </Box>
        <Box component="dd" sx={{ fontWeight: 500, minWidth: 0, overflowWrap: 'anywhere' }}>
          {value}
        </Box>
      </Box>
    ))}
  </Box>
);

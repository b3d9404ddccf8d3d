import Drawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';

/** Details over the page, from the right: what a side panel is on small screens. */
export const Sheet = ({ label, onClose, children }: { label: string; onClose(): void; children: ReactNode }) => (
  <Drawer anchor="right" open onClose={onClose} slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { width: { xs: '100%', sm: 420 } } } }}>
    {children}
  </Drawer>
);

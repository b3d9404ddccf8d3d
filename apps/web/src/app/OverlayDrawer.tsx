import Drawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';
import { DRAWER, DRAWER_WIDTH } from '../shared/ui/tokens.ts';

/** The main menu on small screens: over the page, gone after a choice. */
export const OverlayDrawer = ({ onClose, children }: { onClose(): void; children: ReactNode }) => (
  <Drawer open onClose={onClose} slotProps={{ paper: { sx: { width: DRAWER_WIDTH, bgcolor: DRAWER.ground, color: DRAWER.item } } }}>
    {children}
  </Drawer>
);

import MoreHoriz from '@mui/icons-material/MoreHoriz';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { RouterAnchor } from '../ui/router-anchor.tsx';
import type { RowAction } from './column.ts';

/** The … at the end of a row (or of a page's head): everything that can be done with it. */
export function RowMenu({ label, actions }: { label: string; actions: RowAction[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (actions.length === 0) return null;
  return (
    <>
      <IconButton size="small" aria-label={label} aria-haspopup="menu" aria-expanded={anchor !== null} data-row-menu onClick={(event) => setAnchor(event.currentTarget)}>
        <MoreHoriz sx={{ fontSize: 18 }} />
      </IconButton>
      {anchor ? (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)} anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} transformOrigin={{ vertical: 'top', horizontal: 'right' }}>
          {actions.map(({ label: name, Icon, onClick, href, isDestructive, disabled }) => (
            <MenuItem
              key={name}
              disabled={disabled !== undefined}
              {...(href ? { component: RouterAnchor, href } : {})}
              onClick={() => {
                setAnchor(null);
                onClick?.();
              }}
              sx={isDestructive ? { color: 'error.main' } : {}}
            >
              {Icon ? (
                <ListItemIcon sx={{ color: 'inherit' }}>
                  <Icon sx={{ fontSize: 18 }} />
                </ListItemIcon>
              ) : null}
              <span>
                {name}
                {disabled ? (
                  <Typography variant="caption" component="span" sx={{ display: 'block' }}>
                    {disabled}
                  </Typography>
                ) : null}
              </span>
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </>
  );
}

import HelpOutlineOutlined from '@mui/icons-material/HelpOutlineOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import ManageSearchOutlined from '@mui/icons-material/ManageSearchOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import SwapHoriz from '@mui/icons-material/SwapHoriz';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../shared/api/api.ts';
import { pathTo } from '../shared/paths.ts';
import { useAccount, useMay } from '../shared/session/permission.ts';
import { signOut, switchProvider } from '../shared/session/session.ts';
import { useRoot } from '../shared/session/store.ts';
import { RouterAnchor } from '../shared/ui/router-anchor.tsx';
import { toastError } from '../shared/ui/toast.ts';

const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

const Line = () => <Box component="li" role="presentation" sx={{ my: 1, borderTop: 1, borderColor: 'divider' }} />;

/** Who is signed in, and what belongs to the person rather than to the organization. */
export function ProfileMenu() {
  const account = useAccount();
  const may = useMay();
  const provider = useRoot((root) => root.auth.provider);
  const { data } = useQuery({ ...q('configProviders'), staleTime: Infinity });
  const hasAws = data?.result.some((each) => each.provider === 'aws' && each.enabled) ?? false;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const links = [
    { label: 'Profile', href: pathTo('profile'), Icon: PersonOutlined, isShown: true },
    { label: 'Why can’t I see this?', href: pathTo('access'), Icon: ManageSearchOutlined, isShown: true },
    { label: 'Audit log', href: pathTo('audit'), Icon: HistoryOutlined, isShown: may('auditList') },
    { label: 'Help', href: pathTo('help'), Icon: HelpOutlineOutlined, isShown: true },
  ];
  return (
    <>
      <Tooltip title="Profile">
        <IconButton onClick={(event) => setAnchor(event.currentTarget)} aria-label="Profile" aria-haspopup="menu" aria-expanded={anchor !== null} sx={{ p: '2px', borderRadius: '50%' }}>
          <Box component="span" sx={{ width: 30, height: 30, borderRadius: '50%', display: 'grid', placeContent: 'center', fontSize: 12, fontWeight: 600, bgcolor: '#0F7490', color: '#fff' }}>
            {initials(account.name)}
          </Box>
        </IconButton>
      </Tooltip>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'region', 'aria-label': 'Your account', sx: { width: 264 } }, list: { 'aria-label': 'Profile' } }}
      >
        <Box component="li" role="presentation" sx={{ px: 4, py: 2 }}>
          <Typography sx={{ fontWeight: 600 }} noWrap>
            {account.name}
          </Typography>
          <Typography variant="caption" color="textSecondary" noWrap component="div">
            {account.email}
          </Typography>
          <Typography variant="caption" color="textSecondary" noWrap component="div">
            {account.roleInfo.name} · {account.orgInfo.name}
          </Typography>
        </Box>
        <Line />
        {links
          .filter(({ isShown }) => isShown)
          .map(({ label, href, Icon }) => (
            <MenuItem key={href} component={RouterAnchor} href={href} onClick={close}>
              <ListItemIcon>
                <Icon sx={{ fontSize: 18 }} />
              </ListItemIcon>
              {label}
            </MenuItem>
          ))}
        {hasAws ? (
          <MenuItem
            onClick={() => {
              close();
              switchProvider(provider === 'aws' ? null : 'aws').catch(toastError);
            }}
          >
            <ListItemIcon>
              <SwapHoriz sx={{ fontSize: 18 }} />
            </ListItemIcon>
            {provider === 'aws' ? 'Switch to the directory sign-in' : 'Switch to the AWS sign-in'}
          </MenuItem>
        ) : null}
        <Line />
        <MenuItem
          onClick={() => {
            close();
            void signOut();
          }}
        >
          <ListItemIcon>
            <LogoutOutlined sx={{ fontSize: 18 }} />
          </ListItemIcon>
          Sign out
        </MenuItem>
      </Menu>
    </>
  );
}

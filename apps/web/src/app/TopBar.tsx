import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import Search from '@mui/icons-material/Search';
import SettingsBrightnessOutlined from '@mui/icons-material/SettingsBrightnessOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState } from 'react';
import { NotificationBell } from '../features/notifications/NotificationBell.tsx';
import { pathTo } from '../shared/paths.ts';
import { updateAppSettings, useRoot, type ThemeMode } from '../shared/session/store.ts';
import { RouterAnchor } from '../shared/ui/router-anchor.tsx';
import { lazyPart } from '../shared/ui/lazy-part.tsx';
import { Logo } from '../shared/ui/Logo.tsx';
import { TOPBAR_HEIGHT } from '../shared/ui/tokens.ts';
import { DirectorySwitcher } from './DirectorySwitcher.tsx';
import { OrganizationName } from './OrganizationName.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';

const JumpPalette = lazyPart(() => import('./JumpPalette.tsx'), 'JumpPalette');

/** Organization, directory, search, theme, notifications, profile. */
export function TopBar({ isWide, onMenu }: { isWide: boolean; onMenu(): void }) {
  const [isJumping, setJumping] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setJumping(true);
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <Box
      component="header"
      sx={{
        height: TOPBAR_HEIGHT,
        flexShrink: 0,
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 1, sm: 2 },
        px: { xs: 3, sm: 6 },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {isWide ? null : (
        <>
          <IconButton onClick={onMenu} aria-label="Open the menu" edge="start">
            <MenuIcon fontSize="small" />
          </IconButton>
          <RouterAnchor href={pathTo('blueprints')} aria-label="Home" style={{ lineHeight: 0, marginRight: 4 }}>
            <Logo size={24} />
          </RouterAnchor>
        </>
      )}
      <OrganizationName />
      <DirectorySwitcher />
      <Box sx={{ flex: 1 }} />
      {isWide ? (
        <ButtonBase
          onClick={() => setJumping(true)}
          aria-label="Search or jump to"
          sx={{ width: 300, height: 34, px: 3, gap: 2, borderRadius: '6px', bgcolor: 'sunken', color: 'text.secondary', justifyContent: 'flex-start', fontSize: 13, fontFamily: 'inherit' }}
        >
          <Search sx={{ fontSize: 18 }} />
          <Box component="span" sx={{ flex: 1, textAlign: 'left' }}>
            Search or jump to...
          </Box>
          <Box component="kbd" sx={{ border: 1, borderColor: 'divider', bgcolor: 'background.paper', borderRadius: '4px', px: '6px', fontSize: 11, fontFamily: 'inherit' }}>
            {navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'}
          </Box>
        </ButtonBase>
      ) : (
        <IconButton onClick={() => setJumping(true)} aria-label="Search or jump to">
          <Search fontSize="small" />
        </IconButton>
      )}
      <ThemeButton />
      <NotificationBell />
      <ProfileMenu />
      {isJumping ? <JumpPalette onClose={() => setJumping(false)} /> : null}
    </Box>
  );
}

const modes: Record<ThemeMode, { next: ThemeMode; label: string; Icon: typeof MenuIcon }> = {
  system: { next: 'light', label: 'Theme: as the system', Icon: SettingsBrightnessOutlined },
  light: { next: 'dark', label: 'Theme: light', Icon: LightModeOutlined },
  dark: { next: 'system', label: 'Theme: dark', Icon: DarkModeOutlined },
};

function ThemeButton() {
  const { next, label, Icon } = modes[useRoot((root) => root.appSettings.themeMode)];
  return (
    <Tooltip title={label}>
      <IconButton onClick={() => updateAppSettings({ themeMode: next })} aria-label={label} sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

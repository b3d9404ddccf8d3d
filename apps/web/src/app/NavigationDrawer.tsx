import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import KeyboardDoubleArrowLeft from '@mui/icons-material/KeyboardDoubleArrowLeft';
import KeyboardDoubleArrowRight from '@mui/icons-material/KeyboardDoubleArrowRight';
import Box from '@mui/material/Box';
import Collapse from '@mui/material/Collapse';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { portalBase, routes, type MenuEntry, type MenuItem as Item, type RouteName } from '@cloudwright/contract/routes';
import { useMatches } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import { useSubject } from '../shared/session/permission.ts';
import { pathTo } from '../shared/paths.ts';
import { RouterAnchor } from '../shared/ui/router-anchor.tsx';
import { lazyPart } from '../shared/ui/lazy-part.tsx';
import { Logo } from '../shared/ui/Logo.tsx';
import { DRAWER, DRAWER_COLLAPSED, DRAWER_WIDTH, MENU_ACCENT, TOPBAR_HEIGHT } from '../shared/ui/tokens.ts';
import { useProductName } from '../shared/website.ts';
import { CloudFoot } from './CloudFoot.tsx';
import { menuIcons } from './menu-icons.tsx';
import { activeMenuRoute, visibleMenu } from './menu.ts';

interface Props {
  /** From 960 px the drawer stands beside the page, below it floats over it. */
  isWide: boolean;
  isCollapsed: boolean;
  isOverlayOpen: boolean;
  onCollapse(): void;
  onClose(): void;
}

const OverlayDrawer = lazyPart(() => import('./OverlayDrawer.tsx'), 'OverlayDrawer');

/** The main menu: 240 px wide, 56 px when collapsed, an overlay on small screens. */
export function NavigationDrawer(props: Props) {
  const { isWide, isCollapsed, isOverlayOpen, onClose } = props;
  if (!isWide)
    return isOverlayOpen ? (
      <OverlayDrawer onClose={onClose}>
        <Content {...props} />
      </OverlayDrawer>
    ) : null;
  const width = isCollapsed ? DRAWER_COLLAPSED : DRAWER_WIDTH;
  return (
    <Box
      component="aside"
      aria-label="Menu and cloud"
      sx={{
        width,
        flexShrink: 0,
        height: '100vh',
        position: 'sticky',
        top: 0,
        display: 'flex',
        flexDirection: 'column',
        bgcolor: DRAWER.ground,
        color: DRAWER.item,
        overflow: 'hidden',
        transition: 'width .15s',
        borderRight: `1px solid ${DRAWER.edge}`,
        boxSizing: 'border-box',
      }}
    >
      <Content {...props} />
    </Box>
  );
}

const searchOf = (item: Item) => item.search ?? '';
const hrefOf = (route: RouteName, item: Item) => portalBase + routes[route].path + searchOf(item);

function Content({ isWide, isCollapsed, onCollapse }: Props) {
  const subject = useSubject();
  const product = useProductName();
  const shown = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen });
  const active = activeMenuRoute(shown);
  const menu = visibleMenu(subject);
  const activeGroup = menu.find((entry) => entry.kind === 'group' && entry.items.some(({ route }) => route === active));
  const activeLabel = activeGroup?.kind === 'group' ? activeGroup.label : null;

  // One group at a time; the group of the active item opens when one gets there.
  const [open, setOpen] = useState<string | null>(activeLabel);
  const [openedFor, setOpenedFor] = useState(active);
  if (openedFor !== active) {
    setOpenedFor(active);
    if (activeLabel) setOpen(activeLabel);
  }

  return (
    <>
      <Box sx={{ height: TOPBAR_HEIGHT, flexShrink: 0, display: 'flex', alignItems: 'center', px: isCollapsed ? '15px' : 4 }}>
        <RouterAnchor href={pathTo('blueprints')} aria-label={`${product}, home`} style={{ display: 'flex', alignItems: 'center', gap: 8, color: '#fff', textDecoration: 'none' }}>
          <Logo />
          {isCollapsed ? null : <span style={{ fontSize: 15, fontWeight: 650 }}>{product}</span>}
        </RouterAnchor>
      </Box>
      <Box component="nav" aria-label="Main" sx={{ flex: 1, overflowY: 'auto', overflowX: 'hidden', px: 2, py: 1, scrollbarColor: `${DRAWER.edge} transparent` }}>
        <List disablePadding>
          {menu.map((entry) =>
            entry.kind === 'item' ? (
              <ListItem key={entry.route} disablePadding>
                <Entry href={hrefOf(entry.route, entry.item)} label={entry.item.label} isActive={entry.route === active} isCollapsed={isCollapsed} />
              </ListItem>
            ) : isCollapsed ? (
              <ListItem key={entry.label} disablePadding>
                <Flyout entry={entry} active={active} isActive={entry.label === activeLabel} />
              </ListItem>
            ) : (
              <Group
                key={entry.label}
                entry={entry}
                active={active}
                isOpen={open === entry.label}
                onToggle={() => setOpen(open === entry.label ? null : entry.label)}
              />
            ),
          )}
        </List>
      </Box>
      <Box sx={{ height: 44, flexShrink: 0, display: 'flex', alignItems: 'center', borderTop: `1px solid ${DRAWER.edge}`, pl: isCollapsed ? 2 : 4, pr: 2, gap: 2 }}>
        {isCollapsed ? null : <CloudFoot />}
        {isWide ? (
          <Tooltip title={isCollapsed ? 'Open the menu' : ''} placement="right">
            <IconButton size="small" onClick={onCollapse} aria-label={isCollapsed ? 'Open the menu' : 'Collapse the menu'} sx={{ color: DRAWER.icon, ml: isCollapsed ? 1 : 'auto' }}>
              {isCollapsed ? <KeyboardDoubleArrowRight fontSize="small" /> : <KeyboardDoubleArrowLeft fontSize="small" />}
            </IconButton>
          </Tooltip>
        ) : null}
      </Box>
    </>
  );
}

const rowSx = (isActive: boolean) => ({
  height: 34,
  my: '2px',
  pl: '12px',
  pr: 2,
  gap: '13px',
  borderRadius: '6px',
  color: isActive ? '#fff' : DRAWER.item,
  '&:hover': { backgroundColor: 'rgba(255,255,255,.06)' },
  ...(isActive
    ? {
        backgroundImage: DRAWER.activeImage,
        '& svg:first-of-type': { color: MENU_ACCENT },
        '&::before': { content: '""', position: 'absolute', left: 0, top: 6, bottom: 6, width: 3, borderRadius: 2, backgroundColor: MENU_ACCENT },
      }
    : { '& svg': { color: DRAWER.icon } }),
});

const Label = ({ children, isActive }: { children: ReactNode; isActive: boolean }) => (
  <Typography component="span" noWrap sx={{ fontSize: 13, lineHeight: '20px', fontWeight: isActive ? 600 : 500, flex: 1 }}>
    {children}
  </Typography>
);

function Entry({ href, label, isActive, isCollapsed }: { href: string; label: string; isActive: boolean; isCollapsed: boolean }) {
  const Icon = menuIcons[label];
  return (
    <Tooltip title={isCollapsed ? label : ''} placement="right">
      <ListItemButton component={RouterAnchor} href={href} aria-current={isActive ? 'page' : undefined} aria-label={isCollapsed ? label : undefined} sx={rowSx(isActive)}>
        {Icon ? <Icon sx={{ fontSize: 18 }} /> : null}
        {isCollapsed ? null : <Label isActive={isActive}>{label}</Label>}
      </ListItemButton>
    </Tooltip>
  );
}

type GroupEntry = Extract<MenuEntry, { kind: 'group' }>;

function Group({ entry, active, isOpen, onToggle }: { entry: GroupEntry; active: RouteName | undefined; isOpen: boolean; onToggle(): void }) {
  const id = useId();
  const Icon = menuIcons[entry.label];
  const holdsActive = entry.items.some(({ route }) => route === active);
  return (
    <ListItem disablePadding sx={{ display: 'flow-root' }}>
      <ListItemButton onClick={onToggle} aria-expanded={isOpen} aria-controls={id} sx={{ ...rowSx(false), ...(holdsActive && !isOpen ? { color: '#fff' } : {}) }}>
        {Icon ? <Icon sx={{ fontSize: 18, ...(holdsActive && !isOpen ? { color: `${MENU_ACCENT} !important` } : {}) }} /> : null}
        <Label isActive={false}>{entry.label}</Label>
        {isOpen ? <ExpandMore sx={{ fontSize: 16 }} /> : <ChevronRight sx={{ fontSize: 16 }} />}
      </ListItemButton>
      <Collapse in={isOpen} unmountOnExit>
        <List id={id} aria-label={entry.label} disablePadding>
          {entry.items.map(({ route, item }) => (
            <ListItem key={route} disablePadding>
              <ListItemButton
                component={RouterAnchor}
                href={hrefOf(route, item)}
                aria-current={route === active ? 'page' : undefined}
                sx={{ ...rowSx(route === active), height: 30, my: '1px', pl: '43px', ...(route === active ? {} : { color: DRAWER.subItem }) }}
              >
                <Label isActive={route === active}>{item.label}</Label>
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      </Collapse>
    </ListItem>
  );
}

/** A group of the collapsed drawer: its items in a menu beside it. */
function Flyout({ entry, active, isActive }: { entry: GroupEntry; active: RouteName | undefined; isActive: boolean }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const Icon = menuIcons[entry.label];
  return (
    <>
      <Tooltip title={anchor ? '' : entry.label} placement="right">
        <ListItemButton onClick={(event) => setAnchor(event.currentTarget)} aria-haspopup="menu" aria-expanded={anchor !== null} aria-label={entry.label} sx={rowSx(isActive)}>
          {Icon ? <Icon sx={{ fontSize: 18 }} /> : null}
        </ListItemButton>
      </Tooltip>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': entry.label }, paper: { sx: { minWidth: 200 } } }}
      >
        <Typography variant="caption" color="textSecondary" sx={{ px: 4, py: 1, display: 'block' }}>
          {entry.label}
        </Typography>
        {entry.items.map(({ route, item }) => (
          <MenuItem key={route} component={RouterAnchor} href={hrefOf(route, item)} selected={route === active} onClick={() => setAnchor(null)}>
            {item.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

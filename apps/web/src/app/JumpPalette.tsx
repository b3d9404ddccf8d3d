import KeyboardReturn from '@mui/icons-material/KeyboardReturn';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { portalBase, routes } from '@cloudwright/contract/routes';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type KeyboardEvent } from 'react';
import { qPage } from '../shared/api/api.ts';
import { pathTo } from '../shared/paths.ts';
import { useMay, useSubject } from '../shared/session/permission.ts';
import { useGo } from '../shared/ui/router-anchor.tsx';
import { visibleMenu } from './menu.ts';

interface Target {
  label: string;
  kind: string;
  href: string;
}

const contains = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase());

/** Ctrl K: screens by name, then blueprints and deployments found by the server. */
export function JumpPalette({ onClose }: { onClose(): void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const go = useGo();
  const may = useMay();
  const subject = useSubject();
  const filter = useDeferredValue(text.trim());
  const blueprints = useQuery({ ...qPage('blueprintCatalogue', { query: { filter, limit: 6 } }), enabled: filter.length > 1 && may('blueprints') });
  const deployments = useQuery({ ...qPage('deploymentListOwn', { body: { filter, limit: 6 } }), enabled: filter.length > 1 && may('resourceManagement') });

  const screens: Target[] = visibleMenu(subject).flatMap((entry) =>
    (entry.kind === 'item' ? [entry] : entry.items).map(({ route, item }) => ({
      label: item.label,
      kind: entry.kind === 'group' ? entry.label : 'Screen',
      href: portalBase + routes[route].path + (item.search ?? ''),
    })),
  );
  const personal: Target[] = [
    { label: 'Profile', kind: 'You', href: pathTo('profile') },
    { label: 'Help', kind: 'You', href: pathTo('help') },
    { label: 'Why can’t I see this?', kind: 'You', href: pathTo('access') },
  ];
  const found: Target[] = filter.length < 2 ? [] : [
    ...(blueprints.data?.result ?? []).map((each) => ({ label: each.title, kind: 'Blueprint', href: pathTo('blueprint', { name: each.name }) })),
    ...(deployments.data?.result ?? []).map((each) => ({
      label: each.name,
      kind: 'Deployment',
      href: each.resourceGroup
        ? pathTo('resourceManagement', { sid: each.subscriptionId, rid: each.resourceGroup, dname: each.name })
        : pathTo('subscriptionResourceManagement', { sid: each.subscriptionId, dname: each.name }),
    })),
  ];
  const targets = [...[...screens, ...personal].filter(({ label, kind }) => contains(`${kind} ${label}`, text)), ...found].slice(0, 24);
  const at = Math.min(chosen, Math.max(0, targets.length - 1));
  const jump = (target: Target | undefined) => {
    if (!target) return;
    onClose();
    go(target.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setChosen(Math.min(at + 1, targets.length - 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(at - 1, 0));
    else if (event.key === 'Enter') jump(targets[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="jump-title" fullWidth maxWidth="sm" sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }} slotProps={{ paper: { sx: { mt: '10vh' } } }}>
      <Box component="h2" id="jump-title" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        Search or jump to
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, px: 4, height: 52, borderBottom: 1, borderColor: 'divider' }}>
        <Search sx={{ fontSize: 20, color: 'hint' }} />
        <InputBase
          autoFocus
          fullWidth
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          placeholder="Search or jump to..."
          inputProps={{ 'aria-label': 'Search or jump to', role: 'combobox', 'aria-expanded': true, 'aria-controls': 'jump-targets', 'aria-activedescendant': targets[at] ? `jump-${at}` : undefined }}
        />
      </Box>
      <List id="jump-targets" role="listbox" aria-label="Results" sx={{ maxHeight: '50vh', overflowY: 'auto', py: 2 }}>
        {targets.map((target, index) => (
          <ListItem key={target.kind + target.href} disablePadding role="presentation">
            <ListItemButton id={`jump-${index}`} role="option" aria-selected={index === at} selected={index === at} onClick={() => jump(target)} sx={{ minHeight: 36, px: 4, gap: 3 }}>
              <Typography noWrap sx={{ fontSize: 13, fontWeight: 500, flex: 1 }}>
                {target.label}
              </Typography>
              <Typography variant="caption" color="textSecondary">
                {target.kind}
              </Typography>
              {index === at ? <KeyboardReturn sx={{ fontSize: 14, color: 'hint' }} /> : null}
            </ListItemButton>
          </ListItem>
        ))}
        {targets.length === 0 ? <Typography role="presentation" component="li" variant="body2" color="textSecondary" sx={{ px: 4, py: 3 }}>Nothing found for “{text}”.</Typography> : null}
      </List>
    </Dialog>
  );
}

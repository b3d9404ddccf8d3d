import Close from '@mui/icons-material/Close';
import DoneAllOutlined from '@mui/icons-material/DoneAllOutlined';
import { notificationLabels, notificationTypes } from '@cloudwright/contract/enums';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q, qPage, useCall, type RowOf } from '../../shared/api/api.ts';
import { RelativeTime } from '../../shared/entities/facts.tsx';
import { StatusChip } from '../../shared/entities/StatusChip.tsx';
import { portalPath } from '../../shared/session/session.ts';
import { useGo } from '../../shared/ui/router-anchor.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import type { StatusTone } from '../../shared/ui/tokens.ts';

const tones: Record<number, StatusTone> = {
  [notificationTypes.inviteUser]: 'info',
  [notificationTypes.deploymentSuccess]: 'success',
  [notificationTypes.deploymentFail]: 'error',
  [notificationTypes.uploadNotification]: 'running',
};
const lists = ['notificationList', 'notificationUnread'] as const;
const PAGE = 20;

/** Everything that happened lately, newest first; reading one opens where it happened. */
export function NotificationPanel({ onClose }: { onClose(): void }) {
  const go = useGo();
  const [limit, setLimit] = useState(PAGE);
  const { data, isPending } = useQuery(qPage('notificationList', { query: { limit, sortObj: { createdAt: -1 } } }));
  const readAll = useCall('notificationReadAll', { refresh: [...lists] });
  const read = useCall('notificationRead', { refresh: [...lists] });
  const open = (row: RowOf<'notificationList'>) => {
    if (!row.read) read.mutate({ params: { id: row.id }, body: { read: true } });
    const target = portalPath(row.link);
    if (!target) return;
    onClose();
    go(target);
  };
  const hasUnread = data?.result.some((row) => !row.read) ?? false;
  return (
    <Drawer anchor="right" open onClose={onClose} slotProps={{ paper: { role: 'dialog', 'aria-label': 'Notifications', sx: { width: { xs: '100%', sm: 400 } } } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 5, height: 56, flexShrink: 0, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          Notifications
        </Typography>
        <Button size="small" startIcon={<DoneAllOutlined />} disabled={!hasUnread} loading={readAll.isPending} onClick={() => readAll.mutate({})}>
          Mark all read
        </Button>
        <IconButton size="small" onClick={onClose} aria-label="Close">
          <Close sx={{ fontSize: 18 }} />
        </IconButton>
      </Box>
      <Uploads />
      {isPending ? (
        <Box sx={{ p: 5 }}>
          {Array.from({ length: 5 }, (_, line) => (
            <Skeleton key={line} height={64} />
          ))}
        </Box>
      ) : data?.result.length ? (
        <Box component="ul" aria-label="Notifications" sx={{ m: 0, p: 0, listStyle: 'none', overflowY: 'auto' }}>
          {data.result.map((row) => (
            <Box component="li" key={row.id} sx={{ borderBottom: 1, borderColor: 'divider' }}>
              <ButtonBase
                onClick={() => open(row)}
                sx={{ display: 'block', width: '100%', textAlign: 'left', px: 5, py: 3, fontFamily: 'inherit', bgcolor: row.read ? undefined : 'action.selected', '&:hover': { bgcolor: 'action.hover' } }}
              >
                <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mb: 1 }}>
                  <StatusChip tone={tones[row.type] ?? 'info'} label={notificationLabels[row.type]} />
                  <Typography variant="caption" color="textSecondary" sx={{ ml: 'auto' }}>
                    <RelativeTime at={row.createdAt} />
                  </Typography>
                </Box>
                <Typography sx={{ fontSize: 13, fontWeight: row.read ? 500 : 650 }}>{row.title}</Typography>
                {row.body ? (
                  <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                    {row.body}
                  </Typography>
                ) : null}
              </ButtonBase>
            </Box>
          ))}
          {data.total > data.result.length && limit < 100 ? (
            <Box component="li" sx={{ p: 3, textAlign: 'center' }}>
              <Button onClick={() => setLimit(limit + PAGE)}>Show more</Button>
            </Box>
          ) : null}
        </Box>
      ) : (
        <EmptyState art="nothingYet" title="Nothing new">
          Finished deployments, invitations and uploads show up here.
        </EmptyState>
      )}
    </Drawer>
  );
}

/** Uploads under way, with their progress. */
function Uploads() {
  const { data } = useQuery(q('uploadList', { query: { limit: 5, filterObj: { status: 'loading' } } }));
  if (!data?.result.length) return null;
  return (
    <Box sx={{ px: 5, py: 3, borderBottom: 1, borderColor: 'divider' }}>
      {data.result.map(({ id, fileName, bytesDone, size }) => (
        <Box key={id} sx={{ mb: 2 }}>
          <Typography variant="body2" noWrap>
            {fileName}
          </Typography>
          <LinearProgress variant="determinate" value={size > 0 ? (100 * bytesDone) / size : 0} aria-label={`Upload of ${fileName}`} />
        </Box>
      ))}
    </Box>
  );
}

import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { q, refresh } from '../../shared/api/api.ts';
import { usePortalEvents } from '../../shared/api/events.ts';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { BADGE_MAX } from '../../shared/ui/tokens.ts';

const NotificationPanel = lazyPart(() => import('./NotificationPanel.tsx'), 'NotificationPanel');

/** The bell with the number of unread notifications; new ones arrive while the page is open. */
export function NotificationBell() {
  const client = useQueryClient();
  const { data } = useQuery({ ...q('notificationUnread'), staleTime: 60_000 });
  const [isOpen, setOpen] = useState(false);
  usePortalEvents((event) => {
    if (event.kind !== 'notification' && event.kind !== 'unread') return;
    client.setQueryData(q('notificationUnread').queryKey, { unread: event.unread });
    // Counts that arrive together may overtake each other: the last word is the server's.
    void refresh(client, ['notificationUnread', 'notificationList', 'uploadList']);
    if (event.kind === 'notification') toast(event.title, event.type === 2 ? 'error' : 'info');
  });
  const unread = data?.unread ?? 0;
  return (
    <>
      <Tooltip title="Notifications">
        <IconButton onClick={() => setOpen(true)} aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'} aria-haspopup="dialog">
          <Badge
            badgeContent={unread}
            max={BADGE_MAX}
            slotProps={{ badge: { sx: { bgcolor: '#B42318', color: '#fff', fontSize: 11, height: 17, minWidth: 17, px: '4px' } } }}
          >
            <NotificationsNoneOutlined sx={{ fontSize: 20 }} />
          </Badge>
        </IconButton>
      </Tooltip>
      {isOpen ? <NotificationPanel onClose={() => setOpen(false)} /> : null}
    </>
  );
}

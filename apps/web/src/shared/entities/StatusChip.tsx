import Box from '@mui/material/Box';
import { toneIcons } from '../ui/tone-icons.ts';
import type { StatusTone } from '../ui/tokens.ts';

/** The word and tone of every status that an entity can have. Rows of data: a new status is one line. */
const statuses: Record<string, { label: string; tone: StatusTone }> = {
  QUEUED: { label: 'Queued', tone: 'info' },
  VALIDATING: { label: 'Validating', tone: 'running' },
  RUNNING: { label: 'Deploying', tone: 'running' },
  SUCCEEDED: { label: 'Succeeded', tone: 'success' },
  WARNING: { label: 'Warning', tone: 'warning' },
  FAILED: { label: 'Failed', tone: 'error' },
  CANCELED: { label: 'Canceled', tone: 'neutral' },
  NEEDS_SIGN_IN: { label: 'Needs sign-in', tone: 'warning' },
  DELETING: { label: 'Deleting', tone: 'running' },
  DELETED: { label: 'Deleted', tone: 'neutral' },

  ACTIVE: { label: 'Active', tone: 'success' },
  INVITED: { label: 'Invited', tone: 'info' },
  SUSPENDED: { label: 'Suspended', tone: 'warning' },
  EXPIRED: { label: 'Expired', tone: 'error' },
  PENDING: { label: 'Pending', tone: 'info' },
  ACCEPTED: { label: 'Accepted', tone: 'success' },
  REVOKED: { label: 'Revoked', tone: 'neutral' },

  DRAFT: { label: 'Draft', tone: 'neutral' },
  PUBLISHED: { label: 'Published', tone: 'success' },
  RETIRED: { label: 'Retired', tone: 'neutral' },

  ENABLED: { label: 'Enabled', tone: 'success' },
  WARNED: { label: 'Warned', tone: 'warning' },
  PAST_DUE: { label: 'Past due', tone: 'error' },
  DISABLED: { label: 'Disabled', tone: 'neutral' },
};

export const statusLabel = (status: string): string => statuses[status]?.label ?? status;
const statusTone = (status: string): StatusTone => statuses[status]?.tone ?? 'neutral';

/** Icon, word and colour, never colour alone. `status` is a known value; `label` and `tone` override its row. */
export function StatusChip({ status, label, tone }: { status?: string; label?: string; tone?: StatusTone }) {
  const shown = tone ?? statusTone(status ?? '');
  const Icon = toneIcons[shown];
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: '5px',
        height: 22,
        px: '7px',
        borderRadius: '5px',
        verticalAlign: 'middle',
        whiteSpace: 'nowrap',
        fontSize: 12,
        fontWeight: 600,
        color: theme.vars!.palette.status[shown].ink,
        backgroundColor: theme.vars!.palette.status[shown].ground,
      })}
    >
      <Icon sx={{ fontSize: 14 }} />
      {label ?? statusLabel(status ?? '')}
    </Box>
  );
}

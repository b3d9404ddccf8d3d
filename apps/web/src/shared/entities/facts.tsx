import { regionName } from '@cloudwright/contract/enums';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState } from 'react';
import { MONO } from '../ui/theme.ts';
import { formatMoney, formatRelative, formatTime } from './format.ts';

/** Money with its currency and the word that says what it is. */
export function Money({ value, kind, per }: { value: { amount: number; currency: string } | null | undefined; kind?: 'estimate' | 'actual'; per?: 'month' }) {
  if (!value) return <>–</>;
  const note = [per ? `/ ${per === 'month' ? 'mo' : per}` : '', kind === 'estimate' ? 'est.' : kind === 'actual' ? 'actual' : ''].filter(Boolean).join(' ');
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {formatMoney(value.amount, value.currency)}
      {note ? (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.92em' }}>
          {' '}
          {note}
        </Box>
      ) : null}
    </Box>
  );
}

/** A region by the cloud's own display name; an unknown code shows as itself. */
export const RegionName = ({ code }: { code: string | null | undefined }) => <>{code ? regionName(code) : '–'}</>;

/** How long ago, kept current; the exact time in a tooltip. */
export function RelativeTime({ at }: { at: string | null | undefined }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!at) return;
    const timer = setInterval(() => tick((count) => count + 1), 30_000);
    return () => clearInterval(timer);
  }, [at]);
  if (!at) return <>–</>;
  return (
    <Tooltip title={formatTime(at)}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {formatRelative(at)}
      </time>
    </Tooltip>
  );
}

/** Ids, names of resources and expressions. */
export const Mono = ({ children, copy }: { children: string; copy?: boolean }) => (
  <Box component="span" sx={{ fontFamily: MONO, fontSize: 12, overflowWrap: 'anywhere' }}>
    {children}
    {copy ? <CopyButton text={children} /> : null}
  </Box>
);

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isDone, setDone] = useState(false);
  return (
    <Tooltip title={isDone ? 'Copied' : label}>
      <IconButton
        size="small"
        aria-label={label}
        sx={{ ml: 1 }}
        onClick={() => {
          void navigator.clipboard.writeText(text).then(() => {
            setDone(true);
            setTimeout(() => setDone(false), 2000);
          });
        }}
      >
        <ContentCopyOutlined sx={{ fontSize: 14 }} />
      </IconButton>
    </Tooltip>
  );
}

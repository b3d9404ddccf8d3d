import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { ConfirmDialog } from '../dialog/ConfirmDialog.tsx';
import { ApiError, messageOf } from '../api/http.ts';
import { countOf, singularOf } from '../entities/format.ts';
import { toast } from '../ui/toast.ts';
import type { BulkAction } from './column.ts';
import { PAGE_SIZES, type ListState } from './list-state.ts';

interface Props<R> {
  state: ListState;
  change(part: Partial<ListState>): void;
  total: number;
  /** What a row is called, in the plural: "users". */
  noun: string;
  selected: R[];
  bulkActions: BulkAction<R>[];
  onDone(): void;
}

/** Paging at the right; what can be done with the selected rows replaces the left side. */
export function Footer<R>({ state, change, total, noun, selected, bulkActions, onDone }: Props<R>) {
  const [action, setAction] = useState<BulkAction<R> | null>(null);
  const first = total === 0 ? 0 : (state.page - 1) * state.size + 1;
  const last = Math.min(total, state.page * state.size);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', minHeight: 48, gap: 2, px: 4, py: 1, fontSize: 13 }}>
      {selected.length > 0 ? (
        <Box role="toolbar" aria-label="Selection" sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
          <span>{selected.length} selected ·</span>
          {bulkActions.map((each) => (
            <Button key={each.label} size="small" variant="text" color={each.isDestructive ? 'error' : 'primary'} onClick={() => setAction(each)}>
              {each.label}
              {each.isDestructive ? '...' : ''}
            </Button>
          ))}
        </Box>
      ) : (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'text.secondary' }}>
          Rows
          <Box
            component="select"
            value={state.size}
            onChange={(event) => change({ size: PAGE_SIZES.find((size) => String(size) === event.target.value) ?? 25, page: 1 })}
            aria-label="Rows per page"
            sx={{ font: 'inherit', color: 'text.primary', bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: '6px', height: 28, px: 1 }}
          >
            {PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </Box>
        </Box>
      )}
      <Box component="nav" aria-label="Pages" sx={{ ml: 'auto', display: 'flex', alignItems: 'center', gap: 1, fontVariantNumeric: 'tabular-nums' }}>
        <span>
          {first.toLocaleString('en-US')}–{last.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
        </span>
        <IconButton size="small" aria-label="Previous page" disabled={state.page <= 1} onClick={() => change({ page: state.page - 1 })}>
          <ChevronLeft sx={{ fontSize: 20 }} />
        </IconButton>
        <IconButton size="small" aria-label="Next page" disabled={last >= total} onClick={() => change({ page: state.page + 1 })}>
          <ChevronRight sx={{ fontSize: 20 }} />
        </IconButton>
      </Box>
      {action ? (
        <RunBulk
          action={action}
          rows={selected}
          noun={noun}
          onClose={(isDone) => {
            setAction(null);
            if (isDone) onDone();
          }}
        />
      ) : null}
    </Box>
  );
}

/** Runs the action row by row and says what became of each; the dialog stays when something failed. */
function RunBulk<R>({ action, rows, noun, onClose }: { action: BulkAction<R>; rows: R[]; noun: string; onClose(isDone: boolean): void }) {
  const [done, setDone] = useState<number | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const what = countOf(rows.length, singularOf(noun), noun);
  const run = async () => {
    const failures: string[] = [];
    for (const [index, row] of rows.entries()) {
      setDone(index);
      try {
        await action.run(row);
      } catch (cause) {
        failures.push(messageOf(cause));
      }
    }
    setDone(null);
    if (failures.length === 0) {
      toast(`${action.label}: ${what}`);
      onClose(true);
    } else setError(new BulkError(failures, rows.length));
  };
  return (
    <ConfirmDialog
      title={`${action.label} ${what}?`}
      confirm={action.label}
      typed={what}
      isDestructive={action.isDestructive ?? false}
      pending={done !== null}
      error={error}
      onConfirm={() => void run()}
      onClose={() => onClose(error !== null)}
    >
      {action.confirm}
      {done === null ? null : (
        <div role="status">
          {done + 1} of {rows.length}...
        </div>
      )}
    </ConfirmDialog>
  );
}

class BulkError extends ApiError {
  constructor(failures: string[], count: number) {
    const reasons = [...new Set(failures)].join(' ');
    super(409, { code: 'bulk_failed', message: `${failures.length} of ${count} failed: ${reasons}` });
  }
}

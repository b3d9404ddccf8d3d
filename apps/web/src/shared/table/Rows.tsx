import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { columnVisibilityFeature, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import type { Column, RowsProps } from './column.ts';
import { nextSort, type ListState } from './list-state.ts';
import { RowMenu } from './RowMenu.tsx';

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

const HEIGHT = { normal: 40, compact: 32 } as const;
/** What stands in a cell that has nothing to show. A count of 0 is something. */
const orDash = (cell: ReactNode): ReactNode => (cell === null || cell === undefined || cell === '' ? '–' : cell);
/** Pages longer than this render only the rows in view. */
const VIRTUAL_FROM = 50;

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 13,
  fontVariantNumeric: 'tabular-nums',
  '& th': { height: 36, padding: '0 12px', textAlign: 'left', fontSize: 12, fontWeight: 600, color: theme.vars!.palette.text.secondary, whiteSpace: 'nowrap' },
  '& td': { padding: '0 12px', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis', maxWidth: 280 },
  '& thead tr, & tbody tr': { borderTop: `1px solid ${theme.vars!.palette.divider}` },
  '& tbody tr:last-of-type': { borderBottom: `1px solid ${theme.vars!.palette.divider}` },
  '& tbody tr:hover': { backgroundColor: theme.vars!.palette.action.hover },
  '& tbody tr[aria-selected=true]': { backgroundColor: theme.vars!.palette.action.selected },
  // When the table is wider than its place, the name and the menu stay in view.
  '& tr': { backgroundColor: theme.vars!.palette.background.paper },
  '& .tick, & .name, & .menu': { position: 'sticky', zIndex: 1, backgroundColor: 'inherit' },
  '& .tick': { width: 36, padding: '0 0 0 8px', left: 0 },
  '& .name': { left: 0 },
  '& .tick + .name': { left: 36 },
  '& .menu': { width: 40, padding: '0 8px', textAlign: 'right', right: 0 },
  '& .right': { textAlign: 'right' },
  '& td.meta': { color: theme.vars!.palette.text.secondary },
}));

interface Props<R> extends RowsProps<R> {
  openId?: string | undefined;
  state: ListState;
  change(part: Partial<ListState>): void;
  defaultSort: ListState['sort'];
  hasSelection: boolean;
  selectedIds: ReadonlySet<string>;
  onSelect(ids: ReadonlySet<string>): void;
}

/** Shows the whole text of a cell that is cut off. */
const revealCut = ({ currentTarget }: MouseEvent<HTMLElement>) => {
  currentTarget.title = currentTarget.scrollWidth > currentTarget.clientWidth ? (currentTarget.textContent ?? '') : '';
};

/** The rows of a page as a table. Arrows walk through the rows, Space selects, Enter opens, the menu key shows the menu. */
export function Rows<R>({ label, columns, rows, rowId, rowName, rowActions, onOpen, openId, state, change, defaultSort, hasSelection, selectedIds, onSelect }: Props<R>) {
  const table = useTable({
    features,
    data: rows as (R & object)[],
    columns: columns.map(({ id, header }) => ({ id, header })),
    getRowId: rowId,
    state: { rowSelection: Object.fromEntries([...selectedIds].map((id) => [id, true as const])) },
    onRowSelectionChange: (updater) => {
      const current = Object.fromEntries([...selectedIds].map((id) => [id, true as const]));
      onSelect(new Set(Object.keys(typeof updater === 'function' ? updater(current) : updater)));
    },
  });
  const model = table.getRowModel().rows;
  const height = HEIGHT[state.density];

  const tableRef = useRef<HTMLTableElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((tableRef.current?.getBoundingClientRect().top ?? 0) + scrollY + 36), []);
  const isVirtual = model.length > VIRTUAL_FROM;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useWindowVirtualizer({ count: model.length, estimateSize: () => height + 1, overscan: 15, scrollMargin: top, enabled: isVirtual });
  const inView = isVirtual ? virtual.getVirtualItems().map(({ index }) => model[index]!) : model;
  const before = isVirtual ? (virtual.getVirtualItems()[0]?.index ?? 0) * (height + 1) : 0;
  const after = isVirtual ? (model.length - 1 - (virtual.getVirtualItems().at(-1)?.index ?? -1)) * (height + 1) : 0;

  const sort = state.sort ?? defaultSort;
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const row = event.currentTarget;
    const focusRow = (to: Element | null) => (to?.querySelector<HTMLElement>('[data-row-name] a, [data-row-name] button') ?? null)?.focus();
    const steps: Record<string, () => void> = {
      ArrowDown: () => focusRow(row.nextElementSibling),
      ArrowUp: () => focusRow(row.previousElementSibling),
      Home: () => focusRow(row.parentElement?.firstElementChild ?? null),
      End: () => focusRow(row.parentElement?.lastElementChild ?? null),
      ContextMenu: () => row.querySelector<HTMLElement>('[data-row-menu]')?.click(),
      ...(hasSelection && event.target instanceof HTMLElement && event.target.closest('[data-row-name]') ? { ' ': () => row.querySelector<HTMLElement>('input[type=checkbox]')?.click() } : {}),
    };
    // Menus and dialogs of a row lie elsewhere in the document: their keys are their own.
    if (!row.contains(event.target as Node)) return;
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };

  const filler = (space: number) => (space > 0 ? <tr aria-hidden style={{ height: space }} /> : null);
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table ref={tableRef} aria-label={label} aria-rowcount={model.length + 1}>
        <thead>
          <tr>
            {hasSelection ? (
              <th className="tick">
                <Checkbox
                  checked={table.getIsAllRowsSelected()}
                  indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                  onChange={(_, isOn) => table.toggleAllRowsSelected(isOn)}
                  slotProps={{ input: { 'aria-label': 'Select all rows of this page' } }}
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} isName={column === columns[0]} sort={sort} onSort={(field) => change({ sort: nextSort(sort, field) })} />
            ))}
            {rowActions ? (
              <th className="menu">
                <span style={{ position: 'absolute', clipPath: 'inset(50%)' }}>Actions</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {filler(before)}
          {inView.map((row) => {
            const name = rowName(row.original);
            const isMarked = row.getIsSelected() || openId === row.id;
            return (
              <tr key={row.id} style={{ height }} aria-selected={isMarked || undefined} onKeyDown={onKeyDown}>
                {hasSelection ? (
                  <td className="tick">
                    <Checkbox checked={row.getIsSelected()} onChange={(_, isOn) => row.toggleSelected(isOn)} slotProps={{ input: { 'aria-label': `Select ${name}` } }} />
                  </td>
                ) : null}
                {columns.map((column, index) => (
                  <td
                    key={column.id}
                    className={index === 0 ? 'name' : [column.align, column.card === 'meta' ? 'meta' : ''].filter(Boolean).join(' ')}
                    style={column.maxWidth ? { maxWidth: column.maxWidth } : undefined}
                    onMouseEnter={revealCut}
                    data-row-name={index === 0 || undefined}
                  >
                    {index === 0 ? <RowName cell={column.cell(row.original)} onOpen={onOpen ? () => onOpen(row.original) : undefined} /> : orDash(column.cell(row.original))}
                  </td>
                ))}
                {rowActions ? (
                  <td className="menu">
                    <RowMenu label={`Actions for ${name}`} actions={rowActions(row.original)} />
                  </td>
                ) : null}
              </tr>
            );
          })}
          {filler(after)}
        </tbody>
      </Table>
    </Box>
  );
}

/** The first cell is the way in: a button when details open beside the list, else what the column gives (a link). */
const RowName = ({ cell, onOpen }: { cell: ReactNode; onOpen: (() => void) | undefined }) =>
  onOpen ? (
    <Link component="button" type="button" onClick={onOpen} sx={{ fontSize: 13, fontWeight: 600, fontFamily: 'inherit' }}>
      {cell}
    </Link>
  ) : (
    <Box component="span" sx={{ fontWeight: 600 }}>
      {cell}
    </Box>
  );

function HeaderCell<R>({ column, isName, sort, onSort }: { column: Column<R>; isName: boolean; sort: ListState['sort']; onSort(field: string): void }) {
  const field = column.sort === false ? null : (column.sort ?? column.id);
  const direction = sort && field === sort.field ? sort.direction : null;
  const Arrow = direction === -1 ? ArrowDownward : ArrowUpward;
  return (
    <th className={isName ? 'name' : column.align} aria-sort={direction === null ? undefined : direction === 1 ? 'ascending' : 'descending'}>
      {field === null ? (
        column.header
      ) : (
        <ButtonBase onClick={() => onSort(field)} sx={{ font: 'inherit', color: direction === null ? 'inherit' : 'text.primary', gap: '4px', borderRadius: '4px', flexDirection: column.align === 'right' ? 'row-reverse' : 'row' }}>
          {column.header}
          {direction === null ? null : <Arrow sx={{ fontSize: 14 }} />}
        </ButtonBase>
      )}
    </th>
  );
}

/** A page of rows in outline. */
export const RowsSkeleton = <R,>({ columns, hasSelection }: { columns: Column<R>[]; hasSelection: boolean }) => (
  <Table aria-busy="true" aria-label="Loading">
    <thead>
      <tr>
        {hasSelection ? <td className="tick">&nbsp;</td> : null}
        {columns.map(({ id, header, align }) => (
          <th key={id} className={align}>
            {header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {Array.from({ length: 8 }, (_, line) => (
        <tr key={line} style={{ height: HEIGHT.normal }}>
          {hasSelection ? (
            <td className="tick">
              <Skeleton variant="rounded" width={16} height={16} sx={{ ml: 1 }} />
            </td>
          ) : null}
          {columns.map(({ id }, column) => (
            <td key={id}>
              <Skeleton width={`${50 + ((line * 17 + column * 29) % 45)}%`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </Table>
);

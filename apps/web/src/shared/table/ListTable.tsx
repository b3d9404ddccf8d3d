import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { calls } from '@cloudwright/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { qPage, type InputOf, type ListName, type RowOf } from '../api/api.ts';
import { messageOf } from '../api/http.ts';
import { useMay } from '../session/permission.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { toastError } from '../ui/toast.ts';
import type { ArtName } from '../ui/Art.tsx';
import { Cards } from './Cards.tsx';
import type { BulkAction, Column, Filter, RowAction } from './column.ts';
import { exportCsv } from './export.ts';
import { Footer } from './Footer.tsx';
import { listQueryOf, type ListState } from './list-state.ts';
import { Rows, RowsSkeleton } from './Rows.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useListState } from './use-list-state.ts';

/** Widest a cell gets beside open details, in px. */
const NARROW_CELL = 180;

export interface ListTableProps<N extends ListName> {
  /** The list call of the contract. */
  list: N;
  /** Names the table and its search box: "Users" gives "Search users". */
  label: string;
  columns: Column<RowOf<N>>[];
  rowId: (row: RowOf<N>) => string;
  /** What a screen reader and the row menu call a row. */
  rowName: (row: RowOf<N>) => string;
  defaultSort?: ListState['sort'];
  filters?: Filter[];
  /** Fields added to the list query, e.g. the subscriptions chosen in the address. */
  extraQuery?: Record<string, unknown>;
  rowActions?: (row: RowOf<N>) => RowAction[];
  bulkActions?: BulkAction<RowOf<N>>[];
  /** Opens the details; the name becomes a button when it is no link of its own. */
  onOpen?: (row: RowOf<N>) => void;
  /** Id of the row whose details are shown. */
  openId?: string | undefined;
  /** What an empty list (without search or filter) says. */
  empty: { title: string; text: ReactNode; actions?: ReactNode; art?: ArtName };
  /** Polls while somebody watches, in ms. */
  refetchInterval?: number | false;
  /** Placed in the toolbar after the filters. */
  toolbar?: ReactNode;
}

/**
 * The one list of the portal: server-side paging, sorting and filters kept in the address, column chooser, density,
 * selection with bulk actions, row menu, keyboard, skeletons, and cards instead of a table on a phone.
 */
export function ListTable<N extends ListName>(props: ListTableProps<N>) {
  const { label, columns, rowId, filters = [], defaultSort = null, empty } = props;
  const may = useMay();
  // Nothing that may be done with several rows: nothing to tick.
  const bulkActions = (props.bulkActions ?? []).filter(({ permission }) => !permission || may(permission));
  const [state, change] = useListState();
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const query = useListQuery(props, state);
  const [selection, setSelection] = useState<{ of: string; ids: ReadonlySet<string> }>({ of: '', ids: new Set() });

  // A selection belongs to what is shown: another page, filter or search starts with none.
  const shown = JSON.stringify(listQueryOf(state, defaultSort));
  const selectedIds = selection.of === shown ? selection.ids : new Set<string>();
  const select = (ids: ReadonlySet<string>) => setSelection({ of: shown, ids });

  const hidden = state.hidden ?? columns.filter((column) => column.isHidden).map(({ id }) => id);
  // Beside open details, which tell the rest, a table keeps what a card would show; somebody's own choice of columns stands.
  const isNarrow = props.openId !== undefined && state.hidden === null;
  const chosen = columns.filter(({ id, card }, index) => index === 0 || (!hidden.includes(id) && (!isNarrow || card !== undefined)));
  const visible = isNarrow ? chosen.map((column) => (column.maxWidth ? { ...column, maxWidth: Math.min(column.maxWidth, NARROW_CELL) } : column)) : chosen;
  const rows = query.data?.result as RowOf<N>[] | undefined;
  const isNarrowed = state.text !== '' || Object.keys(state.filters).length > 0;

  const body = (() => {
    if (query.isError && !rows)
      return (
        <EmptyState
          art="error"
          title={`${label} could not be loaded`}
          actions={
            <Button variant="contained" onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        >
          {messageOf(query.error)}
        </EmptyState>
      );
    if (!rows) return isPhone ? <Cards.Skeleton /> : <RowsSkeleton columns={visible} hasSelection={bulkActions.length > 0} />;
    if (rows.length === 0 && isNarrowed)
      return (
        <EmptyState
          art="nothingFound"
          title="Nothing matches"
          actions={
            <Button variant="outlined" onClick={() => change({ text: '', filters: {} })}>
              Clear search and filters
            </Button>
          }
        >
          No {label.toLowerCase()} match what you searched for.
        </EmptyState>
      );
    if (rows.length === 0 && state.page > 1)
      return (
        <EmptyState
          art="nothingFound"
          title="This page is empty"
          actions={
            <Button variant="outlined" onClick={() => change({ page: 1 })}>
              Back to the first page
            </Button>
          }
        />
      );
    if (rows.length === 0)
      return (
        <EmptyState art={empty.art ?? (empty.actions ? 'empty' : 'nothingYet')} title={empty.title} actions={empty.actions}>
          {empty.text}
        </EmptyState>
      );
    const shared = { ...props, columns: visible, rows };
    return isPhone ? (
      <Cards {...shared} />
    ) : (
      <Rows {...shared} state={state} change={change} defaultSort={defaultSort} hasSelection={bulkActions.length > 0} selectedIds={selectedIds} onSelect={select} />
    );
  })();

  const toolbar = (
    <Toolbar label={label} state={state} change={change} filters={filters} columns={columns} hidden={hidden} isCompactScreen={isPhone} extra={props.toolbar} />
  );
  const footer = query.data && (rows?.length ?? 0) > 0 ? (
    <Footer
      state={state}
      change={change}
      total={query.data.total}
      noun={label.toLowerCase()}
      selected={(rows ?? []).filter((row) => selectedIds.has(rowId(row)))}
      bulkActions={bulkActions}
      onDone={() => {
        select(new Set());
        void query.refetch();
      }}
    />
  ) : null;
  // A list without rows and without a search shows its picture alone, as the empty state asks.
  const isBare = rows?.length === 0 && !isNarrowed && state.page === 1;
  if (isPhone)
    return (
      <>
        {isBare ? null : toolbar}
        {rows && rows.length > 0 ? body : <Card>{body}</Card>}
        {footer}
      </>
    );
  return (
    <Card component="section" aria-label={label} aria-busy={query.isFetching}>
      {isBare ? null : toolbar}
      <LinearProgress sx={{ height: 2, mb: '-2px', visibility: query.isFetching && rows ? 'visible' : 'hidden' }} aria-hidden />
      {body}
      {footer}
    </Card>
  );
}

/** The running query of a list for the state of the address; pages use it to say how many there are. */
function useListQuery<N extends ListName>(
  { list, defaultSort = null, extraQuery = {}, refetchInterval = false }: Pick<ListTableProps<N>, 'list' | 'defaultSort' | 'extraQuery' | 'refetchInterval'>,
  state: ListState,
) {
  const query = { ...listQueryOf(state, defaultSort), ...extraQuery };
  const input = (calls[list].method === 'POST' ? { body: query } : { query }) as unknown as InputOf<N>;
  return useQuery({ ...qPage(list, input), refetchInterval });
}

/** How many match in all, for the page's line of facts; shares the table's own query. */
export function useListTotal<N extends ListName>(options: Pick<ListTableProps<N>, 'list' | 'defaultSort' | 'extraQuery' | 'refetchInterval'>): number | undefined {
  const [state] = useListState();
  return (useListQuery(options, state).data as { total: number } | undefined)?.total;
}

/** Downloads everything that matches the search and filters of the address, sorted as shown. */
export function ExportButton<N extends ListName>({ list, defaultSort = null, extraQuery = {}, fileName }: Pick<ListTableProps<N>, 'list' | 'defaultSort' | 'extraQuery'> & { fileName: string }) {
  const [state] = useListState();
  const total = useListTotal({ list, defaultSort, extraQuery });
  const [isRunning, setRunning] = useState(false);
  const run = () => {
    setRunning(true);
    exportCsv(list, { ...listQueryOf(state, defaultSort), ...extraQuery }, fileName)
      .catch(toastError)
      .finally(() => setRunning(false));
  };
  return (
    <Button variant="outlined" startIcon={<DownloadOutlined />} onClick={run} disabled={total === 0} loading={isRunning} loadingPosition="start">
      Export
    </Button>
  );
}

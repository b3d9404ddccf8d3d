import type { Permission } from '@cloudwright/contract/permissions';
import type { SvgIconComponent } from '@mui/icons-material';
import type { ReactNode } from 'react';

/** One column of a list. */
export interface Column<R> {
  /** Also the list's field for sorting, unless `sort` says otherwise. */
  id: string;
  header: string;
  /** What stands in the cell; null or '' when there is nothing: the table shows a dash, a card leaves it out. */
  cell: (row: R) => ReactNode;
  /** Field to sort by; false = not sortable. */
  sort?: string | false;
  align?: 'right';
  /** Widest the column gets, in px; longer text ends in … with a tooltip. */
  maxWidth?: number;
  isHidden?: true;
  /** The place on a phone's card. The first column is the title. */
  card?: 'status' | 'subtitle' | 'meta' | 'value';
}

/** A choice in the toolbar: several values are joined by or. */
export interface Filter {
  field: string;
  label: string;
  options: { value: string; label: string }[];
}

/** Something to do with one row, from its menu. */
export interface RowAction {
  label: string;
  Icon?: SvgIconComponent;
  onClick?: () => void;
  href?: string;
  isDestructive?: boolean;
  /** Why it can't be done now; the entry is then greyed and says so. */
  disabled?: string | undefined;
}

/** The rows of a page, whatever they look like. */
export interface RowsProps<R> {
  label: string;
  columns: Column<R>[];
  rows: R[];
  rowId: (row: R) => string;
  rowName: (row: R) => string;
  rowActions?: (row: R) => RowAction[];
  onOpen?: (row: R) => void;
}

/** Something to do with all selected rows. */
export interface BulkAction<R> {
  label: string;
  permission?: Permission;
  isDestructive?: boolean;
  /** Asked before it runs; destructive actions want the noun's plural typed, e.g. "3 users". */
  confirm: string;
  run: (row: R) => Promise<unknown>;
}

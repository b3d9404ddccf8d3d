import Card from '@mui/material/Card';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface SimpleTableProps {
  label: string;
  head: string[];
  rows: ReactNode[][];
  /** Stands inside a card already. */
  isBare?: boolean;
  /** Cells hold sentences: they start at the top, and on a phone each stands under its heading. */
  isProse?: boolean;
  /** On a phone the cells of a row stand below each other, each beside its heading. */
  isStacked?: boolean;
  /** Headings of the columns that a phone has no room for. */
  wideOnly?: string[];
}

/** Rows that need no paging, sorting or menu. */
export const SimpleTable = ({ label, head, rows, isBare = false, isProse = false, isStacked = false, wideOnly = [] }: SimpleTableProps) => (
  <TableContainer tabIndex={0} {...(isBare ? {} : { component: Card })}>
    {/* The roles are said aloud: a browser forgets them where the cells are no longer laid out as a table. */}
    <Table size="small" aria-label={label} role="table" sx={isProse ? prose : isStacked ? stacked : hiddenOnPhone(head, wideOnly)}>
      <TableHead role="rowgroup">
        <TableRow role="row">{head.map((text) => <TableCell key={text} role="columnheader">{text}</TableCell>)}</TableRow>
      </TableHead>
      <TableBody role="rowgroup">
        {rows.map((cells, index) => (
          <TableRow key={index} role="row">{cells.map((cell, at) => <TableCell key={at} role="cell" data-heading={head[at]}>{cell}</TableCell>)}</TableRow>
        ))}
      </TableBody>
    </Table>
  </TableContainer>
);

const hiddenOnPhone = (head: string[], wideOnly: string[]) => (theme: Theme): Record<string, object> =>
  ({ [theme.breakpoints.down('sm')]: Object.fromEntries(wideOnly.map((text) => [`& tr > :nth-of-type(${head.indexOf(text) + 1})`, { display: 'none' }])) });

/** Each row a block of its own: headings go into the cells, and stay for who listens. */
const asBlocks = {
  '&, & tbody, & tbody tr': { display: 'block' },
  '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  '& tbody tr': { py: 2, borderBottom: 1, borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } },
  '& tbody td': { border: 0, px: 4, py: 1, height: 'auto', whiteSpace: 'normal', '&::before': { content: 'attr(data-heading)', color: 'text.secondary', fontSize: 12 } },
};

const stacked: SxProps<Theme> = (theme) => ({
  '& tbody td:first-of-type': { whiteSpace: 'nowrap' },
  [theme.breakpoints.down('sm')]: {
    ...asBlocks,
    '& tbody td': { ...asBlocks['& tbody td'], display: 'flex', gap: 3, '&::before': { ...asBlocks['& tbody td']['&::before'], flex: '0 0 88px' }, '&[data-heading=""]::before': { content: '""' }, '& > *': { minWidth: 0 } },
  },
});

const prose: SxProps<Theme> = (theme) => ({
  '& tbody td': { verticalAlign: 'top', py: 3, height: 'auto' },
  [theme.breakpoints.up('sm')]: { '& tbody td:first-of-type': { whiteSpace: 'nowrap' } },
  [theme.breakpoints.down('sm')]: { ...asBlocks, '& tbody td': { ...asBlocks['& tbody td'], display: 'block', '&::before': { ...asBlocks['& tbody td']['&::before'], display: 'block' } } },
});

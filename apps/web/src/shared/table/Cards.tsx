import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { Fragment, type ReactNode } from 'react';
import { singularOf } from '../entities/format.ts';
import type { Column, RowsProps } from './column.ts';
import { RowMenu } from './RowMenu.tsx';

/** The rows of a page on a phone: title and status on the first line, then subtitle, facts and value. */
export function Cards<R>({ label, columns, rows, rowId, rowName, rowActions, onOpen }: RowsProps<R>) {
  const [title, ...rest] = columns;
  const at = (place: Column<R>['card'], row: R) => rest.filter(({ card, cell }) => card === place && isShown(cell(row)));
  return (
    <Stack component="ul" aria-label={label} sx={{ gap: 2, p: 0, m: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <Card component="li" key={rowId(row)} sx={{ px: 4, py: 3 }}>
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
            <Box sx={{ flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere', '& a, & button': { color: 'text.primary' } }}>
              {onOpen ? (
                <Link component="button" type="button" onClick={() => onOpen(row)} sx={{ fontWeight: 600, fontFamily: 'inherit', fontSize: 14, textAlign: 'left' }}>
                  {title?.cell(row)}
                </Link>
              ) : (
                title?.cell(row)
              )}
            </Box>
            {at('status', row).map((column) => (
              <Fragment key={column.id}>{column.cell(row)}</Fragment>
            ))}
            {rowActions ? <RowMenu label={`Actions for ${rowName(row)}`} actions={rowActions(row)} /> : null}
          </Box>
          {at('subtitle', row).map((column) => (
            <Box key={column.id} sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {column.cell(row)}
            </Box>
          ))}
          <Box sx={{ display: 'flex', gap: 2, mt: 1, fontSize: 12, color: 'hint', alignItems: 'baseline' }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              {at('meta', row).map((column, index) => (
                <Fragment key={column.id}>
                  {index > 0 ? ' · ' : ''}
                  <Labelled column={column} row={row} />
                </Fragment>
              ))}
            </Box>
            {at('value', row).map((column) => (
              <Box key={column.id} sx={{ fontSize: 13, fontWeight: 600, color: 'text.primary' }}>
                <Labelled column={column} row={row} />
              </Box>
            ))}
          </Box>
        </Card>
      ))}
    </Stack>
  );
}

/** A count of 0 says something, an empty cell does not. */
const isShown = (cell: ReactNode): boolean => cell !== null && cell !== undefined && cell !== '';

/** A count alone says nothing without the head of its column; versions, money and times say what they are. */
function Labelled<R>({ column, row }: { column: Column<R>; row: R }) {
  const cell = column.cell(row);
  const text = typeof cell === 'number' || typeof cell === 'string' ? String(cell) : '';
  const noun = column.header.toLowerCase();
  return /^\d/.test(text) ? (
    <>
      {cell} <Box component="span" sx={{ fontWeight: 400, color: 'hint' }}>{text === '1' ? singularOf(noun) : noun}</Box>
    </>
  ) : (
    <>{cell}</>
  );
}

Cards.Skeleton = () => (
  <Stack aria-busy="true" sx={{ gap: 2, p: 3 }}>
    {Array.from({ length: 5 }, (_, line) => (
      <Skeleton key={line} variant="rounded" height={88} />
    ))}
  </Stack>
);

import Card from '@mui/material/Card';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';

/** Rows that need no paging, sorting or menu. */
export const SimpleTable = ({ label, head, rows, isBare = false }: { label: string; head: string[]; rows: ReactNode[][]; /** Stands inside a card already. */ isBare?: boolean }) => (
  <TableContainer tabIndex={0} {...(isBare ? {} : { component: Card })}>
    <Table size="small" aria-label={label}>
      <TableHead>
        <TableRow>{head.map((text) => <TableCell key={text}>{text}</TableCell>)}</TableRow>
      </TableHead>
      <TableBody>
        {rows.map((cells, index) => (
          <TableRow key={index}>{cells.map((cell, at) => <TableCell key={at}>{cell}</TableCell>)}</TableRow>
        ))}
      </TableBody>
    </Table>
  </TableContainer>
);

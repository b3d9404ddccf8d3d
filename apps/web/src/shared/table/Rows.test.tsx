import { ThemeProvider } from '@mui/material/styles';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { theme } from '../ui/theme.ts';
import type { Column } from './column.ts';
import { readListState, type ListState } from './list-state.ts';
import { Rows } from './Rows.tsx';

interface Machine {
  id: string;
  name: string;
  cores: number;
}

const machines: Machine[] = ['alpha', 'beta', 'gamma'].map((name, index) => ({ id: name, name, cores: index + 1 }));
const columns: Column<Machine>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name },
  { id: 'cores', header: 'Cores', cell: (row) => row.cores, align: 'right' },
  { id: 'note', header: 'Note', cell: () => '–', sort: false },
];
const onOpen = vi.fn();
const change = vi.fn();

function Table({ rows = machines, state = readListState({}) }: { rows?: Machine[]; state?: ListState }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <ThemeProvider theme={theme}>
      <Rows
        label="Machines" columns={columns} rows={rows} rowId={(row) => row.id} rowName={(row) => row.name} rowActions={(row) => [{ label: `Stop ${row.name}` }]}
        onOpen={onOpen} state={state} change={change} defaultSort={null} hasSelection selectedIds={selected} onSelect={setSelected}
      />
    </ThemeProvider>
  );
}

beforeEach(() => vi.clearAllMocks());

describe('rows of a list', () => {
  it('sort by a header, and say so', async () => {
    render(<Table state={readListState({ sort: 'name' })} />);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(change).toHaveBeenCalledWith({ sort: { field: 'name', direction: -1 } });
    expect(screen.queryByRole('button', { name: 'Note' })).toBeNull();
  });
  it('select one and all', async () => {
    render(<Table />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select beta' }));
    const all = screen.getByRole('checkbox', { name: 'Select all rows of this page' });
    expect(screen.getByRole('row', { name: /beta/ }).getAttribute('aria-selected')).toBe('true');
    await userEvent.click(all);
    expect(screen.getAllByRole('checkbox').every((box) => (box as HTMLInputElement).checked)).toBe(true);
  });
  it('are walked with the keyboard: arrows, space, enter, menu', async () => {
    render(<Table />);
    screen.getByRole('button', { name: 'alpha' }).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('beta');
    await userEvent.keyboard(' ');
    expect((screen.getByRole('checkbox', { name: 'Select beta' }) as HTMLInputElement).checked).toBe(true);
    await userEvent.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('gamma');
    await userEvent.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledWith(machines[2]);
    await userEvent.keyboard('{ContextMenu}');
    expect(within(screen.getByRole('menu')).getByRole('menuitem', { name: 'Stop gamma' })).toBeTruthy();
  });
  it('of a long page are drawn only where they can be seen', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ id: `m${index}`, name: `machine ${index}`, cores: index }));
    render(<Table rows={many} />);
    expect(screen.getByRole('table', { name: 'Machines' }).getAttribute('aria-rowcount')).toBe('101');
    expect(screen.getAllByRole('row').length).toBeLessThan(80);
  });
});

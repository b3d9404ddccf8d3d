import Check from '@mui/icons-material/Check';
import DensityMediumOutlined from '@mui/icons-material/DensityMediumOutlined';
import DensitySmallOutlined from '@mui/icons-material/DensitySmallOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Search from '@mui/icons-material/Search';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Filter } from './column.ts';
import type { ListState } from './list-state.ts';

const SEARCH_PAUSE_MS = 250;

/** A search box that tells what was typed after a short pause. "/" focuses it from anywhere on the page. */
export function SearchBox({ label, value, onChange, width = 280 }: { label: string; value: string; onChange(text: string): void; width?: number }) {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // A changed address (Back, a removed chip) wins over what stands in the box.
  if (told !== value) {
    setTold(value);
    if (text !== value) setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || (event.target as HTMLElement).closest('input, textarea, [contenteditable], [role=dialog]')) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <OutlinedInput
      value={text}
      onChange={(event) => setText(event.target.value)}
      inputRef={input}
      placeholder={label}
      startAdornment={
        <InputAdornment position="start" sx={{ mr: 0 }}>
          <Search sx={{ fontSize: 18 }} />
        </InputAdornment>
      }
      inputProps={{ type: 'search', 'aria-label': label }}
      sx={{ width: { xs: '100%', sm: width }, pl: 3 }}
    />
  );
}

/** One filter: a button with its choices in a menu; several may be ticked. */
export function FilterButton({ filter, chosen, onChange }: { filter: Filter; chosen: string[]; onChange(values: string[]): void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button variant="outlined" endIcon={<ExpandMore />} onClick={(event) => setAnchor(event.currentTarget)} aria-haspopup="menu" aria-expanded={anchor !== null}>
        {filter.label}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ list: { 'aria-label': filter.label }, paper: { sx: { maxHeight: 360, minWidth: 180 } } }}>
        {filter.options.map(({ value, label }) => {
          const isChosen = chosen.includes(value);
          return (
            <MenuItem
              key={value}
              role="menuitemcheckbox"
              aria-checked={isChosen}
              onClick={() => onChange(isChosen ? chosen.filter((each) => each !== value) : [...chosen, value])}
              sx={{ gap: 2 }}
            >
              <Check sx={{ fontSize: 16, visibility: isChosen ? 'visible' : 'hidden' }} />
              {label}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}

/** An active filter, removable. */
export const FilterChip = ({ label, onDelete }: { label: string; onDelete(): void }) => (
  <Chip
    label={label}
    onDelete={onDelete}
    sx={(theme) => ({
      height: 32,
      fontSize: 13,
      fontWeight: 500,
      color: theme.vars!.palette.link,
      backgroundColor: theme.vars!.palette.action.selected,
      '& .MuiChip-deleteIcon': { fontSize: 18, color: theme.vars!.palette.hint },
    })}
  />
);

interface Props {
  label: string;
  state: ListState;
  change(part: Partial<ListState>): void;
  filters: Filter[];
  columns: { id: string; header: string }[];
  hidden: string[];
  isCompactScreen: boolean;
  extra?: ReactNode;
}

/** Search, filters and active filters at the left; columns and density at the right. */
export function Toolbar({ label, state, change, filters, columns, hidden, isCompactScreen, extra }: Props) {
  const setFilter = (field: string, values: string[]) => {
    const { [field]: _old, ...others } = state.filters;
    change({ filters: values.length > 0 ? { ...others, [field]: values } : others });
  };
  const [columnAnchor, setColumnAnchor] = useState<HTMLElement | null>(null);
  const DensityIcon = state.density === 'compact' ? DensitySmallOutlined : DensityMediumOutlined;
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center', p: isCompactScreen ? 0 : 3, mb: isCompactScreen ? 3 : 0 }}>
      <SearchBox label={`Search ${label.toLowerCase()}`} value={state.text} onChange={(text) => change({ text })} />
      {filters.map((filter) => (
        <FilterButton key={filter.field} filter={filter} chosen={state.filters[filter.field] ?? []} onChange={(values) => setFilter(filter.field, values)} />
      ))}
      {filters.map(({ field, label: name, options }) => {
        const chosen = state.filters[field];
        if (!chosen?.length) return null;
        const words = chosen.map((value) => options.find((option) => option.value === value)?.label ?? value);
        return <FilterChip key={field} label={`${name}: ${words.join(' or ')}`} onDelete={() => setFilter(field, [])} />;
      })}
      {extra}
      {isCompactScreen ? null : (
        <Box sx={{ ml: 'auto', display: 'flex', gap: 1 }}>
          <Tooltip title="Columns">
            <IconButton onClick={(event) => setColumnAnchor(event.currentTarget)} aria-label="Columns" aria-haspopup="menu">
              <ViewColumnOutlined sx={{ fontSize: 20 }} />
            </IconButton>
          </Tooltip>
          <Menu open={columnAnchor !== null} anchorEl={columnAnchor} onClose={() => setColumnAnchor(null)} slotProps={{ list: { 'aria-label': 'Columns' } }}>
            {columns.slice(1).map(({ id, header }) => {
              const isShown = !hidden.includes(id);
              return (
                <MenuItem key={id} role="menuitemcheckbox" aria-checked={isShown} dense onClick={() => change({ hidden: isShown ? [...hidden, id] : hidden.filter((each) => each !== id) })}>
                  <Checkbox checked={isShown} tabIndex={-1} size="small" sx={{ ml: -2 }} aria-hidden />
                  {header}
                </MenuItem>
              );
            })}
          </Menu>
          <Tooltip title={state.density === 'compact' ? 'Comfortable rows' : 'Compact rows'}>
            <IconButton onClick={() => change({ density: state.density === 'compact' ? 'normal' : 'compact' })} aria-label="Compact rows" aria-pressed={state.density === 'compact'}>
              <DensityIcon sx={{ fontSize: 20 }} />
            </IconButton>
          </Tooltip>
        </Box>
      )}
    </Box>
  );
}

import ExpandMore from '@mui/icons-material/ExpandMore';
import { createTheme, type PaletteOptions } from '@mui/material/styles';
import { createElement } from 'react';
import { BREAKPOINTS, dark, light, PRIMARY, type StatusTone } from './tokens.ts';

declare module '@mui/material/styles' {
  interface Palette {
    sunken: string;
    link: string;
    hint: string;
    status: Record<StatusTone, { ink: string; ground: string }>;
  }
  interface PaletteOptions {
    sunken?: string;
    link?: string;
    hint?: string;
    status?: Record<StatusTone, { ink: string; ground: string }>;
  }
}

const FONT = "'Inter Variable', system-ui, sans-serif";
export const MONO = "'JetBrains Mono Variable', ui-monospace, monospace";

const palette = (t: typeof light): PaletteOptions => ({
  primary: { main: PRIMARY, dark: '#155FC0', light: '#4A90EE', contrastText: '#FFFFFF' },
  success: { main: t.status.success.ink },
  warning: { main: t.status.warning.ink },
  error: { main: t.status.error.ink },
  info: { main: t.status.info.ink },
  background: { default: t.background, paper: t.surface },
  text: { primary: t.text1, secondary: t.text2, disabled: t.text3 },
  divider: t.border,
  action: { active: t.text2, hover: t.hover, selected: t.selected, disabledBackground: t.sunken, disabled: t.text3 },
  sunken: t.sunken,
  link: t.link,
  hint: t.text3,
  status: t.status,
});

const ring = { outline: `2px solid ${PRIMARY}`, outlineOffset: 2 };

/** One theme, two colour schemes by CSS variables: `data-theme` on the root element says which. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: palette(light) }, dark: { palette: palette(dark) } },
  breakpoints: { values: BREAKPOINTS },
  spacing: 4,
  shape: { borderRadius: 6 },
  typography: {
    fontFamily: FONT,
    fontSize: 14,
    h1: { fontSize: 22, lineHeight: '28px', fontWeight: 650, letterSpacing: '-0.01em' },
    h2: { fontSize: 15, lineHeight: '20px', fontWeight: 600 },
    h3: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
    body1: { fontSize: 14, lineHeight: '20px' },
    body2: { fontSize: 13, lineHeight: '20px' },
    caption: { fontSize: 12, lineHeight: '16px' },
    button: { textTransform: 'none', fontWeight: 600, fontSize: 13, lineHeight: '20px' },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        body: { WebkitFontSmoothing: 'antialiased' },
        'button, select': { font: 'inherit', color: 'inherit', textAlign: 'inherit' },
        'a, button, [tabindex]': { '&:focus-visible': ring },
        '@media (prefers-reduced-motion: reduce)': { '*': { animationDuration: '1ms !important', transitionDuration: '1ms !important' } },
      },
    },
    MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { fontFamily: 'inherit', '&.Mui-focusVisible': ring } } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: 32, padding: '5px 12px', whiteSpace: 'nowrap' },
        outlined: ({ theme: t }) => ({
          borderColor: t.vars!.palette.divider,
          color: t.vars!.palette.text.primary,
          backgroundColor: t.vars!.palette.background.paper,
          '&:hover': { borderColor: t.vars!.palette.hint, backgroundColor: t.vars!.palette.action.hover },
        }),
        text: ({ theme: t }) => ({ color: t.vars!.palette.link }),
      },
      variants: [
        { props: { variant: 'outlined', color: 'error' }, style: ({ theme: t }) => ({ color: t.vars!.palette.error.main }) },
        { props: { variant: 'text', color: 'error' }, style: ({ theme: t }) => ({ color: t.vars!.palette.error.main }) },
        {
          props: { variant: 'contained', color: 'error' },
          style: { backgroundColor: '#B42318', color: '#FFFFFF', '&:hover': { backgroundColor: '#8F1C13' } },
        },
      ],
    },
    MuiIconButton: { styleOverrides: { root: { borderRadius: 6, padding: 6 }, sizeSmall: { padding: 4 } } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: ({ theme: t }) => ({ border: `1px solid ${t.vars!.palette.divider}` }) },
    },
    MuiCardActionArea: { styleOverrides: { root: ({ theme: t }) => ({ '&:hover': { backgroundColor: t.vars!.palette.action.hover } }), focusHighlight: { display: 'none' } } },
    // On a phone a dialog takes the width that there is.
    MuiDialog: { styleOverrides: { paper: ({ theme: t }) => ({ borderRadius: 8, [t.breakpoints.down('sm')]: { margin: 12, width: 'calc(100% - 24px)', maxHeight: 'calc(100% - 24px)' } }) } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: 16, lineHeight: '24px', fontWeight: 600, padding: '20px 24px 8px' } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px', gap: 8 } } },
    MuiMenuItem: { styleOverrides: { root: { fontSize: 13, minHeight: 34, lineHeight: '20px' } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: ({ theme: t }) => ({
          fontSize: 13,
          minHeight: 34,
          backgroundColor: t.vars!.palette.background.paper,
          '& .MuiOutlinedInput-notchedOutline': { borderColor: t.vars!.palette.divider },
          '& .MuiInputBase-inputMultiline': { padding: '7px 12px' },
          '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: t.vars!.palette.hint },
        }),
        input: { padding: '7px 12px', height: 20 },
        multiline: { padding: 0 },
      },
    },
    MuiSelect: { defaultProps: { IconComponent: ExpandMore }, styleOverrides: { select: { minHeight: '20px !important', lineHeight: '20px' } } },
    MuiAutocomplete: {
      defaultProps: { popupIcon: createElement(ExpandMore, { sx: { fontSize: 20 } }) },
      styleOverrides: { inputRoot: { padding: '0 32px 0 4px !important', minHeight: 34 }, input: { padding: '7px 8px !important' }, option: { fontSize: 13 } },
    },
    MuiFormHelperText: { styleOverrides: { root: { marginLeft: 0, marginTop: 4, fontSize: 12, lineHeight: '16px' } } },
    // Boxes and switches stand at the edge of the fields above them.
    MuiFormControlLabel: { styleOverrides: { root: { marginLeft: -6, '&:has(.MuiSwitch-root)': { marginLeft: 0 } }, label: { fontSize: 13 } } },
    MuiCheckbox: { styleOverrides: { root: { padding: 6, '& svg': { fontSize: 18 } } } },
    MuiRadio: { styleOverrides: { root: { padding: 6, '& svg': { fontSize: 18 } } } },
    MuiSwitch: {
      styleOverrides: {
        root: { width: 34, height: 20, padding: 0, marginRight: 8, overflow: 'visible' },
        switchBase: ({ theme: t }) => ({
          padding: 2,
          color: '#FFFFFF',
          '&.Mui-checked': { color: '#FFFFFF', transform: 'translateX(14px)' },
          '&.Mui-checked + .MuiSwitch-track': { opacity: 1, backgroundColor: PRIMARY },
          '&.Mui-focusVisible + .MuiSwitch-track': ring,
          '&.Mui-disabled + .MuiSwitch-track': { opacity: 0.5 },
          '&:not(.Mui-checked) + .MuiSwitch-track': { backgroundColor: t.vars!.palette.hint },
        }),
        thumb: { width: 16, height: 16, boxShadow: 'none' },
        track: { borderRadius: 10, opacity: 1 },
        sizeSmall: { width: 34, height: 20, padding: 0, '& .MuiSwitch-switchBase': { padding: 2 }, '& .MuiSwitch-switchBase.Mui-checked': { transform: 'translateX(14px)' }, '& .MuiSwitch-thumb': { width: 16, height: 16 } },
      },
    },
    MuiChip: { styleOverrides: { root: { borderRadius: 5, fontSize: 12, height: 24 } } },
    MuiTooltip: {
      defaultProps: { arrow: false, enterDelay: 400 },
      styleOverrides: { tooltip: { fontSize: 12, lineHeight: '16px', backgroundColor: '#0A1A2B', color: '#E7ECF4', border: '1px solid #263449' } },
    },
    // MUI draws table lines almost white; ours are edges like any other. Tables of facts look like the lists; a name is never cut into letters, the table scrolls sideways instead.
    MuiTableCell: {
      styleOverrides: {
        root: ({ theme: t }) => ({ fontSize: 13, borderColor: t.vars!.palette.divider, 'tbody tr:last-of-type > &': { borderBottom: 0 }, '&:first-of-type': { whiteSpace: 'nowrap' }, '& span, & a': { overflowWrap: 'break-word' } }),
        head: ({ theme: t }) => ({ fontSize: 12, fontWeight: 600, color: t.vars!.palette.text.secondary, whiteSpace: 'nowrap' }),
      },
    },
    MuiTabs: { styleOverrides: { root: ({ theme: t }) => ({ minHeight: 38, borderBottom: `1px solid ${t.vars!.palette.divider}` }) } },
    MuiTab: {
      styleOverrides: {
        root: ({ theme: t }) => ({
          minHeight: 38,
          minWidth: 0,
          padding: '8px 4px',
          marginRight: 20,
          fontSize: 13,
          '&.Mui-selected': { color: t.vars!.palette.link },
        }),
      },
    },
    MuiLink: { defaultProps: { underline: 'hover' }, styleOverrides: { root: ({ theme: t }) => ({ color: t.vars!.palette.link }) } },
    MuiAlert: {
      styleOverrides: {
        root: ({ theme: t, ownerState }) => {
          const { ink, ground } = t.vars!.palette.status[ownerState.severity ?? 'info'];
          return { fontSize: 13, lineHeight: '20px', padding: '4px 14px', color: t.vars!.palette.text.primary, backgroundColor: ground, '& .MuiAlert-icon': { color: ink } };
        },
      },
    },
    MuiSkeleton: { defaultProps: { animation: 'wave' } },
  },
});

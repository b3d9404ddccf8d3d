/** Colour tokens of both themes. Text tokens hold at least 4.5:1 on every surface they stand on. */
interface Tokens {
  background: string;
  surface: string;
  sunken: string;
  border: string;
  text1: string;
  text2: string;
  text3: string;
  link: string;
  hover: string;
  selected: string;
  status: Record<StatusTone, { ink: string; ground: string }>;
}

export type StatusTone = 'success' | 'warning' | 'error' | 'info' | 'running' | 'neutral';

export const PRIMARY = '#1A73E7';
export const MENU_ACCENT = '#14E2C5';
export const DRAWER_WIDTH = 240;
export const DRAWER_COLLAPSED = 56;
export const TOPBAR_HEIGHT = 56;
export const BADGE_MAX = 99;
export const BREAKPOINTS = { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920 } as const;

/** The drawer is dark in both themes. */
export const DRAWER = {
  ground: '#0A1A2B',
  item: '#B6C5D8',
  subItem: '#A3B4C9',
  icon: '#8DA2BC',
  edge: '#16283C',
  activeImage: 'linear-gradient(90deg, rgba(20,226,197,.24), rgba(20,226,197,.04) 70%, transparent)',
} as const;

export const light: Tokens = {
  background: '#F6F7F9',
  surface: '#FFFFFF',
  sunken: '#EEF1F5',
  border: '#DFE3EA',
  text1: '#0F1B2D',
  text2: '#4A5A70',
  text3: '#5B6A7F',
  link: '#1560C8',
  hover: '#F1F4F8',
  selected: '#E8F1FD',
  status: {
    success: { ink: '#0B7A53', ground: '#E3F5EC' },
    warning: { ink: '#9A4B00', ground: '#FFF1DC' },
    error: { ink: '#B42318', ground: '#FDE8E6' },
    info: { ink: '#1560C8', ground: '#E6F0FD' },
    running: { ink: '#0A7568', ground: '#DDF7F2' },
    neutral: { ink: '#4A5A70', ground: '#EEF1F5' },
  },
};

export const dark: Tokens = {
  background: '#0B131F',
  surface: '#121D2D',
  sunken: '#0D1724',
  border: '#263449',
  text1: '#E7ECF4',
  text2: '#A9B6C9',
  text3: '#90A0B7',
  link: '#7DB5FF',
  hover: '#18263A',
  selected: '#16304F',
  status: {
    success: { ink: '#5BD6A2', ground: '#0F3527' },
    warning: { ink: '#FFC069', ground: '#3B2A0E' },
    error: { ink: '#FF9B90', ground: '#431D1A' },
    info: { ink: '#8FC0FF', ground: '#142D4F' },
    running: { ink: '#53E0CB', ground: '#0E3733' },
    neutral: { ink: '#A9B6C9', ground: '#0D1724' },
  },
};

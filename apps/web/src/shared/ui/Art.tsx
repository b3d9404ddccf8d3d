import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { MENU_ACCENT, PRIMARY } from './tokens.ts';

export type ArtName = 'empty' | 'nothingYet' | 'nothingFound' | 'error' | 'accessDenied' | 'notFound' | 'expired' | 'underConstruction';

const altTexts: Record<ArtName, string> = {
  empty: 'An empty card with a plus sign',
  nothingYet: 'An empty card',
  nothingFound: 'A magnifying glass over an empty list',
  error: 'A broken connection between two blocks',
  accessDenied: 'Access denied: a closed gate with a lock',
  notFound: 'A map without the place that was asked for',
  expired: 'An hourglass that has run out',
  underConstruction: 'A plan on a drawing board',
};

interface Ink {
  fill: string;
  line: string;
  soft: string;
}

const card = ({ fill, line, soft }: Ink) => (
  <>
    <rect x="25" y="24" width="130" height="74" rx="8" fill={fill} stroke={line} />
    <rect x="39" y="40" width="44" height="9" rx="3" fill={soft} />
    <rect x="39" y="57" width="72" height="7" rx="3" fill={soft} />
    <rect x="39" y="71" width="58" height="7" rx="3" fill={soft} />
  </>
);

const pictures: Record<ArtName, (ink: Ink) => ReactNode> = {
  empty: (ink) => (
    <>
      {card(ink)}
      <circle cx="139" cy="30" r="20" fill={PRIMARY} />
      <path d="M139 21v18M130 30h18" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
    </>
  ),
  nothingYet: card,
  nothingFound: (ink) => (
    <>
      {card(ink)}
      <circle cx="132" cy="66" r="19" fill={ink.fill} stroke={PRIMARY} strokeWidth="4" />
      <path d="M146 80l13 13" stroke={PRIMARY} strokeWidth="5" strokeLinecap="round" />
      <path d="M125 66h14" stroke={ink.line} strokeWidth="3" strokeLinecap="round" />
    </>
  ),
  error: ({ fill, line, soft }) => (
    <>
      <rect x="16" y="38" width="54" height="44" rx="8" fill={fill} stroke={line} />
      <rect x="110" y="38" width="54" height="44" rx="8" fill={fill} stroke={line} />
      <rect x="28" y="52" width="30" height="7" rx="3" fill={soft} />
      <rect x="28" y="64" width="20" height="6" rx="3" fill={soft} />
      <rect x="122" y="52" width="30" height="7" rx="3" fill={soft} />
      <rect x="122" y="64" width="22" height="6" rx="3" fill={soft} />
      <path d="M70 60h12M98 60h12" stroke="#B42318" strokeWidth="3" strokeLinecap="round" />
      <path d="M86 46l-5 9 7 3-5 12" fill="none" stroke="#B42318" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M97 48l-4 8 6 4-4 9" fill="none" stroke="#B42318" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
    </>
  ),
  accessDenied: ({ fill, line }) => (
    <>
      <path d="M36 104V60a54 54 0 0 1 108 0v44" fill={fill} stroke={line} strokeWidth="2" />
      <path d="M52 104V56M71 104V38M90 104V30M109 104V38M128 104V56" stroke={line} strokeWidth="5" strokeLinecap="round" />
      <rect x="66" y="62" width="48" height="38" rx="7" fill={PRIMARY} />
      <path d="M76 62v-7a14 14 0 0 1 28 0v7" fill="none" stroke={PRIMARY} strokeWidth="6" />
      <circle cx="90" cy="78" r="5" fill="#fff" />
      <path d="M90 80v9" stroke="#fff" strokeWidth="4" strokeLinecap="round" />
    </>
  ),
  notFound: ({ fill, line, soft }) => (
    <>
      <path d="M26 34l42-12 44 12 42-12v68l-42 12-44-12-42 12z" fill={fill} stroke={line} strokeWidth="2" strokeLinejoin="round" />
      <path d="M68 22v68M112 34v68" stroke={line} strokeWidth="2" />
      <path d="M38 74c14-16 22 4 38-10s18-22 34-14 18 2 30-6" fill="none" stroke={soft} strokeWidth="4" strokeDasharray="2 8" strokeLinecap="round" />
      <path d="M120 26a15 15 0 0 1 15 15c0 11-15 26-15 26s-15-15-15-26a15 15 0 0 1 15-15z" fill={PRIMARY} />
      <path d="M115 36l10 10M125 36l-10 10" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
    </>
  ),
  expired: ({ fill, line }) => (
    <>
      <path d="M62 20h56M62 102h56" stroke={line} strokeWidth="6" strokeLinecap="round" />
      <path d="M68 22c0 22 16 26 16 39s-16 17-16 39h44c0-22-16-26-16-39s16-17 16-39z" fill={fill} stroke={line} strokeWidth="2" />
      <path d="M72 98c2-12 12-16 18-20 6 4 16 8 18 20z" fill={MENU_ACCENT} />
      <path d="M90 62v10" stroke={MENU_ACCENT} strokeWidth="3" strokeLinecap="round" strokeDasharray="1 6" />
    </>
  ),
  underConstruction: ({ fill, line, soft }) => (
    <>
      <path d="M52 106l16-30M128 106l-16-30" stroke={line} strokeWidth="5" strokeLinecap="round" />
      <rect x="24" y="22" width="132" height="62" rx="6" fill={fill} stroke={line} strokeWidth="2" />
      <path d="M24 42h132M24 62h132M57 22v62M90 22v62M123 22v62" stroke={soft} />
      <path d="M42 72l24-28 22 16 36-26" fill="none" stroke={PRIMARY} strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
      <circle cx="124" cy="34" r="6" fill={MENU_ACCENT} />
    </>
  ),
};

/** One of the product's own illustrations; they take their colours from the theme. */
export function Art({ name, width = 180 }: { name: ArtName; width?: number }) {
  const { palette } = useTheme().vars!;
  return (
    <Box sx={{ lineHeight: 0 }}>
      <svg width={width} height={(width * 112) / 180} viewBox="0 0 180 112" role="img" aria-label={altTexts[name]}>
        {pictures[name]({ fill: palette.sunken, line: palette.divider, soft: palette.divider })}
        <path d="M8 106h164" stroke={palette.divider} strokeWidth="2" strokeLinecap="round" />
      </svg>
    </Box>
  );
}

import type { SvgIconComponent } from '@mui/icons-material';
import type { ReactNode } from 'react';

export const PAGE_NAMES = ['register', 'learn', 'benefits', 'contact', 'offering', 'overview', 'signup', 'login'] as const;
export type PageName = (typeof PAGE_NAMES)[number];

/** A page of a family besides its home: a headline and sections of text. `login` starts the sign-in. */
interface LandingPage {
  title: string;
  lead: string;
  sections: { title: string; text: string }[];
}

/** One landing application: its words and its picture. The parts (header, cards, carousel, footer) are shared. */
export interface Family {
  /** Where its pages live: '' , '/hpc/i' or '/research'. */
  base: string;
  headline: string;
  description: string;
  clouds: string;
  /** Stands beside the headline. */
  hero: ReactNode;
  cards: { Icon: SvgIconComponent; title: string; text: string }[];
  slides: { title: string; text: string }[];
  testimonials: { quote: string; who: string }[];
  pages: Record<Exclude<PageName, 'login'>, LandingPage>;
}

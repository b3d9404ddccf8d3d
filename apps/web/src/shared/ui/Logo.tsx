import { useId } from 'react';
import { MENU_ACCENT, PRIMARY } from './tokens.ts';

/** The product's mark: a cloud drawn in one line with a rising stroke. */
export function Logo({ size = 26 }: { size?: number }) {
  const id = useId();
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" role="img" aria-label="Cloudwright logo">
      <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
        <stop stopColor={PRIMARY} />
        <stop offset="1" stopColor="#0F56B8" />
      </linearGradient>
      <rect width="32" height="32" rx="7" fill={`url(#${id})`} />
      <path d="M10.2 21.5H9.6a4.6 4.6 0 0 1-.5-9.2 6.6 6.6 0 0 1 12.7 1.1" fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M13 22.2l3.6-3.6 2.6 2.6 5.6-5.6" fill="none" stroke={MENU_ACCENT} strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

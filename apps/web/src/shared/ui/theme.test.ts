import { describe, expect, it } from 'vitest';
import { theme } from './theme.ts';
import { BADGE_MAX, dark, DRAWER, DRAWER_WIDTH, light, MENU_ACCENT, PRIMARY } from './tokens.ts';

const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = (hex: string) => {
  const [r, g, b] = [1, 3, 5].map((at) => channel(parseInt(hex.slice(at, at + 2), 16) / 255)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string) => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

describe('theme', () => {
  it('is led by the specified blue (R-CONST-01)', () => {
    expect(PRIMARY).toBe('#1A73E7');
    expect(contrast(PRIMARY, '#FFFFFF')).toBeGreaterThanOrEqual(4.5);
  });
  it('marks the menu with the specified accent (R-CONST-02)', () => expect(MENU_ACCENT).toBe('#14E2C5'));
  it('has a drawer of 240 px (R-CONST-03)', () => expect(DRAWER_WIDTH).toBe(240));
  it('breaks where the specification breaks (R-CONST-04)', () => expect(theme.breakpoints.values).toEqual({ xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920 }));
  it('counts to 99 in a badge (R-CONST-06)', () => expect(BADGE_MAX).toBe(99));
  it.each([
    ['light', light],
    ['dark', dark],
  ] as const)('reads well on every surface: %s', (_, tokens) => {
    const grounds = [tokens.background, tokens.surface, tokens.sunken, tokens.hover, tokens.selected];
    for (const ground of grounds) for (const ink of [tokens.text1, tokens.text2, tokens.text3, tokens.link]) expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    for (const { ink, ground } of Object.values(tokens.status)) expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    for (const ink of [DRAWER.item, DRAWER.subItem]) expect(contrast(ink, DRAWER.ground)).toBeGreaterThanOrEqual(4.5);
  });
});

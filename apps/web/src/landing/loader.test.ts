import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultModule, loadModule, MODULE_TIMEOUT_MS, modules } from './loader.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('landing module', () => {
  it('that never comes is given up after 120000 ms, naming module and cause (R-LAND-08)', async () => {
    let message = '';
    loadModule('general', { general: () => new Promise(() => {}) }).catch((error: Error) => (message = error.message));
    await vi.advanceTimersByTimeAsync(MODULE_TIMEOUT_MS - 1);
    expect(message).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect(message).toBe('Loading landing module general failed (timeout)');
  });
  it('waits 120000 ms (R-CONST-09)', () => expect(MODULE_TIMEOUT_MS).toBe(120_000));
  it('that fails or is missing says so (R-ERR-05)', async () => {
    await expect(loadModule('nope')).rejects.toThrow('Loading landing module nope failed (missing)');
    await expect(loadModule('hpc', { hpc: () => Promise.reject(new Error('404')) })).rejects.toThrow('Loading landing module hpc failed (error: 404)');
  });
  it.each([
    ['/', 'general'],
    ['/hpc/i', 'hpc'],
    ['/hpc/i/learn', 'hpc'],
    ['/research', 'research'],
    ['/researchers', 'general'],
  ])('of %s is %s by default (R-LAND-01)', (path, name) => expect(defaultModule(path)).toBe(name));
  it('has a headline of its own in each family (R-LAND-03)', async () => {
    vi.useRealTimers();
    const families = await Promise.all(Object.values(modules).map((load) => load()));
    expect(new Set(families.map(({ headline }) => headline)).size).toBe(3);
    for (const { cards, slides, testimonials } of families) expect([cards.length >= 3, slides.length >= 3, testimonials.length >= 1]).toEqual([true, true, true]);
  });
});

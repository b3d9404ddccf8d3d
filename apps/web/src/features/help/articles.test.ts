import { describe, expect, it } from 'vitest';
import { findArticles } from './articles.ts';

describe('help', () => {
  it('finds articles by words, titles first', () => {
    expect(findArticles('DELETING record')[0]?.slug).toBe('delete');
    expect(findArticles('quota').length).toBeGreaterThan(1);
    expect(findArticles('zebra')).toEqual([]);
  });
});

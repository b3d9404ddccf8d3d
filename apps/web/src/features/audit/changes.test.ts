import { describe, expect, it } from 'vitest';
import { changesOf } from './changes.ts';

describe('audit changes', () => {
  it('name what changed, and what went from and came to a list', () => {
    expect(changesOf({ name: 'a', permission: ['x', 'y'], updatedAt: '1' }, { name: 'b', permission: ['y', 'z'], updatedAt: '2' })).toEqual([
      { field: 'name', before: 'a', after: 'b' },
      { field: 'permission', before: 'x', after: 'z' },
    ]);
    expect(changesOf(null, { name: 'new' })).toEqual([{ field: 'name', before: '–', after: 'new' }]);
  });
});

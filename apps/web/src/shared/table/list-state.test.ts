import { describe, expect, it } from 'vitest';
import { queryText } from '../api/http.ts';
import { listQueryOf, nextSort, readListState, writeListState, type ListState } from './list-state.ts';

const read = (text: string) => readListState(Object.fromEntries(new URLSearchParams(text)));

describe('list state in the address', () => {
  it('reads defaults from an empty address', () => {
    expect(read('')).toEqual({ text: '', sort: null, filters: {}, page: 1, size: 25, hidden: null, density: 'normal' });
  });
  it('takes nonsense for absent', () => {
    expect(read('page=-4&size=7&density=huge')).toMatchObject({ page: 1, size: 25, density: 'normal' });
  });
  it('survives the way through the address, commas and foreign parameters too', () => {
    const state: ListState = { text: 'a&b', sort: { field: 'name', direction: -1 }, filters: { status: ['ACTIVE', 'a,b'] }, page: 3, size: 50, hidden: ['email'], density: 'compact' };
    const text = queryText(writeListState(state, { sids: 'All', page: '9', 'f.role': 'old' }));
    expect(read(text)).toEqual(state);
    expect(new URLSearchParams(text).get('sids')).toBe('All');
  });
  it('leaves defaults out', () => expect(writeListState(read(''))).toEqual({}));
  it('makes the contract’s list query', () => {
    const state = read('q=web&sort=-name&f.isSystem=true&page=3&size=50');
    expect(listQueryOf(state, null)).toEqual({ filter: 'web', skip: 100, limit: 50, sortObj: { name: -1 }, filterObj: { isSystem: [true] } });
    expect(listQueryOf(read(''), { field: 'createdAt', direction: -1 })).toEqual({ skip: 0, limit: 25, sortObj: { createdAt: -1 } });
  });
  it('sorts up, down and not at all', () => {
    expect(nextSort(null, 'name')).toEqual({ field: 'name', direction: 1 });
    expect(nextSort({ field: 'name', direction: 1 }, 'name')).toEqual({ field: 'name', direction: -1 });
    expect(nextSort({ field: 'name', direction: -1 }, 'name')).toBeNull();
    expect(nextSort({ field: 'name', direction: -1 }, 'email')).toEqual({ field: 'email', direction: 1 });
  });
});

import { expect, it } from 'vitest';
import { chosenSubscriptions } from './ResourceGroupsPage.tsx';

it.each([
  [undefined, undefined, 'All'],
  [undefined, 'All', 'All'],
  [undefined, 'a,b', ['a', 'b']],
  ['path', 'a,b', ['path']],
] as const)('path %s and query %s choose %s', (sid, sids, expected) => expect(chosenSubscriptions(sid, sids)).toEqual(expected));

import { expect, inject, test } from 'vitest';
import { openDatabase } from '../../platform/db/database.ts';
import { createLocks } from './locks.ts';

test('what is still followed when the portal stops keeps no connection open, and its lock is free', async () => {
  const database = openDatabase(inject('postgresUrl'), { max: 2 });
  const locks = createLocks(database.db);
  const working = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const held = locks.hold('entry', () => {
    begun.resolve();
    return working.promise;
  });
  await begun.promise;
  expect(await locks.hold('entry', () => Promise.resolve())).toBe(false);

  locks.stop();
  working.resolve();
  expect(await held).toBe(true);
  expect(await locks.hold('other', () => Promise.resolve())).toBe(false);
  // Would wait for ever for a connection that nobody gives back.
  await database.close();

  const other = openDatabase(inject('postgresUrl'), { max: 2 });
  const next = createLocks(other.db);
  expect(await next.hold('entry', () => Promise.resolve())).toBe(true);
  next.stop();
  await other.close();
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../../test/server.ts';
import { features } from '../../features.ts';
import { migrate, run } from './migrate.ts';
import { migrations } from './migrations/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

it('brings an existing database up to date, also with a new migration of an early feature, once', async () => {
  const known = Object.assign({}, migrations, ...features.map((feature) => feature.migrations ?? {})) as typeof migrations;
  const added = { ...known, '0100_z_added': { up: (db: Parameters<typeof run>[0]) => run(db, 'create table added_later (id int)').then(() => undefined) } };
  await migrate(server.database.db, added);
  await migrate(server.database.db, added);
  expect((await server.database.pool.query('select count(*)::int as count from added_later')).rows).toEqual([{ count: 0 }]);
});

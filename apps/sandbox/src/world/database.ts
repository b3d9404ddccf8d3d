import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SCHEMA_VERSION = '3';

const SCHEMA = `
  create table if not exists meta (key text primary key, value text not null) strict;
  create table if not exists resource (
    id text primary key, type text not null, parent text, resource text not null, etag text not null
  ) strict;
  create table if not exists operation (
    id text primary key, state text not null, record text not null
  ) strict;
  create table if not exists value (
    service text not null, key text not null, value text not null, primary key (service, key)
  ) strict;
`;

/**
 * Opens (and creates) the state of one cloud; without a file it lives in memory.
 * A file of another schema version is a demo state that nobody can convert: it is thrown away aloud and seeded anew.
 */
export function openDatabase(file: string | undefined, warn: (line: string) => void): DatabaseSync {
  if (file) mkdirSync(dirname(file), { recursive: true });
  const open = (): DatabaseSync => {
    const database = new DatabaseSync(file ?? ':memory:');
    database.exec('pragma journal_mode = wal; pragma synchronous = normal;');
    database.exec(SCHEMA);
    return database;
  };
  let database = open();
  const version = database.prepare('select value from meta where key = ?').get('schema')?.['value'];
  if (file && version !== undefined && version !== SCHEMA_VERSION) {
    warn(`The sandbox state ${file} has schema ${String(version)}, this sandbox needs ${SCHEMA_VERSION}: it starts anew.`);
    database.close();
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    database = open();
  }
  database.prepare('insert or ignore into meta (key, value) values (?, ?)').run('schema', SCHEMA_VERSION);
  return database;
}

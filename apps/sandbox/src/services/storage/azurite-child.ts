// Runs Azurite's three servers for the sandbox. Accounts arrive as JSON lines on stdin ({name, keys} or {name} to forget one), so that
// accounts and keys change while it runs, which Azurite itself cannot do. Ends when stdin closes. Azurite patches `console`,
// therefore a process of its own.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface AzuriteAccount {
  name: string;
  key1: Buffer;
  key2?: Buffer;
}
interface AzuriteServer {
  accountDataStore: { getAccount: (name: string) => AzuriteAccount | undefined };
  start: () => Promise<void>;
  close: () => Promise<void>;
  getHttpServerAddress: () => string;
}

const require = createRequire(import.meta.url);
const [location = '.'] = process.argv.slice(2);
const accounts = new Map<string, AzuriteAccount>();
const load = (path: string): new (...args: unknown[]) => unknown => (require(`azurite/dist/src/${path}`) as { default: new (...args: unknown[]) => unknown }).default;

const extent = (service: string): unknown[] => [{ locationId: 'Default', locationPath: join(location, `${service}-data`), maxConcurrency: 50 }];
// The shared tail of the three configurations: no access log, no debug log, loose off, no version check, plain http, no OAuth, on disk.
const rest = (service: string): unknown[] => [extent(service), false, undefined, false, undefined, false, true, '', '', '', undefined, false, false];

function create(service: 'Blob' | 'Queue' | 'Table'): AzuriteServer {
  const lower = service.toLowerCase();
  const files = service === 'Table' ? [join(location, 'table.json')] : [join(location, `${lower}.json`), join(location, `${lower}-extent.json`)];
  const tail = service === 'Table' ? [false, false, undefined, undefined, false, true, '', '', '', undefined, false, false] : rest(lower);
  const configuration = new (load(`${lower}/${service}Configuration`))('127.0.0.1', 0, 5, ...files, ...tail);
  return new (load(`${lower}/${service}Server`))(configuration) as AzuriteServer;
}

const servers = (['Blob', 'Queue', 'Table'] as const).map(create);
for (const server of servers) {
  server.accountDataStore.getAccount = (name) => accounts.get(name);
  await server.start();
}
const [blob, queue, table] = servers.map((server) => server.getHttpServerAddress());
process.stdout.write(`${JSON.stringify({ ready: true, blob, queue, table })}\n`);

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { name, keys } = JSON.parse(line) as { name: string; keys?: string[] };
    const [key1, key2] = (keys ?? []).map((key) => Buffer.from(key, 'base64'));
    if (key1) accounts.set(name, { name, key1, ...(key2 ? { key2 } : {}) });
    else accounts.delete(name);
  })
  .on('close', () => void Promise.allSettled(servers.map((server) => server.close())).then(() => process.exit(0)));

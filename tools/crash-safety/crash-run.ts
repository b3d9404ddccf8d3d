import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { cloudClient, sandboxEndpoints, type CloudClient } from '../../packages/cloud/src/index.ts';
import { startEmbedded } from '../../apps/server/src/platform/db/embedded-postgres.ts';
import type { DeploymentCrashPoint, MailCrashPoint } from '../../apps/server/src/platform/crash-points.ts';

const root = path.resolve(import.meta.dirname, '../..');
const tenant = '11111111-1111-4111-8111-111111111111';
const subscriptionId = 'aaaaaaaa-0000-4000-8000-000000000002';
const patienceMs = 60_000;

/** A real PostgreSQL and a real sandbox for many runs; the portal is started and killed by each run. */
export interface World {
  run(point: DeploymentCrashPoint): Promise<RunResult>;
  /** Invites somebody; the portal dies while it sends the mail and is started again. */
  runMail(point: MailCrashPoint): Promise<MailResult>;
  stop(): Promise<void>;
}
export interface RunResult {
  point: DeploymentCrashPoint;
  /** What the ledger says after the restart: SUCCEEDED, or DELETED at the points of a deletion. */
  status: string;
  /** Accepted PUTs of the deployment's one attempt, by the sandbox's own log. */
  acceptedPuts: number;
  /** Resources of the group afterwards. */
  resources: number;
  /** True when the entry had to be made again, because it was not committed. */
  wasRolledBack: boolean;
  milliseconds: number;
}

export interface MailResult {
  /** What the outbox says in the end. */
  status: string;
  attempts: number;
  /** The same mail (Message-ID) as it lies in the inbox: how often it lies there, and how often it was handed in. */
  kept: number;
  receipts: number;
}

interface Ready { http: { general: string }; tls: { general: string }; ca: string }

/** Starts a program and waits for its JSON ready line. It ends when our end of its standard input closes. */
function start(script: string, env: Record<string, string>): Promise<{ child: ChildProcess; ready: unknown; line: string }> {
  const child = spawn(process.execPath, [path.join(root, script)], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`${script} ended with ${signal ?? code}`)));
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      if (line.startsWith('{"ready"')) resolve({ child, ready: JSON.parse(line), line });
    });
  });
}

const exited = (child: ChildProcess): Promise<NodeJS.Signals | number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.signalCode ?? child.exitCode)
    : new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Waits for a value; looks again every tenth of a second. */
async function eventually<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const value = await look();
    if (value !== undefined) return value;
    if (Date.now() > until) throw new Error(`Waited too long for ${what}`);
    await wait(100);
  }
}

/** The blueprint that is deployed: a network, a storage account that waits for it, and an output from the cloud. */
const template = JSON.stringify({
  $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
  contentVersion: '1.0.0.0',
  parameters: { accountName: { type: 'string' } },
  resources: [
    { type: 'Microsoft.Network/virtualNetworks', apiVersion: '2023-11-01', name: 'net', location: '[resourceGroup().location]', properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] } } },
    { type: 'Microsoft.Storage/storageAccounts', apiVersion: '2023-05-01', name: "[parameters('accountName')]", location: '[resourceGroup().location]', kind: 'StorageV2', sku: { name: 'Standard_LRS' }, dependsOn: ["[resourceId('Microsoft.Network/virtualNetworks', 'net')]"], properties: {} },
  ],
});

/** Makes the world: about three seconds. */
export async function createWorld(): Promise<World> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cloudwright-crash-'));
  const postgres = await startEmbedded({ dataDir, durable: false });
  const ports = { SANDBOX_PORT: '0', SANDBOX_TLS_PORT: '0', SANDBOX_GOV_PORT: '0', SANDBOX_GOV_TLS_PORT: '0' };
  const sandbox = await start('apps/sandbox/src/main.ts', { ...ports, DATA_DIR: dataDir, NODE_ENV: 'test', SANDBOX_SPEED: '3' });
  const { http, tls, ca } = sandbox.ready as Ready;

  const tokenFor = async (username: string, scope: string): Promise<string> => {
    const body = new URLSearchParams({ grant_type: 'password', client_id: 'cloudwright', username, password: 'sandbox', scope });
    const answer = (await (await fetch(`${http.general}/${tenant}/oauth2/v2.0/token`, { method: 'POST', body })).json()) as { access_token: string };
    return answer.access_token;
  };
  const cloudToken = await tokenFor('admin@alpine.example', 'https://management.azure.com/.default');
  const portalToken = await tokenFor('admin@alpine.example', 'api://cloudwright/.default');
  const headers = { authorization: `Bearer ${portalToken}`, 'x-cloud-token': cloudToken, 'content-type': 'application/json' };
  const cloud: CloudClient = cloudClient(sandboxEndpoints('general', { http: http.general, tls: tls.general, ca: readFileSync(ca, 'utf8') }), cloudToken);

  async function startPortal(crashAt: string): Promise<{ child: ChildProcess; address: string }> {
    const port = await freePort();
    const address = `http://localhost:${port}`;
    const { child } = await start('apps/server/src/main.ts', {
      NODE_ENV: 'test', CLOUD: 'sandbox', SANDBOX_READY: sandbox.line, DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: address,
      APP_KEY: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff', CRASH_AT: crashAt, LOG_LEVEL: 'fatal',
    });
    return { child, address };
  }
  type Called = { status: number; body: { id: string; name: string; status: string; cloudDeploymentName: string; blueprint?: { id: string } } };
  async function call(address: string, at: string, body: object): Promise<Called> {
    const answer = await fetch(`${address}${at}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Called['body'] };
  }

  // Migrated, seeded, and the blueprint published, once.
  const first = await startPortal('');
  const created = await call(first.address, '/api/blueprint', { name: 'crash-lab', title: 'Crash lab', template: { format: 'ARM_JSON', content: template } });
  await call(first.address, `/api/blueprint/${created.body.blueprint?.id}/publish`, {});
  first.child.stdin?.end();
  await exited(first.child);

  let counter = 0;
  async function run(point: DeploymentCrashPoint): Promise<RunResult> {
    const started = Date.now();
    const isDeletion = point === 'before-delete' || point === 'while-deleting';
    counter += 1;
    const name = `run-${counter}`;
    const resourceGroup = `rg-crash-${counter}`;
    await cloud.resourceGroups.create(subscriptionId, resourceGroup, { location: 'eastus' });
    const request = { blueprintName: 'crash-lab', name, subscriptionId, resourceGroup, region: 'eastus', parameters: { accountName: `crash${Date.now().toString(36)}${counter}` }, tags: {} };
    const lookup = { subscriptionId, resourceGroup, name };
    const find = async (address: string) => {
      const found = await call(address, '/api/azure/deployment.get', lookup);
      return found.status === 200 ? found.body : undefined;
    };
    const inState = (address: string, status: string) => eventually(`${name} to be ${status} (${point})`, async () => {
      const entry = await find(address);
      if (entry && entry.status !== status && ['FAILED', 'CANCELED', 'NEEDS_SIGN_IN'].includes(entry.status)) throw new Error(`${name} is ${entry.status} after ${point}: ${JSON.stringify(entry)}`);
      return entry?.status === status ? entry : undefined;
    });

    const doomed = await startPortal(point);
    const death = exited(doomed.child);
    // The answer may never come: the process dies in the middle of it.
    await call(doomed.address, '/api/azure/deployment.create', request).catch(() => undefined);
    if (isDeletion) {
      const entry = await inState(doomed.address, 'SUCCEEDED');
      await call(doomed.address, '/api/azure/deployment.delete', { id: entry.id, resources: true }).catch(() => undefined);
    }
    const end = await Promise.race([death, wait(patienceMs, undefined, { ref: false })]);
    if (end !== 'SIGKILL') throw new Error(`The portal did not die at ${point}: ${String(end)}`);

    const portal = await startPortal('');
    try {
      const survivor = await find(portal.address);
      const wasRolledBack = survivor === undefined;
      if (wasRolledBack) await call(portal.address, '/api/azure/deployment.create', request);
      const entry = await inState(portal.address, isDeletion ? 'DELETED' : 'SUCCEEDED');
      const log = (await (await fetch(`${http.general}/log?${new URLSearchParams({ method: 'PUT', path: `/deployments/${entry.cloudDeploymentName}` }).toString()}`)).json()) as { value: { status: number }[] };
      const resources = await cloud.resources.listInGroup(subscriptionId, resourceGroup);
      return { point, status: entry.status, wasRolledBack, resources: resources.length, acceptedPuts: log.value.filter((one) => one.status < 300).length, milliseconds: Date.now() - started };
    } finally {
      portal.child.stdin?.end();
      await exited(portal.child);
    }
  }

  async function runMail(point: MailCrashPoint): Promise<MailResult> {
    counter += 1;
    const email = `crash-${counter}@alpine.example`;
    const database = new pg.Client({ connectionString: postgres.url });
    await database.connect();
    // What earlier runs left to be sent would end the portal before it is ready.
    await database.query(`delete from mail_outbox where status = 'PENDING'`);
    const doomed = await startPortal(point);
    const death = exited(doomed.child);
    const roles = (await (await fetch(`${doomed.address}/api/role`, { headers })).json()) as { result: { id: string }[] };
    const invited = await fetch(`${doomed.address}/api/user/invite`, { method: 'POST', headers, body: JSON.stringify({ email, name: 'Crash', roleId: roles.result[0]?.id }) });
    if (invited.status !== 201) throw new Error(`The invitation answered ${invited.status}`);
    const end = await Promise.race([death, wait(patienceMs, undefined, { ref: false })]);
    if (end !== 'SIGKILL') throw new Error(`The portal did not die at ${point}: ${String(end)}`);

    const portal = await startPortal('');
    try {
      const row = await eventually(`the mail to ${email} to be marked`, async () => {
        const { rows } = await database.query<{ status: string; attempts: number }>(`select status, attempts from mail_outbox where recipient = $1 and status <> 'PENDING'`, [email]);
        return rows[0];
      });
      const inbox = (await (await fetch(`${http.general}/mails?to=${email}`)).json()) as { value: { receipts: number }[] };
      return { ...row, kept: inbox.value.length, receipts: inbox.value[0]?.receipts ?? 0 };
    } finally {
      await database.end();
      portal.child.stdin?.end();
      await exited(portal.child);
    }
  }

  return {
    run,
    runMail,
    async stop() {
      sandbox.child.stdin?.end();
      await exited(sandbox.child);
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
      rmSync(postgres.location, { recursive: true, force: true });
    },
  };
}

/** What a run must show; an empty list = nothing was lost and nothing was done twice. */
export function faultsOf(result: RunResult): string[] {
  const isDeletion = result.status === 'DELETED';
  return [
    ...(result.acceptedPuts === 1 ? [] : [`${result.acceptedPuts} accepted PUTs`]),
    ...(result.resources === (isDeletion ? 0 : 2) ? [] : [`${result.resources} resources are left`]),
    ...(result.wasRolledBack === (result.point === 'before-commit') ? [] : [result.wasRolledBack ? 'the committed entry was lost' : 'the uncommitted entry was kept']),
  ];
}

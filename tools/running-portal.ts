import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../apps/server/src/platform/db/embedded-postgres.ts';

const root = path.resolve(import.meta.dirname, '..');

export interface RunningPortal {
  address: string;
  sandbox: string;
  dataDir: string;
  /** Where the embedded database lies: elsewhere, when its user can't enter `dataDir`. */
  databaseDir: string;
  /** From the start of the process to the line with the address. */
  startMs: number;
  token(email: string, audience?: 'portal' | 'management'): Promise<string>;
  call(email: string, method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
  stop(): Promise<void>;
}

/** Starts the whole product as `npm start` does, on free ports. */
export async function startPortal({ dataDir = mkdtempSync(path.join(tmpdir(), 'cloudwright-bench-')), env = {} }: { dataDir?: string; env?: Record<string, string> } = {}): Promise<RunningPortal> {
  const names = ['PORT', 'SANDBOX_PORT', 'SANDBOX_TLS_PORT', 'SANDBOX_GOV_PORT', 'SANDBOX_GOV_TLS_PORT', 'SANDBOX_SMTP_PORT'];
  const ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, String(await freePort())] as const)));
  const address = `http://localhost:${ports['PORT']}`;
  const sandbox = `http://localhost:${ports['SANDBOX_PORT']}`;
  const began = performance.now();
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.ts')], {
    cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...ports, PUBLIC_URL: address, SANDBOX_PUBLIC_URL: sandbox, DATA_DIR: dataDir, ...env },
  });
  let databaseDir = '';
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('Data lies in ')) databaseDir = line.slice('Data lies in '.length);
      if (line.startsWith('Cloudwright is ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The portal ended with ${code}`)));
  });
  const startMs = performance.now() - began;
  const tokens = new Map<string, Promise<string>>();
  const fetchToken = async (email: string, audience: 'portal' | 'management'): Promise<string> => {
    const scope = audience === 'portal' ? 'api://cloudwright/.default' : 'https://management.azure.com/.default';
    const answer = await fetch(`${sandbox}/11111111-1111-4111-8111-111111111111/oauth2/v2.0/token`, {
      method: 'POST', body: new URLSearchParams({ grant_type: 'password', client_id: 'cloudwright', username: email, password: 'sandbox', scope }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  const token = (email: string, audience: 'portal' | 'management' = 'portal'): Promise<string> => {
    const key = `${audience} ${email}`;
    const known = tokens.get(key) ?? fetchToken(email, audience);
    tokens.set(key, known);
    return known;
  };
  return {
    address, sandbox, dataDir, databaseDir, startMs, token,
    async call(email, method, route, body) {
      const [portal, cloud] = await Promise.all([token(email), token(email, 'management')]);
      const answer = await fetch(address + route, {
        method, headers: { authorization: `Bearer ${portal}`, 'x-cloud-token': cloud, 'content-type': 'application/json' }, ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    stop: () =>
      new Promise((resolve) => {
        const patience = setTimeout(() => child.kill('SIGKILL'), 15_000);
        child.once('exit', () => {
          clearTimeout(patience);
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
}

/** Resident memory in MB of the portal's server among the children of `npm start`; Linux only. */
export function serverMemoryMb(dataDir: string): number {
  for (const pid of processes()) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('apps/server/src/main.ts')) continue;
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${dataDir}`)) continue;
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      // It ended while we looked.
    }
  }
  return Number.NaN;
}

function processes(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

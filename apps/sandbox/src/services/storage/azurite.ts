import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { StoredResource, World } from '../../world/world.ts';
import { textAt } from '../body.ts';
import { mirrorResources } from './mirror.ts';

/** Addresses of the three servers behind our ports. */
export interface AzuriteAddresses {
  blob: string;
  queue: string;
  table: string;
}

const ACCOUNT = 'Microsoft.Storage/storageAccounts';

/** Azurite is an optional dependency: without it the data planes answer a plain 503. */
export function isAzuriteInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('azurite/package.json');
    return true;
  } catch {
    return false;
  }
}

/** The child process, started at the first call and told about every account and key since. */
export class Azurite {
  readonly #world: World;
  readonly #directory: string;
  #child: ChildProcess | undefined;
  #starting: Promise<AzuriteAddresses> | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(world: World, directory: string) {
    this.#world = world;
    this.#directory = directory;
  }

  /** Starts it when it does not run; rejects when it cannot. A child that died is started anew by the next call. */
  addresses(): Promise<AzuriteAddresses> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  #tell(name: string, account: StoredResource | undefined): void {
    const keys = account ? [textAt(account.secret, 'key1'), textAt(account.secret, 'key2')].filter((key) => key !== undefined) : undefined;
    this.#child?.stdin?.write(`${JSON.stringify({ name, ...(keys?.length ? { keys } : {}) })}\n`);
  }

  async #start(): Promise<AzuriteAddresses> {
    const child = spawn(process.execPath, [fileURLToPath(new URL('azurite-child.ts', import.meta.url)), this.#directory], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child = child;
    child.once('exit', () => {
      this.#starting = undefined;
      this.#unsubscribe?.();
    });
    const ready = await new Promise<AzuriteAddresses>((resolve, reject) => {
      child.once('error', reject).once('exit', (code) => reject(new Error(`Azurite ended with code ${code}.`)));
      // It prints lines of its own; ours is the JSON one.
      createInterface({ input: child.stdout! }).on('line', (line) => {
        if (line.startsWith('{"ready"')) resolve(JSON.parse(line) as AzuriteAddresses);
      });
    });
    for (const account of this.#world.list({ type: ACCOUNT })) this.#tell(account.name, account);
    const forget = this.#world.onChange(({ type, id, after }) => {
      if (type.toLowerCase() === ACCOUNT.toLowerCase()) this.#tell(id.split('/').at(-1)!, after);
    });
    const stopMirror = await mirrorResources(this.#world, ready);
    this.#unsubscribe = () => {
      forget();
      stopMirror();
    };
    return ready;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
    child.stdin?.end();
    await gone;
  }
}

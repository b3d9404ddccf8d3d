// `npm start`: the sandbox cloud (unless CLOUD=azure) and the portal, as children that end when this process ends.
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { lockDataDir } from '../apps/server/src/platform/data-lock.ts';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const production = process.env['NODE_ENV'] === 'production';
const cloud = process.env['CLOUD'] ?? (production ? '' : 'sandbox');
const dataDir = path.resolve(process.env['DATA_DIR'] || path.join(root, 'data'));

const children: ChildProcess[] = [];
let stopping = false;

function stop(code: number): void {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.stdin?.end();
  const patience = setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), 10_000);
  void Promise.all(children.map(ended)).then(() => {
    clearTimeout(patience);
    process.exit(code);
  });
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.exitCode !== null || child.signalCode !== null ? resolve() : child.once('exit', () => resolve())));

/** What a child said on standard error before all are ready: of several that can't start only the first is heard. */
const held = new Map<ChildProcess, Buffer[]>();

function letSpeak(child: ChildProcess): void {
  for (const chunk of held.get(child) ?? []) process.stderr.write(chunk);
  held.delete(child);
}

/** Starts a program of ours and answers with the line it prints when it is ready. */
function run(name: string, entry: string, env: NodeJS.ProcessEnv): Promise<Record<string, unknown>> {
  // detached: Ctrl-C goes to this process only, which then lets its children finish by closing their standard input.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--max-http-header-size=32768', path.join(root, entry)], {
    cwd: root, env: { ...process.env, DATA_DIR: dataDir, ...env }, stdio: ['pipe', 'pipe', 'pipe'], detached: true,
  });
  children.push(child);
  held.set(child, []);
  child.stderr!.on('data', (chunk: Buffer) => void (held.get(child)?.push(chunk) ?? process.stderr.write(chunk)));
  return new Promise((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const ready = readyLine(line);
      if (ready) resolve(ready);
      else console.log(line);
    });
    // 'exit' may come before the last words, 'close' comes after them.
    child.once('close', (code) => {
      if (!stopping) {
        letSpeak(child);
        // Code 1 comes with a sentence of its own: a taken port, a wrong setting.
        if (code !== 1) console.error(`The ${name} ended (${code === null ? 'killed' : `code ${code}`}); stopping.`);
      }
      stop(code ?? 1);
    });
  });
}

function readyLine(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{"ready":true')) return undefined;
  return JSON.parse(line) as Record<string, unknown>;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));

try {
  const release = lockDataDir(dataDir, 'portal');
  process.on('exit', release);
  const sandbox = cloud === 'sandbox' ? run('sandbox cloud', 'apps/sandbox/src/main.ts', {}) : Promise.resolve(undefined);
  const portal = run('portal', 'apps/server/src/main.ts', { CLOUD: cloud });
  const [, { address, data }] = await Promise.all([sandbox, portal]);
  children.forEach(letSpeak);
  console.log(`Data lies in ${(data as string | undefined) ?? dataDir}`);
  console.log(`Cloudwright is ready: ${address as string}`);
} catch (error) {
  console.error((error as Error).message);
  stop(1);
}

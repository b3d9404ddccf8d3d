import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';

const sandboxMain = path.resolve(import.meta.dirname, '../../sandbox/src/main.ts');

/** The real sandbox as its own process, on free ports. It ends with us: its standard input is our pipe. */
export function startSandbox(dataDir: string): Promise<{ ready: string; stop(): Promise<void> }> {
  const child: ChildProcess = spawn(process.execPath, [sandboxMain], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, SANDBOX_PORT: '0', SANDBOX_TLS_PORT: '0', SANDBOX_GOV_PORT: '0', SANDBOX_GOV_TLS_PORT: '0', SANDBOX_SPEED: '50' },
  });
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The sandbox ended with code ${code}:\n${said}`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (!line.startsWith('{"ready"')) return;
      const ended = new Promise<void>((done) => child.once('exit', () => done()));
      resolve({ ready: line, stop: () => { child.stdin!.end(); return ended; } });
    });
  });
}

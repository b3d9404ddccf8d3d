import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { open, portTaken, type Listening } from './http-server.ts';
import { createAuthority } from './services/identity/authority.ts';
import { generalSeed, governmentSeed } from './services/identity/directory.ts';
import { coreProviders } from './services/core.ts';
import { providers } from './services/providers.ts';
import { typeOf } from './services/type-row.ts';
import { createConsole } from './console/console.ts';
import { createInbox, type Inbox } from './services/mail/inbox.ts';
import { regions } from './services/reference/regions.ts';
import { AccessControl } from './wire/access.ts';
import { ArmError } from './wire/arm-error.ts';
import type { Cloud } from './wire/cloud.ts';
import { Registry } from './wire/registry.ts';
import { ResourceManager } from './wire/resource-manager.ts';
import { createResourceRouter } from './wire/resource-router.ts';
import { createWire } from './wire/server.ts';
import { certificates, type Certificates } from './wire/tls.ts';
import { Clock } from './world/clock.ts';
import { openDatabase } from './world/database.ts';
import { Faults } from './world/faults.ts';
import { Operations } from './world/operations.ts';
import { RequestLog } from './world/request-log.ts';
import { StoredWorld } from './world/stored-world.ts';

export interface Sandbox {
  http: { general: string; government: string };
  tls: { general: string; government: string };
  smtp: string;
  /** PEM of the CA; `caFile` where it lies (undefined in memory). */
  ca: string;
  caFile: string | undefined;
  clouds: { general: RunningCloud; government: RunningCloud };
  inbox: Inbox;
  stop: () => Promise<void>;
}

export interface RunningCloud extends Cloud {
  manager: ResourceManager;
  stop: () => Promise<void>;
}

interface Late {
  handle: (req: IncomingMessage, res: ServerResponse) => Promise<void> | void;
}

const notYet: Late['handle'] = (_req, res) => {
  res.writeHead(503, { 'retry-after': '1' }).end();
};

/** Starts one cloud on its two ports. */
async function startCloud(kind: Cloud['kind'], config: Config, certs: Certificates, inbox: Inbox, log: (line: string) => void): Promise<RunningCloud> {
  const isGeneral = kind === 'general';
  const directory = config.dataDir && join(config.dataDir, 'sandbox');
  const clock = new Clock(config.speed);
  const database = openDatabase(directory && join(directory, `${kind}.sqlite`), log);
  const world = new StoredWorld(kind, database, clock);
  let internal = 0;
  const internalError = (error: unknown): void => {
    internal += 1;
    log(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };

  // Ports first: addresses in answers name them.
  const plain: Late = { handle: notYet };
  const secure: Late = { handle: notYet };
  const opened: Listening[] = [];
  const listen = async (port: number, setting: string, late: Late, tls?: Certificates): Promise<Listening> => {
    const listening = await open(port, config.host, setting, (req, res) => late.handle(req, res), tls);
    opened.push(listening);
    return listening;
  };
  try {
    const http = await listen(isGeneral ? config.port : config.governmentPort, isGeneral ? 'SANDBOX_PORT' : 'SANDBOX_GOV_PORT', plain);
    const tls = await listen(isGeneral ? config.tlsPort : config.governmentTlsPort, isGeneral ? 'SANDBOX_TLS_PORT' : 'SANDBOX_GOV_TLS_PORT', secure, certs);
    const publicUrl = isGeneral ? config.publicUrl : undefined;
    const addresses = { http: publicUrl ?? `http://localhost:${http.port}`, tls: `https://localhost:${tls.port}` };
    const faults = new Faults(world);
    const seed = isGeneral ? generalSeed : governmentSeed;
    const authority = await createAuthority({
      world, seed, origin: addresses.http, tls: addresses.tls,
      redirectUris: [...new Set([config.portalUrl, 'http://localhost:8080'])].flatMap((origin) => [`${origin}/`, `${origin}/redirect.html`]),
      lifetimes: () => ({ access: faults.switches.accessTokenSeconds, refresh: faults.switches.refreshTokenSeconds }),
      log,
    });
    const cloud: Cloud = {
      kind, world, clock, faults, seed, addresses, authority, linkMirrors: config.linkMirrors, internalError, internalErrors: () => internal,
      operations: new Operations(database, clock, (error) => {
        if (error instanceof ArmError) return error.toDetail();
        internalError(error);
        return { code: 'InternalServerError', message: 'The sandbox failed while it finished this operation.' };
      }),
      log: new RequestLog(),
      regionNames: regions.filter((region) => region.cloud === kind).map(({ name }) => name),
      registry: undefined as never,
    };
    const access = new AccessControl(cloud);
    const manager = new ResourceManager(cloud, access);
    cloud.registry = new Registry([...coreProviders(cloud, manager, access), ...providers], (type) => typeOf({ type, locations: 'none' }));
    if (!world.value('seed', 'done')) {
      for (const provider of cloud.registry.providers) provider.seed?.(world, addresses);
      world.setValue('seed', 'done', true);
    }
    const ends: (() => Promise<void>)[] = [];
    for (const provider of cloud.registry.providers) if (provider.start) ends.push(await provider.start({ world, addresses, dataDir: directory ?? '' }));

    secure.handle = createWire(cloud, createResourceRouter(cloud, manager), (caller, permission, path) => access.require(caller, permission, path));
    const consoleHandler = createConsole(cloud, inbox);
    plain.handle = async (req, res) => {
      const started = performance.now();
      const url = new URL(addresses.http + (req.url ?? '/'));
      try {
        const mount = cloud.registry.mounts.find(({ prefix }) => url.pathname === prefix || url.pathname.startsWith(`${prefix}/`));
        if (mount) await mount.handle(req, res, (url.pathname.slice(mount.prefix.length) || '/') + url.search, { world, addresses });
        else if (!(await authority.handle(req, res, url)) && !(await consoleHandler(req, res, url))) res.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
      } catch (error) {
        internalError(error);
        if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain' });
        res.end('The sandbox itself failed on this request.\n');
      } finally {
        cloud.log.add({ at: world.now().toISOString(), method: req.method ?? '', path: url.pathname, status: res.statusCode, milliseconds: Math.round(performance.now() - started), caller: '', requestId: '', port: 'http' });
      }
    };
    cloud.operations.resume();
    return Object.assign(cloud, {
      manager,
      stop: async () => {
        cloud.operations.stop();
        clock.stop();
        await Promise.all([...opened.map(({ close }) => close()), ...ends.map((end) => end())]);
        database.close();
      },
    });
  } catch (error) {
    await Promise.all(opened.map(({ close }) => close()));
    database.close();
    throw error;
  }
}

/** Starts both clouds and the mail inbox. Throws ConfigError when a port is taken. */
export async function startSandbox(config: Config, log: (line: string) => void): Promise<Sandbox> {
  const directory = config.dataDir && join(config.dataDir, 'sandbox');
  const certs = await certificates(directory, config.publicUrl ? new URL(config.publicUrl).hostname : 'localhost');
  const inbox = await createInbox(config.smtpPort, directory).catch((error: unknown) => {
    throw portTaken(error, config.smtpPort, 'SANDBOX_SMTP_PORT');
  });
  const running: RunningCloud[] = [];
  try {
    for (const kind of ['general', 'government'] as const) running.push(await startCloud(kind, config, certs, inbox, log));
  } catch (error) {
    await Promise.all([...running.map(({ stop }) => stop()), inbox.stop()]);
    throw error;
  }
  const [general, government] = running as [RunningCloud, RunningCloud];
  return {
    http: { general: general.addresses.http, government: government.addresses.http },
    tls: { general: general.addresses.tls, government: government.addresses.tls },
    smtp: `smtp://127.0.0.1:${inbox.port}`,
    ca: certs.ca, caFile: certs.caFile,
    clouds: { general, government }, inbox,
    stop: async () => {
      await Promise.all([general.stop(), government.stop(), inbox.stop()]);
    },
  };
}

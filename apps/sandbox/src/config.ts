import { resolve } from 'node:path';

/** The settings of the sandbox; every one comes from the environment, see `readConfig`. */
export interface Config {
  /** Plain http: identity and console. 0 = a free port. */
  port: number;
  tlsPort: number;
  governmentPort: number;
  governmentTlsPort: number;
  smtpPort: number;
  host: string;
  /** State lies in `<dataDir>/sandbox`; undefined = in memory (tests). */
  dataDir: string | undefined;
  /** Address that browsers use for identity; default http://localhost:<port>. */
  publicUrl: string | undefined;
  /** The portal's address: its redirect URIs are registered. */
  portalUrl: string;
  /** How many times faster than the table of durations (a VM 2 s, a virtual network 0.5 s, ...). Default 1; tests use 1000. */
  speed: number;
  /** Linked templates below `from` are fetched below `to`: a machine without internet keeps copies. */
  linkMirrors: { from: string; to: string }[];
}

export class ConfigError extends Error {}

/** `SANDBOX_LINK_MIRRORS`: pairs `from=to`, separated by spaces. */
const mirrors = (env: NodeJS.ProcessEnv): Config['linkMirrors'] =>
  (env['SANDBOX_LINK_MIRRORS'] ?? '').split(/\s+/).filter(Boolean).map((pair) => {
    const [from = '', to] = pair.split('=');
    if (!to) throw new ConfigError(`SANDBOX_LINK_MIRRORS must hold pairs "from=to", not "${pair}".`);
    return { from, to };
  });

const port = (env: NodeJS.ProcessEnv, name: string, fallback: number): number => {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65535) throw new ConfigError(`${name} must be a port number (0 to 65535), not "${text}".`);
  return value;
};

const address = (env: NodeJS.ProcessEnv, name: string): string | undefined => {
  const text = env[name]?.trim();
  if (!text) return undefined;
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) throw new ConfigError(`${name} must be an http or https address, not "${text}".`);
  return text.replace(/\/+$/, '');
};

/**
 * Reads and checks the environment: SANDBOX_PORT 8081, SANDBOX_TLS_PORT 8443, SANDBOX_GOV_PORT 8082,
 * SANDBOX_GOV_TLS_PORT 8444, SANDBOX_SMTP_PORT 8025, SANDBOX_HOST 127.0.0.1, SANDBOX_PUBLIC_URL, SANDBOX_SPEED 1, SANDBOX_LINK_MIRRORS,
 * DATA_DIR ./data, PUBLIC_URL http://localhost:8080, SANDBOX_IN_PRODUCTION.
 * Throws ConfigError naming the wrong setting.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // A sandbox authority hands a token to anybody: never beside real data by accident.
  if (env['NODE_ENV'] === 'production' && env['SANDBOX_IN_PRODUCTION'] !== 'yes')
    throw new ConfigError('The sandbox cloud signs everybody in and refuses to run with NODE_ENV=production. Set SANDBOX_IN_PRODUCTION=yes for a public demo.');
  const speed = Number(env['SANDBOX_SPEED']?.trim() || 1);
  if (!(speed > 0)) throw new ConfigError(`SANDBOX_SPEED must be a number above 0, not "${env['SANDBOX_SPEED']}".`);
  const main = port(env, 'SANDBOX_PORT', 8081);
  return Object.freeze({
    port: main,
    tlsPort: port(env, 'SANDBOX_TLS_PORT', 8443),
    governmentPort: port(env, 'SANDBOX_GOV_PORT', 8082),
    governmentTlsPort: port(env, 'SANDBOX_GOV_TLS_PORT', 8444),
    smtpPort: port(env, 'SANDBOX_SMTP_PORT', main === 0 ? 0 : 8025),
    host: env['SANDBOX_HOST']?.trim() || '127.0.0.1',
    dataDir: resolve(env['DATA_DIR']?.trim() || 'data'),
    publicUrl: address(env, 'SANDBOX_PUBLIC_URL'),
    portalUrl: address(env, 'PUBLIC_URL') ?? `http://localhost:${env['PORT']?.trim() || 8080}`,
    speed,
    linkMirrors: mirrors(env),
  });
}

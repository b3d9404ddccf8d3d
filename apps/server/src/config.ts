import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cloudEndpoints, sandboxEndpoints, type CloudEndpoints } from '@cloudwright/cloud';
import { msServices, type MsService } from '@cloudwright/contract/enums';
import { z } from 'zod';
import type { CloudConfig, Config } from './platform/settings.ts';

const portError = 'must be a port number (0 to 65535)';
const port = z.coerce.number(portError).int(portError).min(0, portError).max(65_535, portError);
const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), `must be an address that starts with ${protocols.map((each) => `${each}//`).join(' or ')}`);
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));
const yes = z.enum(['yes', 'no', '']).transform((text) => text === 'yes');

/** Every setting, as the environment gives it. An empty variable counts as absent. docs/operating.md explains each. */
const environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  PUBLIC_URL: url('http:', 'https:').optional(),
  CLOUD: z.enum(['sandbox', 'azure']).optional(),
  SANDBOX_PORT: port.default(8081),
  SANDBOX_TLS_PORT: port.default(8443),
  SANDBOX_GOV_PORT: port.default(8082),
  SANDBOX_GOV_TLS_PORT: port.default(8444),
  SANDBOX_SMTP_PORT: port.default(8025),
  /** The ready line of the sandbox, handed over by npm start and the tests: its real addresses. */
  SANDBOX_READY: z.string().optional(),
  GENERAL_CLIENT_ID: z.string().optional(),
  GENERAL_LOGIN_HINT: z.string().optional(),
  GENERAL_API_SECRET: z.string().optional(),
  GOVERNMENT_CLIENT_ID: z.string().optional(),
  GOVERNMENT_LOGIN_HINT: z.string().optional(),
  GOVERNMENT_API_SECRET: z.string().optional(),
  SIGN_IN_SCOPES: list.default(['User.Read', 'Application.Read.All', 'Directory.Read.All']),
  ADMIN_EMAIL: z.email().optional(),
  /** The directory of the first administrator, for a new installation on a real cloud. */
  PLATFORM_TENANT_ID: z.guid().optional(),
  CHANNEL_CODE: z.string().default('direct'),
  CHANNEL_RESOURCE: z.string().default('default'),
  LANDING_MODULE: z.enum(['general', 'hpc', 'research']).optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().default('Cloudwright <no-reply@cloudwright.example>'),
  APP_KEY: z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (32 bytes); `openssl rand -hex 32` makes one').optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: url('http:', 'https:').default('https://github.com'),
  GITHUB_API_URL: url('http:', 'https:').default('https://api.github.com'),
  AWS_ROLE_ARN: z.string().regex(/^arn:[\w-]+:iam::\d{12}:role\//, 'must be the ARN of a role').optional(),
  AWS_REGION: z.string().default('us-east-1'),
  /** AWS takes 15 minutes to 12 hours, and not more than the role allows. */
  AWS_SESSION_SECONDS: z.coerce.number().int().min(900).max(43_200).default(3600),
  AWS_STS_URL: url('http:', 'https:').optional(),
  AWS_S3_URL: url('http:', 'https:').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  SEED_DEMO: yes.optional(),
  WEB_DIR: z.string().optional(),
  /** Tests only: the named point at which the process kills itself. */
  CRASH_AT: z.string().optional(),
});

const sandboxReady = z.object({
  http: z.record(z.enum(msServices), z.string()),
  tls: z.record(z.enum(msServices), z.string()),
  smtp: z.string().optional(),
  ca: z.string(),
});

/** A setting is wrong; the message is one plain sentence that names it. */
export class ConfigError extends Error {}

/**
 * Reads and checks the settings. Defaults are those of a person who tries the portal on the own machine; with
 * NODE_ENV=production CLOUD must be said. Throws a ConfigError that names the wrong setting.
 */
export function readConfig(variables: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`Setting ${issue?.path.join('.') ?? ''} is wrong: ${issue?.message ?? 'unreadable'}.`);
  }
  const env = parsed.data;
  const isProduction = env.NODE_ENV === 'production';
  if (isProduction && !env.CLOUD) throw new ConfigError('Setting CLOUD is missing: say `azure` or `sandbox` when NODE_ENV is production.');
  const cloud = env.CLOUD ?? 'sandbox';
  const dataDir = path.resolve(env.DATA_DIR);
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  const sandbox = cloud === 'sandbox' ? readSandbox(env, dataDir) : null;
  if (cloud === 'azure' && !env.GENERAL_CLIENT_ID && !env.GOVERNMENT_CLIENT_ID) {
    throw new ConfigError('Setting GENERAL_CLIENT_ID (or GOVERNMENT_CLIENT_ID) is missing: the application (client) id of the portal in your directory.');
  }

  const clouds = {
    general: cloudOf('general', env.GENERAL_CLIENT_ID, env.GENERAL_LOGIN_HINT, env.GENERAL_API_SECRET, sandbox),
    government: cloudOf('government', env.GOVERNMENT_CLIENT_ID, env.GOVERNMENT_LOGIN_HINT, env.GOVERNMENT_API_SECRET, sandbox),
  };
  if (env.CRASH_AT && isProduction) throw new ConfigError('Setting CRASH_AT is for tests and must not be set in production.');
  return Object.freeze({
    isProduction,
    host: env.HOST,
    port: env.PORT,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    publicUrl,
    cloud,
    clouds,
    signInScopes: env.SIGN_IN_SCOPES,
    platformTenantId: env.PLATFORM_TENANT_ID ?? null,
    adminEmail: env.ADMIN_EMAIL ?? (sandbox ? 'platform@alpine.example' : ''),
    channelCode: env.CHANNEL_CODE,
    channelResource: env.CHANNEL_RESOURCE,
    landingModule: env.LANDING_MODULE ?? null,
    smtpUrl: env.SMTP_URL ?? sandbox?.smtp ?? null,
    mailFrom: env.MAIL_FROM,
    appKey: env.APP_KEY ?? null,
    github: githubOf(env, sandbox),
    aws: awsOf(env, sandbox),
    crashAt: env.CRASH_AT ?? null,
    logLevel: env.LOG_LEVEL,
    isDemo: env.SEED_DEMO ?? cloud === 'sandbox',
    webDir: path.resolve(env.WEB_DIR ?? path.join(import.meta.dirname, '../../web/dist')),
  });
}

type Environment = z.output<typeof environment>;
type Sandbox = z.output<typeof sandboxReady>;

/** Where the sandbox listens: told by its ready line, else by the port settings. */
function readSandbox(env: Environment, dataDir: string): Sandbox {
  if (env.SANDBOX_READY) {
    try {
      return sandboxReady.parse(JSON.parse(env.SANDBOX_READY));
    } catch {
      throw new ConfigError('Setting SANDBOX_READY is wrong: it must be the line that the sandbox prints when it is ready.');
    }
  }
  return {
    http: { general: `http://localhost:${env.SANDBOX_PORT}`, government: `http://localhost:${env.SANDBOX_GOV_PORT}` },
    tls: { general: `https://localhost:${env.SANDBOX_TLS_PORT}`, government: `https://localhost:${env.SANDBOX_GOV_TLS_PORT}` },
    smtp: `smtp://127.0.0.1:${env.SANDBOX_SMTP_PORT}`,
    ca: path.join(dataDir, 'sandbox', 'ca.pem'),
  };
}

/** The code-hosting application: the sandbox's stand-in, or a registered one (both settings). */
function githubOf(env: Environment, sandbox: Sandbox | null): Config['github'] {
  if (env.GITHUB_CLIENT_ID && env.GITHUB_CLIENT_SECRET) return { clientId: env.GITHUB_CLIENT_ID, clientSecret: env.GITHUB_CLIENT_SECRET, url: env.GITHUB_URL, apiUrl: env.GITHUB_API_URL };
  if (!sandbox) return null;
  const address = `${sandbox.http.general}/github`;
  return { clientId: 'cloudwright-github', clientSecret: 'sandbox', url: address, apiUrl: address };
}

/** The AWS sign-in is off until a role is named. */
function awsOf(env: Environment, sandbox: Sandbox | null): Config['aws'] {
  if (!env.AWS_ROLE_ARN) return null;
  const tls = sandbox?.tls.general;
  return { roleArn: env.AWS_ROLE_ARN, region: env.AWS_REGION, sessionSeconds: env.AWS_SESSION_SECONDS, stsUrl: env.AWS_STS_URL ?? (tls ? `${tls}/aws/sts` : null), s3Url: env.AWS_S3_URL ?? (tls ? `${tls}/aws/s3` : null) };
}

function cloudOf(service: MsService, clientId: string | undefined, loginHint: string | undefined, secret: string | undefined, sandbox: Sandbox | null): CloudConfig {
  const general = service === 'general';
  const id = clientId ?? (sandbox ? 'cloudwright' : '');
  let known: CloudEndpoints | null = null;
  const endpoints = (): CloudEndpoints => {
    if (!sandbox) return cloudEndpoints[service];
    if (known) return known;
    const ca = existsSync(sandbox.ca) ? readFileSync(sandbox.ca, 'utf8') : '';
    const row = sandboxEndpoints(service, { http: sandbox.http[service], tls: sandbox.tls[service], ca });
    if (ca) known = row;
    return row;
  };
  return {
    service,
    label: sandbox ? (general ? 'Sandbox cloud' : 'Sandbox government cloud') : general ? 'Azure' : 'Azure Government',
    isEnabled: id !== '',
    isSandbox: sandbox !== null,
    clientId: id,
    audience: id,
    apiScope: `api://${id}/access_as_user`,
    loginHint: loginHint ?? (sandbox && !general ? 'admin@federal.example' : null),
    apiSecret: secret ?? (sandbox ? 'sandbox-secret' : null),
    authority: sandbox ? sandbox.http[service] : cloudEndpoints[service].authority,
    endpoints,
  };
}

import type { CloudEndpoints } from '@cloudwright/cloud';
import type { MsService } from '@cloudwright/contract/enums';

/** One cloud that people may sign in to. */
export interface CloudConfig {
  service: MsService;
  label: string;
  isEnabled: boolean;
  isSandbox: boolean;
  clientId: string;
  /** The `aud` of tokens for the portal's own API. */
  audience: string;
  apiScope: string;
  loginHint: string | null;
  /** Of the confidential client, for on-behalf-of calls; null = not configured. */
  apiSecret: string | null;
  authority: string;
  /** Addresses; read when used, because a sandbox that is still starting has no certificate authority yet. */
  endpoints(): CloudEndpoints;
}

export interface Config {
  isProduction: boolean;
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  databasePool: number;
  publicUrl: string;
  cloud: 'sandbox' | 'azure';
  clouds: Record<MsService, CloudConfig>;
  signInScopes: string[];
  adminEmail: string;
  /** Directory of the first administrator of a new installation. */
  platformTenantId: string | null;
  channelCode: string;
  channelResource: string;
  landingModule: 'general' | 'hpc' | 'research' | null;
  /** null: nobody delivers mail, the outbox keeps it. */
  smtpUrl: string | null;
  mailFrom: string;
  /** null: made once and kept in the data directory. */
  appKey: string | null;
  github: { clientId: string; clientSecret: string; url: string; apiUrl: string } | null;
  aws: { roleArn: string; region: string; sessionSeconds: number; stsUrl: string | null; s3Url: string | null } | null;
  logLevel: string;
  isDemo: boolean;
  /** Where the built web app lies. */
  webDir: string;
  /** Tests only: the named point at which the process kills itself. */
  crashAt: string | null;
}

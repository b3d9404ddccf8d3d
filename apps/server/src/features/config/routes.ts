import { landingModules, type LandingModule } from '@cloudwright/contract/enums';
import type { configEndpoints, Provider, WebsiteSettings } from '@cloudwright/contract';
import type { CloudConfig, Config } from '../../platform/settings.ts';
import type { Handlers, Services } from '../../platform/context.ts';
import { failure } from '../../platform/errors.ts';

/** What a page needs before anybody has signed in: sign-ins, names, brand. All of it from the settings; no secrets. */
export const configHandlers: Handlers<typeof configEndpoints> = {
  configProviders: ({ services: { config } }) => {
    const result = providersOf(config);
    return { count: result.length, total: result.length, result };
  },
  configChannelCode: ({ services }) => ({ data: services.config.channelCode }),
  configChannelResource: ({ services }) => ({ data: services.config.channelResource }),
  configAdminEmail: ({ services }) => ({ data: services.config.adminEmail }),
  githubConfig: ({ services: { config } }) => {
    if (!config.github) throw failure('not_configured', 'No code-hosting service is configured.');
    return { data: { clientId: config.github.clientId, redirectUrl: githubReturnBase(config) } };
  },
  landingModule: async ({ services }, { query }) => ({ data: await landingModuleOf(services, query.path ?? '/') }),
  websiteSettingsGet: ({ services }) => readWebsiteSettings(services),
};

/** Where the code-hosting service sends people back to; the person's e-mail follows. */
export const githubReturnBase = (config: Config): string => `${config.publicUrl}/api/user/login/social/github`;

function providersOf(config: Config): Provider[] {
  const directory = Object.values(config.clouds).filter((cloud) => cloud.isEnabled).map((cloud) => providerOf(config, cloud));
  const base = directory[0];
  if (!config.aws || !base) return directory;
  // The AWS sign-in is the same directory login; the server exchanges its token (decision 28).
  return [...directory, { ...base, name: 'aws', label: 'AWS', provider: 'aws' }];
}

function providerOf(config: Config, cloud: CloudConfig): Provider {
  const endpoints = cloud.endpoints();
  // The sign-in library accepts plain http only when the endpoints come from metadata; the authority is then a name.
  const name = cloud.authority.replace(/^http:/, 'https:');
  const at = (path: string) => `${cloud.authority}/{tenantid}/${path}`;
  const metadata = {
    issuer: at('v2.0'),
    authorization_endpoint: at('oauth2/v2.0/authorize'),
    token_endpoint: at('oauth2/v2.0/token'),
    end_session_endpoint: at('oauth2/v2.0/logout'),
    jwks_uri: at('discovery/v2.0/keys'),
  };
  return {
    name: cloud.service,
    label: cloud.label,
    msService: cloud.service,
    provider: null,
    enabled: cloud.isEnabled,
    isSandbox: cloud.isSandbox,
    clientId: cloud.clientId,
    authority: name,
    defaultTenant: 'common',
    authorityMetadata: cloud.isSandbox ? JSON.stringify(metadata) : null,
    knownAuthorities: cloud.isSandbox ? [new URL(name).host] : [],
    redirectUri: `${config.publicUrl}/`,
    apiScope: cloud.apiScope,
    managementScope: `${endpoints.resourceManagerAudience}/user_impersonation`,
    extraScopesToConsent: config.signInScopes,
    loginHint: cloud.loginHint,
  };
}

const websiteSettingsKey = 'websiteSettings';
const defaults: WebsiteSettings = {
  productName: 'Cloudwright',
  logoUrl: null,
  faviconUrl: null,
  primaryColour: '#1A73E7',
  accentColour: '#14E2C5',
  supportEmail: null,
  footerText: '',
  links: [],
  banner: null,
  landingModule: null,
  trialEnabled: true,
  cookieNotice: false,
};

async function readWebsiteSettings({ system, config }: Services): Promise<WebsiteSettings> {
  const row = await system.db.selectFrom('setting').select('value').where('key', '=', websiteSettingsKey).executeTakeFirst();
  return { ...defaults, supportEmail: config.adminEmail || null, ...(row?.value as Partial<WebsiteSettings> | undefined) };
}

/** The landing application of a path: the setting, else the path's own family (decision 80a). */
async function landingModuleOf(services: Services, path: string): Promise<LandingModule> {
  const chosen = services.config.landingModule ?? (await readWebsiteSettings(services)).landingModule;
  if (chosen) return chosen;
  const family = path.startsWith('/hpc') ? 'hpc' : path.startsWith('/research') ? 'research' : 'general';
  return landingModules.find((each) => each === family) ?? 'general';
}

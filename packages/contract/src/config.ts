import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { landingModules, msServices } from './enums.ts';
import { listResult } from './list.ts';

/** Everything the browser needs to offer one sign-in. No secrets. */
export const provider = z.object({
  name: z.string(),
  label: z.string(),
  msService: z.enum(msServices),
  /** null = directory sign-in, `aws` = AWS. */
  provider: z.string().nullable(),
  enabled: z.boolean(),
  /** The embedded sandbox cloud: the page says so. */
  isSandbox: z.boolean(),
  clientId: z.string(),
  /** Authority without the tenant, e.g. https://login.microsoftonline.com. */
  authority: z.string(),
  defaultTenant: z.string(),
  /** Only where the sign-in library does not know the authority by itself: its endpoints as JSON text. */
  authorityMetadata: z.string().nullable(),
  knownAuthorities: z.array(z.string()),
  redirectUri: z.string(),
  /** Scope of the portal's own API; scope of the cloud management API. */
  apiScope: z.string(),
  managementScope: z.string(),
  extraScopesToConsent: z.array(z.string()),
  loginHint: z.string().nullable(),
});
export type Provider = z.output<typeof provider>;

export const websiteSettings = z.object({
  productName: z.string(),
  logoUrl: z.string().nullable(),
  faviconUrl: z.string().nullable(),
  primaryColour: z.string(),
  accentColour: z.string(),
  supportEmail: z.string().nullable(),
  footerText: z.string(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  banner: z.object({ text: z.string(), level: z.enum(['info', 'warning', 'error']), from: z.string().nullable(), to: z.string().nullable() }).nullable(),
  landingModule: z.enum(landingModules).nullable(),
  trialEnabled: z.boolean(),
  cookieNotice: z.boolean(),
});
export type WebsiteSettings = z.output<typeof websiteSettings>;

const text = z.object({ data: z.string() });

export const configEndpoints = endpoints({
  configProviders: { response: listResult(provider) },
  configChannelCode: { response: text },
  configChannelResource: { response: text },
  configAdminEmail: { response: text },
  githubConfig: { response: z.object({ data: z.object({ clientId: z.string(), redirectUrl: z.string() }) }) },
  landingModule: { query: z.object({ path: z.string().max(500).optional() }), response: z.object({ data: z.enum(landingModules) }) },
  websiteSettingsGet: { response: websiteSettings },
});

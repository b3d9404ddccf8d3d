import { PORTAL_CLIENT } from './directory.ts';

/** What tokens can be asked for: an API with its audience and delegated permissions. */
export interface ApiResource {
  /** As in a scope, `<uri>/<permission>`. */
  uri: string;
  /** `aud` of its tokens. */
  audience: string;
  permissions: string[];
}

/** Addresses per cloud as in the endpoint table of both clouds. */
const NAMES = {
  general: { management: 'https://management.azure.com', core: 'https://management.core.windows.net', graph: 'https://graph.microsoft.com', vault: 'https://vault.azure.net' },
  government: { management: 'https://management.usgovcloudapi.net', core: 'https://management.core.usgovcloudapi.net', graph: 'https://graph.microsoft.us', vault: 'https://vault.usgovcloudapi.net' },
};

export type Audience = 'management' | 'graph' | 'storage' | 'vault' | 'portal';

/** The APIs of one cloud. `tls` is the sandbox's own address: the command line asks for tokens for it. */
export function apiResources(cloud: 'general' | 'government', tls: string): (ApiResource & { kind: Audience })[] {
  const names = NAMES[cloud];
  const management = (uri: string): ApiResource & { kind: Audience } => ({ kind: 'management', uri, audience: uri, permissions: ['user_impersonation'] });
  return [
    { kind: 'portal', uri: `api://${PORTAL_CLIENT}`, audience: PORTAL_CLIENT, permissions: ['access_as_user'] },
    management(names.management),
    management(names.core),
    management(tls),
    { kind: 'graph', uri: names.graph, audience: names.graph, permissions: ['User.Read', 'Application.Read.All', 'Directory.Read.All'] },
    { kind: 'storage', uri: 'https://storage.azure.com', audience: 'https://storage.azure.com', permissions: ['user_impersonation'] },
    { kind: 'vault', uri: names.vault, audience: names.vault, permissions: ['user_impersonation'] },
  ];
}

const OPENID = new Set(['openid', 'profile', 'email', 'offline_access']);

/** The API that an Entra-style scope names; bare permissions mean Graph; undefined for OpenID scopes and unknown APIs. */
export function resourceOfScope(resources: readonly (ApiResource & { kind: Audience })[], scope: string): ApiResource | undefined {
  if (!scope || OPENID.has(scope)) return undefined;
  const slash = scope.lastIndexOf('/');
  if (slash <= 0) return resources.find(({ kind, permissions }) => kind === 'graph' && permissions.includes(scope));
  // '<uri>//.default' is right too when the resource's own name ends with a slash.
  const uri = scope.slice(0, slash).replace(/\/+$/, '');
  return resources.find((resource) => resource.uri === uri || resource.audience === uri);
}

/** Every scope of an API, as granted to every client of the sandbox. */
export const scopesOf = (resource: ApiResource): string[] => [
  ...resource.permissions.map((permission) => `${resource.uri}/${permission}`),
  `${resource.uri}/.default`,
  ...(resource.uri.includes('graph.') ? resource.permissions : []),
];

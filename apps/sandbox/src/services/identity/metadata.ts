import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { JsonObject } from '@cloudwright/engine';
import type { Cloud } from '../../wire/cloud.ts';
import { answer, type Operation, type Provider } from '../../wire/provider.ts';

/** Storage suffixes of the real clouds; the sandbox's own data planes are path-style and come from resource answers. */
const SUFFIXES = {
  general: { storage: 'core.windows.net', keyVaultDns: 'vault.azure.net', sqlServerHostname: 'database.windows.net', acrLoginServer: 'azurecr.io' },
  government: { storage: 'core.usgovcloudapi.net', keyVaultDns: 'vault.usgovcloudapi.net', sqlServerHostname: 'database.usgovcloudapi.net', acrLoginServer: 'azurecr.us' },
};

/**
 * What a command line needs to find the cloud: `/metadata/endpoints` on the TLS port. The login endpoint ends with
 * `/adfs`, because that style needs no instance discovery on the internet. The authority itself also answers on the
 * TLS port (clients refuse plain http there).
 */
export function metadataProvider(cloud: Cloud): Provider {
  const base = (host: string | undefined): string => `https://${host ?? new URL(cloud.addresses.tls).host}`;
  const endpoints: Operation = {
    method: 'GET', path: '/metadata/endpoints', audience: 'none',
    run: ({ headers, query }) => {
      const here = base(headers['host']);
      const authentication = { loginEndpoint: `${here}/adfs`, audiences: [here, `${here}/`], tenant: 'common', identityProvider: 'ADFS' };
      if (query.get('api-version')?.startsWith('2015')) return { galleryEndpoint: here, graphEndpoint: here, portalEndpoint: here, authentication };
      const row: JsonObject = {
        name: cloud.kind === 'general' ? 'Sandbox' : 'SandboxGovernment', portal: cloud.addresses.http, authentication, resourceManager: here, graph: here, graphAudience: here, gallery: here,
        media: here, activeDirectoryDataLake: here, sqlManagement: here, batch: here, vmImageAliasDoc: `${here}/aliases.json`, microsoftGraphResourceId: `${here}/`,
        appInsightsTelemetryChannelResourceId: here, logAnalyticsResourceId: here, suffixes: SUFFIXES[cloud.kind],
      };
      return answer(200, [row]);
    },
  };
  /** The authority below a path of the TLS port. */
  const authority = (prefix: string): NonNullable<Provider['mounts']>[number] => ({
    prefix,
    handle: async (req: IncomingMessage, res: ServerResponse) => {
      const served = await cloud.authority.handle(req, res, new URL((req.socket instanceof TLSSocket ? base(req.headers.host) : cloud.addresses.http) + (req.url ?? '/')));
      if (!served) res.writeHead(404).end();
    },
  });
  return {
    namespace: 'Microsoft.Resources', types: [], operations: [endpoints],
    mounts: ['/adfs', '/common', '/organizations', ...cloud.seed.directories.flatMap(({ id, domain }) => [`/${id}`, `/${domain}`])].map(authority),
  };
}

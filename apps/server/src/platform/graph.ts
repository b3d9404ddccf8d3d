import { AppError, failure } from './errors.ts';
import { call, jsonOf } from './outgoing.ts';
import type { Identity } from './tokens.ts';

/**
 * A token for Microsoft Graph on behalf of the signed-in person (OAuth 2.0 on-behalf-of): needs the portal's
 * application secret. Throws 503 not_configured without one.
 */
async function graphToken({ cloud, tid, token }: Identity): Promise<string> {
  if (!cloud.apiSecret) throw failure('not_configured', `Reading the directory needs the application's secret (setting ${cloud.service.toUpperCase()}_API_SECRET).`);
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    client_id: cloud.clientId,
    client_secret: cloud.apiSecret,
    assertion: token,
    requested_token_use: 'on_behalf_of',
    // The scope names the real Graph also where the sandbox serves it.
    scope: `${cloud.isSandbox ? 'https://graph.microsoft.com' : cloud.endpoints().graph}/.default`,
  });
  const answer = await call(`${cloud.authority}/${tid}/oauth2/v2.0/token`, { form }).catch(() => {
    throw failure('cloud_unreachable', 'The directory does not answer.');
  });
  const body = jsonOf<{ access_token: string; error: string; error_description: string }>(answer);
  if (!body.access_token) throw new AppError(502, body.error ?? 'cloud_unreachable', body.error_description ?? 'The directory gave no token for Graph.');
  return body.access_token;
}

/** Reads a collection of Graph as the signed-in person. Throws Graph's own error. */
export async function readGraph<T>(identity: Identity, path: string): Promise<T[]> {
  const { graph, ca } = identity.cloud.endpoints();
  const token = await graphToken(identity);
  const answer = await call(`${graph}/v1.0${path}`, { headers: { authorization: `Bearer ${token}` }, ca }).catch(() => {
    throw failure('cloud_unreachable', 'Graph does not answer.');
  });
  const body = jsonOf<{ value: T[]; error: { code: string; message: string } }>(answer);
  if (answer.status >= 400) throw new AppError(answer.status === 403 ? 403 : 502, body.error?.code ?? 'cloud_unreachable', body.error?.message ?? 'Graph did not answer as expected.');
  return body.value ?? [];
}

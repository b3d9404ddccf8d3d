import { request as httpsRequest } from 'node:https';
import { tokenOf, type Sandbox } from './clients.ts';

/** One plain request to Resource Manager, for what the official clients hide (headers, status). */
export async function request(
  sandbox: Sandbox, method: string, path: string, options: { body?: unknown; raw?: string; headers?: Record<string, string>; username?: string; token?: string } = {},
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Record<string, unknown> }> {
  const token = options.token ?? await tokenOf(sandbox, options.username ?? 'admin@alpine.example');
  return new Promise((resolve, reject) => {
    httpsRequest(`${sandbox.tls.general}${path}`, { method, ca: sandbox.ca, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...options.headers } }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk)).on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} }));
    }).on('error', reject).end(options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body)));
  });
}

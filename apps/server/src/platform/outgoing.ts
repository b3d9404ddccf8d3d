import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

const timeoutMs = 15_000;

export interface OutgoingAnswer {
  status: number;
  text: string;
}

/**
 * One call to a service of a cloud that may have a certificate authority of its own, which fetch can't be given.
 * A form is posted; without one it is a GET. Rejects when the service doesn't answer within 15 s.
 */
export function call(address: string, options: { form?: URLSearchParams; headers?: Record<string, string>; ca?: string | undefined } = {}): Promise<OutgoingAnswer> {
  const send = address.startsWith('https:') ? httpsRequest : httpRequest;
  const body = options.form?.toString();
  const headers = { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(Buffer.byteLength(body)) }), ...options.headers };
  return new Promise((resolve, reject) => {
    const request = send(address, { method: body === undefined ? 'GET' : 'POST', headers, timeout: timeoutMs, ...(options.ca ? { ca: options.ca } : {}) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 502, text: Buffer.concat(chunks).toString() }));
    });
    request.on('timeout', () => request.destroy(new Error(`${address} did not answer in time`)));
    request.on('error', reject);
    request.end(body);
  });
}

/** The JSON of an answer, an empty object where it is none. */
export function jsonOf<T extends object>(answer: OutgoingAnswer): Partial<T> {
  try {
    return JSON.parse(answer.text) as T;
  } catch {
    return {};
  }
}

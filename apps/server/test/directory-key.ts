import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { decodeJwt, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose';
import { inject } from 'vitest';
import { portalTokenFor } from './server.ts';

/**
 * A token of a real person, really signed by the sandbox's directory key, with some claims changed: what a directory
 * would not give out by itself (an expired token, another version, a missing scope).
 */
export async function signedToken(email: string, changed: JWTPayload): Promise<string> {
  const world = new DatabaseSync(path.join(inject('dataDir'), 'sandbox', 'general.sqlite'), { readOnly: true });
  const row = world.prepare(`select value from value where service = 'identity' and key = 'key'`).get() as { value: string };
  world.close();
  const jwk = JSON.parse(row.value) as JWK;
  const claims = { ...decodeJwt(await portalTokenFor(email)), ...changed };
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: jwk.kid ?? '' }).sign(await importJWK(jwk, 'RS256'));
}
/** Seconds from now as a token counts them. */
export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

import { randomBytes } from 'node:crypto';
import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT, type JWK, type JWTPayload } from 'jose';
import type { World } from '../../world/world.ts';

/** The authority's signing key, kept in the world: tokens stay good over a restart. */
export interface SigningKeys {
  privateJwk: JWK;
  publicJwk: JWK;
  sign: (claims: JWTPayload, secondsToLive: number) => Promise<string>;
  /** Claims of a token of this authority; throws jose's errors. */
  verify: (token: string, clock: Date) => Promise<JWTPayload>;
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), use: 'sig', alg: 'RS256' };
}

/** Reads the keys from the world, or makes them. */
export async function signingKeys(world: World): Promise<SigningKeys> {
  let privateJwk = world.value<JWK>('identity', 'key');
  if (!privateJwk) world.setValue('identity', 'key', (privateJwk = await newKey()));
  const { kty, n, e, kid, use, alg } = privateJwk;
  const publicJwk = { kty, n, e, kid, use, alg } as JWK;
  const key = await importJWK(privateJwk, 'RS256');
  const keySet = createLocalJWKSet({ keys: [publicJwk] });
  return {
    privateJwk,
    publicJwk,
    sign: (claims, secondsToLive) => {
      const now = Math.floor(world.now().getTime() / 1000);
      return new SignJWT({ ...claims, iat: now, nbf: now, exp: now + secondsToLive })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: kid! })
        .sign(key);
    },
    verify: async (token, clock) => (await jwtVerify(token, keySet, { algorithms: ['RS256'], currentDate: clock, clockTolerance: 5 })).payload,
  };
}

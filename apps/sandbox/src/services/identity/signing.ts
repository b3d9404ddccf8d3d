import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createLocalJWKSet, jwtVerify, SignJWT, type JWK, type JWTPayload } from 'jose';
import type { World } from '../../world/world.ts';

/** The authority's signing keys, kept in the world: tokens stay good over a restart. */
export interface SigningKeys {
  /** The key that signs now. */
  privateJwk: () => JWK;
  /** Every published key: the one that signs now and former ones that were not withdrawn. */
  published: () => JWK[];
  sign: (claims: JWTPayload, secondsToLive: number) => Promise<string>;
  /** Claims of a token of this authority; throws jose's errors. */
  verify: (token: string, clock: Date) => Promise<JWTPayload>;
  /** Signs with a new key from now on; the former one stays published. Answers the new key's id. */
  rotate: () => string;
  /** Publishes only the key that signs now. */
  withdrawFormer: () => void;
}

const SERVICE = 'identity';

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: randomBytes(8).toString('hex'), use: 'sig', alg: 'RS256' };
}
const publicPart = ({ kty, n, e, kid, use, alg }: JWK): JWK => ({ kty, n, e, kid, use, alg }) as JWK;

/** Reads the keys from the world, or makes the first. */
export function signingKeys(world: World): SigningKeys {
  if (!world.value<JWK>(SERVICE, 'key')) world.setValue(SERVICE, 'key', newKey());
  const current = (): JWK => world.value<JWK>(SERVICE, 'key')!;
  const former = (): JWK[] => world.value<JWK[]>(SERVICE, 'former-keys') ?? [];
  const load = () => {
    const jwk = current();
    const published = [publicPart(jwk), ...former()];
    return { jwk, published, key: createPrivateKey({ key: jwk as never, format: 'jwk' }), keySet: createLocalJWKSet({ keys: published }) };
  };
  let loaded = load();
  return {
    privateJwk: () => loaded.jwk,
    published: () => loaded.published,
    sign: (claims, secondsToLive) => {
      const now = Math.floor(world.now().getTime() / 1000);
      return new SignJWT({ ...claims, iat: now, nbf: now, exp: now + secondsToLive })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: loaded.jwk.kid! })
        .sign(loaded.key);
    },
    verify: async (token, clock) => (await jwtVerify(token, loaded.keySet, { algorithms: ['RS256'], currentDate: clock, clockTolerance: 5 })).payload,
    rotate: () => {
      world.setValue(SERVICE, 'former-keys', [publicPart(current()), ...former()]);
      world.setValue(SERVICE, 'key', newKey());
      loaded = load();
      return loaded.jwk.kid!;
    },
    withdrawFormer: () => {
      world.setValue(SERVICE, 'former-keys', []);
      loaded = load();
    },
  };
}

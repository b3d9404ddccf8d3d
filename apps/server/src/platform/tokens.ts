import { tokenExpiredMessage } from '@cloudwright/contract/errors';
import { decodeJwt, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { CloudConfig, Config } from './settings.ts';
import { directoryKeys } from './directory-keys.ts';
import { AppError, failure } from './errors.ts';

/** Whom a verified portal token speaks of. A person is (tid, oid), never an e-mail (decision 30). */
export interface Identity {
  tid: string;
  oid: string;
  name: string;
  /** For display and for matching an invite only. */
  email: string;
  cloud: CloudConfig;
  /** When the token ends, in seconds since 1970. */
  expiresAt: number;
  /** The portal token itself: the assertion of an on-behalf-of call. */
  token: string;
}

const clockToleranceS = 60;
const maxTokenLength = 8192;
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Verifies portal tokens of every configured cloud and checks cloud tokens against them. */
export interface Tokens {
  identify(token: string): Promise<Identity>;
  /**
   * The caller's cloud-management token, checked to be of the same person, for the same cloud and not expired. Its
   * signature is the cloud's business: it is only handed on and never decides anything inside the portal.
   */
  cloudToken(identity: Identity, token: string | undefined): { token: string; expiresAt: string };
}

/**
 * Per directory one key set (directory-keys.ts). Which directories are asked at all is decided by `isKnownTenant`, so
 * that nobody can make us fetch at will.
 */
export function createTokens(config: Config, isKnownTenant: (tid: string) => Promise<boolean>): Tokens {
  const clouds = Object.values(config.clouds).filter((cloud) => cloud.isEnabled);
  const keySets = new Map<string, JWTVerifyGetKey>();
  const keysOf = (cloud: CloudConfig, tid: string): JWTVerifyGetKey => {
    const address = `${cloud.authority}/${tid}/discovery/v2.0/keys`;
    let keys = keySets.get(address);
    if (!keys) keySets.set(address, (keys = directoryKeys(address)));
    return keys;
  };

  return {
    async identify(token) {
      if (token.length > maxTokenLength) throw failure('token_invalid', 'The access token is too long.');
      const claims = readClaims(token);
      const tid = textOf(claims.tid);
      const cloud = clouds.find((each) => claims.iss === `${each.authority}/${tid}/v2.0`);
      if (!guid.test(tid) || claims.ver !== '2.0' || !cloud) throw failure('token_invalid', 'The access token was not issued by a directory this portal trusts.');
      if (!(await isKnownTenant(tid))) throw failure('account_unknown', 'Your directory is not registered with this portal. Ask your administrator, or request a trial.');
      const payload = await verify(token, keysOf(cloud, tid), cloud, tid);
      const email = textOf(payload.preferred_username) || textOf(payload.email) || textOf(payload.upn);
      return { tid, oid: textOf(payload.oid), name: textOf(payload.name) || email, email: email.toLowerCase(), cloud, expiresAt: payload.exp ?? 0, token };
    },

    cloudToken(identity, token) {
      if (!token) throw failure('cloud_token_missing', 'This needs your cloud-management token.');
      if (token.length > maxTokenLength) throw failure('cloud_token_invalid', 'The cloud-management token is too long.');
      const claims = readClaims(token, 'cloud_token_invalid');
      const audience = textOf(claims.aud).replace(/\/$/, '');
      if (!identity.cloud.endpoints().resourceManagerAudiences.includes(audience)) throw failure('cloud_token_invalid', `The cloud-management token is for ${audience || 'nothing'}, not for the selected cloud.`);
      if (claims.oid !== identity.oid || claims.tid !== identity.tid) throw failure('cloud_token_invalid', 'The cloud-management token belongs to another person or directory.');
      if (!claims.exp || claims.exp + clockToleranceS < Date.now() / 1000) throw failure('token_expired', tokenExpiredMessage);
      return { token, expiresAt: new Date(claims.exp * 1000).toISOString() };
    },
  };
}

/** A claim as text; '' when it is missing or something else. */
const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim : '');

function readClaims(token: string, code: 'token_invalid' | 'cloud_token_invalid' = 'token_invalid'): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw failure(code, 'The access token is not a token.');
  }
}

async function verify(token: string, keys: JWTVerifyGetKey, cloud: CloudConfig, tid: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer: `${cloud.authority}/${tid}/v2.0`,
      audience: [cloud.audience, `api://${cloud.audience}`],
      clockTolerance: clockToleranceS,
      requiredClaims: ['exp', 'iat', 'oid', 'tid', 'azp'],
    });
    if (payload.tid !== tid) throw failure('token_invalid', 'The access token names two directories.');
    if (!textOf(payload.scp).split(' ').includes('access_as_user')) throw failure('token_invalid', 'The access token lacks the scope access_as_user.');
    return payload;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof errors.JWTExpired) throw failure('token_expired', tokenExpiredMessage);
    throw failure('token_invalid', 'The access token is not valid for this portal.');
  }
}

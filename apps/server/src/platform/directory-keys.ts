import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { failure } from './errors.ts';

const timeoutMs = 5_000;
/** Keys are asked for again after this time, beside the calls: a withdrawn key opens nothing for longer. */
export const maxAgeMs = 3600_000;
/** Tokens can name unknown keys at will; the directory is asked at most this often because of them. */
export const cooldownMs = 30_000;
/** A directory that fails is left alone for this long. */
const backoffMs = 2_000;

/**
 * The keys that a directory publishes, for jose. Fetched at the first token, again when one names an unknown key (a
 * directory that changes its key is followed without a restart) and once an hour. One fetch at a time. Known keys
 * serve on while the directory is down; what needs a key that can't be fetched is 503, not a reason to sign out.
 */
export function directoryKeys(address: string): JWTVerifyGetKey {
  let keys: ReturnType<typeof createLocalJWKSet> | null = null;
  let pending: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let hasFailed = false;

  const load = async () => {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    keys = createLocalJWKSet((await answer.json()) as JSONWebKeySet);
  };
  const ask = (): Promise<void> => {
    askedAt = Date.now();
    pending ??= load()
      .then(() => void (hasFailed = false), () => void (hasFailed = true))
      .finally(() => (pending = null));
    return pending;
  };
  const unavailable = () => failure('unavailable', 'The directory does not answer. Try again in a moment.');

  return async (header, token) => {
    const age = () => Date.now() - askedAt;
    if (!keys && (pending || age() > backoffMs)) await ask();
    if (!keys) throw unavailable();
    if (age() > (hasFailed ? cooldownMs : maxAgeMs)) void ask();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (pending || age() > cooldownMs) await ask();
      if (hasFailed) throw unavailable();
      return keys(header, token);
    }
  };
}

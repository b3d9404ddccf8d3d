import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Seals values at rest, signs short-lived states. One key per purpose is derived from the application key. */
export interface Crypto {
  /** Encrypts a text. `context` (for instance `deployment:<id>`) must be given again to open it. */
  seal(text: string, context: string): string;
  /** The text of a sealed value. Throws when it was changed or belongs to another context or key. */
  open(sealed: string, context: string): string;
  /** Base64url HMAC-SHA-256. */
  sign(text: string): string;
  isSignature(text: string, signature: string): boolean;
  /** 32 bytes for a purpose, for libraries that take a raw key. */
  key(purpose: string): Uint8Array;
}

/** Makes the crypto of an application key (32 bytes as hexadecimal digits). */
export function createCrypto(appKey: string): Crypto {
  const root = Buffer.from(appKey, 'hex');
  const key = (purpose: string) => new Uint8Array(hkdfSync('sha256', root, 'cloudwright', purpose, 32));
  const sealing = key('seal');
  const signing = key('sign');
  const sign = (text: string) => createHmac('sha256', signing).update(text).digest('base64url');
  return {
    seal(text, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(context));
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12)).setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
    },
    sign,
    isSignature(text, signature) {
      const expected = Buffer.from(sign(text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
    key,
  };
}

/**
 * The application key: the setting, else the one in the data directory, made at the first start. Losing it loses
 * every sealed value, so it is part of a backup.
 */
export function loadAppKey(setting: string | null, dataDir: string): string {
  if (setting) return setting;
  const file = path.join(dataDir, 'app.key');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}

/** 256 random bits for a link; only its hash is stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

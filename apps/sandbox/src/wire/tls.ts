import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';

export interface Certificates {
  /** PEM of the sandbox's own certificate authority; clients trust it. */
  ca: string;
  /** Where `ca` lies; undefined in memory. */
  caFile: string | undefined;
  key: string;
  cert: string;
}

const YEAR = 365 * 24 * 3600_000;
const MINIMUM_LEFT = 30 * 24 * 3600_000;

const wanted = { caKey: 'ca.key', ca: 'ca.pem', key: 'server.key', cert: 'server.pem' };

/**
 * The sandbox's certificate authority and server certificate (localhost, 127.0.0.1, ::1 and `host`), made once and
 * kept in `directory`; made anew when they run out within a month.
 */
export async function certificates(directory: string | undefined, host: string): Promise<Certificates> {
  const path = (file: string): string => join(directory!, file);
  if (directory && Object.values(wanted).every((file) => existsSync(path(file)))) {
    const read = (file: string): string => readFileSync(path(file), 'utf8');
    const left = Date.parse(new X509Certificate(read(wanted.cert)).validTo) - Date.now();
    if (left > MINIMUM_LEFT) return { ca: read(wanted.ca), caFile: path(wanted.ca), key: read(wanted.key), cert: read(wanted.cert) };
  }
  const notBeforeDate = new Date(Date.now() - 24 * 3600_000);
  const authority = await generate([{ name: 'commonName', value: 'Cloudwright sandbox CA' }], {
    keyType: 'ec', algorithm: 'sha256', notBeforeDate, notAfterDate: new Date(Date.now() + 10 * YEAR),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec', algorithm: 'sha256', notBeforeDate, notAfterDate: new Date(Date.now() + 2 * YEAR),
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [
        { type: 2, value: 'localhost' }, { type: 2, value: '*.localhost' }, { type: 7, ip: '127.0.0.1' }, { type: 7, ip: '::1' },
        ...(/^[\d.:]+$/.test(host) ? [] : [{ type: 2 as const, value: host }]),
      ] },
    ],
  });
  if (directory) {
    mkdirSync(directory, { recursive: true });
    writeFileSync(path(wanted.caKey), authority.private, { mode: 0o600 });
    writeFileSync(path(wanted.key), server.private, { mode: 0o600 });
    writeFileSync(path(wanted.ca), authority.cert);
    writeFileSync(path(wanted.cert), server.cert);
  }
  return { ca: authority.cert, caFile: directory ? path(wanted.ca) : undefined, key: server.private, cert: server.cert };
}

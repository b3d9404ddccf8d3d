import { EncryptJWT, jwtDecrypt } from 'jose';
import type { Services } from './context.ts';
import { failure } from './errors.ts';
import type { Identity } from './tokens.ts';

/** Temporary keys of an AWS session. They never reach the browser in the clear. */
export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiresAt: string;
}
type Holder = Pick<Identity, 'oid' | 'tid'>;
type Sealing = Pick<Services, 'crypto'>;
const encryption = 'A256GCM';

/** The aws-auth value: the keys sealed for one person of one directory, until they expire (decision 28). */
export const sealAws = ({ crypto }: Sealing, who: Holder, credentials: AwsCredentials): Promise<string> =>
  new EncryptJWT({ keys: [credentials.accessKeyId, credentials.secretAccessKey, credentials.sessionToken], oid: who.oid, tid: who.tid })
    .setProtectedHeader({ alg: 'dir', enc: encryption, typ: 'aws-auth' })
    .setIssuedAt()
    .setExpirationTime(new Date(credentials.expiresAt))
    .encrypt(crypto.key('aws-auth'));

/**
 * Opens the x-aws-auth value for the person it was made for. Throws 401 aws_auth_expired when it is over, changed or
 * somebody else's: the caller makes a new one or goes on without.
 */
export async function openAws({ crypto }: Sealing, who: Holder, value: string): Promise<AwsCredentials> {
  const refused = failure('aws_auth_expired', 'Your AWS session is over. Connect the AWS account again.');
  const { payload } = await jwtDecrypt(value, crypto.key('aws-auth'), { contentEncryptionAlgorithms: [encryption], keyManagementAlgorithms: ['dir'], requiredClaims: ['exp'] }).catch(() => {
    throw refused;
  });
  if (payload.oid !== who.oid || payload.tid !== who.tid) throw refused;
  const [accessKeyId = '', secretAccessKey = '', sessionToken = ''] = payload.keys as string[];
  return { accessKeyId, secretAccessKey, sessionToken, expiresAt: new Date((payload.exp ?? 0) * 1000).toISOString() };
}

import { EncryptJWT, jwtDecrypt } from 'jose';
import type { PersonContext, Services } from '../../platform/context.ts';
import { AppError, failure } from '../../platform/errors.ts';
import { call } from '../../platform/outgoing.ts';
import type { Identity } from '../../platform/tokens.ts';

/** Temporary keys of an AWS session. They never reach the browser in the clear. */
export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiresAt: string;
}

const sessionSeconds = 3600;
const encryption = 'A256GCM';

/**
 * Exchanges a directory token for an AWS session (STS AssumeRoleWithWebIdentity) and seals its keys into a value that
 * only this person can use, until it expires (decision 28).
 */
export async function signInToAws({ services, identity, person }: PersonContext, idToken: string): Promise<{ awsAuth: string; expiresAt: string }> {
  const { aws } = services.config;
  if (!aws) throw failure('not_configured', 'The AWS sign-in is not configured.');
  const form = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: aws.roleArn,
    RoleSessionName: person.userId,
    WebIdentityToken: idToken,
    DurationSeconds: String(sessionSeconds),
  });
  const ca = identity.cloud.isSandbox ? identity.cloud.endpoints().ca : undefined;
  const answer = await call(aws.stsUrl ?? `https://sts.${aws.region}.amazonaws.com/`, { form, ca }).catch(() => {
    throw failure('cloud_unreachable', 'AWS does not answer.');
  });
  if (answer.status !== 200) throw new AppError(answer.status === 403 || answer.status === 400 ? 403 : 502, textOf(answer.text, 'Code') || 'cloud_unreachable', textOf(answer.text, 'Message') || 'AWS did not answer as expected.');
  const credentials = {
    accessKeyId: textOf(answer.text, 'AccessKeyId'),
    secretAccessKey: textOf(answer.text, 'SecretAccessKey'),
    sessionToken: textOf(answer.text, 'SessionToken'),
    expiresAt: textOf(answer.text, 'Expiration'),
  };
  return { awsAuth: await sealAws(services, identity, credentials), expiresAt: credentials.expiresAt };
}

export const sealAws = (services: Services, who: Pick<Identity, 'oid' | 'tid'>, credentials: AwsCredentials): Promise<string> =>
  new EncryptJWT({ keys: [credentials.accessKeyId, credentials.secretAccessKey, credentials.sessionToken], oid: who.oid, tid: who.tid })
    .setProtectedHeader({ alg: 'dir', enc: encryption, typ: 'aws-auth' })
    .setIssuedAt()
    .setExpirationTime(new Date(credentials.expiresAt))
    .encrypt(services.crypto.key('aws-auth'));

/** Opens the x-aws-auth value for the person it was made for; 403 aws_auth_required otherwise. */
export async function openAws(services: Services, who: Pick<Identity, 'oid' | 'tid'>, value: string | undefined): Promise<AwsCredentials> {
  const refused = failure('aws_auth_required', 'Connect an AWS account first.');
  if (!value) throw refused;
  const { payload } = await jwtDecrypt(value, services.crypto.key('aws-auth'), { contentEncryptionAlgorithms: [encryption], keyManagementAlgorithms: ['dir'] }).catch(() => {
    throw refused;
  });
  if (payload.oid !== who.oid || payload.tid !== who.tid) throw refused;
  const [accessKeyId = '', secretAccessKey = '', sessionToken = ''] = payload.keys as string[];
  return { accessKeyId, secretAccessKey, sessionToken, expiresAt: new Date((payload.exp ?? 0) * 1000).toISOString() };
}

/** The text of the first element of a name: STS answers a flat XML document. */
const textOf = (xml: string, name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

import { sealAws } from '../../platform/aws-auth.ts';
import type { PersonContext } from '../../platform/context.ts';
import { AppError, failure } from '../../platform/errors.ts';
import { call } from '../../platform/outgoing.ts';

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
    DurationSeconds: String(aws.sessionSeconds),
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

/** The text of the first element of a name: STS answers a flat XML document. */
const textOf = (xml: string, name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

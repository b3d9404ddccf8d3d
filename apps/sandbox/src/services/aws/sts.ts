import { createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose';
import type { Addresses } from '../../wire/provider.ts';
import { Faults } from '../../world/faults.ts';
import type { World } from '../../world/world.ts';
import { AwsError } from './signature.ts';

/** The role of the seed: whoever signs in to a directory of this sandbox for the portal may take it. */
const sandboxRole = { arn: 'arn:aws:iam::123456789012:role/cloudwright', audience: 'cloudwright' };

export interface Session { accessKeyId: string; secretAccessKey: string; sessionToken: string; subject: string; expires: number }

const SERVICE = 'aws-session';
export const sessionOf = (world: World, accessKeyId: string): Session | undefined => world.value<Session>(SERVICE, accessKeyId);

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/**
 * `AssumeRoleWithWebIdentity` (AWS STS API reference): swaps a token of a directory of this sandbox against temporary
 * keys. Answers the XML body. Throws AwsError with STS's codes.
 */
export async function assumeRoleWithWebIdentity(fields: URLSearchParams, world: World, addresses: Addresses): Promise<string> {
  if (fields.get('Action') !== 'AssumeRoleWithWebIdentity') throw new AwsError(400, 'InvalidAction', `Could not find operation ${fields.get('Action') ?? ''} for version 2011-06-15`);
  const seconds = Number(fields.get('DurationSeconds') ?? 3600);
  if (!Number.isInteger(seconds) || seconds < 900 || seconds > 43_200) {
    throw new AwsError(400, 'ValidationError', `1 validation error detected: Value '${seconds}' at 'durationSeconds' failed to satisfy constraint: Member must have value between 900 and 43200`);
  }
  const name = fields.get('RoleSessionName') ?? '';
  if (!/^[\w+=,.@-]{2,64}$/.test(name)) throw new AwsError(400, 'ValidationError', "1 validation error detected: Value at 'roleSessionName' failed to satisfy constraint");
  const subject = await subjectOf(fields.get('WebIdentityToken') ?? '', world, addresses);
  if (fields.get('RoleArn') !== sandboxRole.arn) throw new AwsError(403, 'AccessDenied', 'Not authorized to perform sts:AssumeRoleWithWebIdentity');

  const expires = world.now().getTime() + (new Faults(world).switches.awsSessionSeconds || seconds) * 1000;
  const session: Session = {
    accessKeyId: `ASIA${world.newId().replaceAll('-', '').slice(0, 16).toUpperCase()}`,
    secretAccessKey: world.newKey(30), sessionToken: world.newKey(120), subject, expires,
  };
  world.setValue(SERVICE, session.accessKeyId, session);
  return `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
<SubjectFromWebIdentityToken>${subject}</SubjectFromWebIdentityToken><Audience>${sandboxRole.audience}</Audience>
<AssumedRoleUser><Arn>${sandboxRole.arn.replace(':iam:', ':sts:').replace(':role/', ':assumed-role/')}/${name}</Arn><AssumedRoleId>AROASANDBOX:${name}</AssumedRoleId></AssumedRoleUser>
<Credentials><SessionToken>${session.sessionToken}</SessionToken><SecretAccessKey>${session.secretAccessKey}</SecretAccessKey><Expiration>${new Date(expires).toISOString()}</Expiration><AccessKeyId>${session.accessKeyId}</AccessKeyId></Credentials>
</AssumeRoleWithWebIdentityResult><ResponseMetadata><RequestId>${world.newId()}</RequestId></ResponseMetadata></AssumeRoleWithWebIdentityResponse>`;
}

async function subjectOf(token: string, world: World, addresses: Addresses): Promise<string> {
  let issuer: string | undefined;
  try {
    issuer = decodeJwt(token).iss;
  } catch {
    throw new AwsError(400, 'InvalidIdentityToken', 'The ID Token provided is not a valid JWT.');
  }
  const directory = new RegExp(`^${addresses.http.replaceAll('.', '\\.')}/([0-9a-f-]{36})/v2\\.0$`).exec(issuer ?? '')?.[1];
  if (!directory) throw new AwsError(400, 'InvalidIdentityToken', 'No OpenIDConnect provider found in your account for this issuer');
  const address = `${addresses.http}/${directory}/discovery/v2.0/keys`;
  const keys = keySets.get(address) ?? createRemoteJWKSet(new URL(address));
  keySets.set(address, keys);
  try {
    const { payload } = await jwtVerify(token, keys, { issuer: issuer!, audience: sandboxRole.audience, algorithms: ['RS256'], currentDate: world.now() });
    return payload.sub ?? '';
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new AwsError(400, 'ExpiredTokenException', 'Token expired: current date/time must be before the expiration date/time');
    if (error instanceof errors.JWTClaimValidationFailed) throw new AwsError(403, 'AccessDenied', 'Not authorized to perform sts:AssumeRoleWithWebIdentity');
    throw new AwsError(400, 'InvalidIdentityToken', "Couldn't retrieve verification key from your identity provider, or the token's signature is invalid");
  }
}

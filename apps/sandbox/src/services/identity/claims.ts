import { randomBytes } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Account, Application } from '../../wire/cloud.ts';
import type { ApiResource } from './resources.ts';

/** Claims of an access token for a person, as the real directory writes them (v2.0). */
export function accessClaims(origin: string, tenant: string, account: Account, clientId: string, resource: ApiResource): JWTPayload {
  const objectId = account.objectIds[tenant]!;
  return {
    iss: `${origin}/${tenant}/v2.0`,
    aud: resource.audience,
    tid: tenant, oid: objectId, sub: objectId, azp: clientId, ver: '2.0', idtyp: 'user',
    scp: resource.permissions.join(' '),
    name: account.name, preferred_username: account.upn, upn: account.upn, unique_name: account.upn,
    uti: randomBytes(8).toString('hex'),
    // A guest's token says where the person is at home.
    ...(account.home === tenant ? {} : { idp: `${origin}/${account.home}/` }),
  };
}

/** Claims of an access token for an application (client credentials). */
export function applicationClaims(origin: string, application: Application, resource: ApiResource): JWTPayload {
  return {
    iss: `${origin}/${application.tenant}/v2.0`,
    aud: resource.audience,
    tid: application.tenant, oid: application.objectId, sub: application.objectId, azp: application.clientId, appid: application.clientId,
    ver: '2.0', idtyp: 'app', app_displayname: application.name, uti: randomBytes(8).toString('hex'),
  };
}

/** Claims of an id token for a person. */
export function idClaims(origin: string, tenant: string, account: Account, clientId: string): JWTPayload {
  const objectId = account.objectIds[tenant]!;
  return {
    iss: `${origin}/${tenant}/v2.0`, aud: clientId, ver: '2.0',
    sub: objectId, tid: tenant, oid: objectId, name: account.name, preferred_username: account.upn, email: account.upn,
    upn: account.upn, unique_name: account.upn, login_hint: account.upn, uti: randomBytes(8).toString('hex'),
  };
}

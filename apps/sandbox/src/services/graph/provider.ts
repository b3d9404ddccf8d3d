import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import type { Operation, OperationRequest, Provider } from '../../wire/provider.ts';
import type { Account } from '../../wire/cloud.ts';

const notFound = (what: string): ArmError => new ArmError(404, 'Request_ResourceNotFound', `Resource '${what}' does not exist or one of its queried reference-property objects are not present.`);

/** Keeps the members that `$select` names. */
const select = (request: OperationRequest, row: JsonObject): JsonObject => {
  const wanted = request.query.get('$select')?.split(',').map((name) => name.trim());
  return wanted ? Object.fromEntries(Object.entries(row).filter(([name]) => wanted.includes(name))) : row;
};

/** Microsoft Graph v1.0, read: organization, me, users, service principals, applications of the caller's directory. */
export function graphProvider(cloud: Cloud): Provider {
  const user = (account: Account, tenant: string): JsonObject => {
    const [givenName = '', ...rest] = account.name.split(' ');
    return {
      id: account.objectIds[tenant]!, displayName: account.name, givenName, surname: rest.join(' '), jobTitle: account.jobTitle, mail: account.upn, businessPhones: [], mobilePhone: null, officeLocation: null, preferredLanguage: 'en',
      userPrincipalName: account.home === tenant ? account.upn : `${account.upn.replace('@', '_')}#EXT#@${cloud.seed.directories.find(({ id }) => id === tenant)!.domain}`,
      userType: account.home === tenant ? 'Member' : 'Guest', accountEnabled: true,
    };
  };
  const users = (tenant: string): JsonObject[] => cloud.seed.accounts.filter(({ objectIds }) => objectIds[tenant]).map((account) => user(account, tenant));
  const organization = (tenant: string): JsonObject => {
    const { id, displayName, domain } = cloud.seed.directories.find((directory) => directory.id === tenant)!;
    return {
      id, displayName, countryLetterCode: 'CH', tenantType: 'AAD', createdDateTime: '2024-01-01T00:00:00Z', city: 'Zürich', street: null, postalCode: null, state: null, businessPhones: [], technicalNotificationMails: [`platform@${domain}`],
      verifiedDomains: [{ capabilities: 'Email, OfficeCommunicationsOnline', isDefault: true, isInitial: true, name: domain, type: 'Managed' }], assignedPlans: [], provisionedPlans: [],
    };
  };
  const principals = (tenant: string): JsonObject[] => cloud.seed.applications.filter((row) => row.tenant === tenant).map((row) => ({ id: row.objectId, appId: row.clientId, displayName: row.name, servicePrincipalType: 'Application', accountEnabled: true, servicePrincipalNames: [row.clientId] }));

  /** A collection with `$filter` (eq, startswith), `$search`, `$top`, `$skiptoken`, `$select`, `$count`. */
  const collection = (request: OperationRequest, name: string, rows: JsonObject[]): Json => {
    const filter = request.query.get('$filter');
    const search = /"?(\w+):([^"]*)"?/.exec(request.query.get('$search') ?? '');
    const text = (row: JsonObject, member: string): string => String(row[member] ?? '').toLowerCase();
    const tests = (filter ?? '').split(/\s+or\s+/i).filter(Boolean).map((condition) => {
      const equal = /^\s*(\w+)\s+eq\s+'((?:[^']|'')*)'\s*$/.exec(condition);
      const starts = /^\s*startswith\((\w+),\s*'((?:[^']|'')*)'\)\s*$/i.exec(condition);
      if (equal) return (row: JsonObject) => text(row, equal[1]!) === equal[2]!.toLowerCase();
      if (starts) return (row: JsonObject) => text(row, starts[1]!).startsWith(starts[2]!.toLowerCase());
      throw new ArmError(400, 'Request_UnsupportedQuery', `Unsupported Query: ${condition}.`);
    });
    const found = rows.filter((row) => (!tests.length || tests.some((test) => test(row))) && (!search || text(row, search[1]!).includes(search[2]!.toLowerCase())));
    const start = Number(request.query.get('$skiptoken') ?? 0) || 0;
    const top = Number(request.query.get('$top') ?? 100);
    if (!Number.isInteger(top) || top < 1 || top > 999) throw new ArmError(400, 'Request_BadRequest', "Invalid page size specified: '$top' must be between 1 and 999.");
    const next = new URLSearchParams(request.query);
    next.set('$skiptoken', String(start + top));
    return {
      '@odata.context': `${cloud.addresses.tls}/v1.0/$metadata#${name}`, ...(request.query.get('$count') === 'true' ? { '@odata.count': found.length } : {}),
      ...(start + top < found.length ? { '@odata.nextLink': `https://${request.headers['host']}${request.path}?${next}` } : {}),
      value: found.slice(start, start + top).map((row) => select(request, row)),
    };
  };
  const get = (path: string, run: Operation['run']): Operation => ({ method: 'GET', path: `/v1.0${path}`, audience: 'graph', run });
  return {
    namespace: 'Microsoft.Graph', types: [],
    operations: [
      get('/organization', (request) => collection(request, 'organization', [organization(request.caller.tenantId)])),
      get('/organization/{id}', (request) => {
        if (request.params['id'] !== request.caller.tenantId) throw notFound(request.params['id']!);
        return select(request, organization(request.caller.tenantId));
      }),
      get('/me', (request) => {
        const me = users(request.caller.tenantId).find(({ id }) => id === request.caller.objectId);
        if (!me) throw new ArmError(400, 'BadRequest', '/me request is only valid with delegated authentication flow.');
        return select(request, { '@odata.context': `${cloud.addresses.tls}/v1.0/$metadata#users/$entity`, ...me });
      }),
      get('/me/memberOf', (request) => collection(request, 'directoryObjects', [])),
      get('/users', (request) => collection(request, 'users', users(request.caller.tenantId))),
      get('/users/{id}', (request) => {
        const wanted = request.params['id']!.toLowerCase();
        const found = users(request.caller.tenantId).find(({ id, userPrincipalName, mail }) => [id, userPrincipalName, mail].some((value) => String(value).toLowerCase() === wanted));
        if (!found) throw notFound(request.params['id']!);
        return select(request, found);
      }),
      get('/servicePrincipals', (request) => collection(request, 'servicePrincipals', principals(request.caller.tenantId))),
      get('/applications', (request) => collection(request, 'applications', principals(request.caller.tenantId))),
      get('/groups', (request) => collection(request, 'groups', [])),
    ],
  };
}

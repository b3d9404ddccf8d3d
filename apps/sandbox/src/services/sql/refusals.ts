import type { Refusals } from '../refusal.ts';

const S = 'Microsoft.Sql/servers';
const server = (more: object = {}) => ({ location: 'westeurope', properties: { administratorLogin: 'operator', administratorLoginPassword: 'Pass-word-1234', ...more } });

/** What Microsoft.Sql refuses. */
export const sqlRefusals: Refusals = {
  provider: 'Microsoft.Sql',
  given: [{ method: 'PUT', path: `${S}/takenserver1`, body: server() }, { method: 'PUT', path: `${S}/takenserver1/databases/db`, body: { location: 'westeurope', sku: { name: 'S0' }, properties: {} } }],
  refused: [
    { title: 'a name with capitals', method: 'PUT', path: `${S}/BadServer`, body: server(), status: 400, code: 'InvalidServerName' },
    { title: 'a name that is taken', method: 'PUT', path: '{subscription}/resourceGroups/{otherGroup}/providers/Microsoft.Sql/servers/takenserver1', body: server(), status: 409, code: 'NameAlreadyExists' },
    { title: 'a weak password', method: 'PUT', path: `${S}/newserver1`, body: server({ administratorLoginPassword: 'password' }), status: 400, code: 'PasswordNotComplex' },
    { title: 'a password that holds the login', method: 'PUT', path: `${S}/newserver1`, body: server({ administratorLoginPassword: 'My-operator-1' }), status: 400, code: 'PasswordNotComplex' },
    { title: 'a forbidden login', method: 'PUT', path: `${S}/newserver1`, body: server({ administratorLogin: 'sa' }), status: 400, code: 'InvalidLoginName' },
    { title: 'no login', method: 'PUT', path: `${S}/newserver1`, body: { location: 'westeurope', properties: {} }, status: 400, code: 'InvalidParameterValue' },
    { title: 'another login later', method: 'PUT', path: `${S}/takenserver1`, body: server({ administratorLogin: 'somebody' }), status: 400, code: 'InvalidParameterValue' },
    { title: 'a database of an unknown sku', method: 'PUT', path: `${S}/takenserver1/databases/new`, body: { location: 'westeurope', sku: { name: 'XXL' } }, status: 400, code: 'InvalidSkuName' },
    { title: 'another collation later', method: 'PUT', path: `${S}/takenserver1/databases/db`, body: { location: 'westeurope', properties: { collation: 'Latin1_General_BIN' } }, status: 400, code: 'PropertyChangeNotAllowed' },
    { title: 'a database on a missing server', method: 'PUT', path: `${S}/missing/databases/db`, body: { location: 'westeurope' }, status: 404, code: 'ParentResourceNotFound' },
    { title: 'deleting master', method: 'DELETE', path: `${S}/takenserver1/databases/master`, status: 400, code: 'OperationNotAllowedOnSystemDatabase' },
    { title: 'a firewall rule upside down', method: 'PUT', path: `${S}/takenserver1/firewallRules/r`, body: { properties: { startIpAddress: '10.0.0.9', endIpAddress: '10.0.0.1' } }, status: 400, code: 'InvalidFirewallRuleRange' },
    { title: 'a firewall rule without addresses', method: 'PUT', path: `${S}/takenserver1/firewallRules/r`, body: { properties: { startIpAddress: 'here', endIpAddress: 'there' } }, status: 400, code: 'FirewallRuleNotIPv4Address' },
  ],
};

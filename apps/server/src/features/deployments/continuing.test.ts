import { afterAll, beforeAll, expect, test } from 'vitest';
import { newGroup, publish, subscriptionId, unique, until } from '../../../test/deployments.ts';
import { startServer, type Client, type TestServer } from '../../../test/server.ts';

let server: TestServer;
let dev: Client;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  [dev, admin] = (await Promise.all(['dev@alpine.example', 'admin@alpine.example'].map((email) => server.asUser(email, { withCloudToken: true })))) as [Client, Client];
});
afterAll(() => server.stop());

/** An entry with two values, one of them secret, that is done. */
async function deployed(): Promise<string> {
  const name = unique('bp-');
  const nsg = { type: 'Microsoft.Network/networkSecurityGroups', apiVersion: '2023-11-01', name: "[parameters('label')]", location: 'eastus', properties: {} };
  await publish(admin, name, { parameters: { label: { type: 'string' }, key: { type: 'secureString' } }, resources: [nsg] });
  const { body } = await dev.call('deploymentCreate', { body: { blueprintName: name, name: unique('d'), subscriptionId, resourceGroup: await newGroup(admin), region: 'eastus', parameters: { label: 'first', key: 'hidden-1' } } });
  return (await until(dev, body.id, ['SUCCEEDED'])).id;
}
const pause = (id: string) => server.database.pool.query(`update deployment set status = 'NEEDS_SIGN_IN', step = 'follow', next_at = null where id = $1`, [id]);

test('an entry that waits for a sign-in goes on as it was, and says so when it was to be changed', async () => {
  const id = await deployed();
  await pause(id);
  for (const changed of [{ parameters: { label: 'second' } }, { parameters: { key: 'hidden-2' } }, { tags: { team: 'x' } }, { region: 'westus2' }]) {
    const refused = await dev.fail('deploymentRetry', { body: { id, ...changed } });
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('waits for a sign-in') as string]);
  }
  expect((await dev.call('deploymentRetry', { body: { id, parameters: { label: 'first' } } })).status).toBe(202);
  expect((await until(dev, id, ['SUCCEEDED'])).attempt).toBe(1);
});

test('what was deleted keeps no secret and no token, with its resources or without', async () => {
  for (const resources of [true, false]) {
    const id = await deployed();
    await dev.call('deploymentDelete', { body: { id, resources } });
    await until(dev, id, ['DELETED']);
    const { rows } = await server.database.pool.query('select sealed_secrets, sealed_token from deployment where id = $1', [id]);
    expect([resources, rows[0]]).toEqual([resources, { sealed_secrets: null, sealed_token: null }]);
  }
});

test('the token of one cloud is never kept for an entry in another', async () => {
  const id = await deployed();
  await pause(id);
  await server.database.pool.query(`update deployment set cloud = 'government' where id = $1`, [id]);
  for (const refused of [await dev.fail('deploymentRetry', { body: { id } }), await dev.fail('deploymentCancel', { body: { id } }), await dev.fail('deploymentDelete', { body: { id, resources: true } })]) {
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('government cloud') as string]);
  }
  const { rows } = await server.database.pool.query<{ sealed_token: string | null }>('select sealed_token from deployment where id = $1', [id]);
  expect(rows[0]?.sealed_token).toBeNull();
  expect((await dev.call('deploymentDelete', { body: { id, resources: false } })).body.status).toBe('DELETED');
});

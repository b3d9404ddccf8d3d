import type { Permission } from '@cloudwright/contract/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGroup, schema, subscriptionId, unique, until } from '../../../test/deployments.ts';
import { startServer, type Client, type TestServer } from '../../../test/server.ts';

let server: TestServer;
let [platform, admin, dev, borealis] = [] as unknown as [Client, Client, Client, Client];
beforeAll(async () => {
  server = await startServer();
  [platform, admin, dev, borealis] = (await Promise.all(
    ['platform@alpine.example', 'admin@alpine.example', 'dev@alpine.example', 'admin@borealis.example'].map((email) => server.asUser(email, { withCloudToken: true })),
  )) as [Client, Client, Client, Client];
});
afterAll(() => server.stop());

const storage = { type: 'Microsoft.Network/networkSecurityGroups', apiVersion: '2023-11-01', name: 'shared-nsg', location: 'eastus', properties: {} };
const text = (parts: object = {}, at = schema) => JSON.stringify({ $schema: at, contentVersion: '1.0.0.0', resources: [storage], ...parts });
const subscriptionSchema = 'https://schema.management.azure.com/schemas/2018-05-01/subscriptionDeploymentTemplate.json#';
const template = (content: string, linked: Record<string, string> = {}) => ({ format: 'ARM_JSON' as const, content, linked });

/** Makes a blueprint and publishes its first version. */
async function published(client: Client, visibility: 'ORG' | 'SHARED' = 'ORG'): Promise<{ id: string; name: string }> {
  const name = unique('bp-');
  const { body } = await client.call('blueprintCreate', { body: { name, title: name, visibility, template: template(text()) } });
  await client.call('blueprintPublish', { params: { id: body.blueprint.id }, body: {} });
  return { id: body.blueprint.id, name };
}

describe('a draft', () => {
  it('changes nothing of what is published: neither where it is deployed nor what it costs', async () => {
    const { id, name } = await published(admin);
    const disk = { type: 'Microsoft.Compute/disks', apiVersion: '2024-03-02', name: 'd', location: 'eastus', sku: { name: 'Premium_LRS' }, properties: { creationData: { createOption: 'Empty' }, diskSizeGB: 1024 } };
    const seen = async (version?: number) => (await dev.call('blueprintGetByName', { params: { name }, query: version ? { version } : {} })).body;
    const before = await seen();
    await admin.call('blueprintEdit', { params: { id }, body: { template: template(text({ resources: [disk] }, subscriptionSchema)) } });
    expect(await seen()).toMatchObject({ scope: 'RESOURCE_GROUP', price: before.price });
    await admin.call('blueprintEdit', { params: { id }, body: { scope: 'SUBSCRIPTION' } });
    expect((await dev.call('blueprintCatalogue', { query: { filterObj: { name } } })).body.result[0]?.scope).toBe('RESOURCE_GROUP');
    const nowhere = { blueprintName: name, name: unique('d'), subscriptionId, region: 'eastus' };
    expect((await dev.fail('deploymentCreate', { body: nowhere })).body.error.details).toMatchObject([{ field: 'resourceGroup' }]);

    await admin.call('blueprintPublish', { params: { id }, body: {} });
    const after = await seen();
    expect([after.scope, after.version]).toEqual(['SUBSCRIPTION', 2]);
    expect(after.price.monthly?.amount).toBeGreaterThan(before.price.monthly?.amount ?? 0);
    expect((await seen(1)).scope).toBe('RESOURCE_GROUP');
    expect((await dev.fail('deploymentCreate', { body: { ...nowhere, version: 1 } })).body.error.details).toMatchObject([{ field: 'resourceGroup' }]);
  });

  it('keeps what two people change at the same moment in different parts of it', async () => {
    const { id } = await published(admin);
    for (let round = 0; round < 8; round += 1) {
      const changed = text({ metadata: { round }, parameters: { size: { type: 'string', defaultValue: 'S' } } });
      await Promise.all([
        admin.call('blueprintEdit', { params: { id }, body: { template: template(changed) } }),
        dev.call('blueprintEdit', { params: { id }, body: { parameterDefaults: { size: String(round) } } }),
      ]);
      const { body } = await admin.call('blueprintGet', { params: { id } });
      expect([body.template.content, body.parameterDefaults]).toEqual([changed, { size: String(round) }]);
    }
  });
});

describe('a shared blueprint', () => {
  it('stays with those who deployed it when it is retired, and with nobody else', async () => {
    const { id, name } = await published(platform, 'SHARED');
    const { body } = await dev.call('deploymentCreate', { body: { blueprintName: name, name: unique('d'), subscriptionId, resourceGroup: await newGroup(admin), region: 'eastus' } });
    await until(dev, body.id, ['SUCCEEDED']);
    await platform.call('blueprintRetire', { params: { id } });
    const download = await dev.send('POST', '/api/azure/deployment.download', { body: { id: body.id } });
    expect([download.status, download.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect((await borealis.fail('blueprintVersionGet', { params: { id, version: 1 } })).status).toBe(404);
  });

  it('is read by its id only by those who may see the marketplace', async () => {
    const { id } = await published(platform, 'SHARED');
    const own = await published(admin);
    const cost = await server.asUser('cost@alpine.example');
    const rights = (permission: Permission[]) => server.database.pool.query(`update role set permission = $1 where name = 'Cost Manager' and org_id = 'alpine'`, [permission]);
    await rights(['blueprints']);
    expect((await cost.fail('blueprintVersionGet', { params: { id, version: 1 } })).status).toBe(404);
    expect((await cost.fail('blueprintVersionList', { params: { id } })).status).toBe(404);
    expect((await cost.call('blueprintVersionGet', { params: { id: own.id, version: 1 } })).body.version).toBe(1);
    await rights(['blueprints', 'marketplace']);
    expect((await cost.call('blueprintVersionGet', { params: { id, version: 1 } })).body.version).toBe(1);
    expect((await cost.call('blueprintVersionList', { params: { id }, query: {} })).body.total).toBe(1);
  });
});

describe('what is stored', () => {
  const create = (body: object) => admin.send('POST', '/api/blueprint', { body: { name: unique('bp-'), title: 'T', template: template(text()), ...body } });

  it('holds no values of secret parameters: a parameter file often brings them', async () => {
    const parameters = { adminPassword: { type: 'secureString' }, settings: { type: 'secureObject' }, size: { type: 'string' } };
    const secret = 'Tr0ub4dor&3';
    const { text: answer, status } = await create({ template: template(text({ parameters })), parameterDefaults: { AdminPassword: secret, settings: { key: secret }, size: 'S' } });
    expect([status, answer.includes(secret)]).toEqual([201, false]);
    expect((JSON.parse(answer) as { blueprint: { parameterDefaults: object } }).blueprint.parameterDefaults).toEqual({ size: 'S' });
    const { rows } = await server.database.pool.query(`select 1 from blueprint where blueprint::text like $1 union all select 1 from audit_entry where audit_entry::text like $1`, [`%${secret}%`]);
    expect(rows).toEqual([]);
  });

  it('has linked files inside the blueprint only: they are unpacked from a download one day', async () => {
    for (const path of ['../evil.json', 'a/../../evil.json', '/etc/evil.json', 'a\\..\\evil.json', 'C:/evil.json']) {
      const { status, body } = await create({ template: template(text(), { [path]: text() }) });
      expect([path, status, body]).toMatchObject([path, 400, { error: { code: 'invalid_input' } }]);
    }
  });

  it('survives links and names that no address can hold', async () => {
    const linking = (uri: string) => text({ resources: [{ type: 'Microsoft.Resources/deployments', apiVersion: '2022-09-01', name: 'n', properties: { mode: 'Incremental', templateLink: { uri } } }] });
    for (const uri of ['https://x/%E0%A4%A.json', 'https://x/constructor', 'https://x/__proto__']) {
      expect([uri, (await create({ template: template(linking(uri)) })).status]).toEqual([uri, 201]);
    }
    expect((await create({ template: template(text(), { 'http://[': text() }) })).status).toBe(201);
    const odd = 'a b%41#?é.json';
    expect((await create({ template: template(linking(`https://x/${encodeURIComponent(odd)}`), { [odd]: text() }) })).body).toMatchObject({ blueprint: { template: { linked: { [odd]: text() } } } });
  });

  it('is of a type that the organization has', async () => {
    const { body: theirs } = await borealis.call('blueprintTypeCreate', { body: { name: 'Theirs' } });
    for (const typeId of [theirs.id, '00000000-0000-4000-8000-000000000000']) {
      const { status, body } = await create({ typeId });
      expect([status, body]).toMatchObject([400, { error: { details: [{ field: 'typeId' }] } }]);
    }
  });
});

it('an upload that hides its length is refused when it has grown too large', async () => {
  const boundary = 'part';
  const megabytes = new Uint8Array(15 * 2 ** 20).fill(32);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="f${sent}.json"\r\ncontent-type: application/json\r\n\r\n`;
      if (sent < 8) for (const chunk of [Buffer.from(head), megabytes, Buffer.from('\r\n')]) controller.enqueue(new Uint8Array(chunk));
      else {
        controller.enqueue(new Uint8Array(Buffer.from(`--${boundary}--\r\n`)));
        controller.close();
      }
      sent += 1;
    },
  });
  const request = { method: 'POST', headers: { ...admin.headers, 'content-type': `multipart/form-data; boundary=${boundary}` }, body, duplex: 'half' } as RequestInit;
  const answer = await fetch(`${server.address}/api/blueprint/import`, request);
  expect([answer.status, await answer.json()]).toMatchObject([413, { error: { code: 'too_large' } }]);
});

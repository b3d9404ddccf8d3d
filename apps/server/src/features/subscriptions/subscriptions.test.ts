import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Client, type TestServer } from '../../../test/server.ts';

const production = 'aaaaaaaa-0000-4000-8000-000000000001';
const borealisSid = 'bbbbbbbb-0000-4000-8000-000000000001';
let server: TestServer;
let admin: Client;
let dev: Client;
let reader: Client;
let borealis: Client;
beforeAll(async () => {
  server = await startServer();
  const withCloudToken = { withCloudToken: true };
  [admin, dev, reader, borealis] = await Promise.all([
    server.asUser('admin@alpine.example', withCloudToken), server.asUser('dev@alpine.example', withCloudToken), server.asUser('reader@alpine.example', withCloudToken), server.asUser('admin@borealis.example', withCloudToken),
  ]);
});
afterAll(() => server.stop());

describe('subscriptions', () => {
  it('list what the organization has registered, nothing of others (R-SUB-01)', async () => {
    const names = async (client: Client) => (await client.call('subscriptionList', { body: {} })).body.result.map((row) => row.displayName);
    expect(await names(dev)).toEqual(['Alpine Production', 'Alpine Sandbox']);
    expect(await names(borealis)).toEqual(['Borealis']);
    expect((await dev.call('subscriptionList', { body: { filter: 'sandb' } })).body.result.map((row) => row.sid)).toEqual(['aaaaaaaa-0000-4000-8000-000000000002']);
    expect((await admin.fail('subscriptionView', { body: { sid: borealisSid } })).status).toBe(404);
  });

  it('are registered once in the whole portal: a second time is 409, also for another organization', async () => {
    const again = await admin.fail('subscriptionCreate', { body: { sid: production } });
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict']);
    await server.database.pool.query(`update subscription set org_id = 'federal' where sid = $1`, [borealisSid]);
    const taken = await borealis.fail('subscriptionCreate', { body: { sid: borealisSid } });
    expect(taken.status).toBe(409);
    expect(taken.body.error.message).not.toMatch(/federal/i);
    await server.database.pool.query(`update subscription set org_id = 'borealis' where sid = $1`, [borealisSid]);
  });

  it('are registered only by who sees them in the cloud, and unregistered while nothing is deployed', async () => {
    const unseen = await borealis.fail('subscriptionCreate', { body: { sid: 'dddddddd-0000-4000-8000-000000000009' } });
    expect(unseen.status).toBeGreaterThanOrEqual(403);
    expect((await borealis.call('subscriptionAvailable', { body: {} })).body.result).toEqual([]);
    await borealis.call('subscriptionDelete', { body: { sid: borealisSid } });
    expect((await borealis.call('subscriptionAvailable', { body: {} })).body.result.map((row) => row.sid)).toEqual([borealisSid]);
    const { status, body } = await borealis.call('subscriptionCreate', { body: { sid: borealisSid, currency: 'EUR' } });
    expect([status, body.displayName, body.currency, body.deploymentCount]).toEqual([201, 'Borealis', 'EUR', 0]);
  });

  it('are edited, with an entry in the audit log', async () => {
    expect((await admin.call('subscriptionEdit', { body: { sid: production, tags: { cost: 'r-12' } } })).body.tags).toEqual({ cost: 'r-12' });
    const { rows } = await server.database.pool.query(`select action from audit_entry where action = 'subscriptionEdit'`);
    expect(rows).toHaveLength(1);
    expect((await reader.fail('subscriptionEdit', { body: { sid: production } })).status).toBe(403);
  });

  it('have an access list of people of the organization (R-SUB-04)', async () => {
    const people = (await admin.call('userNames', { query: {} })).body as { result: { id: string; email?: string; name: string }[] };
    const [one] = people.result;
    const { body } = await admin.call('subscriptionAccessEdit', { body: { sid: production, access: [{ userId: one?.id ?? '', access: 'CONTRIBUTOR' }] } });
    expect(body.result).toMatchObject([{ userId: one?.id, access: 'CONTRIBUTOR' }]);
    expect((await admin.call('subscriptionAccessList', { body: { sid: production } })).body).toEqual(body);
    expect((await admin.fail('subscriptionAccessEdit', { body: { sid: production, access: [{ userId: '01a00000-0000-7000-8000-000000000000', access: 'OWNER' }] } })).status).toBe(400);
  });

  it('answer the regions of the cloud', async () => {
    const { body } = await dev.call('subscriptionLocations', { body: { subscriptionId: production } });
    expect(body.result.find((location) => location.name === 'westeurope')).toMatchObject({ displayName: 'West Europe', isPhysical: true });
  });

  it('need the cloud token where the cloud is asked', async () => {
    const without = await (await server.asUser('dev@alpine.example')).fail('subscriptionLocations', { body: { subscriptionId: production } });
    expect([without.status, without.body.error.code]).toEqual([401, 'cloud_token_missing']);
  });
});

describe('resource groups', () => {
  it('are created once, listed over all and over one subscription, counted and deleted (R-SUB-02, R-SUB-03)', async () => {
    const name = `rg-${Date.now()}`;
    const { status, body: group } = await dev.call('resourceGroupCreate', { body: { subscriptionId: production, name, region: 'westeurope', tags: { team: 'lab' } } });
    expect([status, group.region, group.tags, group.resourceCount]).toEqual([201, 'westeurope', { team: 'lab' }, 0]);
    expect((await dev.fail('resourceGroupCreate', { body: { subscriptionId: production, name, region: 'eastus' } })).status).toBe(409);
    expect((await admin.call('resourceGroupList', { body: { sids: 'All', filter: name } })).body.result).toMatchObject([{ name, subscriptionName: 'Alpine Production', resourceCount: 0 }]);
    expect((await admin.call('resourceGroupList', { body: { sids: 'aaaaaaaa-0000-4000-8000-000000000002', filter: name } })).body.total).toBe(0);
    expect((await borealis.fail('resourceGroupCreate', { body: { subscriptionId: production, name: 'x', region: 'eastus' } })).status).toBe(404);
    expect((await dev.fail('resourceGroupDelete', { body: { subscriptionId: production, name } })).status).toBe(403);
    expect((await admin.call('resourceGroupDelete', { body: { subscriptionId: production, name } })).body.provisioningState).toBe('Deleting');
  });

  it('keep the cloud’s own refusal', async () => {
    const refused = await dev.fail('resourceGroupCreate', { body: { subscriptionId: production, name: 'rg-nowhere', region: 'atlantis' } });
    expect([refused.status, refused.body.error.code]).toEqual([400, expect.stringMatching(/^LocationNotAvailableForResource/)]);
  });
});

describe('live choices of the wizard', () => {
  it('tell sizes with what is left of the quota', async () => {
    const { body } = await dev.call('vmSizes', { body: { subscriptionId: production, region: 'eastus' } });
    const size = body.result.find((one) => one.name === 'Standard_D2s_v5');
    expect(size).toMatchObject({ vCpus: 2, memoryGb: 8, isAvailable: true, reason: null });
    expect(size?.coresLeft).toBeGreaterThanOrEqual(2);
    const huge = body.result.find((one) => one.vCpus > 90 && one.coresLeft !== null && one.coresLeft < one.vCpus);
    expect(huge).toMatchObject({ isAvailable: false, reason: expect.stringContaining('vCPUs') });
  });

  it('list common images and networks', async () => {
    const { body: images } = await dev.call('vmImages', { body: { subscriptionId: production, region: 'eastus' } });
    expect(images.result.map((image) => image.publisher)).toEqual(expect.arrayContaining(['Canonical', 'MicrosoftWindowsServer']));
    expect((await dev.call('networkList', { body: { subscriptionId: production } })).status).toBe(200);
    expect((await borealis.fail('networkList', { body: { subscriptionId: production } })).status).toBe(404);
  });
});

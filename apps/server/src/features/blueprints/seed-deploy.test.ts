import { cloudClient } from '@cloudwright/cloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudTokenFor, startServer, type Client, type TestServer } from '../../../test/server.ts';
import { ended, newGroup, subscriptionId, unique, until } from '../../../test/deployments.ts';
import { readSeedBlueprints } from './seed.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.asUser('admin@alpine.example', { withCloudToken: true });
});
afterAll(() => server.stop());

/** What the official client still finds in a group. */
async function left(resourceGroup: string): Promise<string[]> {
  const endpoints = server.portal.services.config.clouds.general.endpoints();
  const cloud = cloudClient(endpoints, await cloudTokenFor('admin@alpine.example'));
  return (await cloud.resources.listInGroup(subscriptionId, resourceGroup)).map((resource) => `${resource.type}/${resource.name}`);
}

// Quotas of one region would not hold all of them at once: neighbours get different regions.
const regions = ['eastus', 'westeurope', 'northeurope', 'westus2', 'uksouth', 'centralus'];

describe('the blueprints that come with the portal, in the sandbox', () => {
  it.concurrent.each(readSeedBlueprints().map((blueprint, index) => [blueprint.name, blueprint, regions[index % regions.length] ?? 'eastus'] as const))(
    '%s is deployed to success, and deleted with its resources until nothing is left', async (name, { metadata }, region) => {
      const resourceGroup = metadata.scope === 'SUBSCRIPTION' ? null : await newGroup(admin, region);
      const { body: entry } = await admin.call('deploymentCreate', {
        body: { blueprintName: name, name: unique(`${name}-`), subscriptionId, resourceGroup, region, parameters: metadata.examples, tags: { team: 'lab' } },
      });
      const done = await until(admin, entry.id, ended, 55_000);
      expect([done.status, done.errors]).toEqual(['SUCCEEDED', []]);
      expect((await admin.call('deploymentResources', { body: { id: entry.id } })).body.result.length).toBeGreaterThan(0);
      await admin.call('deploymentDelete', { body: { id: entry.id, resources: true } });
      await until(admin, entry.id, ['DELETED'], 55_000);
      if (resourceGroup !== null) expect(await left(resourceGroup)).toEqual([]);
    });
});

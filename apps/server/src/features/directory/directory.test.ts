import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloudTokenFor, portalTokenFor, startServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const alpine = { tenantId: '11111111-1111-4111-8111-111111111111', displayName: 'Alpine Research' };
const borealis = { tenantId: '22222222-2222-4222-8222-222222222222', displayName: 'Borealis Labs' };

describe('GET /api/directory/fetch', () => {
  test('answers the directories of the person as value[] with tenantId and displayName (R-AUTH-32, R-API-13)', async () => {
    const guest = await server.asUser('guest@alpine.example', { withCloudToken: true });
    expect((await guest.call('directoryFetch', { query: {} })).body).toEqual({ value: [alpine, borealis] });
    expect((await guest.call('directoryFetch', { query: { tenantId: borealis.tenantId } })).body).toEqual({ value: [borealis] });
    const dev = await server.asUser('dev@alpine.example', { withCloudToken: true });
    expect((await dev.call('directoryFetch', { query: {} })).body).toEqual({ value: [alpine] });
  });

  test('works on the government cloud with its own tokens (R-AUTH-22)', async () => {
    const federal = await server.asUser('admin@federal.example', { withCloudToken: true });
    expect((await federal.call('directoryFetch', { query: {} })).body.value).toEqual([{ tenantId: '33333333-3333-4333-8333-333333333333', displayName: 'Federal Research' }]);
  });

  test.each([
    ['missing', () => Promise.resolve(''), 'cloud_token_missing'],
    ['not a token', () => Promise.resolve('abc'), 'cloud_token_invalid'],
    ["somebody else's", () => cloudTokenFor('admin@alpine.example'), 'cloud_token_invalid'],
    ['for the portal instead of the cloud', () => portalTokenFor('dev@alpine.example'), 'cloud_token_invalid'],
    ['for the other cloud', () => cloudTokenFor('admin@federal.example'), 'cloud_token_invalid'],
  ])('401 when the cloud token is %s (R-ERR-02)', async (_, token, code) => {
    const dev = server.withToken(await portalTokenFor('dev@alpine.example'), { 'x-cloud-token': await token() });
    const answer = await dev.fail('directoryFetch', { query: {} });
    expect([answer.status, answer.body.error.code]).toEqual([401, code]);
  });

  test('accepts headers of two long tokens and a long AWS session', async () => {
    const dev = server.withToken(await portalTokenFor('dev@alpine.example'), { 'x-cloud-token': await cloudTokenFor('dev@alpine.example'), 'x-ms-service': 'general', 'x-padding': 'x'.repeat(24_000) });
    expect((await dev.call('directoryFetch', { query: {} })).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

describe('GET /api/user/me', () => {
  test('answers the account with both permission lists (R-AUTH-37)', async () => {
    const dev = await server.asUser('dev@alpine.example');
    const { body } = await dev.call('sessionGet');
    expect(body).toMatchObject({ name: 'Dev Developer', email: 'dev@alpine.example', status: 'ACTIVE', orgId: 'alpine', role: 'Contributor' });
    expect(body.orgInfo.permission).toContain('roleList');
    expect(body.roleInfo.permission).not.toContain('roleList');
  });

  test('refuses somebody whom no organization knows', async () => {
    const stranger = await server.asUser('stranger@alpine.example');
    const answer = await stranger.fail('sessionGet');
    expect(answer.status).toBe(403);
    expect(answer.body.error.code).toBe('account_unknown');
  });

  test('knows one person through two directories', async () => {
    const home = await server.asUser('guest@alpine.example');
    const away = await server.asUser('guest@alpine.example', { directory: '22222222-2222-4222-8222-222222222222' });
    const [first, second] = [await home.call('sessionGet'), await away.call('sessionGet')];
    expect(second.body.id).toBe(first.body.id);
    expect(second.body.tenantId).not.toBe(first.body.tenantId);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandbox, startServer, type Client, type TestServer } from '../../../test/server.ts';

let server: TestServer;
let anybody: Client;
beforeAll(async () => {
  server = await startServer({ CHANNEL_CODE: 'partner-7', CHANNEL_RESOURCE: 'partner-seven', ADMIN_EMAIL: 'help@alpine.example', AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/cloudwright' });
  anybody = server.asNobody();
});
afterAll(() => server.stop());

describe('configuration calls', () => {
  test('provider/list answers the sign-ins of both clouds without a token (R-API-07, R-CFG-02)', async () => {
    const { body } = await anybody.call('configProviders');
    expect(body.result.map((row) => [row.name, row.msService, row.provider, row.enabled])).toEqual([['general', 'general', null, true], ['government', 'government', null, true], ['aws', 'general', 'aws', true]]);
    const [general, government] = body.result;
    expect(general).toMatchObject({ defaultTenant: 'common', managementScope: 'https://management.azure.com/user_impersonation', apiScope: 'api://cloudwright/access_as_user', loginHint: null });
    expect(general?.extraScopesToConsent).toEqual(['User.Read', 'Application.Read.All', 'Directory.Read.All']);
    expect(government).toMatchObject({ managementScope: 'https://management.usgovcloudapi.net/user_impersonation', loginHint: 'admin@federal.example' });
    expect(general?.redirectUri).toBe('http://localhost:8080/');
    expect(JSON.parse(general?.authorityMetadata ?? '{}')).toMatchObject({ token_endpoint: `${sandbox().http.general}/{tenantid}/oauth2/v2.0/token` });
  });

  test('the addresses of a sign-in are those that the directory publishes of itself, in both clouds (R-AUTH-21)', async () => {
    const { body } = await anybody.call('configProviders');
    for (const cloud of ['general', 'government'] as const) {
      const tenant = cloud === 'general' ? '11111111-1111-4111-8111-111111111111' : '33333333-3333-4333-8333-333333333333';
      const published = (await (await fetch(`${sandbox().http[cloud]}/${tenant}/v2.0/.well-known/openid-configuration`)).json()) as Record<string, unknown>;
      const given = JSON.parse((body.result.find((row) => row.name === cloud)?.authorityMetadata ?? '{}').replaceAll('{tenantid}', tenant)) as Record<string, unknown>;
      expect(Object.keys(given)).toEqual(expect.arrayContaining(['issuer', 'authorization_endpoint', 'token_endpoint', 'end_session_endpoint', 'jwks_uri']));
      expect(published).toMatchObject(given);
    }
  });

  test('channelcode, channelresource and adminEmail answer the settings (R-API-08, R-API-09, R-API-10, R-MAIL-05)', async () => {
    expect((await anybody.call('configChannelCode')).body).toEqual({ data: 'partner-7' });
    expect((await anybody.call('configChannelResource')).body).toEqual({ data: 'partner-seven' });
    expect((await anybody.call('configAdminEmail')).body).toEqual({ data: 'help@alpine.example' });
  });

  test('github/config answers client and return address and no secret (R-API-11)', async () => {
    const { body, text } = await anybody.call('githubConfig');
    expect(body).toEqual({ data: { clientId: 'cloudwright-github', redirectUrl: 'http://localhost:8080/api/user/login/social/github' } });
    expect(text).not.toContain('secret');
  });

  test('change with the settings, without a rebuild (R-CFG-03)', async () => {
    const other = await startServer({ CHANNEL_CODE: 'other', GITHUB_CLIENT_ID: 'mine', GITHUB_CLIENT_SECRET: 'hidden' });
    try {
      expect((await other.asNobody().call('configChannelCode')).body.data).toBe('other');
      expect((await other.asNobody().call('githubConfig')).body.data.clientId).toBe('mine');
      expect((await other.asNobody().call('configProviders')).body.total).toBe(2);
    } finally {
      await other.stop();
    }
  });

  test('module names the landing application of a path', async () => {
    for (const [path, name] of [['/', 'general'], ['/hpc/i/learn', 'hpc'], ['/research', 'research']]) expect((await anybody.call('landingModule', { query: { path } })).body).toEqual({ data: name });
  });

  test('the website settings have a name and the two colours', async () => {
    expect((await anybody.call('websiteSettingsGet')).body).toMatchObject({ productName: 'Cloudwright', primaryColour: '#1A73E7', accentColour: '#14E2C5' });
  });
});

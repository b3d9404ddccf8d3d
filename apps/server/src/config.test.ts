import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test.each([
  [{ PORT: '99999' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ APP_KEY: 'short' }, 'APP_KEY'],
  [{ CLOUD: 'moon' }, 'CLOUD'],
  [{ NODE_ENV: 'production' }, 'CLOUD'],
  [{ CLOUD: 'azure' }, 'GENERAL_CLIENT_ID'],
  [{ SMTP_URL: 'http://x' }, 'SMTP_URL'],
  [{ AWS_ROLE_ARN: 'role' }, 'AWS_ROLE_ARN'],
  [{ SANDBOX_READY: '{' }, 'SANDBOX_READY'],
  [{ NODE_ENV: 'production', CLOUD: 'sandbox', CRASH_AT: 'anywhere' }, 'CRASH_AT'],
])('%j is refused in one sentence that names the setting', (variables, name) => {
  const read = () => readConfig(variables);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`Setting ${name}\\b`));
});

test('the defaults are those of a person who tries it on the own machine (R-CFG-04)', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ port: 8080, cloud: 'sandbox', publicUrl: 'http://localhost:8080', isDemo: true });
  expect(config.clouds.general.authority).toBe('http://localhost:8081');
  expect(config.clouds.government.authority).toBe('http://localhost:8082');
});

test('a real cloud gets its own addresses and nothing of the sandbox (R-CFG-02)', () => {
  const config = readConfig({ CLOUD: 'azure', GENERAL_CLIENT_ID: 'a', GOVERNMENT_CLIENT_ID: 'b', GOVERNMENT_LOGIN_HINT: 'agency.example' });
  expect(config.clouds.general.endpoints()).toMatchObject({ authority: 'https://login.microsoftonline.com', resourceManager: 'https://management.azure.com' });
  expect(config.clouds.government.endpoints()).toMatchObject({ authority: 'https://login.microsoftonline.us', resourceManager: 'https://management.usgovcloudapi.net' });
  expect(config.clouds.government.loginHint).toBe('agency.example');
  expect(config.smtpUrl).toBeNull();
});

test('no credential has a default outside the sandbox (R-CFG-01)', () => {
  const config = readConfig({ CLOUD: 'azure', GENERAL_CLIENT_ID: 'a' });
  expect([config.github, config.aws, config.appKey, config.clouds.general.apiSecret, config.clouds.government.isEnabled]).toEqual([null, null, null, null, false]);
});

import { expect, test } from '@playwright/test';
import { callAs, menu, persistAuth, persisted, sandbox, signIn, subscriptions } from './portal.ts';

test('a 401 of the directory list renews the tokens and stays at the address (R-AUTH-33) (R-ERR-02)', async ({ page }) => {
  await signIn(page, 'admin@alpine.example');
  // What an older session would have left: a cloud token that no cloud takes. The portal's own token is still good.
  await persistAuth(page, { azureToken: 'x.y.z' });
  const refused = page.waitForResponse((response) => response.url().includes('/api/directory/fetch') && response.status() === 401);
  const renewed = page.waitForRequest((each) => each.method() === 'POST' && each.url().includes('/oauth2/v2.0/token'));
  await page.goto('/portal/user?limit=50');
  await refused;
  await renewed;
  await expect(page.getByRole('combobox', { name: 'Directory' })).toHaveText('Alpine Research');
  await expect(page).toHaveURL(/\/portal\/user\?limit=50$/);
  expect((await persisted(page)).state.auth).toMatchObject({ state: 'LOGGED_IN', azureToken: expect.stringMatching(/^ey/) });
});

test('a new tab, whose sign-in library knows nobody, renews through the hidden frame under the page policy', async ({ page, context }) => {
  await sandbox('PATCH', '/switches', { accessTokenSeconds: 200 });
  try {
    await signIn(page, 'admin@alpine.example');
  } finally {
    await sandbox('PATCH', '/switches', { accessTokenSeconds: 3599 });
  }
  const first = (await persisted(page)).state.auth['token'];
  const other = await context.newPage();
  const refusals: string[] = [];
  other.on('console', (message) => /Content Security Policy|Trusted/.test(message.text()) && refusals.push(message.text()));
  // The session asks for the sign-ins once, the menu once; asked with credentials, each renewal would begin another.
  let asked = 0;
  other.on('request', (each) => each.url().endsWith('/api/portal/config/provider/list') && asked++);
  const framed = other.waitForRequest((each) => each.url().includes('/oauth2/v2.0/authorize') && each.url().includes('prompt=none') && each.frame() !== other.mainFrame());
  const bridged = other.waitForResponse((response) => response.url().includes('/redirect.html') && response.frame() !== other.mainFrame());
  await other.goto('/portal/role');
  await framed;
  expect((await bridged).headers()['cache-control']).toBe('no-store');
  await expect(other.getByRole('table', { name: 'Roles' })).toBeVisible();
  await expect.poll(async () => (await persisted(other)).state.auth['token']).not.toBe(first);
  await expect(other).toHaveURL(/\/portal\/role$/);
  expect(refusals).toEqual([]);
  expect(asked).toBe(2);
});

test('the AWS sign-in is switched on and off in the profile menu; the browser holds a sealed value only', async ({ page }) => {
  await signIn(page, 'admin@alpine.example');
  const profile = page.getByRole('button', { name: 'Profile', exact: true });
  await profile.click();
  await page.getByRole('menuitem', { name: 'Switch to the AWS sign-in' }).click();
  // Other items belong to the directory's sign-in (spec section 6).
  await expect(menu(page).getByRole('link')).toHaveCount(0);
  const { auth } = (await persisted(page)).state;
  expect(auth).toMatchObject({ provider: 'aws', awsAuth: expect.stringMatching(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/) });
  const withSession = page.waitForRequest((each) => each.url().includes('/api/') && each.headers()['x-aws-auth'] === auth['awsAuth']);
  await page.reload();
  await withSession;
  await profile.click();
  await page.getByRole('menuitem', { name: 'Switch to the directory sign-in' }).click();
  await expect(menu(page).getByRole('link', { name: 'Blueprints', exact: true })).toBeVisible();
  expect((await persisted(page)).state.auth).toMatchObject({ provider: null, awsAuth: null });
});

test('an AWS session that is over is renewed, and left where AWS gives no new one; the page stays', async ({ page }) => {
  await signIn(page, 'admin@alpine.example');
  await page.goto('/portal/profile');
  const profile = page.getByRole('button', { name: 'Profile', exact: true });
  const life = (awsSessionSeconds: number) => sandbox('PATCH', '/switches', { awsSessionSeconds });
  const shortSession = async () => {
    await life(1);
    await profile.click();
    await page.getByRole('menuitem', { name: 'Switch to the AWS sign-in' }).click();
    await expect.poll(async () => (await persisted(page)).state.auth['awsAuth']).toBeTruthy();
    return (await persisted(page)).state.auth['awsAuth'];
  };
  const afterReload = async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    return (await persisted(page)).state.auth;
  };
  try {
    const short = await shortSession();
    await life(0);
    await expect.poll(async () => (await afterReload())['awsAuth']).not.toBe(short);
    expect(await afterReload()).toMatchObject({ state: 'LOGGED_IN', provider: 'aws', awsAuth: expect.any(String) });
    await profile.click();
    await page.getByRole('menuitem', { name: 'Switch to the directory sign-in' }).click();

    await shortSession();
    await life(0.001);
    await expect.poll(async () => (await afterReload())['provider']).toBe(null);
    expect(await afterReload()).toMatchObject({ state: 'LOGGED_IN', provider: null, awsAuth: null });
    await expect(page).toHaveURL(/\/portal\/profile$/);
  } finally {
    await life(0);
  }
});

test.describe('the screen of one deployment', () => {
  const account = 'dev@alpine.example';
  const provision = async (name: string, blueprintName: string, resourceGroup: string | null) => {
    const body = { blueprintName, name, subscriptionId: subscriptions.sandbox, resourceGroup, region: 'eastus', parameters: {}, tags: {} };
    const created = await callAs(account, 'POST', '/api/azure/deployment.create', body);
    expect(created.status, JSON.stringify(created.body)).toBe(202);
  };

  test('in a resource group (R-NAV-18)', async ({ page }) => {
    const name = `in-group-${Date.now()}`;
    await callAs(account, 'POST', '/api/azure/resourcegroup.create', { subscriptionId: subscriptions.sandbox, name: `rg-${name}`, region: 'eastus' });
    await provision(name, 'secure-storage', `rg-${name}`);
    await signIn(page, account);
    await page.goto(`/portal/deployment/subscription/${subscriptions.sandbox}/resourcegroup/rg-${name}/deploymentname/${name}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(`rg-${name}`);
    await expect(page).toHaveTitle('Deployments - Cloudwright');
  });

  test('at a subscription (R-NAV-19)', async ({ page }) => {
    const name = `at-subscription-${Date.now()}`;
    await provision(name, 'project-landing-zone', null);
    await signIn(page, account);
    await page.goto(`/portal/deployment/subscription/${subscriptions.sandbox}/deploymentname/${name}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('subscription scope');
    await expect(page).toHaveTitle('Deployments - Cloudwright');
  });
});

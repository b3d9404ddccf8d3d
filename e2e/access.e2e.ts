import { expect, test, type Page } from '@playwright/test';
import { callAs, chooseAccount, directories, governmentAddress, menu, persistAuth, persisted, portalAddress, sandbox, sandboxAddress, signedInPage, signIn, signOut, tokenOf } from './portal.ts';

const admin = 'admin@alpine.example';

/** Tokens that ran out ten minutes ago, as a session left open over lunch holds them. */
async function expiredTokens(email: string): Promise<{ token: string; azureToken: string }> {
  await sandbox('PATCH', '/switches', { accessTokenSeconds: -600 });
  try {
    const [token, azureToken] = await Promise.all([tokenOf(email, 'portal'), tokenOf(email, 'management')]);
    return { token, azureToken };
  } finally {
    await sandbox('PATCH', '/switches', { accessTokenSeconds: 3599 });
  }
}

/** The requests that a page makes to a directory's authorization endpoint. */
function authorizations(page: Page): URL[] {
  const seen: URL[] = [];
  page.on('request', (request) => /\/oauth2\/v2\.0\/authorize/.test(request.url()) && seen.push(new URL(request.url())));
  return seen;
}

test.afterEach(() => sandbox('DELETE', '/faults'));

test.describe('sign-in', () => {
  test('asks the common directory for an account and comes back to the own origin (R-AUTH-20) (R-AUTH-24) (R-AUTH-25) (R-AUTH-26) (R-AUTH-27)', async ({ page }) => {
    const asked = authorizations(page);
    const scopes = new Set<string>();
    page.on('request', (request) => {
      for (const scope of (new URLSearchParams(request.postData() ?? '').get('scope') ?? '').split(' ')) scopes.add(scope);
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await expect(page.getByRole('button', { name: admin })).toBeVisible();
    expect(asked[0]?.origin).toBe(sandboxAddress);
    expect(asked[0]?.pathname).toBe('/common/oauth2/v2.0/authorize');
    expect(asked[0]?.searchParams.get('prompt')).toBe('select_account');
    expect(asked[0]?.searchParams.get('redirect_uri')).toBe(`${portalAddress}/`);
    await chooseAccount(page, admin);
    await expect(menu(page)).toBeVisible();
    for (const request of asked) for (const scope of (request.searchParams.get('scope') ?? '').split(' ')) scopes.add(scope);
    expect([...scopes]).toEqual(expect.arrayContaining(['openid', 'profile', 'api://cloudwright/access_as_user', 'https://management.azure.com/user_impersonation', 'User.Read', 'Application.Read.All', 'Directory.Read.All']));
  });

  test('keeps account, tokens and settings under one key, and nothing else of the page (R-AUTH-04) (R-AUTH-16) (R-AUTH-17) (R-AUTH-37)', async ({ page }) => {
    await signIn(page, admin);
    const { state } = await persisted(page);
    expect(Object.keys(state).sort()).toEqual(['appSettings', 'auth']);
    expect(Object.keys(state.auth).sort()).toEqual(['account', 'awsAuth', 'azureToken', 'errorMessage', 'isTokenExpired', 'lastLoginTime', 'latestURLPath', 'provider', 'secondaryAzureToken', 'state', 'tenantId', 'token']);
    expect(state.auth).toMatchObject({ state: 'LOGGED_IN', isTokenExpired: false, tenantId: directories.alpine, account: { email: admin, orgId: 'alpine', orgInfo: { permission: expect.any(Array) }, roleInfo: { permission: expect.any(Array) } } });
    expect(state.appSettings).toMatchObject({ msService: 'general' });
  });

  test('refuses somebody whom the directory knows and the portal does not, and says so (R-ERR-07)', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await chooseAccount(page, 'stranger@alpine.example');
    await expect(page.getByRole('alert').filter({ hasText: 'You have no access to this portal yet. Ask an administrator for an invitation' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeEnabled();
    expect((await persisted(page)).state.auth).toMatchObject({ state: 'LOGIN_ERROR', token: null });
  });

  test('that is given up with Back leaves the start page ready for the next try', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await expect(page.getByRole('button', { name: admin })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeEnabled();
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await chooseAccount(page, admin);
    await expect(menu(page)).toBeVisible();
  });

  test('to the government cloud uses its authority, its management address and a hint (R-AUTH-22) (R-AUTH-28) (R-CFG-02)', async ({ page }) => {
    const asked = authorizations(page);
    const scopes: string[] = [];
    page.on('request', (request) => scopes.push(new URLSearchParams(request.postData() ?? '').get('scope') ?? ''));
    await page.goto('/');
    await page.getByRole('group', { name: 'Cloud' }).getByRole('button', { name: /government/i }).click();
    expect((await persisted(page)).state.appSettings).toMatchObject({ msService: 'government' });
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await chooseAccount(page, 'admin@federal.example');
    await expect(menu(page)).toBeVisible();
    expect(asked[0]?.origin).toBe(governmentAddress);
    expect(asked[0]?.searchParams.get('login_hint')).toBe('admin@federal.example');
    expect([...scopes, ...asked.map((each) => each.searchParams.get('scope'))].join(' ')).toContain('https://management.usgovcloudapi.net/user_impersonation');
    // The choice is kept for the next time.
    await page.goto('/');
    await expect(page.getByRole('group', { name: 'Cloud' }).getByRole('button', { name: /government/i })).toHaveAttribute('aria-pressed', 'true');
  });
});

test.describe('an expired token', () => {
  test('is renewed in the middle of work, and the call goes through', async ({ page }) => {
    await signIn(page, admin);
    await persistAuth(page, await expiredTokens(admin));
    await page.goto('/portal/user');
    await expect(page.getByRole('table', { name: 'Users' }).getByRole('button', { name: 'Dana Contributor' }).or(page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1))).toBeVisible();
    await expect(page).toHaveURL(/\/portal\/user$/);
    expect((await persisted(page)).state.auth).toMatchObject({ state: 'LOGGED_IN', isTokenExpired: false });
  });

  test('that cannot be renewed leads to sign-in with the exact message, and back to the same address (R-AUTH-05) (R-ERR-01)', async ({ page }) => {
    await signIn(page, admin);
    const tokens = await expiredTokens(admin);
    await page.context().clearCookies();
    await page.evaluate(() => sessionStorage.clear());
    await persistAuth(page, tokens);
    await page.goto('/portal/role?sort=-name');
    await expect(page.getByText('Error validating access token: Your token has expired!')).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/$/);
    expect((await persisted(page)).state.auth).toMatchObject({ state: 'TOKEN_EXPIRED', isTokenExpired: true, latestURLPath: '/portal/role?sort=-name' });
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await chooseAccount(page, admin);
    await expect(page).toHaveURL(/\/portal\/role\?sort=-name$/);
    await expect(page.getByRole('heading', { name: 'Roles', level: 1 })).toBeVisible();
  });

  test('with less than five minutes left is renewed before it is used (R-CONST-11)', async ({ page }) => {
    await sandbox('PATCH', '/switches', { accessTokenSeconds: 200 });
    await signIn(page, admin);
    const first = (await persisted(page)).state.auth['token'];
    await sandbox('PATCH', '/switches', { accessTokenSeconds: 3599 });
    await page.goto('/portal/role');
    await expect(page.getByRole('table', { name: 'Roles' })).toBeVisible();
    await expect.poll(async () => (await persisted(page)).state.auth['token']).not.toBe(first);
  });
});

test.describe('the directory switcher', () => {
  test('lists the directories, asks, signs in at the other one and comes back to the same address (R-AUTH-31) (R-AUTH-32)', async ({ page }) => {
    await signIn(page, 'guest@alpine.example');
    await page.goto('/portal/deployment');
    const asked = authorizations(page);
    await page.getByRole('combobox', { name: 'Directory' }).click();
    await expect(page.getByRole('option')).toHaveText(['Alpine Research', 'Borealis Labs']);
    await page.getByRole('option', { name: 'Borealis Labs' }).click();
    await page.getByRole('dialog', { name: 'Switch to Borealis Labs?' }).getByRole('button', { name: 'Switch' }).click();
    await expect.poll(() => asked.some(({ pathname }) => pathname.startsWith(`/${directories.borealis}/`))).toBe(true);
    await expect(page.getByRole('combobox', { name: 'Directory' })).toHaveText('Borealis Labs');
    await expect(page).toHaveURL(/\/portal\/deployment$/);
    expect((await persisted(page)).state.auth).toMatchObject({ tenantId: directories.borealis });
  });

  test('shows one entry while it loads (R-AUTH-30)', async ({ page }) => {
    await signIn(page, admin);
    await sandbox('POST', '/faults', { path: '/tenants', kind: 'latency', latency: 4000 });
    await page.goto('/portal/profile');
    await page.getByRole('combobox', { name: 'Directory' }).click();
    await expect(page.getByRole('option')).toHaveCount(1);
    await expect(page.getByRole('option')).toContainText('Loading...');
    await expect(page.getByText('Fetching....')).toBeVisible();
    await expect(page.getByRole('option', { name: 'Alpine Research' })).toBeVisible();
  });

  test('only stops loading when the cloud fails, and leaves the portal usable (R-AUTH-34) (R-ERR-03)', async ({ page }) => {
    await signIn(page, admin);
    await sandbox('POST', '/faults', { path: '/tenants', kind: 'error', status: 500 });
    await page.goto('/portal/profile');
    await expect(page.getByRole('combobox', { name: 'Directory' })).toHaveText('This directory', { timeout: 30_000 });
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  });
});

test.describe('sign-out', () => {
  test('clears what was kept, ends the session at the directory and signs out the other tab (R-AUTH-06) (R-AUTH-07)', async ({ page }) => {
    await signIn(page, admin);
    const other = await page.context().newPage();
    await other.goto('/portal/profile');
    await expect(other.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    await page.evaluate(() => {
      localStorage.setItem('Editorfiles', 'x');
      sessionStorage.setItem('one', '1');
    });
    const ended = page.waitForRequest(/\/oauth2\/v2\.0\/logout/);
    await signOut(page);
    await ended;
    expect(await page.evaluate(() => [localStorage.getItem('Editorfiles'), sessionStorage.getItem('one')])).toEqual([null, null]);
    expect((await persisted(page)).state.auth).toMatchObject({ state: 'NOT_LOGGED_IN', token: null, azureToken: null, account: null });
    await expect(other.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    await page.goto('/portal/user');
    await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  });
});

test('every call goes to the own origin with the tokens and the chosen cloud (R-API-01) (R-API-02) (R-API-03)', async ({ page }) => {
  await signIn(page, admin);
  const calls: { url: string; headers: Record<string, string> }[] = [];
  page.on('request', (request) => ['fetch', 'xhr'].includes(request.resourceType()) && calls.push({ url: request.url(), headers: request.headers() }));
  await page.goto('/portal/subscription');
  await expect(page.getByRole('table', { name: 'Subscriptions' })).toBeVisible();
  const own = calls.filter(({ url }) => url.includes('/api/'));
  expect(own.length).toBeGreaterThan(2);
  expect(calls.filter(({ url }) => !url.startsWith(portalAddress))).toEqual([]);
  for (const { headers, url } of own.filter((each) => !each.url.includes('/api/portal/config'))) {
    expect(headers['authorization'], url).toMatch(/^Bearer ey/);
    expect(headers['x-cloud-token'], url).toMatch(/^ey/);
    expect(headers['x-ms-service'], url).toBe('general');
  }
});

test('the bell counts to 99 and no further, live, and reading all empties it (R-NAV-08) (R-CONST-06) (R-MAIL-04)', async ({ browser }) => {
  test.slow();
  const email = 'cost@alpine.example';
  await callAs(email, 'POST', '/api/notification/readall', {});
  const page = await signedInPage(browser, email);
  const token = await tokenOf(email, 'portal');
  const call = async (method: string, path: string, body: unknown) => (await fetch(portalAddress + path, { method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify(body) })).json() as Promise<{ id: string }>;
  const upload = async (number: number) => {
    const { id } = await call('POST', '/api/notification/upload', { target: 'storage', path: '/results', fileName: `result-${number}.csv`, size: 10 });
    await call('PUT', `/api/notification/upload/${id}`, { bytesDone: 10, status: 'success' });
  };
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  for (let first = 0; first < 99; first += 11) await Promise.all(Array.from({ length: 11 }, (_, offset) => upload(first + offset)));
  await expect(bell).toHaveAccessibleName('Notifications, 99 unread');
  await expect(bell).toHaveText('99');
  await upload(99);
  await expect(bell).toHaveText('99+');
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('list', { name: 'Notifications' })).toContainText('result-99.csv was uploaded');
  await panel.getByRole('button', { name: 'Mark all read' }).click();
  await expect(panel.getByRole('button', { name: 'Mark all read' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(bell).toHaveAccessibleName('Notifications');
  await page.context().close();
});

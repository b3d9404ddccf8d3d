import { expect, test } from '@playwright/test';
import { findings } from './axe.ts';
import { callAs, choose, signIn, subscriptions } from './portal.ts';

const dev = 'dev@alpine.example';

test('a deployment that policy refuses shows assignment, definition, condition and what would pass; with that it succeeds (R-BP-13)', async ({ page }) => {
  test.slow();
  const name = `far-${Date.now().toString(36)}`;
  const group = `rg-${name}`;
  await callAs(dev, 'POST', '/api/azure/resourcegroup.create', { subscriptionId: subscriptions.production, name: group, region: 'westeurope', tags: {} });
  await signIn(page, dev);

  const next = () => page.getByRole('button', { name: /^Continue/ }).click();
  const deploy = async () => {
    await next();
    await next();
    await next();
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  };
  await page.goto('/portal/blueprint/secure-storage/form');
  await choose(page, 'Subscription', 'Alpine Production');
  await choose(page, 'Region', 'Brazil South');
  await choose(page, 'Resource group', group);
  await page.getByLabel('Deployment name').fill(name);
  await next();
  await page.getByRole('region', { name: 'Parameters' }).getByLabel('Address space').fill('10.77.0.0/16');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await deploy();

  // Three resources are refused for one reason: it is told once, with every region that would pass.
  const failure = page.getByRole('alert', { name: 'Error RequestDisallowedByPolicy' });
  await expect(failure).toBeVisible({ timeout: 60_000 });
  await expect(failure).toHaveCount(1);
  await expect(failure).toContainText('The policy "Data stays near" does not allow "vnet-secure".');
  await expect(failure).toContainText(/The same for .*pe-secure-blob/);
  await expect(failure).toContainText('Production runs in Europe and North America only: choose another region.');
  await expect(failure).toContainText('location is brazilsouth');
  await expect(failure).toContainText(/Allowed: East US, .*West Europe/);

  const errors = page.getByRole('table', { name: 'Errors' });
  await expect(errors.getByRole('row')).toHaveCount(4);
  const policy = errors.getByLabel('Policy Resources should be in allowed regions');
  await expect(policy.getByRole('term')).toHaveText(['Assignment', 'Definition', 'Condition', 'Suggested change']);
  const [assignment, definition, condition, suggestion] = await policy.getByRole('definition').all();
  await expect(assignment!).toHaveText('Data stays near');
  await expect(definition!).toHaveText('Resources should be in allowed regions');
  await expect(condition!).toContainText('location is "brazilsouth", which is none of "eastus"');
  await expect(suggestion!).toHaveText(/^Set location to one of "eastus".* and \d+ more\.$/);

  // The order of work: the refused ones by icon and word, what needs them not started; arrow keys lead through it.
  const order = page.getByRole('list', { name: 'Resources in the order of work' });
  await expect(order.getByRole('listitem', { name: 'vnet-secure, Virtual network: Failed: waits for nothing' })).toBeVisible();
  const endpoint = order.getByRole('listitem', { name: /^pe-secure-blob, Private endpoint: Failed: after .*vnet-secure/ });
  await order.getByRole('listitem', { name: /^vnet-secure, Virtual network:/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(order.locator(':focus')).toHaveAccessibleName(/: after /);
  await expect(endpoint).toBeVisible();

  for (const [colorScheme, width] of [['light', 1280], ['dark', 390]] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await expect(order.getByText('Failed · Virtual network')).toBeVisible();
    expect(await findings(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  // What was suggested passes; everything else is as it was.
  await failure.getByRole('link', { name: 'Change and retry' }).click();
  await expect(page.getByRole('combobox', { name: 'Resource group' })).toHaveValue(group);
  await expect(page.getByRole('combobox', { name: 'Region' })).toHaveValue('Brazil South');
  await choose(page, 'Region', 'West Europe');
  await expect(page.getByLabel('Deployment name')).toHaveValue(name);
  await expect(page.getByText('Another attempt of this deployment.')).toBeVisible();
  await next();
  await expect(page.getByRole('region', { name: 'Parameters' }).getByLabel('Address space')).toHaveValue('10.77.0.0/16');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await deploy();
  await expect(page.getByText(/Everything was created/)).toBeVisible({ timeout: 60_000 });
  await expect(order.getByRole('listitem', { name: /^pe-secure-blob, Private endpoint: Created/ })).toBeVisible();
  await expect(page.getByText(/attempt 2/)).toBeVisible();
  const before = page.getByRole('table', { name: 'Earlier attempts' }).getByRole('row').nth(1);
  await expect(before).toContainText('RequestDisallowedByPolicy');
  await expect(before).toContainText('location');
  await page.getByRole('tab', { name: 'Resources' }).click();
  await expect(page.getByRole('row', { name: /vnet-secure/ }).first()).toContainText('West Europe');
});

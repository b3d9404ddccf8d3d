import { routes, type RouteName } from '@cloudwright/contract/routes';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { NavigationDrawer } from './NavigationDrawer.tsx';
import { pages } from './pages.ts';
import { renderInPortal } from './test-router.tsx';

const drawer = (more: Partial<Parameters<typeof NavigationDrawer>[0]> = {}) => <NavigationDrawer isWide isCollapsed={false} isOverlayOpen={false} onCollapse={() => {}} onClose={() => {}} {...more} />;
const menu = () => screen.getByRole('navigation', { name: 'Main' });

/** The items of the specification: requirement, group, label, address. */
const rows: [id: string, group: string, label: string, href: string, route: RouteName][] = [
  ['R-NAV-73', 'Administration', 'Organization', '/portal/organization', 'organizations'],
  ['R-NAV-74', 'Administration', 'User', '/portal/user', 'users'],
  ['R-NAV-75', 'Administration', 'Role', '/portal/role', 'roles'],
  ['R-NAV-76', 'Administration', 'Blueprint Management', '/portal/model', 'blueprintManagement'],
  ['R-NAV-82', 'Subscription', 'Subscription List', '/portal/subscription', 'subscriptions'],
  ['R-NAV-83', 'Subscription', 'Resource Group', '/portal/subscription/resourceGroup?sids=All', 'resourceGroups'],
  ['R-NAV-101', '', 'Blueprints', '/portal/', 'blueprints'],
  ['R-NAV-102', '', 'Deployments', '/portal/deployment', 'deployments'],
];

const items = rows.map(([id, group, label, href, route]) => ({ id, group, label, href, route, place: group ? `${group} > ${label}` : label }));

describe('main menu', () => {
  it.each(items)('$place leads to $href ($id)', async ({ group, label, href, route }) => {
    expect(pages[route]).not.toBeNull();
    await renderInPortal(drawer());
    if (group) await userEvent.click(within(menu()).getByRole('button', { name: group }));
    expect(within(menu()).getByRole('link', { name: label }).getAttribute('href')).toBe(href);
  });
  it.each(items)('$place is gone without its permission ($id)', async ({ group, label, route }) => {
    const { menu: item } = routes[route] as { menu: { anyOf: readonly string[] } };
    const { permissionNames } = await import('@cloudwright/contract/permissions');
    await renderInPortal(drawer(), { role: permissionNames.filter((name) => !item.anyOf.includes(name)) });
    const opener = group ? within(menu()).queryByRole('button', { name: group }) : null;
    if (opener) await userEvent.click(opener);
    expect(within(menu()).queryByRole('link', { name: label })).toBeNull();
  });
  it('opens one group at a time and closes it again (R-NAV-109)', async () => {
    await renderInPortal(drawer());
    const state = (name: string) => within(menu()).getByRole('button', { name }).getAttribute('aria-expanded');
    await userEvent.click(within(menu()).getByRole('button', { name: 'Administration' }));
    await userEvent.click(within(menu()).getByRole('button', { name: 'Subscription' }));
    expect([state('Administration'), state('Subscription')]).toEqual(['false', 'true']);
    await userEvent.click(within(menu()).getByRole('button', { name: 'Subscription' }));
    expect(state('Subscription')).toBe('false');
  });
  it('opens the group of the active item, which alone has a background image (R-NAV-112)', async () => {
    await renderInPortal(drawer(), { screen: 'users' });
    const active = within(menu()).getByRole('link', { name: 'User' });
    expect(active.getAttribute('aria-current')).toBe('page');
    const images = within(menu()).getAllByRole('link').map((link) => [link.textContent, getComputedStyle(link).backgroundImage.includes('gradient')]);
    expect(images.filter(([, has]) => has)).toEqual([['User', true]]);
  });
  it('keeps only icons when collapsed, with a flyout for a group (R-NAV-110)', async () => {
    await renderInPortal(drawer({ isCollapsed: true }));
    expect(within(menu()).getByRole('link', { name: 'Blueprints' }).textContent).toBe('');
    await userEvent.hover(within(menu()).getByRole('link', { name: 'Deployments' }));
    expect((await screen.findByRole('tooltip')).textContent).toBe('Deployments');
    await userEvent.click(within(menu()).getByRole('button', { name: 'Administration' }));
    expect(screen.getByRole('menuitem', { name: 'Role' }).getAttribute('href')).toBe('/portal/role');
  });
});

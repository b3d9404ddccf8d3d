import { permissionNames, type Permission } from '@cloudwright/contract/permissions';
import { menuOf, routes, type RouteName } from '@cloudwright/contract/routes';
import { describe, expect, it } from 'vitest';
import { activeMenuRoute, titleOf, visibleMenu } from './menu.ts';
import { notBuiltRoutes, pages } from './pages.ts';

const subject = (permission: readonly Permission[], provider: string | null = null) => ({
  isSignedIn: true,
  orgInfo: { name: 'Alpine', permission: permissionNames },
  roleInfo: { name: 'Role', permission },
  provider,
});

describe('menu', () => {
  it('has no item for a screen that is not built, and the list of those only shrinks', () => {
    const shown = visibleMenu(subject(permissionNames)).flatMap((entry) => (entry.kind === 'item' ? [entry.route] : entry.items.map(({ route }) => route)));
    expect(shown.filter((name) => notBuiltRoutes.includes(name))).toEqual([]);
    console.info(`Not built yet: ${notBuiltRoutes.join(', ')}`);
    expect(notBuiltRoutes.length).toBeLessThanOrEqual(36);
  });
  it('shows an item for every built screen that the contract lists', () => {
    const wanted = (Object.keys(routes) as RouteName[]).filter((name) => 'menu' in routes[name] && pages[name] !== null);
    const shown = visibleMenu(subject(permissionNames)).flatMap((entry) => (entry.kind === 'item' ? [entry.route] : entry.items.map(({ route }) => route)));
    expect(shown.sort()).toEqual(wanted.sort());
  });
  it('drops groups without an item (R-PERM-06)', () => {
    const menu = visibleMenu(subject(['userList', 'imageList']));
    expect(menu).toHaveLength(1);
    expect(menu[0]).toMatchObject({ kind: 'group', label: 'Administration', items: [{ route: 'users' }] });
  });
  it('keeps the order of the specification (R-NAV-108)', () => {
    const labels = menuOf(subject(permissionNames)).map((entry) => (entry.kind === 'group' ? entry.label : entry.item.label));
    expect(labels).toEqual(['Administration', 'Template', 'Subscription', 'Policy', 'Optimizer', 'Resource', 'Blueprints', 'Deployments', 'CMS', 'Learn', 'Convertor', 'Website Settings']);
  });
  it.each([
    ['blueprintProvision', 'blueprints'],
    ['resourceManagement', 'deployments'],
    ['subscriptionResourceGroups', 'resourceGroups'],
    ['mailTemplatePreview', 'organizations'],
    ['policyReport', 'complianceResources'],
    ['users', 'users'],
    ['profile', undefined],
    ['help', undefined],
  ] as [RouteName, RouteName | undefined][])('highlights for %s the item %s (R-NAV-113)', (shown, expected) => expect(activeMenuRoute(shown)).toBe(expected));
});

describe('title', () => {
  it('is the section and the product (R-NAV-05)', () => expect(titleOf(routes.organizations.section, 'Cloudwright')).toBe('Organization - Cloudwright'));
  it('is the product alone without a section (R-NAV-06)', () => expect(titleOf(routes.profile.section, 'Cloudwright')).toBe('Cloudwright'));
});

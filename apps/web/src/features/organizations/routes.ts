export const organizationPages = { organizations: () => import('./OrganizationsPage.tsx').then((page) => page.OrganizationsPage) };

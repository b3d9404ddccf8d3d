export const rolePages = { roles: () => import('./RolesPage.tsx').then((page) => page.RolesPage) };

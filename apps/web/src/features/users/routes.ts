export const userPages = { users: () => import('./UsersPage.tsx').then((page) => page.UsersPage) };

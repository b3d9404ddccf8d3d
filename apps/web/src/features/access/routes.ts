export const accessPages = { access: () => import('./AccessPage.tsx').then((page) => page.AccessPage) };

export const helpPages = { help: () => import('./HelpPage.tsx').then((page) => page.HelpPage) };

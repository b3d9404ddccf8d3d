export const profilePages = { profile: () => import('./ProfilePage.tsx').then((page) => page.ProfilePage) };

export const subscriptionPages = { subscriptions: () => import('./SubscriptionsPage.tsx').then((page) => page.SubscriptionsPage) };

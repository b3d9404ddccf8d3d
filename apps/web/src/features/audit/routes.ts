export const auditPages = { audit: () => import('./AuditPage.tsx').then((page) => page.AuditPage) };

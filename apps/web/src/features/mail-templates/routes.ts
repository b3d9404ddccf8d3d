export const mailTemplatePages = { mailTemplatePreview: () => import('./MailTemplatePage.tsx').then((page) => page.MailTemplatePage) };

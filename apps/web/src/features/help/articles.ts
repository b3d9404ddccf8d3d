/** A help article: built in until somebody writes content pages of their own. */
export interface Article {
  slug: string;
  title: string;
  summary: string;
  /** Markdown */
  body: string;
}

export const articles: readonly Article[] = [
  {
    slug: 'first-deployment',
    title: 'Your first deployment',
    summary: 'From the catalogue to running resources.',
    body: `Open **Blueprints**, choose one, and press **Deploy**.

1. **Subscription**: where it goes: subscription, resource group (you can add one), region and a name. The name is checked while you type.
2. **Parameters**: the questions of the blueprint. Choices that depend on the region are asked from the cloud at this moment; what your quota cannot hold is greyed and says why.
3. **Administrator**, **Image**, **Pools** and **Tags** appear when the blueprint uses them.
4. **Summary**: every resource that will be created, and the estimate. Nothing has been sent so far.

After **Deploy** you watch the progress live. You may close the page: the work goes on.`,
  },
  {
    slug: 'failed-deployment',
    title: 'When a deployment fails',
    summary: 'Read the cause, correct it, try again.',
    body: `The page of the deployment shows the innermost error first: what happened, which parameter and value caused it, and what to do next.

- **Retry** opens the same inputs again; secrets have to be typed anew.
- **Raw error** shows what the cloud answered, word by word.
- Common causes: quota exceeded, a size that the region does not offer, a name that is taken, a policy that denies, or a role that lacks a right in the cloud.`,
  },
  {
    slug: 'delete',
    title: 'Deleting a deployment',
    summary: 'The record only, or the resources too.',
    body: `**Delete** asks what you mean:

- **The record only**: the portal forgets the deployment; the resources stay in the cloud.
- **With its resources**: they are removed in an order that works. A lock stops it; the page then says which one.

You type the name to confirm, because this cannot be taken back.`,
  },
  {
    slug: 'permissions',
    title: 'Why can’t I see something?',
    summary: 'How permissions work, and how to find out.',
    body: `A permission counts only when **your organization holds it** and **your role grants it**. Menu, pages, buttons and the API follow the same rule.

**Why can’t I see this?** in the profile menu traces any permission and says which of the two lacks it. Some items also need the AWS sign-in.`,
  },
  {
    slug: 'directories',
    title: 'Directories and clouds',
    summary: 'Switching where you are signed in.',
    body: `The **Directory** box in the top bar lists the directories that know you. Choosing another one signs you in there and brings you back to the same page.

The general and the government cloud are chosen on the start page, before signing in. The foot of the menu says which cloud answers; an amber dot is the sandbox.`,
  },
  {
    slug: 'notifications',
    title: 'Notifications and mails',
    summary: 'What you are told, and how.',
    body: `The bell counts what you have not read: invitations, deployments that succeeded or failed, and uploads. Opening one takes you to where it happened.

In **Profile** you choose for each kind whether it is told in the portal, by mail, or both.`,
  },
  {
    slug: 'keyboard',
    title: 'Keyboard',
    summary: 'Shortcuts worth knowing.',
    body: `| Keys | What they do |
|---|---|
| Ctrl K (⌘ K) | Search or jump to anything |
| / | Go to the search box of a list |
| ↑ ↓ Home End | Walk through the rows of a list |
| Space | Select the row |
| Enter | Open the row |
| Menu key | Open the row’s menu |
| Esc | Close a dialog or menu |`,
  },
];

/** Articles that hold every word of the search, those with a word in the title first. */
export function findArticles(search: string): Article[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const found = articles.filter(({ title, summary, body }) => has(`${title} ${summary} ${body}`));
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))];
}

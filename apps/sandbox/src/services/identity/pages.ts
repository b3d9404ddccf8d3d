import type { Account } from '../../wire/cloud.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Text for HTML. */
export const escapeHtml = (text: unknown): string => String(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!);

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 0; min-height: 100vh; display: grid; place-items: start center; background: light-dark(#eef2f8, #11161f) }
  main { width: min(27rem, 100% - 2rem); box-sizing: border-box; margin-top: 9vh; padding: 2rem; border-radius: 12px;
    background: light-dark(#fff, #1b2330); box-shadow: 0 6px 30px #0002 }
  h1 { font-size: 1.35rem; margin: 0 0 .25rem } p { margin: 0 0 1.25rem; opacity: .75 }
  .note { font-size: .8rem; margin: 1.25rem 0 0 }
  button { display: flex; gap: .8rem; align-items: center; width: 100%; padding: .7rem; margin: .4rem 0; font: inherit; text-align: left;
    color: inherit; background: none; border: 1px solid light-dark(#d8dfea, #334055); border-radius: 8px; cursor: pointer }
  button:hover, button:focus-visible { border-color: #1a73e8; outline: 2px solid #1a73e840 }
  .initials { flex: none; width: 2.3rem; height: 2.3rem; display: grid; place-items: center; border-radius: 50%; color: #fff; background: #1a73e8; font-size: .85rem }
  small { opacity: .7 } pre { white-space: pre-wrap; font-size: .85rem }`;

/** One page of the authority: no script but what a page brings itself. */
export const page = (title: string, lead: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>` +
  `<style>${STYLE}</style><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(lead)}</p>${body}<p class="note">Sandbox cloud: anybody can be anybody here. No password is needed.</p></main></html>`;

const initials = (name: string): string => name.split(' ').map((word) => word[0]).join('').slice(0, 2);

/** The account picker: one button an account. */
export const picker = (accounts: Account[], action: string, hidden: Record<string, string> = {}): string =>
  page('Pick an account', 'to continue to Cloudwright',
    `<form method="post" action="${escapeHtml(action)}">${Object.entries(hidden).map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`).join('')}` +
    accounts.map((account) => `<button name="upn" value="${escapeHtml(account.upn)}"><span class="initials" aria-hidden="true">${escapeHtml(initials(account.name))}</span><span><b>${escapeHtml(account.name)}</b><br><small>${escapeHtml(account.upn)}</small></span></button>`).join('') +
    `</form>`);

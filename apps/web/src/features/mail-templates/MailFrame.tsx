import Box from '@mui/material/Box';
import DOMPurify from 'dompurify';
import { useEffect, useRef } from 'react';

/**
 * A mail in a frame that may run nothing. Mails are full of inline styles, which the portal's security policy forbids
 * as text; set through the style objects they are allowed, and the policy stays as strict as it is.
 */
export function MailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const view = frame.current?.contentWindow;
    if (!view) return;
    draw(view as Window & typeof globalThis, html);
  }, [html]);
  return <Box component="iframe" ref={frame} title="Mail preview" sandbox="allow-same-origin" sx={{ width: '100%', height: 560, border: 0, bgcolor: '#fff', display: 'block' }} />;
}

const PARKED = 'data-parked-style';

function draw(view: Window & typeof globalThis, html: string): void {
  const sheets: string[] = [];
  const parked = html
    .replace(/<style[^>]*>([\s\S]*?)<\/style>/gi, (_, text: string) => {
      sheets.push(text);
      return '';
    })
    .replace(/\sstyle=/gi, ` ${PARKED}=`);
  const body = DOMPurify.sanitize(parked, { RETURN_DOM: true, ADD_ATTR: ['target'] }) as HTMLElement;
  const { document } = view;
  document.body.replaceChildren(...[...body.childNodes].map((node) => document.importNode(node, true)));
  for (const element of document.querySelectorAll<HTMLElement>(`[${PARKED}]`)) element.style.cssText = element.getAttribute(PARKED) ?? '';
  document.body.style.cssText = body.getAttribute(PARKED) ?? 'margin: 0';
  document.adoptedStyleSheets = sheets.map((text) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
}

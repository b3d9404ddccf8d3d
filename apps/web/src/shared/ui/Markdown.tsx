import Box from '@mui/material/Box';
import DOMPurify from 'dompurify';
import { marked } from 'marked';
import { useMemo } from 'react';
import { MONO } from './theme.ts';

/** Text written in Markdown by people; whatever is in it comes out as safe HTML. Lazy pages only: 25 kB. */
export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => {
    const raw = marked.parse(text, { async: false, gfm: true });
    // The security policy accepts only the sanitizer's own trusted type.
    return DOMPurify.sanitize(raw, { RETURN_TRUSTED_TYPE: true, FORBID_TAGS: ['style', 'form', 'input'], FORBID_ATTR: ['style'] }) as unknown as string;
  }, [text]);
  return (
    <Box
      sx={{
        fontSize: 14,
        lineHeight: '22px',
        overflowWrap: 'anywhere',
        '& > :first-of-type': { mt: 0 },
        '& h1': { fontSize: 18, lineHeight: '26px' },
        '& h2': { fontSize: 16, lineHeight: '24px' },
        '& h3, & h4': { fontSize: 14 },
        '& p, & ul, & ol': { my: 2 },
        '& ul, & ol': { pl: 5 },
        '& a': { color: 'link' },
        '& code': { fontFamily: MONO, fontSize: 12, bgcolor: 'sunken', px: '4px', borderRadius: '4px' },
        '& pre': { bgcolor: 'sunken', p: 3, borderRadius: '6px', overflowX: 'auto', '& code': { p: 0 } },
        '& img': { maxWidth: '100%' },
        '& table': { borderCollapse: 'collapse', '& td, & th': { border: 1, borderColor: 'divider', px: 2, py: 1, textAlign: 'left' } },
      }}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

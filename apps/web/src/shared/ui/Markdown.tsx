import Box from '@mui/material/Box';
import DOMPurify from 'dompurify';
import { marked } from 'marked';
import { useMemo } from 'react';

/** Text written by people, as Markdown: rendered, then cleaned of everything that could run. Import it lazily (30 kB). */
export function Markdown({ children }: { children: string }) {
  const html = useMemo(() => DOMPurify.sanitize(marked.parse(children, { async: false }), { RETURN_TRUSTED_TYPE: true }), [children]);
  return (
    <Box
      sx={{ '& > :first-child': { mt: 0 }, '& > :last-child': { mb: 0 }, '& h1, & h2, & h3': { fontSize: 15, lineHeight: '20px', mt: 4, mb: 1 }, '& code': { bgcolor: 'sunken', px: 1, borderRadius: 1, fontSize: 12 }, '& pre': { bgcolor: 'sunken', p: 3, borderRadius: 1, overflowX: 'auto' }, '& a': { color: 'link' }, '& img': { maxWidth: '100%' }, overflowWrap: 'anywhere' }}
      dangerouslySetInnerHTML={{ __html: html as unknown as string }}
    />
  );
}

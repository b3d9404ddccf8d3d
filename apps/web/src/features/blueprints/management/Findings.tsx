import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { Mono } from '../../../shared/entities/facts.tsx';
import { countOf } from '../../../shared/entities/format.ts';
import type { Finding } from './TemplateEditor.tsx';

const severities = { error: 'error', warning: 'warning', information: 'info' } as const;

/** What the engine says about a template, the worst first. */
export function Findings({ findings }: { findings: (Finding & { file?: string | undefined })[] }) {
  const order = Object.keys(severities);
  const sorted = [...findings].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  if (sorted.length === 0) return <Alert severity="success">The template has no findings.</Alert>;
  return (
    <Alert severity={severities[sorted[0]!.severity]}>
      {countOf(sorted.length, 'finding')}
      <Box component="ul" aria-label="Findings" sx={{ m: 0, mt: 1, pl: 4, maxHeight: 160, overflowY: 'auto' }}>
        {sorted.map((finding, index) => (
          <li key={index}>
            {finding.file ? `${finding.file}, ` : ''}
            {finding.line ? `line ${finding.line}${finding.column ? `:${finding.column}` : ''}: ` : ''}
            {finding.message} <Mono>{finding.code}</Mono>
          </li>
        ))}
      </Box>
    </Alert>
  );
}

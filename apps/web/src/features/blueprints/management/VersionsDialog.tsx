import { json } from '@codemirror/lang-json';
import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { basicSetup } from 'codemirror';
import { useEffect, useId, useRef, useState } from 'react';
import { q, type RowOf } from '../../../shared/api/api.ts';
import { formatTime } from '../../../shared/entities/format.ts';
import { QueryState } from '../../../shared/page/QueryState.tsx';
import { MONO } from '../../../shared/ui/theme.ts';
import { editorRoot, wordColours, wordRule } from './editor-root.ts';

/** Two versions side by side, what differs marked. */
export function VersionsDialog({ blueprint, onClose }: { blueprint: RowOf<'blueprintList'>; onClose(): void }) {
  const id = useId();
  const versions = useQuery(q('blueprintVersionList', { params: { id: blueprint.id }, query: { limit: 100, sortObj: { version: -1 } } }));
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="lg">
      <DialogTitle id={id}>Versions of {blueprint.title}</DialogTitle>
      <DialogContent>
        <QueryState query={versions}>{({ result }) => (result.length > 1 ? <Compare id={blueprint.id} versions={result} /> : <OnlyOne version={result[0]} />)}</QueryState>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

/** Nothing to compare with yet. */
const OnlyOne = ({ version }: { version: RowOf<'blueprintVersionList'> | undefined }) => (
  <Typography variant="body2" color="textSecondary">
    {version ? `Version ${version.version} of ${formatTime(version.publishedAt)} is the only one published. Publish another one to see what changed.` : 'Nothing was published yet.'}
  </Typography>
);

function Compare({ id, versions }: { id: string; versions: RowOf<'blueprintVersionList'>[] }) {
  const newest = versions[0]?.version ?? 1;
  const [left, setLeft] = useState(versions[1]?.version ?? newest);
  const [right, setRight] = useState(newest);
  const before = useQuery(q('blueprintVersionGet', { params: { id, version: left } }));
  const after = useQuery(q('blueprintVersionGet', { params: { id, version: right } }));
  const picker = (label: string, value: number, change: (version: number) => void) => (
    <TextField select label={label} value={value} onChange={(event) => change(Number(event.target.value))} sx={{ flex: 1 }}>
      {versions.map((each) => (
        <MenuItem key={each.version} value={each.version}>
          v{each.version}, {formatTime(each.publishedAt)}{each.note ? `: ${each.note}` : ''}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <>
      <Box sx={{ display: 'flex', gap: 3, my: 2 }}>
        {picker('From', left, setLeft)}
        {picker('To', right, setRight)}
      </Box>
      <QueryState query={before}>{(a) => <QueryState query={after}>{(b) => <Diff before={a.template.content} after={b.template.content} />}</QueryState>}</QueryState>
    </>
  );
}

const look = EditorView.theme({ ...wordRule, '&': { fontSize: '12px' }, '.cm-content, .cm-gutters': { fontFamily: MONO }, '.cm-gutters': { backgroundColor: 'transparent', color: 'inherit', border: 'none' }, '.cm-collapsedLines': { padding: '6px 12px', fontSize: '12px', color: 'inherit', background: 'none' } });

function Diff({ before, after }: { before: string; after: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const extensions = [basicSetup, json(), look, EditorView.lineWrapping, EditorState.readOnly.of(true)];
    const root = editorRoot(host.current!);
    const view = new MergeView({ root, parent: root, a: { doc: before, extensions }, b: { doc: after, extensions }, collapseUnchanged: { margin: 3, minSize: 4 } });
    return () => view.destroy();
  }, [before, after]);
  return (
    <>
      {before === after ? <Box sx={{ py: 2, color: 'text.secondary', fontSize: 13 }}>The templates are the same.</Box> : null}
      <Box ref={host} aria-label="Differences" role="group" sx={[wordColours, { maxHeight: 480, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }]} />
    </>
  );
}

import { json } from '@codemirror/lang-json';
import { lintGutter, setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import Box from '@mui/material/Box';
import { basicSetup } from 'codemirror';
import { useEffect, useEffectEvent, useRef } from 'react';
import { MONO } from '../../../shared/ui/theme.ts';
import { editorRoot, wordColours, wordRule } from './editor-root.ts';

/** A finding with its place, as the engine and the API give it. */
export interface Finding {
  code: string;
  severity: 'error' | 'warning' | 'information';
  message: string;
  line?: number | undefined;
  column?: number | undefined;
}

interface Props {
  label: string;
  value: string;
  findings: Finding[];
  isReadOnly?: boolean;
  height?: number;
  onChange?: (text: string) => void;
}

const look = EditorView.theme({
  ...wordRule,
  '&': { fontSize: '12px', height: '100%', backgroundColor: 'transparent', color: 'inherit' },
  '.cm-content, .cm-gutters': { fontFamily: MONO },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'inherit', opacity: '0.7', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'rgba(26,115,231,.08)' },
  '.cm-cursor': { borderLeftColor: 'currentColor' },
  '.cm-tooltip': { color: '#0F1B2D', backgroundColor: '#FFFFFF' },
});

/** A JSON editor that shows findings at their lines. */
export function TemplateEditor({ label, value, findings, isReadOnly = false, height = 420, onChange }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const tell = useEffectEvent((text: string) => onChange?.(text));
  const start = useEffectEvent(() => value);
  useEffect(() => {
    const root = editorRoot(host.current!);
    const editor = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: start(),
        extensions: [basicSetup, json(), lintGutter(), look, EditorView.lineWrapping, EditorState.readOnly.of(isReadOnly), EditorView.contentAttributes.of({ 'aria-label': label }), EditorView.updateListener.of((update) => update.docChanged && tell(update.state.doc.toString()))],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [isReadOnly, label]);
  // A value from outside (another file, a reset) replaces the text; what was typed here comes back unchanged and doesn't.
  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== value) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const marks = findings.map((finding): Mark => {
      const line = editor.state.doc.line(Math.min(Math.max(finding.line ?? 1, 1), editor.state.doc.lines));
      const from = Math.min(line.from + Math.max((finding.column ?? 1) - 1, 0), line.to);
      return { from, to: line.to, severity: finding.severity === 'information' ? 'info' : finding.severity, message: `${finding.message} (${finding.code})` };
    });
    editor.dispatch(setDiagnostics(editor.state, marks));
  }, [findings, value]);
  return <Box ref={host} sx={[wordColours, { height, border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden', bgcolor: 'sunken' }]} />;
}

import CloudUploadOutlined from '@mui/icons-material/CloudUploadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { BlueprintDetail } from '@cloudwright/contract';
import { maxUploadMb } from '@cloudwright/contract/enums';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ChangeEvent, type DragEvent } from 'react';
import { refresh, type OutputOf } from '../../../shared/api/api.ts';
import { ApiError, messageOf, send } from '../../../shared/api/http.ts';
import { FieldFrame } from '../../../shared/form/fields.tsx';
import { blueprintQueries } from './queries.ts';
import { Findings } from './Findings.tsx';
import { TemplateEditor, type Finding } from './TemplateEditor.tsx';

const MAX_BYTES = maxUploadMb * 2 ** 20;
const MAIN = /(^|\/)(azuredeploy|main|maintemplate)\.json$/i;

/** A zip or the files of a template, dropped or chosen; a template that is broken is shown with its findings. */
export function ImportDialog({ onClose, onImported }: { onClose(): void; onImported(blueprint: BlueprintDetail): void }) {
  const id = useId();
  const client = useQueryClient();
  const [files, setFiles] = useState<File[]>([]);
  const [title, setTitle] = useState('');
  const [isOver, setOver] = useState(false);
  /** The main template's text, when it came as a file of its own: findings are shown at its lines, and it can be mended here. */
  const [text, setText] = useState<string>();
  const upload = useMutation({
    mutationFn: async () => {
      const form = new FormData();
      const [first] = files;
      if (title.trim()) form.append('title', title.trim());
      if (files.length === 1 && first && /\.zip$/i.test(first.name)) form.append('file', first);
      else for (const file of files) form.append('files', MAIN.test(pathOf(file)) && text !== undefined ? new File([text], file.name) : file, pathOf(file));
      return (await send('POST', '/api/blueprint/import', { body: form })).json() as Promise<OutputOf<'blueprintImport'>>;
    },
    onSuccess: async ({ blueprint }) => {
      await refresh(client, blueprintQueries);
      onImported(blueprint);
    },
  });
  // Told before it is sent: a browser that is refused in the middle of an upload only knows that the line broke.
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const findings = upload.error instanceof ApiError ? upload.error.details.filter((detail): detail is Finding & { pointer: string } => typeof detail === 'object' && detail !== null && 'severity' in detail) : [];

  const take = (chosen: File[]) => {
    upload.reset();
    setFiles(chosen);
    const main = chosen.find((file) => MAIN.test(pathOf(file))) ?? (chosen.length === 1 && /\.json$/i.test(chosen[0]!.name) ? chosen[0] : undefined);
    setText(undefined);
    if (main && main.size <= MAX_BYTES) void main.text().then(setText);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take([...(event.target.files ?? [])]);
    // A browser tells nothing when the same file is chosen again, which is what somebody does who has mended it.
    event.target.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void filesOf(event.dataTransfer).then(take);
  };
  return (
    <Dialog open onClose={() => !upload.isPending && onClose()} aria-labelledby={id} fullWidth maxWidth={text ? 'md' : 'sm'}>
      <form onSubmit={(event) => { event.preventDefault(); if (files.length > 0) upload.mutate(); }}>
        <DialogTitle id={id}>Import blueprint</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          {bytes > MAX_BYTES ? <Alert severity="error">{`This is ${Math.round(bytes / 2 ** 20).toLocaleString('en-US')} MB; a blueprint may have at most ${maxUploadMb} MB. Choose the template and its linked files only.`}</Alert> : null}
          {upload.error ? (
            <>
              <Alert severity="error">{messageOf(upload.error)}</Alert>
              {findings.length > 0 ? <Findings findings={findings} /> : null}
            </>
          ) : null}
          <Box
            component="label"
            onDragOver={(event) => { event.preventDefault(); setOver(true); }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
            sx={{ display: 'grid', justifyItems: 'center', gap: 2, p: 6, border: '1.5px dashed', borderColor: isOver ? 'primary.main' : 'divider', borderRadius: 2, bgcolor: isOver ? 'action.selected' : 'sunken', cursor: 'pointer', textAlign: 'center', '&:focus-within': { borderColor: 'primary.main' } }}
          >
            <CloudUploadOutlined sx={{ fontSize: 32, color: 'text.secondary' }} />
            <Typography>{files.length > 0 ? files.map(pathOf).join(', ') : 'Drop a zip or the files of a template here, or choose them'}</Typography>
            <Typography variant="caption" color="textSecondary">
              azuredeploy.json or main.json, linked templates, parameters, createUiDefinition.json, metadata.json, README.md
            </Typography>
            <Box component="input" type="file" multiple accept=".zip,.json,.md" aria-label="Files of the blueprint" onChange={choose} sx={{ position: 'absolute', width: 1, height: 1, opacity: 0 }} />
          </Box>
          <FieldFrame id={`${id}-title`} label="Title" help="Empty: taken from metadata.json or the file's name.">
            <TextField id={`${id}-title`} fullWidth value={title} onChange={(event) => setTitle(event.target.value)} slotProps={{ htmlInput: { maxLength: 120 } }} />
          </FieldFrame>
          {text !== undefined && findings.length > 0 ? <TemplateEditor label="Template" value={text} findings={findings} height={320} onChange={setText} /> : null}
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose} disabled={upload.isPending}>Cancel</Button>
          <Button type="submit" variant="contained" loading={upload.isPending} disabled={files.length === 0 || bytes > MAX_BYTES}>Import</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const pathOf = (file: File): string => file.webkitRelativePath.split('/').slice(1).join('/') || paths.get(file) || file.name;
/** Where a dropped file stood in its folder; a File itself doesn't say. */
const paths = new WeakMap<File, string>();

/** The files of a drop, folders walked through. */
async function filesOf(data: DataTransfer): Promise<File[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return [...data.files];
  return (await Promise.all(entries.map((entry) => walk(entry, entries.length === 1 && entry.isDirectory ? '' : `${entry.name}`, true)))).flat();
}

async function walk(entry: FileSystemEntry, path: string, isTop = false): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    paths.set(file, path || file.name);
    return [file];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const children: FileSystemEntry[] = [];
  // A reader hands out at most 100 entries a call.
  for (let part = await read(reader); part.length > 0; part = await read(reader)) children.push(...part);
  const prefix = isTop && path === '' ? '' : `${path}/`;
  return (await Promise.all(children.map((child) => walk(child, prefix + child.name)))).flat();
}

const read = (reader: FileSystemDirectoryReader) => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));

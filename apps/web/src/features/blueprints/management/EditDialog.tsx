import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { BlueprintDetail } from '@cloudwright/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { q, useCall } from '../../../shared/api/api.ts';
import { FormDialog } from '../../../shared/form/FormDialog.tsx';
import { ChipsInput, ComboInput, RadioInput, TextInput } from '../../../shared/form/fields.tsx';
import { QueryState } from '../../../shared/page/QueryState.tsx';
import { useMay } from '../../../shared/session/permission.ts';
import { toast } from '../../../shared/ui/toast.ts';
import { checkQuery } from '../engine/engine.ts';
import { blueprintQueries } from './queries.ts';
import { Findings } from './Findings.tsx';
import { TemplateEditor } from './TemplateEditor.tsx';

/** The draft of a blueprint: what the catalogue says about it, and its template with findings while typing. */
export function EditDialog({ id, onClose, onPublish }: { id: string; onClose(): void; onPublish(): void }) {
  const blueprint = useQuery(q('blueprintGet', { params: { id } }));
  if (!blueprint.data)
    return (
      <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-label="Edit blueprint">
        <DialogContent><QueryState query={blueprint}>{() => null}</QueryState></DialogContent>
      </Dialog>
    );
  return <EditForm blueprint={blueprint.data} onClose={onClose} onPublish={onPublish} />;
}

function EditForm({ blueprint, onClose, onPublish }: { blueprint: BlueprintDetail; onClose(): void; onPublish(): void }) {
  const may = useMay();
  const [tab, setTab] = useState('facts');
  // As it was when the form was opened: the page may load it anew meanwhile.
  const [updatedAt] = useState(blueprint.updatedAt);
  const { title, summary, description, tags, publisher, visibility, typeId, template } = blueprint;
  const form = useForm({ defaultValues: { title, summary, description, tags, publisher, visibility, typeId: typeId ?? '', content: template.content } });
  const types = useQuery(q('blueprintTypeList', { query: { limit: 100, sortObj: { name: 1 } } }));
  const edit = useCall('blueprintEdit', {
    refresh: blueprintQueries,
    onSuccess: () => {
      toast(`Saved ${title}`);
      onClose();
    },
  });
  const content = useWatch({ control: form.control, name: 'content' });
  const check = useQuery(checkQuery(useDeferredValue(content)));
  const findings = check.data ?? [];
  const isEditable = may('blueprintEdit');
  return (
    <FormDialog
      title={`${isEditable ? 'Edit' : 'View'} ${title}`}
      submit="Save draft"
      width="md"
      form={form}
      pending={edit.isPending}
      error={edit.error}
      onClose={onClose}
      onSubmit={({ content: text, typeId: type, ...body }) => edit.mutate({ params: { id: blueprint.id }, body: { ...body, typeId: type || null, updatedAt, template: { ...template, content: text } } })}
    >
      {blueprint.status !== 'DRAFT' ? (
        <Alert severity="info" action={isEditable ? <Button size="small" variant="text" onClick={onPublish}>Publish</Button> : null}>
          Version {blueprint.version} is published and stays as it is; changes here make a draft of the next one.{blueprint.hasDraft ? ' There is a draft that is not published yet.' : ''}
        </Alert>
      ) : isEditable ? (
        <Alert severity="info" action={<Button size="small" variant="text" onClick={onPublish}>Publish</Button>}>This is a draft: publish it to put it into the catalogue.</Alert>
      ) : null}
      <Tabs value={tab} onChange={(_, next: string) => setTab(next)} aria-label="Blueprint">
        <Tab value="facts" label="Description" />
        <Tab value="template" label={findings.some(({ severity }) => severity === 'error') ? 'Template (errors)' : 'Template'} />
      </Tabs>
      {tab === 'facts' ? (
        <Box sx={{ display: 'grid', gap: 4 }}>
          <TextInput control={form.control} name="title" label="Title" required disabled={!isEditable} />
          <TextInput control={form.control} name="summary" label="Summary" rows={2} help="What the card in the catalogue says." disabled={!isEditable} />
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <ComboInput control={form.control} name="typeId" label="Type" options={(types.data?.result ?? []).map((type) => ({ value: type.id, label: type.name }))} loading={types.isPending} disabled={!isEditable} />
            <TextInput control={form.control} name="publisher" label="Publisher" disabled={!isEditable} />
          </Box>
          <ChipsInput control={form.control} name="tags" label="Tags" disabled={!isEditable} />
          <RadioInput control={form.control} name="visibility" label="Who sees it" options={[{ value: 'ORG', label: 'This organization' }, { value: 'SHARED', label: 'All organizations' }]} disabled={!isEditable} />
          <TextInput control={form.control} name="description" label="Description" rows={6} isMono help="Markdown." disabled={!isEditable} />
        </Box>
      ) : (
        <Box sx={{ display: 'grid', gap: 3 }}>
          <TemplateEditor label="Template" value={content} findings={findings} isReadOnly={!isEditable} onChange={(text) => form.setValue('content', text, { shouldDirty: true })} />
          {check.data ? <Findings findings={findings} /> : null}
        </Box>
      )}
    </FormDialog>
  );
}

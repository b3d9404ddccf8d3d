import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { q, useCall } from '../../shared/api/api.ts';
import { messageOf } from '../../shared/api/http.ts';
import { ConfirmDialog } from '../../shared/dialog/ConfirmDialog.tsx';
import { FieldFrame } from '../../shared/form/fields.tsx';
import { QueryState } from '../../shared/page/QueryState.tsx';
import { deploymentQueries } from './queries.ts';
import { toast } from '../../shared/ui/toast.ts';

export interface Target {
  id: string;
  name: string;
}
export interface DialogProps {
  deployment: Target;
  onClose(): void;
}
interface Person {
  id: string;
  name: string;
  email: string;
}

/** Removes the record only, or what was deployed as well; the name has to be typed. */
export function DeleteDialog({ deployment, onClose, onDeleted }: DialogProps & { onDeleted?: () => void }) {
  const [withResources, setWithResources] = useState(true);
  const remove = useCall('deploymentDelete', {
    refresh: deploymentQueries,
    onSuccess: () => {
      toast(withResources ? `Deleting ${deployment.name} and its resources` : `Removed the record of ${deployment.name}`);
      onClose();
      onDeleted?.();
    },
  });
  return (
    <ConfirmDialog title={`Delete ${deployment.name}?`} typed={deployment.name} confirm="Delete" isDestructive pending={remove.isPending} error={remove.error} onConfirm={() => remove.mutate({ body: { id: deployment.id, resources: withResources } })} onClose={onClose}>
      <RadioGroup aria-label="What is deleted" value={withResources ? 'resources' : 'record'} onChange={(_, value) => setWithResources(value === 'resources')}>
        <FormControlLabel value="resources" control={<Radio />} label="The deployment and all its resources" />
        <FormControlLabel value="record" control={<Radio />} label="The record only; the resources stay and go on costing" />
      </RadioGroup>
    </ConfirmDialog>
  );
}

/** Who may look at it without owning it. */
export function ShareDialog({ deployment, onClose }: DialogProps) {
  const detail = useQuery(q('deploymentGet', { body: { id: deployment.id } }));
  const share = useCall('deploymentShare', { refresh: deploymentQueries, onSuccess: () => (toast('Shared'), onClose()) });
  return (
    <PeopleDialog title={`Share ${deployment.name}`} submit="Share" pending={share.isPending} error={share.error} onClose={onClose} label="People who may look at it" query={detail} initial={(data) => data.sharedWith.map(({ userId }) => userId)} onSubmit={(people) => share.mutate({ body: { id: deployment.id, sharedWith: people.map((userId) => ({ userId, access: 'READER' as const })) } })}>
      They see status, resources and outputs, never secrets.
    </PeopleDialog>
  );
}

/** Who works on it besides its owner. */
export function AssignDialog({ deployment, onClose }: DialogProps) {
  const detail = useQuery(q('deploymentGet', { body: { id: deployment.id } }));
  const assign = useCall('deploymentAssign', { refresh: deploymentQueries, onSuccess: () => (toast('Assigned'), onClose()) });
  return (
    <PeopleDialog title={`Assign ${deployment.name}`} submit="Assign" pending={assign.isPending} error={assign.error} onClose={onClose} label="People who work on it" query={detail} initial={(data) => data.assignees.map(({ id }) => id)} onSubmit={(assigneeIds) => assign.mutate({ body: { id: deployment.id, assigneeIds } })}>
      They can manage it as its owner does.
    </PeopleDialog>
  );
}

interface PeopleProps<T> {
  title: string;
  submit: string;
  label: string;
  pending: boolean;
  error: Error | null;
  query: Parameters<typeof QueryState<T>>[0]['query'];
  initial(data: T): string[];
  onSubmit(ids: string[]): void;
  onClose(): void;
  children: ReactNode;
}

function PeopleDialog<T>({ title, onClose, query, initial, ...rest }: PeopleProps<T>) {
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{title}</DialogTitle>
      <QueryState query={query}>{(data) => <PeopleForm {...rest} start={initial(data)} onClose={onClose} />}</QueryState>
    </Dialog>
  );
}

function PeopleForm({ submit, label, pending, error, start, onSubmit, onClose, children }: Omit<PeopleProps<never>, 'title' | 'query' | 'initial'> & { start: string[] }) {
  const id = useId();
  const people = useQuery(q('userNames', { query: {} }));
  const [chosen, setChosen] = useState<string[]>(start);
  const known: Person[] = people.data?.result ?? [];
  return (
    <form onSubmit={(event) => { event.preventDefault(); onSubmit(chosen); }}>
      <DialogContent>
        {error ? <Alert severity="error" sx={{ mb: 3 }}>{messageOf(error)}</Alert> : null}
        <FieldFrame id={id} label={label} help={children}>
          <Autocomplete
            id={id}
            multiple
            options={known}
            loading={people.isPending}
            value={known.filter((person) => chosen.includes(person.id))}
            getOptionLabel={(person) => `${person.name} (${person.email})`}
            getOptionKey={(person) => person.id}
            isOptionEqualToValue={(a, b) => a.id === b.id}
            onChange={(_, next) => setChosen(next.map((person) => person.id))}
            renderInput={(parameters) => <TextField {...parameters} placeholder="Name or e-mail" />}
          />
        </FieldFrame>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose} disabled={pending}>Cancel</Button>
        <Button type="submit" variant="contained" loading={pending} disabled={people.isPending}>{submit}</Button>
      </DialogActions>
    </form>
  );
}

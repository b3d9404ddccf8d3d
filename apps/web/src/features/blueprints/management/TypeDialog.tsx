import { useForm } from 'react-hook-form';
import { useCall, type RowOf } from '../../../shared/api/api.ts';
import { FormDialog } from '../../../shared/form/FormDialog.tsx';
import { TextInput } from '../../../shared/form/fields.tsx';

type Row = RowOf<'blueprintTypeList'>;

/** A new type, or the name and description of one that is there. */
export function TypeDialog({ row, onClose }: { row: Row | undefined; onClose(): void }) {
  const form = useForm({ defaultValues: { name: row?.name ?? '', description: row?.description ?? '', icon: row?.icon ?? '' } });
  const options = { refresh: ['blueprintTypeList', 'blueprintFacets'] as const, onSuccess: onClose };
  const create = useCall('blueprintTypeCreate', { ...options, refresh: [...options.refresh] });
  const edit = useCall('blueprintTypeEdit', { ...options, refresh: [...options.refresh] });
  const { isPending, error } = row ? edit : create;
  return (
    <FormDialog title={row ? `Edit ${row.name}` : 'New type'} submit={row ? 'Save' : 'Create'} form={form} pending={isPending} error={error} onClose={onClose} onSubmit={(body) => (row ? edit.mutate({ params: { id: row.id }, body: { ...body, updatedAt: row.updatedAt } }) : create.mutate({ body }))}>
      <TextInput control={form.control} name="name" label="Name" required autoFocus />
      <TextInput control={form.control} name="description" label="Description" rows={2} />
    </FormDialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { q, useCall } from '../../shared/api/api.ts';
import { ComboInput, TextInput } from '../../shared/form/fields.tsx';
import { FormDialog } from '../../shared/form/FormDialog.tsx';
import { contractResolver } from '../../shared/form/resolver.ts';
import { tagsOf, TagsInput, type TagRow } from '../../shared/form/TagsInput.tsx';
import { SubscriptionPicker } from '../../shared/entities/SubscriptionPicker.tsx';
import { toast } from '../../shared/ui/toast.ts';

interface Values {
  subscriptionId: string;
  name: string;
  region: string;
  tags: TagRow[];
}

export function ResourceGroupForm({ subscriptionId, onClose }: { subscriptionId: string; onClose(): void }) {
  const form = useForm<Values>({
    resolver: contractResolver(async () => (await import('@cloudwright/contract/resource-groups')).resourceGroupEndpoints.resourceGroupCreate.body.omit({ tags: true }).loose()),
    defaultValues: { subscriptionId, name: '', region: '', tags: [] },
  });
  const chosen = useWatch({ control: form.control, name: 'subscriptionId' });
  const locations = useQuery({ ...q('subscriptionLocations', { body: { subscriptionId: chosen } }), enabled: chosen !== '', staleTime: 300_000 });
  const create = useCall('resourceGroupCreate', {
    refresh: ['resourceGroupList'],
    onSuccess: ({ name }) => {
      toast(`${name} was created`);
      onClose();
    },
  });
  const options = (locations.data?.result ?? []).filter(({ isPhysical }) => isPhysical).map(({ name, displayName }) => ({ value: name, label: displayName }));
  return (
    <FormDialog title="New resource group" submit="Create" form={form} onSubmit={(values) => create.mutate({ body: { ...values, tags: tagsOf(values.tags) } })} pending={create.isPending} error={create.error ?? locations.error} onClose={onClose}>
      <SubscriptionPicker control={form.control} name="subscriptionId" label="Subscription" required />
      <TextInput control={form.control} name="name" label="Name" required autoFocus isMono help="1 to 90 of letters, digits, - _ . ( )" />
      <ComboInput control={form.control} name="region" label="Region" required options={options} loading={locations.isPending && chosen !== ''} disabled={chosen === ''} help={chosen === '' ? 'Choose the subscription first.' : undefined} />
      <TagsInput control={form.control} name="tags" />
    </FormDialog>
  );
}

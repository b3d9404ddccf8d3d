import { useQuery } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { q } from '../api/api.ts';
import { SelectInput, type FieldProps } from '../form/fields.tsx';

/** The organization's subscriptions of the signed-in cloud. */
export const useSubscriptions = () => useQuery({ ...q('subscriptionList', { body: { limit: 100, sortObj: { displayName: 1 } } }), staleTime: 60_000 });

/** A field that chooses one subscription; its value is the cloud's subscription id. */
export function SubscriptionPicker<T extends FieldValues>(props: FieldProps<T>) {
  const { data, isPending } = useSubscriptions();
  const options = (data?.result ?? []).map(({ sid, displayName, state }) => ({
    value: sid,
    label: displayName,
    disabled: state === 'DISABLED',
    ...(state === 'DISABLED' ? { note: 'Disabled' } : {}),
  }));
  return <SelectInput {...props} options={options} loading={isPending} />;
}

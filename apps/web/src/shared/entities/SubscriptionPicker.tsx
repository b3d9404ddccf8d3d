import type { FieldValues } from 'react-hook-form';
import { useSubscriptions } from './subscriptions.ts';
import { SelectInput, type FieldProps } from '../form/fields.tsx';

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

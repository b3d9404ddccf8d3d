import { useQuery } from '@tanstack/react-query';
import { useForm, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { q, useCall, type RowOf } from '../../shared/api/api.ts';
import { FormDialog } from '../../shared/form/FormDialog.tsx';
import { SelectInput, TextInput } from '../../shared/form/fields.tsx';
import { contractResolver } from '../../shared/form/resolver.ts';
import { toast } from '../../shared/ui/toast.ts';

type User = RowOf<'userList'>;

function RoleSelect<T extends FieldValues>({ control, name, disabled }: { control: Control<T>; name: FieldPath<T>; disabled?: boolean }) {
  const { data, isPending } = useQuery(q('roleList', { query: { limit: 100, sortObj: { name: 1 } } }));
  const options = (data?.result ?? []).map((role) => ({ value: role.id, label: role.name }));
  return <SelectInput control={control} name={name} label="Role" required options={options} loading={isPending} disabled={disabled ?? false} help="What the person may do. One role each." />;
}

interface UserValues {
  name: string;
  email: string;
  roleId: string;
  /** Date of the calendar, '' = never. */
  expiresAt: string;
}

/** The end of a calendar day, as the contract wants times. */
const endOfDay = (date: string) => (date ? new Date(`${date}T23:59:59Z`).toISOString() : null);
const userBody = ({ name, email, roleId, expiresAt }: UserValues) => ({ name, email, roleId, expiresAt: endOfDay(expiresAt) });

const schema = async () => {
  const { userEndpoints } = await import('@cloudwright/contract/users');
  return userEndpoints.userCreate.body.omit({ expiresAt: true }).loose();
};

/** Creates a person of a connected directory, or changes one; the e-mail is fixed once the account exists. */
export function UserForm({ user, onClose }: { user?: User; onClose(): void }) {
  const form = useForm<UserValues>({
    resolver: contractResolver(schema),
    defaultValues: { name: user?.name ?? '', email: user?.email ?? '', roleId: user?.roleId ?? '', expiresAt: user?.expiresAt?.slice(0, 10) ?? '' },
  });
  const done = () => {
    toast(user ? 'Saved' : 'User created');
    onClose();
  };
  const create = useCall('userCreate', { refresh: ['userList'], onSuccess: done });
  const edit = useCall('userEdit', { refresh: ['userList'], onSuccess: done });
  const onSubmit = (values: UserValues) => {
    const { email, ...body } = userBody(values);
    if (user) edit.mutate({ params: { id: user.id }, body: { ...body, updatedAt: user.updatedAt } });
    else create.mutate({ body: { ...body, email } });
  };
  return (
    <FormDialog
      title={user ? `Edit ${user.name}` : 'New user'}
      submit={user ? 'Save' : 'Create'}
      form={form}
      onSubmit={onSubmit}
      pending={create.isPending || edit.isPending}
      error={create.error ?? edit.error}
      onClose={onClose}
    >
      <TextInput control={form.control} name="name" label="Name" required autoFocus />
      <TextInput control={form.control} name="email" label="E-mail" type="email" required disabled={user !== undefined} help="The address the person signs in with." />
      <RoleSelect control={form.control} name="roleId" />
      <TextInput control={form.control} name="expiresAt" label="Expires" type="date" help="After this day the person can no longer sign in. Empty means never." />
    </FormDialog>
  );
}

interface InviteValues {
  name: string;
  email: string;
  roleId: string;
}

/** Sends a mail with a link that lets one person join, once, within seven days. */
export function InviteForm({ onClose }: { onClose(): void }) {
  const form = useForm<InviteValues>({
    resolver: contractResolver(async () => (await import('@cloudwright/contract/users')).userEndpoints.inviteCreate.body),
    defaultValues: { name: '', email: '', roleId: '' },
  });
  const invite = useCall('inviteCreate', {
    refresh: ['inviteList', 'userList'],
    onSuccess: ({ email }) => {
      toast(`Invitation sent to ${email}`);
      onClose();
    },
  });
  return (
    <FormDialog title="Invite somebody" submit="Send invitation" form={form} onSubmit={(body) => invite.mutate({ body })} pending={invite.isPending} error={invite.error} onClose={onClose}>
      <TextInput control={form.control} name="name" label="Name" required autoFocus />
      <TextInput control={form.control} name="email" label="E-mail" type="email" required help="The link works once, within seven days, for this address." />
      <RoleSelect control={form.control} name="roleId" />
    </FormDialog>
  );
}

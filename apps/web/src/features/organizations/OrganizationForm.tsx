import { currencyCodes, organizationStatuses } from '@cloudwright/contract/enums';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { q, useCall, type OutputOf } from '../../shared/api/api.ts';
import { FieldFrame, ChipsInput, SelectInput, SwitchInput, TextInput } from '../../shared/form/fields.tsx';
import { FormDialog } from '../../shared/form/FormDialog.tsx';
import { contractResolver } from '../../shared/form/resolver.ts';
import { bodyOf, type OrganizationValues as Values } from './organization-values.ts';
import { PermissionTree } from '../../shared/entities/PermissionTree.tsx';
import { statusLabel } from '../../shared/entities/StatusChip.tsx';
import { useAccount, useMay } from '../../shared/session/permission.ts';
import { refreshAccount } from '../../shared/session/session.ts';
import { toast } from '../../shared/ui/toast.ts';

type Detail = OutputOf<'organizationGet'>;

const empty: Values = {
  key: '', name: '', status: 'ACTIVE', adminEmail: '', currency: 'USD', parentKey: '', tenantIds: [], logoUrl: '', channelCode: '', autoJoinRoleId: '',
  permission: [], withUser: false, userName: '', userEmail: '',
};

function useOrganizationForm(isNew: boolean, values: Partial<Values>) {
  return useForm<Values>({ resolver: contractResolver(async () => (await import('./organization-schema.ts')).organizationForm(isNew)), defaultValues: { ...empty, ...values } });
}

type Form = ReturnType<typeof useOrganizationForm>;

/** The fields that a new organization and an existing one share. */
function CommonFields({ form, roles }: { form: Form; roles: { value: string; label: string }[] | null }) {
  const may = useMay();
  const { orgInfo } = useAccount();
  const { control } = form;
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 4 }}>
        <TextInput control={control} name="adminEmail" label="Administrator’s e-mail" type="email" help="Shown to people who need help with their access." />
        <SelectInput control={control} name="currency" label="Currency" options={currencyCodes.map((value) => ({ value, label: value }))} />
        <TextInput control={control} name="parentKey" label="Parent organization" help="The key of the organization above, if there is one." />
        <TextInput control={control} name="channelCode" label="Channel code" />
      </Box>
      <TextInput control={control} name="logoUrl" label="Logo" placeholder="/logo.svg" help="A path on this portal, shown beside the name in the top bar. Pictures from elsewhere are kept for mails only." />
      <ChipsInput control={control} name="tenantIds" label="Directories" help="Ids of the directories whose people may belong here." />
      {roles ? (
        <SelectInput
          control={control}
          name="autoJoinRoleId"
          label="Joining by themselves"
          options={[{ value: '', label: 'Nobody: only by invitation' }, ...roles]}
          help="People of a listed directory join at their first sign-in with this role."
        />
      ) : null}
      {may('organizationPermissionView', 'organizationPermissionEdit') ? (
        <Controller
          control={control}
          name="permission"
          render={({ field, fieldState }) => (
            <FieldFrame id="organization-permissions" label="Permissions" error={fieldState.error?.message} help={`Nobody grants more than the own organization holds (${orgInfo.name}).`}>
              <PermissionTree held={orgInfo.permission} value={field.value} {...(may('organizationPermissionEdit') ? { onChange: field.onChange } : {})} />
            </FieldFrame>
          )}
        />
      ) : null}
    </>
  );
}

export function OrganizationForm({ organization, onClose }: { organization: Detail; onClose(): void }) {
  const may = useMay();
  const me = useAccount();
  // As it was when the form was opened: the page may load it anew meanwhile.
  const [updatedAt] = useState(organization.updatedAt);
  const isOwn = organization.key === me.orgId;
  // Roles are listed for the own organization only; another one's automatic role stays as it is.
  const roles = useQuery({ ...q('roleList', { query: { limit: 100 } }), enabled: isOwn && may('roleList') });
  const form = useOrganizationForm(false, {
    key: organization.key,
    name: organization.name,
    status: organization.status,
    adminEmail: organization.adminEmail ?? '',
    currency: organization.currency,
    parentKey: organization.parentKey ?? '',
    tenantIds: organization.tenantIds,
    logoUrl: organization.logoUrl ?? '',
    channelCode: organization.channelCode ?? '',
    autoJoinRoleId: organization.autoJoinRoleId ?? '',
    permission: organization.permission ?? [],
  });
  const edit = useCall('organizationEdit', {
    refresh: ['organizationList', 'organizationGet', 'organizationGetByKey'],
    onSuccess: () => {
      toast('Saved');
      if (isOwn) void refreshAccount();
      onClose();
    },
  });
  const onSubmit = (values: Values) => {
    const body = { ...(may('organizationEdit') ? bodyOf(values) : {}), ...(may('organizationPermissionEdit') ? { permission: values.permission } : {}), updatedAt };
    edit.mutate({ params: { id: organization.id }, body });
  };
  return (
    <FormDialog title={`Edit ${organization.name}`} submit="Save" width="md" form={form} onSubmit={onSubmit} pending={edit.isPending} error={edit.error} onClose={onClose}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '2fr 1fr' }, gap: 4 }}>
        <TextInput control={form.control} name="name" label="Name" required autoFocus />
        <SelectInput control={form.control} name="status" label="Status" disabled={isOwn} options={organizationStatuses.map((value) => ({ value, label: statusLabel(value) }))} />
      </Box>
      <CommonFields form={form} roles={roles.data?.result.map(({ id, name }) => ({ value: id, label: name })) ?? null} />
    </FormDialog>
  );
}

/** A new organization, with its first administrator in the same step if wanted. */
export function NewOrganizationForm({ onClose }: { onClose(): void }) {
  const { orgInfo } = useAccount();
  const form = useOrganizationForm(true, { permission: orgInfo.permission });
  const done = () => {
    toast('Organization created');
    onClose();
  };
  const create = useCall('organizationCreate', { refresh: ['organizationList'], onSuccess: done });
  const createWithUser = useCall('organizationCreateWithUser', { refresh: ['organizationList', 'userList'], onSuccess: done });
  const withUser = useWatch({ control: form.control, name: 'withUser' });
  const onSubmit = (values: Values) => {
    const organization = { ...bodyOf(values), key: values.key, permission: values.permission };
    if (values.withUser) createWithUser.mutate({ body: { organization, user: { name: values.userName, email: values.userEmail } } });
    else create.mutate({ body: organization });
  };
  return (
    <FormDialog title="New organization" submit="Create" width="md" form={form} onSubmit={onSubmit} pending={create.isPending || createWithUser.isPending} error={create.error ?? createWithUser.error} aliases={{ email: 'userEmail' }} onClose={onClose}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 4 }}>
        <TextInput control={form.control} name="name" label="Name" required autoFocus />
        <TextInput control={form.control} name="key" label="Key" required isMono help="2 to 40 of a-z, 0-9 and -. It cannot be changed later." />
      </Box>
      <SwitchInput control={form.control} name="withUser" label="Create its first administrator, too" />
      {withUser ? (
        <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 4 }}>
          <TextInput control={form.control} name="userName" label="Administrator’s name" required />
          <TextInput control={form.control} name="userEmail" label="Administrator’s sign-in address" type="email" required />
        </Box>
      ) : null}
      <Divider />
      <Typography variant="h2">Settings</Typography>
      <CommonFields form={form} roles={null} />
    </FormDialog>
  );
}

import type { Permission } from '@cloudwright/contract/permissions';
import { Controller, useForm } from 'react-hook-form';
import { useCall, type RowOf } from '../../shared/api/api.ts';
import { FieldFrame, TextInput } from '../../shared/form/fields.tsx';
import { FormDialog } from '../../shared/form/FormDialog.tsx';
import { contractResolver } from '../../shared/form/resolver.ts';
import { PermissionTree } from '../../shared/entities/PermissionTree.tsx';
import { useAccount, useMay } from '../../shared/session/permission.ts';
import { refreshAccount } from '../../shared/session/session.ts';
import { toast } from '../../shared/ui/toast.ts';

type Role = RowOf<'roleList'>;

interface Values {
  name: string;
  description: string;
  permission: Permission[];
}

/** Creates a role (perhaps from another one), or changes one. Its tree holds what the organization holds. */
export function RoleForm({ role, from, onClose }: { role?: Role; from?: Role; onClose(): void }) {
  const may = useMay();
  const { orgInfo, roleInfo } = useAccount();
  const source = role ?? from;
  const form = useForm<Values>({
    resolver: contractResolver(async () => (await import('@cloudwright/contract/roles')).roleEndpoints.roleCreate.body),
    defaultValues: { name: role?.name ?? (from ? `Copy of ${from.name}` : ''), description: source?.description ?? '', permission: (source?.permission ?? []) as Permission[] },
  });
  const done = () => {
    toast(role ? 'Saved' : 'Role created');
    // The own role changed: menu and buttons follow at once.
    if (role?.id === roleInfo.id) void refreshAccount();
    onClose();
  };
  const create = useCall('roleCreate', { refresh: ['roleList'], onSuccess: done });
  const edit = useCall('roleEdit', { refresh: ['roleList'], onSuccess: done });
  const mayEditPermissions = may('rolePermissionEdit');
  const mayEditRole = role === undefined || may('roleEdit');
  const onSubmit = ({ name, description, permission }: Values) => {
    const body = { ...(mayEditRole ? { name, description } : {}), ...(mayEditPermissions ? { permission } : {}) };
    if (role) edit.mutate({ params: { id: role.id }, body: { ...body, updatedAt: role.updatedAt } });
    else create.mutate({ body: { ...body, name } });
  };
  return (
    <FormDialog title={role ? `Edit ${role.name}` : 'New role'} submit={role ? 'Save' : 'Create'} width="md" form={form} onSubmit={onSubmit} pending={create.isPending || edit.isPending} error={create.error ?? edit.error} onClose={onClose}>
      <TextInput control={form.control} name="name" label="Name" required autoFocus disabled={!mayEditRole || (role?.isSystem ?? false)} />
      <TextInput control={form.control} name="description" label="Description" rows={2} disabled={!mayEditRole} />
      {may('rolePermissionView') || mayEditPermissions ? (
        <Controller
          control={form.control}
          name="permission"
          render={({ field, fieldState }) => (
            <FieldFrame id="role-permissions" label="Permissions" error={fieldState.error?.message} help={`Only what ${orgInfo.name} holds can be granted.`}>
              <PermissionTree held={orgInfo.permission} value={field.value} {...(mayEditPermissions ? { onChange: field.onChange } : {})} />
            </FieldFrame>
          )}
        />
      ) : null}
    </FormDialog>
  );
}

import { accessLevels, currencyCodes, type Currency } from '@cloudwright/contract/enums';
import Close from '@mui/icons-material/Close';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { q, useCall, type OutputOf, type RowOf } from '../../shared/api/api.ts';
import { SelectInput, TextInput } from '../../shared/form/fields.tsx';
import { FormDialog } from '../../shared/form/FormDialog.tsx';
import { contractResolver } from '../../shared/form/resolver.ts';
import { tagsOf, TagsInput, type TagRow } from '../../shared/form/TagsInput.tsx';
import { QueryState } from '../../shared/page/QueryState.tsx';
import { toast } from '../../shared/ui/toast.ts';

type Subscription = RowOf<'subscriptionList'>;
type AccessRow = RowOf<'subscriptionAccessList'>;

const currencies = currencyCodes.map((value) => ({ value, label: value }));
const schema = async () => (await import('@cloudwright/contract/subscriptions')).subscriptionEndpoints;

interface RegisterValues {
  sid: string;
  displayName: string;
  currency: Currency;
}

/** Registers a subscription that the caller's cloud account can see and that no organization has yet. */
export function RegisterForm({ onClose }: { onClose(): void }) {
  const available = useQuery(q('subscriptionAvailable', { body: {} }));
  const form = useForm<RegisterValues>({
    resolver: contractResolver(async () => {
      const { body } = (await schema()).subscriptionCreate;
      return body.omit({ displayName: true });
    }),
    defaultValues: { sid: '', displayName: '', currency: 'USD' },
  });
  const create = useCall('subscriptionCreate', {
    refresh: ['subscriptionList', 'subscriptionAvailable'],
    onSuccess: ({ displayName }) => {
      toast(`${displayName} is registered`);
      onClose();
    },
  });
  const onSubmit = (values: RegisterValues) => {
    const displayName = values.displayName?.trim();
    create.mutate({ body: { sid: values.sid, currency: values.currency, ...(displayName ? { displayName } : {}) } });
  };
  const options = (available.data?.result ?? []).map(({ sid, displayName, state }) => ({ value: sid, label: displayName, note: state === 'ENABLED' ? sid.slice(0, 8) : state.toLowerCase() }));
  return (
    <FormDialog title="Register a subscription" submit="Register" form={form} onSubmit={onSubmit} pending={create.isPending} error={create.error ?? available.error} onClose={onClose}>
      <SelectInput
        control={form.control}
        name="sid"
        label="Subscription"
        required
        options={options}
        loading={available.isPending}
        help={available.data?.result.length === 0 ? 'Every subscription that your cloud account can see is registered already.' : 'Those of your cloud account that no organization has registered.'}
      />
      <TextInput control={form.control} name="displayName" label="Name in the portal" help="Empty: the cloud’s own name." />
      <SelectInput control={form.control} name="currency" label="Currency" options={currencies} />
    </FormDialog>
  );
}

interface EditValues {
  displayName: string;
  currency: Currency;
  tags: TagRow[];
}

export function EditSubscriptionForm({ subscription, onClose }: { subscription: Subscription; onClose(): void }) {
  const form = useForm<EditValues>({
    resolver: contractResolver(async () => (await schema()).subscriptionEdit.body.pick({ displayName: true, currency: true }).loose()),
    defaultValues: { displayName: subscription.displayName, currency: subscription.currency, tags: Object.entries(subscription.tags).map(([name, value]) => ({ name, value })) },
  });
  const edit = useCall('subscriptionEdit', {
    refresh: ['subscriptionList'],
    onSuccess: () => {
      toast('Saved');
      onClose();
    },
  });
  const onSubmit = ({ displayName, currency, tags }: EditValues) => edit.mutate({ body: { sid: subscription.sid, displayName, currency, tags: tagsOf(tags), updatedAt: subscription.updatedAt } });
  return (
    <FormDialog title={`Edit ${subscription.displayName}`} submit="Save" form={form} onSubmit={onSubmit} pending={edit.isPending} error={edit.error} onClose={onClose}>
      <TextInput control={form.control} name="displayName" label="Name" required autoFocus />
      <SelectInput control={form.control} name="currency" label="Currency" options={currencies} />
      <TagsInput control={form.control} name="tags" />
    </FormDialog>
  );
}

const levelLabels = { OWNER: 'Owner', CONTRIBUTOR: 'Contributor', READER: 'Reader' };

/** Who of the organization may use the subscription, and how. */
export function AccessForm({ subscription, onClose }: { subscription: Subscription; onClose(): void }) {
  const query = useQuery({ ...q('subscriptionAccessList', { body: { sid: subscription.sid } }), staleTime: 0, gcTime: 0 });
  return query.data ? <AccessFields subscription={subscription} current={query.data} onClose={onClose} /> : query.isError ? <QueryState query={query}>{() => null}</QueryState> : null;
}

function AccessFields({ subscription, current, onClose }: { subscription: Subscription; current: OutputOf<'subscriptionAccessList'>; onClose(): void }) {
  const people = useQuery(q('userNames', { query: {} }));
  const form = useForm<{ access: AccessRow[] }>({ defaultValues: { access: current.result } });
  const rows = useWatch({ control: form.control, name: 'access' });
  const set = (next: AccessRow[]) => form.setValue('access', next, { shouldDirty: true });
  const edit = useCall('subscriptionAccessEdit', {
    refresh: ['subscriptionAccessList', 'subscriptionList'],
    onSuccess: () => {
      toast('Saved');
      onClose();
    },
  });
  const onSubmit = ({ access }: { access: AccessRow[] }) => edit.mutate({ body: { sid: subscription.sid, access: access.map(({ userId, access: level }) => ({ userId, access: level })) } });
  const others = (people.data?.result ?? []).filter(({ id }) => !rows.some(({ userId }) => userId === id));
  return (
    <FormDialog title={`Access to ${subscription.displayName}`} submit="Save" form={form} onSubmit={onSubmit} pending={edit.isPending} error={edit.error} onClose={onClose}>
      <Autocomplete
        options={others}
        value={null}
        blurOnSelect
        getOptionLabel={({ name, email }) => `${name} (${email})`}
        loading={people.isPending}
        onChange={(_, person) => person && set([...rows, { userId: person.id, name: person.name, email: person.email, access: 'READER' }])}
        renderInput={(input) => <TextField {...input} placeholder="Add a person" slotProps={{ ...input.slotProps, htmlInput: { ...input.slotProps.htmlInput, 'aria-label': 'Add a person' } }} />}
      />
      {rows.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          Nobody is named: everyone whose role allows it may use this subscription.
        </Typography>
      ) : (
        <Box component="ul" aria-label="People" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rows.map((row) => (
            <Box component="li" key={row.userId} sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography noWrap sx={{ fontSize: 13, fontWeight: 500 }}>
                  {row.name}
                </Typography>
                <Typography variant="caption" color="textSecondary">
                  {row.email}
                </Typography>
              </Box>
              <Select
                value={row.access}
                onChange={(event) => set(rows.map((each) => (each.userId === row.userId ? { ...each, access: event.target.value } : each)))}
                SelectDisplayProps={{ 'aria-label': `Access of ${row.name}` }}
                sx={{ width: 140 }}
              >
                {accessLevels.map((level) => (
                  <MenuItem key={level} value={level}>
                    {levelLabels[level]}
                  </MenuItem>
                ))}
              </Select>
              <IconButton size="small" aria-label={`Remove ${row.name}`} onClick={() => set(rows.filter((each) => each.userId !== row.userId))}>
                <Close sx={{ fontSize: 18 }} />
              </IconButton>
            </Box>
          ))}
        </Box>
      )}
    </FormDialog>
  );
}

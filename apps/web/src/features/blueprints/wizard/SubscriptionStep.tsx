import Add from '@mui/icons-material/Add';
import CheckCircle from '@mui/icons-material/CheckCircle';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useId, useState } from 'react';
import { q, useCall } from '../../../shared/api/api.ts';
import { messageOf } from '../../../shared/api/http.ts';
import { useSubscriptions } from '../../../shared/entities/subscriptions.ts';
import { FieldFrame } from '../../../shared/form/fields.tsx';
import { isSameEntry } from './earlier.ts';
import type { StepProps } from './step.ts';

/** Where it goes: subscription, resource group (or a new one), region, and the deployment's own name. */
export function SubscriptionStep({ draft, model, change, errorOf, touch }: StepProps) {
  const { subscriptionId, resourceGroup, region, name } = draft;
  const subscriptions = useSubscriptions();
  const locations = useQuery({ ...q('subscriptionLocations', { body: { subscriptionId } }), enabled: subscriptionId !== '' });
  const isGroupScope = model.blueprint.scope === 'RESOURCE_GROUP';
  const known = (subscriptions.data?.result ?? []).filter(({ state }) => state !== 'DISABLED');
  const only = known.length === 1 ? known[0]! : undefined;
  const choose = useEffectEvent((sid: string) => change({ subscriptionId: sid, resourceGroup: '' }));
  useEffect(() => {
    if (only && subscriptionId === '') choose(only.sid);
  }, [only, subscriptionId]);

  const regions = (locations.data?.result ?? []).filter((each) => each.isPhysical && (model.blueprint.regions.length === 0 || model.blueprint.regions.includes(each.name)));
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      <Choice
        label="Subscription"
        options={known.map(({ sid, displayName }) => ({ value: sid, label: displayName }))}
        value={subscriptionId}
        isLoading={subscriptions.isPending}
        error={errorOf('subscriptionId') ?? (subscriptions.error ? messageOf(subscriptions.error) : undefined)}
        empty="No subscription is registered yet. Ask an administrator to register one under Subscription."
        onChange={(sid) => change({ subscriptionId: sid, resourceGroup: '' })}
        onBlur={() => touch('subscriptionId')}
      />
      <Choice
        label="Region"
        options={regions.map((each) => ({ value: each.name, label: each.displayName }))}
        value={region}
        isLoading={locations.isLoading}
        error={errorOf('region') ?? (locations.error ? messageOf(locations.error) : undefined)}
        empty={subscriptionId ? 'This subscription offers no region that the blueprint allows.' : 'Choose the subscription first.'}
        onChange={(value) => change({ region: value })}
        onBlur={() => touch('region')}
      />
      {isGroupScope ? <ResourceGroupField subscriptionId={subscriptionId} region={region} value={resourceGroup} error={errorOf('resourceGroup')} onChange={(value) => change({ resourceGroup: value })} onBlur={() => touch('resourceGroup')} /> : null}
      <NameField subscriptionId={subscriptionId} resourceGroup={isGroupScope ? resourceGroup : null} isRetry={isSameEntry(draft, model.earlier)} value={name} error={errorOf('name')} onChange={(value) => change({ name: value })} onBlur={() => touch('name')} />
    </Box>
  );
}

interface ChoiceProps {
  label: string;
  options: { value: string; label: string }[];
  value: string;
  isLoading: boolean;
  error: string | undefined;
  empty: string;
  help?: string;
  onChange(value: string): void;
  onBlur(): void;
}

function Choice({ label, options, value, isLoading, error, empty, help, onChange, onBlur }: ChoiceProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} required error={error} help={help}>
      <Autocomplete
        id={id}
        options={options}
        loading={isLoading}
        value={options.find((option) => option.value === value) ?? (value ? { value, label: value } : null)}
        isOptionEqualToValue={(a, b) => a.value === b.value}
        getOptionKey={(option) => option.value}
        noOptionsText={empty}
        onChange={(_, option) => onChange(option?.value ?? '')}
        onBlur={onBlur}
        renderInput={(parameters) => <TextField {...parameters} error={error !== undefined} slotProps={{ ...parameters.slotProps, htmlInput: { ...parameters.slotProps.htmlInput, 'aria-describedby': `${id}-help` } }} />}
      />
    </FieldFrame>
  );
}

/** An existing group, or a new one made without leaving the wizard. */
function ResourceGroupField({ subscriptionId, region, value, error, onChange, onBlur }: { subscriptionId: string; region: string; value: string; error: string | undefined; onChange(value: string): void; onBlur(): void }) {
  const id = useId();
  const groups = useQuery({ ...q('resourceGroupList', { body: { sids: subscriptionId, limit: 100 } }), enabled: subscriptionId !== '' });
  const [isAdding, setAdding] = useState(false);
  const [name, setName] = useState('');
  const create = useCall('resourceGroupCreate', {
    refresh: ['resourceGroupList'],
    onSuccess: (group) => {
      onChange(group.name);
      setAdding(false);
      setName('');
    },
  });
  const obstacle = subscriptionId === '' ? 'Choose the subscription first.' : region === '' ? 'Choose the region first.' : undefined;
  const add = () => {
    if (name && !obstacle) create.mutate({ body: { subscriptionId, name, region, tags: {} } });
  };
  if (!isAdding)
    return (
      <Box>
        <Choice label="Resource group" options={(groups.data?.result ?? []).map((group) => ({ value: group.name, label: group.name }))} value={value} isLoading={groups.isLoading} error={error ?? (groups.error ? messageOf(groups.error) : undefined)} empty={subscriptionId ? 'No group here yet: add one.' : 'Choose the subscription first.'} onChange={onChange} onBlur={onBlur} />
        <Button size="small" variant="text" startIcon={<Add sx={{ fontSize: 16 }} />} onClick={() => setAdding(true)} sx={{ mt: 0, ml: -2 }}>
          Add resource group
        </Button>
      </Box>
    );
  return (
    <Box>
      <FieldFrame id={id} label="New resource group" error={create.error ? messageOf(create.error) : undefined} help={obstacle ?? 'Made in the chosen region at once.'}>
        <TextField
          id={id}
          autoFocus
          fullWidth
          value={name}
          onChange={(event) => setName(event.target.value)}
          // Inside the wizard's own form, where Enter would go on to the next step.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
          placeholder="rg-my-project"
          error={create.error !== null}
          slotProps={{ htmlInput: { 'aria-describedby': `${id}-help` } }}
        />
      </FieldFrame>
      <Box sx={{ display: 'flex', gap: 2, mt: 1 }}>
        <Button variant="outlined" size="small" onClick={add} loading={create.isPending} disabled={name === '' || obstacle !== undefined}>
          Add
        </Button>
        <Button variant="text" size="small" onClick={() => setAdding(false)}>
          Cancel
        </Button>
      </Box>
    </Box>
  );
}

/** The name of the deployment, checked against the ledger while it is typed. */
function NameField({ subscriptionId, resourceGroup, isRetry, value, error, onChange, onBlur }: { subscriptionId: string; resourceGroup: string | null; /** The name of the deployment that is tried again: taken by itself. */ isRetry: boolean; value: string; error: string | undefined; onChange(value: string): void; onBlur(): void }) {
  const id = useId();
  const name = useDeferredValue(value);
  const check = useQuery({ ...q('deploymentNameCheck', { body: { type: 'deployment', name, subscriptionId, resourceGroup } }), enabled: !isRetry && error === undefined && name !== '' && subscriptionId !== '' && resourceGroup !== '' });
  const taken = !isRetry && check.data && !check.data.available ? (check.data.message ?? 'This name is taken.') : undefined;
  return (
    <FieldFrame id={id} label="Deployment name" required error={error ?? taken} help={isRetry ? 'Another attempt of this deployment. Another name makes a new one.' : check.data?.available ? 'Free in this place.' : 'Unique in its subscription and group.'}>
      <TextField
        id={id}
        fullWidth
        value={value}
        error={error !== undefined || taken !== undefined}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        autoComplete="off"
        slotProps={{
          htmlInput: { 'aria-describedby': `${id}-help`, maxLength: 64, spellCheck: false },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                {check.isFetching ? <CircularProgress size={14} /> : check.data?.available && !isRetry && !error ? <CheckCircle color="success" titleAccess="Free" sx={{ fontSize: 16 }} /> : null}
              </InputAdornment>
            ),
          },
        }}
      />
    </FieldFrame>
  );
}

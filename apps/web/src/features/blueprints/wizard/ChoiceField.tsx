import { regionName } from '@cloudwright/contract/enums';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../../shared/api/api.ts';
import type { ParameterFieldProps, Place } from './field.ts';

interface Choice {
  value: string;
  label: string;
  detail?: string;
  group?: string;
  /** Why it can't be chosen. */
  obstacle?: string | null;
}

/** Quota changes while somebody reads the form: asked again at this pace while the step is open. */
const REFRESH_MS = 5000;

/** Choices that the cloud itself answers for the chosen subscription and region. */
export function ChoiceField({ field, value, error, place, onChange, onBlur, described }: ParameterFieldProps & { described: { id: string } }) {
  const { choices, isLoading } = useChoices(field.kind, field.resourceType, place);
  const known = choices.find((choice) => choice.value.toLowerCase() === String(value).toLowerCase());
  const [id, label] = [known?.value ?? String(value), known?.label ?? String(value)];
  // The same object for the same choice: a new one, after each look at the quota, would take away what is being typed.
  const current = useMemo<Choice | null>(() => (id ? { value: id, label } : null), [id, label]);
  return (
    <>
      <Autocomplete<Choice>
        id={described.id}
        options={choices}
        value={current}
        loading={isLoading}
        onChange={(_, choice) => onChange(choice?.value ?? '')}
        onBlur={onBlur}
        groupBy={(choice) => choice.group ?? ''}
        getOptionKey={(choice) => choice.value}
        getOptionLabel={(choice) => choice.label}
        getOptionDisabled={(choice) => Boolean(choice.obstacle)}
        isOptionEqualToValue={(a, b) => a.value === b.value}
        noOptionsText={place.subscriptionId && place.region ? 'Nothing to choose here' : 'Choose subscription and region first'}
        renderOption={({ key, ...props }, choice) => (
          <Box component="li" key={key} {...props} sx={{ display: 'flex', justifyContent: 'space-between !important', gap: 4 }}>
            <span>{choice.label}</span>
            <Box component="span" sx={{ fontSize: 12, color: choice.obstacle ? 'error.main' : 'text.secondary', textAlign: 'right' }}>
              {choice.obstacle ?? choice.detail}
            </Box>
          </Box>
        )}
        renderInput={(parameters) => <TextField {...parameters} error={error !== undefined || Boolean(known?.obstacle)} slotProps={{ ...parameters.slotProps, htmlInput: { ...parameters.slotProps.htmlInput, ...described } }} />}
      />
      {known?.obstacle ? (
        <Box role="alert" sx={{ fontSize: 12, color: 'error.main', mt: 1 }}>
          {known.obstacle}
        </Box>
      ) : null}
    </>
  );
}

function useChoices(kind: string, resourceType: string | undefined, { subscriptionId, region }: Place): { choices: Choice[]; isLoading: boolean } {
  const isPlaced = subscriptionId !== '' && region !== '';
  const sizes = useQuery({ ...q('vmSizes', { body: { subscriptionId, region } }), enabled: kind === 'vmSize' && isPlaced, refetchInterval: REFRESH_MS });
  const locations = useQuery({ ...q('subscriptionLocations', { body: { subscriptionId } }), enabled: kind === 'location' && subscriptionId !== '' });
  const networks = useQuery({ ...q('networkList', { body: { subscriptionId, region } }), enabled: kind === 'resourceId' && isPlaced });
  if (kind === 'location') return { choices: (locations.data?.result ?? []).map(({ name, displayName }) => ({ value: name, label: displayName || regionName(name) })), isLoading: locations.isLoading };
  if (kind === 'resourceId') {
    const wantsSubnet = /subnets$/i.test(resourceType ?? '');
    const choices = (networks.data?.result ?? []).flatMap<Choice>((network) =>
      wantsSubnet
        ? network.subnets.map((subnet) => ({ value: subnet.id, label: subnet.name, detail: subnet.addressPrefix ?? '', group: network.name }))
        : [{ value: network.id, label: network.name, detail: network.addressPrefixes.join(', '), group: network.resourceGroup }],
    );
    return { choices, isLoading: networks.isLoading };
  }
  const choices = (sizes.data?.result ?? []).map<Choice>((size) => ({
    value: size.name,
    label: size.name.replace(/^Standard_/, '').replaceAll('_', ' '),
    detail: `${size.vCpus} vCPU, ${size.memoryGb} GiB${size.coresLeft === null ? '' : `, ${size.coresLeft} vCPU left`}`,
    group: size.family ?? '',
    obstacle: size.isAvailable ? null : (size.reason ?? `${size.name} can't be had in ${regionName(region)}.`),
  }));
  // Autocomplete draws a heading wherever the group changes, so a family has to stay together.
  choices.sort((a, b) => (a.group ?? '').localeCompare(b.group ?? '') || a.label.localeCompare(b.label, undefined, { numeric: true }));
  return { choices, isLoading: sizes.isLoading };
}

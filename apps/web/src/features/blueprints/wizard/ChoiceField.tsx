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
  const { choices, isLoading } = useChoices(field, place);
  const known = choices.find((choice) => choice.value.toLowerCase() === String(value).toLowerCase());
  // Chosen for another region, or the template's own default.
  const isMissing = known === undefined && value !== '' && field.kind !== 'resourceId' && choices.length > 0;
  const obstacle = isMissing ? (field.kind === 'location' ? `This subscription does not offer ${String(value)}.` : `${String(value)} is not offered in ${regionName(place.region)}. Choose another size, or another region.`) : known?.obstacle;
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
        renderInput={(parameters) => <TextField {...parameters} error={error !== undefined || Boolean(obstacle)} slotProps={{ ...parameters.slotProps, htmlInput: { ...parameters.slotProps.htmlInput, ...described } }} />}
      />
      {obstacle ? (
        <Box role="alert" sx={{ fontSize: 12, color: 'error.main', mt: 1 }}>
          {obstacle}
        </Box>
      ) : null}
    </>
  );
}

function useChoices({ kind, resourceType, allowed }: ParameterFieldProps['field'], { subscriptionId, region }: Place): { choices: Choice[]; isLoading: boolean } {
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
  const offered = (sizes.data?.result ?? []).map<Choice>((size) => ({
    value: size.name,
    label: size.name.replace(/^Standard_/, '').replaceAll('_', ' '),
    detail: `${size.vCpus} vCPU, ${size.memoryGb} GiB${size.coresLeft === null ? '' : `, ${size.coresLeft} vCPU left`}`,
    group: size.family ?? '',
    obstacle: size.isAvailable ? null : (size.reason ?? `${size.name} can't be had in ${regionName(region)}.`),
  }));
  // A template may allow some sizes only: of those, what the region does not have is shown with the reason.
  const isKnown = offered.length > 0;
  const choices = allowed?.map(({ value, label }): Choice => offered.find((size) => size.value.toLowerCase() === String(value).toLowerCase())
    ?? { value: String(value), label: label.replace(/^Standard_/, '').replaceAll('_', ' '), obstacle: isKnown ? `Not offered in ${regionName(region)}. Choose another size, or another region.` : null }) ?? offered;
  // Autocomplete draws a heading wherever the group changes, so a family has to stay together.
  choices.sort((a, b) => (a.group ?? '').localeCompare(b.group ?? '') || a.label.localeCompare(b.label, undefined, { numeric: true }));
  return { choices, isLoading: sizes.isLoading };
}

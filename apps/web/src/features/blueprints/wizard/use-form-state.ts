import type { FormState } from '@cloudwright/engine';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useRoot } from '../../../shared/session/store.ts';
import { formStateQuery } from '../engine/engine.ts';
import { contextOf } from './use-expansion.ts';
import { typedValues, type WizardDraft, type WizardModel } from './draft.ts';

/** The model with what the blueprint's own form says about this moment, evaluated in the worker. */
export function useFormState(draft: WizardDraft, model: WizardModel): WizardModel {
  const tenantId = useRoot((root) => root.auth.tenantId);
  // Names that a form makes unique stay the same while it is open.
  const [newGuid] = useState(newGuidText);
  const uiDefinition = model.blueprint.template.uiDefinition;
  const job = { uiDefinition: uiDefinition ?? '', values: typedValues(draft, model), context: { ...contextOf(draft, model, tenantId), newGuid } };
  const { data } = useQuery({ ...formStateQuery(job), enabled: uiDefinition !== null });
  return useMemo(() => (data === undefined ? model : { ...model, state: byFieldName(data, model) }), [data, model]);
}

/** The form may spell parameters in another case than the template, and name some that the template does not have. */
function byFieldName({ fields, parameters }: FormState, { form }: WizardModel): FormState {
  const names = new Map(form.fields.map(({ name }) => [name.toLowerCase(), name]));
  const renamed = <T>(members: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (names.has(name.toLowerCase()) ? [[names.get(name.toLowerCase())!, value]] : [])));
  return { fields: renamed(fields), parameters: renamed(parameters) };
}

/** A version-4 GUID; crypto.randomUUID is only there on pages with a certificate. */
function newGuidText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-');
}

import type { FormField } from '@cloudwright/engine';
import type { Draft } from './values.ts';

/** Where it will be deployed: what can be chosen depends on it. */
export interface Place {
  subscriptionId: string;
  region: string;
}

/** What every control of a template parameter gets. */
export interface ParameterFieldProps {
  field: FormField;
  value: Draft;
  error: string | undefined;
  place: Place;
  onChange(value: Draft): void;
  onBlur(): void;
}

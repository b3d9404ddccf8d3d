import type { PolicyDefinition, Json } from '@cloudwright/policy';

export type Parameters = NonNullable<PolicyDefinition['properties']['parameters']>;
export type Condition = Record<string, Json>;

/** A definition that this cloud brings with it. */
export interface DefinitionRow {
  name: string;
  /** The id that Azure gives to the same rule; without it, one of our own. */
  guid?: string;
  title: string;
  category: string;
  description: string;
  mode?: 'All' | 'Indexed';
  effect: 'Audit' | 'Deny' | 'AuditIfNotExists' | 'DeployIfNotExists' | 'Modify' | 'Append';
  if: Json;
  parameters?: Parameters;
  details?: Json;
}

export const CONTRIBUTOR = '/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c';
export const TAG_CONTRIBUTOR = '/providers/Microsoft.Authorization/roleDefinitions/4a9ae827-6dc8-4573-8ac7-8239d42aa03f';


export const ofType = (type: string, ...conditions: Condition[]): Json => ({ allOf: [{ field: 'type', equals: type }, ...conditions] });
export const text = (displayName: string, defaultValue?: string): Parameters[string] => ({ type: 'String', metadata: { displayName }, ...(defaultValue !== undefined && { defaultValue }) });
export const list = (displayName: string, defaultValue?: string[], strongType?: string): Parameters[string] => ({ type: 'Array', metadata: { displayName, ...(strongType !== undefined && { strongType }) }, ...(defaultValue !== undefined && { defaultValue }) });
export const tag = "[concat('tags[', parameters('tagName'), ']')]";
export const below = (field: string, least: string): Json => ({ anyOf: [{ field, exists: false }, { field, less: least }] }) as Json;
export const isNot = (field: string, value: Json): Condition => ({ field, notEquals: value });

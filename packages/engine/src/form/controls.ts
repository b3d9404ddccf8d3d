import type { FormField } from '../api.ts';

/** What an element of createUiDefinition.json is to a form. */
export interface Control {
  /** `cloud`: only the portal can ask for its value; `display`: it has none. */
  role: 'input' | 'section' | 'display' | 'cloud';
  /** Type of its value. */
  type: FormField['type'];
  /** What the value means, where that is more than the type. */
  kind?: FormField['kind'];
  /** What the value is before anybody typed one and the element names no default. */
  start?: string | boolean | object;
}

const row = (role: Control['role'], type: Control['type'], more: Omit<Control, 'role' | 'type'> = {}): Control => ({ role, type, ...more });

/** Source: the pages "CreateUiDefinition elements" and those of each element. Names are lower-cased. */
const controls = new Map<string, Control>(Object.entries({
  'microsoft.common.checkbox': row('input', 'bool', { kind: 'boolean', start: false }),
  'microsoft.common.dropdown': row('input', 'string', { kind: 'choice' }),
  'microsoft.common.editablegrid': row('input', 'array', { kind: 'json', start: [] }),
  'microsoft.common.fileupload': row('cloud', 'string'),
  'microsoft.common.infobox': row('display', 'string'),
  'microsoft.common.locationselector': row('input', 'string', { kind: 'location' }),
  'microsoft.common.optionsgroup': row('input', 'string', { kind: 'choice' }),
  'microsoft.common.passwordbox': row('input', 'string', { kind: 'password', start: '' }),
  'microsoft.common.section': row('section', 'object'),
  'microsoft.common.serviceprincipalselector': row('cloud', 'object'),
  'microsoft.common.slider': row('input', 'int', { kind: 'number' }),
  'microsoft.common.tagsbyresource': row('input', 'object', { kind: 'json', start: {} }),
  'microsoft.common.textblock': row('display', 'string'),
  'microsoft.common.textbox': row('input', 'string', { start: '' }),
  'microsoft.compute.credentialscombo': row('input', 'object', { kind: 'password', start: {} }),
  'microsoft.compute.sizeselector': row('input', 'string', { kind: 'vmSize' }),
  'microsoft.compute.usernametextbox': row('input', 'string', { kind: 'username', start: '' }),
  'microsoft.keyvault.keyvaultcertificateselector': row('cloud', 'object'),
  'microsoft.managedidentity.identityselector': row('cloud', 'object'),
  'microsoft.network.publicipaddresscombo': row('input', 'object', { start: { newOrExistingOrNone: 'new' } }),
  'microsoft.network.virtualnetworkcombo': row('input', 'object', { start: { newOrExisting: 'new' } }),
  'microsoft.solutions.armapicontrol': row('cloud', 'object'),
  'microsoft.solutions.bladeinvokecontrol': row('cloud', 'object'),
  'microsoft.solutions.graphapicontrol': row('cloud', 'object'),
  'microsoft.solutions.resourceselector': row('input', 'object', { kind: 'resourceId', start: {} }),
  'microsoft.storage.multistorageaccountcombo': row('input', 'object', { start: { newOrExisting: 'new' } }),
  'microsoft.storage.storageaccountselector': row('input', 'object', { start: { newOrExisting: 'new' } }),
  'microsoft.storage.storageblobselector': row('cloud', 'string'),
}));

/** The control of an element's type; undefined for one that the reference does not have. */
export function controlOf(type: string | undefined): Control | undefined {
  return controls.get((type ?? '').toLowerCase());
}

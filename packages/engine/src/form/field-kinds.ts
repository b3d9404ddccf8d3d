import type { FormField } from '../api.ts';

type Kind = FormField['kind'];

/** What a parameter's name says, where that is safe: first row that fits. Only for parameters of type string. */
const byName: readonly { name: RegExp; kind: Kind; resourceType?: string }[] = [
  { name: /ssh.*(key|data)|publickey$|^keydata$/i, kind: 'sshKey' },
  { name: /^(vm|virtualmachine|node|agentvm|master)?_?(vm)?size$|vmsize|virtualmachinesize/i, kind: 'vmSize', resourceType: 'Microsoft.Compute/virtualMachines' },
  { name: /^(region|.*location)$/i, kind: 'location' },
  { name: /(admin|administrator|user).*(name|login)$|login$/i, kind: 'username' },
  { name: /(object|principal|tenant|client|application|app|subscription)id$|guid$/i, kind: 'guid' },
  { name: /e-?mail(address)?$/i, kind: 'email' },
  { name: /(address|subnet|vnet|cidr).*(prefix|space|range|cidr)$|^cidr|cidr$/i, kind: 'cidr' },
  { name: /(uri|url)$/i, kind: 'url' },
  { name: /resourcegroup(name)?$/i, kind: 'resourceGroup' },
  { name: /^(availability)?zone$/i, kind: 'zone' },
  { name: /resourceid$/i, kind: 'resourceId' },
];

/** `metadata.strongType`, lower-cased, as policy and blueprint authors write it; any other `Namespace/type` names a resource. */
const byStrongType = new Map<string, Kind>(Object.entries<Kind>({
  location: 'location',
  resourcegroup: 'resourceGroup',
  resourcegroups: 'resourceGroup',
  existingresourcegroups: 'resourceGroup',
  email: 'email',
  vmsize: 'vmSize',
  vmsizes: 'vmSize',
  resourcetypes: 'text',
}));

export interface Hints {
  type: FormField['type'];
  secret: boolean;
  hasChoices: boolean;
  strongType: string | undefined;
  /** Text of the default, where there is one. */
  defaultText: string | undefined;
  /** Type of a resource whose whole name this parameter is. */
  namesResource: string | undefined;
}

/** The kind of a field, and the resource type that it belongs to where known. */
export function kindOf(name: string, hints: Hints): { kind: Kind; resourceType?: string } {
  const { type, secret, hasChoices, strongType, namesResource } = hints;
  if (type === 'bool') return { kind: 'boolean' };
  if (type === 'int') return { kind: hasChoices ? 'choice' : 'number' };
  if (type === 'array') return { kind: 'list' };
  if (type === 'object') return { kind: 'json' };
  if (strongType !== undefined) {
    const kind = byStrongType.get(strongType.toLowerCase());
    if (kind !== undefined) return { kind };
    if (strongType.includes('/')) return { kind: 'resourceId', resourceType: strongType };
  }
  const named = byName.find((row) => row.name.test(name));
  if (secret) return { kind: named?.kind === 'sshKey' ? 'sshKey' : named?.kind === 'username' ? 'username' : 'password' };
  if (/^\[resourceGroup\(\)\.location\]$/i.test(hints.defaultText ?? '')) return { kind: 'location' };
  // A closed list is a choice, but sizes and places can still be looked up in the cloud.
  if (hasChoices) return named?.kind === 'vmSize' || named?.kind === 'location' ? present(named) : { kind: 'choice' };
  if (named !== undefined) return present(named);
  return namesResource === undefined ? { kind: 'text' } : { kind: 'resourceName', resourceType: namesResource };
}

function present({ kind, resourceType }: { kind: Kind; resourceType?: string }): { kind: Kind; resourceType?: string } {
  return resourceType === undefined ? { kind } : { kind, resourceType };
}

const abbreviations = new Map<string, string>(Object.entries<string>({ vm: 'VM', ssh: 'SSH', dns: 'DNS', ip: 'IP', url: 'URL', uri: 'URI', id: 'ID', sku: 'SKU', os: 'OS', sql: 'SQL', vnet: 'VNet', nsg: 'NSG', aks: 'AKS', cpu: 'CPU', gb: 'GB', api: 'API', db: 'DB', ad: 'AD' }));

/** `adminUsername` -> `Admin username`, `vmSize` -> `VM size`. */
export function labelOf(name: string): string {
  const words = name
    .replace(/^_+/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => abbreviations.get(word.toLowerCase()) ?? word.toLowerCase());
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

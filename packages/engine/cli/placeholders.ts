import { asObject, asText, isData } from '../src/template/sections.ts';
import { getProperty } from '../src/values.ts';
import type { Json, JsonObject } from '../src/api.ts';

/**
 * Parameter files of public template collections hold placeholders that their test runner fills in. Each stands for a
 * fixed valid value here, so that runs can be compared.
 */
const unique = 'cwuniq7g4k2p9x3m5t8v1b6dcwuniq7g4k2p9x3m5t8v1b6d';
const uniquePattern = /GEN-UN(?:IQUE|QIUE)(?:-(\d+))?/g;
const fixed: readonly [RegExp, string][] = [
  [/GEN-PASSWORD/g, 'Pl4ceholder-Pass!26'],
  [/GEN-SSH-PUB-KEY/g, 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7 user@example.com'],
  [/GEN-GUID/g, '33333333-3333-4333-8333-333333333333'],
  [/GEN-AZUREAD-OBJECTID/g, '44444444-4444-4444-8444-444444444444'],
  [/GEN-CUSTOM-FQDN-NAME/g, 'example.contoso.com'],
  [/GEN-KEYVAULT-NAME/g, 'example-kv'],
  [/GEN-KEYVAULT-RESOURCE-ID/g, '/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/example-rg/providers/Microsoft.KeyVault/vaults/example-kv'],
  [/GEN-VNET-RESOURCEGROUP-NAME/g, 'example-net-rg'],
  [/GEN-VNET-NAME/g, 'example-vnet'],
  [/GEN-VNET-SUBNET(\d)-NAME/g, 'subnet$1'],
  [/GET-PREREQ-(?=[A-Za-z])/g, 'get-prereq-'],
];

/** Replaces the placeholders in a text; an unknown one becomes its own name in small letters. */
export function fillText(text: string, seen = new Map<string, number>()): string {
  if (!text.includes('GEN-') && !text.includes('GET-')) return text;
  let filled = text.replace(uniquePattern, (name, size: string | undefined) => uniqueName(size === undefined ? 12 : Number(size), seen.get(name) ?? 0, () => seen.set(name, (seen.get(name) ?? 0) + 1)));
  for (const [pattern, value] of fixed) filled = filled.replace(pattern, value);
  return filled.replace(/GEN-[A-Z0-9]+(?:-[A-Z0-9]+)*/g, (name) => name.toLowerCase());
}

/** Each further use of the placeholder in one file is another name: two resources must not get the same one. */
function uniqueName(size: number, round: number, count: () => void): string {
  count();
  const name = unique.slice(0, size);
  return round === 0 ? name : name.slice(0, -1) + ('abdefhijklmnoqrstuvwxyz'[(round - 1) % 23] as string);
}

function fill(value: Json, seen: Map<string, number>): Json {
  if (typeof value === 'string') return fillText(value, seen);
  if (Array.isArray(value)) return value.map((item) => fill(item, seen));
  return isData(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, seen)])) : value;
}

/** The parameters with placeholders replaced; what then breaks the declaration's own limits is made to fit them. */
export function fillPlaceholders(parameters: Json, template: Json | undefined): Json {
  const declared = isData(template) ? asObject(getProperty(template, 'parameters')) : {};
  const fit = (entries: JsonObject, filled: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(filled).map(([name, entry]) => {
        const before = entries[name];
        const declaration = asObject(getProperty(declared, name));
        if (!isData(entry) || !isData(before)) return [name, entry === before ? entry : fitted(entry, declaration)];
        const value = getProperty(entry, 'value');
        if (typeof value !== 'string' || value === getProperty(before, 'value')) return [name, entry];
        return [name, { ...entry, value: fitted(value, declaration) }];
      }),
    );
  const filled = fill(parameters, new Map());
  if (!isData(parameters) || !isData(filled)) return filled;
  const [inner, innerFilled] = [parameters['parameters'], filled['parameters']];
  return isData(inner) && isData(innerFilled) ? { ...filled, parameters: fit(inner, innerFilled) } : fit(parameters, filled);
}

function fitted(value: Json, declaration: JsonObject): Json {
  if (typeof value !== 'string') return value;
  const type = (asText(getProperty(declaration, 'type')) ?? 'string').toLowerCase();
  if (type === 'array') return [value];
  if (type.endsWith('object')) return {};
  if (type === 'int') return 1;
  if (type === 'bool') return false;
  const allowed = getProperty(declaration, 'allowedValues');
  const isAllowed = (item: Json): boolean => typeof item === 'string' && item.toLowerCase() === value.toLowerCase();
  if (Array.isArray(allowed) && allowed.length > 0 && !allowed.some(isAllowed)) return allowed[0] as Json;
  const [min, max] = [getProperty(declaration, 'minLength'), getProperty(declaration, 'maxLength')];
  const long = typeof min === 'number' && value.length < min ? value.padEnd(min, 'x') : value;
  return typeof max === 'number' ? long.slice(0, max) : long;
}

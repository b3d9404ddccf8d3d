import type { Provider, ResourceType } from '../../wire/provider.ts';
import { typeOf, type TypeRow } from '../type-row.ts';
import { catalogue } from './catalogue.ts';
import { extensionRows } from './extensions.ts';
import { globalTypes, unlocatedNamespaces } from './unlocated-types.ts';

function stored(type: string): ResourceType {
  const namespace = type.split('/')[0]!;
  const locations = globalTypes.has(type.toLowerCase()) ? 'global' : unlocatedNamespaces.has(namespace.toLowerCase()) ? 'none' : 'all';
  return typeOf({ type, apiVersions: [], locations });
}

const extension = (row: TypeRow): Provider => ({ namespace: row.type.split('/')[0]!, types: [typeOf(row)] });

/** Everything without behaviour of its own: stored, returned, deleted; types that Azure does not know stay unknown. */
export const genericProviders: Provider[] = [
  ...extensionRows.map(extension),
  ...Object.entries(catalogue).map(([namespace, types]): Provider => ({ namespace, types: types.split(/\s+/).map((type) => stored(`${namespace}/${type}`)) })),
];

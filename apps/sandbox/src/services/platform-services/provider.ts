import type { Provider } from '../../wire/provider.ts';
import { apiVersionsOf } from '../reference/api-versions.ts';
import { typeOf } from '../type-row.ts';
import { platformRows } from './rows.ts';

const namespaceOf = (type: string): string => type.split('/')[0]!;

/** The services of `rows.ts`, one provider a namespace. */
export const platformServices: Provider[] = [...Map.groupBy(platformRows, (row) => namespaceOf(row.type))].map(([namespace, rows]) => ({
  namespace,
  types: rows.map((row) => typeOf({ apiVersions: apiVersionsOf(namespace), ...row })),
}));

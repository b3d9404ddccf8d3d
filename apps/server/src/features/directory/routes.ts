import { cloudClient } from '@cloudwright/cloud';
import type { Directory, directoryEndpoints } from '@cloudwright/contract';
import type { Handlers } from '../../platform/context.ts';

const apiVersion = '2022-12-01';
interface Tenant {
  tenantId: string;
  displayName?: string;
  defaultDomain?: string;
}

/** The directories of the signed-in person, as the cloud tells them; sorted by name, the switcher's order. */
export const directoryHandlers: Handlers<typeof directoryEndpoints> = {
  directoryFetch: async (context, { query }) => {
    const { arm } = cloudClient(context.identity.cloud.endpoints(), context.cloudToken().token, { maxRetries: 1 });
    const value: Directory[] = [];
    for await (const tenant of arm.list<Tenant>('/tenants', { apiVersion })) {
      if (query.tenantId && query.tenantId !== tenant.tenantId) continue;
      value.push({ tenantId: tenant.tenantId, displayName: tenant.displayName ?? tenant.defaultDomain ?? tenant.tenantId });
    }
    return { value: value.toSorted((a, b) => a.displayName.localeCompare(b.displayName)) };
  },
};

import type { organizationEndpoints, Output } from '@cloudwright/contract';
import type { PersonContext } from '../../platform/context.ts';
import { readGraph } from '../../platform/graph.ts';

interface GraphOrganization {
  id: string;
  displayName?: string;
  countryLetterCode?: string | null;
  verifiedDomains?: { name: string }[];
}

/** The organization of the signed-in directory, as Graph tells it; for the form that makes a portal organization. */
export async function directoryOrganizations({ identity }: PersonContext, tenantId: string | undefined): Promise<Output<(typeof organizationEndpoints)['directoryOrganizations']>> {
  // Graph answers for the directory of the token only; another one is reached by switching to it.
  const rows = tenantId && tenantId !== identity.tid ? [] : await readGraph<GraphOrganization>(identity, '/organization');
  const result = rows.map((row) => ({
    id: row.id,
    displayName: row.displayName ?? row.id,
    verifiedDomains: (row.verifiedDomains ?? []).map((domain) => domain.name),
    countryCode: row.countryLetterCode ?? null,
    tenantId: row.id,
  }));
  return { count: result.length, total: result.length, result };
}

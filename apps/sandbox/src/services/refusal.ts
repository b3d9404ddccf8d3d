/**
 * One request that Azure refuses. Paths without a leading slash are below the test's resource group
 * ('Microsoft.Network/virtualNetworks/vnet'); '{group}', '{subscription}', '{otherGroup}' and '{unknownSubscription}' in bodies and paths are their ids.
 */
interface Refusal {
  title: string;
  method: 'PUT' | 'PATCH' | 'POST' | 'DELETE' | 'GET';
  path: string;
  body?: object;
  /** Who asks; default the administrator. */
  as?: string;
  status: number;
  code: string;
}

/** The refusals of one provider and what must be there before. */
export interface Refusals {
  provider: string;
  given: { method: 'PUT' | 'POST'; path: string; body?: object }[];
  refused: Refusal[];
}

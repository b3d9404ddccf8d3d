import type { DeploymentPlan } from '@cloudwright/contract';
import { planDeployment, toPrintable, type Expansion } from '@cloudwright/engine';
import { expandBlueprint, type VersionRow } from '../blueprints/public.ts';
import type { DeploymentRow } from './store.ts';

type Placed = Pick<DeploymentRow, 'parameters' | 'subscriptionId' | 'resourceGroup' | 'region' | 'cloudName'>;

/** The entry's template with its plain values, as it was or will be deployed. */
export const expansionOf = (row: Placed, version: Pick<VersionRow, 'template'>): Expansion =>
  expandBlueprint(version.template, row.parameters, {
    subscriptionId: row.subscriptionId, location: row.region, deploymentName: row.cloudName,
    ...(row.resourceGroup === null ? { scope: 'subscription' as const } : { resourceGroup: { name: row.resourceGroup, location: row.region } }),
  });

/** The order of work: each resource with its wave, and what it waits for. Names known at run time only are expressions. */
export function planOf(row: Placed, version: Pick<VersionRow, 'template'>): DeploymentPlan {
  const expansion = expansionOf(row, version);
  const { waves, edges } = planDeployment(expansion);
  const waveOf = new Map(waves.flatMap((ids, wave) => ids.map((id) => [id.toLowerCase(), wave])));
  // Edges may spell an id otherwise than its resource does.
  const spelled = new Map(expansion.resources.map(({ id }) => [id.toLowerCase(), id]));
  const drawn = edges.flatMap(({ from, to }) => {
    const ends = [spelled.get(from.toLowerCase()), spelled.get(to.toLowerCase())];
    return ends[0] === undefined || ends[1] === undefined || ends[0] === ends[1] ? [] : [{ from: ends[0], to: ends[1] }];
  });
  return {
    resources: expansion.resources.map(({ id, name, type }) => ({ id, name: String(toPrintable(name)), type, wave: waveOf.get(id.toLowerCase()) ?? 0 })),
    edges: [...new Map(drawn.map((edge) => [`${edge.from}\n${edge.to}`, edge])).values()],
  };
}

import { dependenciesOf } from './instance-parts.ts';
import type { Deployment } from './deployment.ts';
import type { Edge } from '../api.ts';
import type { Instance } from './instance.ts';

/**
 * What each resource waits for: dependsOn (by name, id, symbol or loop), and what its expressions refer to. A
 * deployment also waits for the resources in it (kind `parent`). A child inside its parent's `resources` does not wait
 * by itself (reference page "Define the order for deploying resources": no implicit dependency on the parent).
 */
export function edgesOf(deployment: Deployment, included: readonly Instance[]): Edge[] {
  const edges: Edge[] = [];
  for (const instance of included) {
    const seen = new Set<string>([instance.id.toLowerCase()]);
    const add = (to: string, kind: Edge['kind']): void => {
      if (seen.has(to.toLowerCase())) return;
      seen.add(to.toLowerCase());
      edges.push({ from: instance.id, to, kind });
    };
    for (const { key, index } of dependenciesOf(instance)) {
      const found = deployment.find(key);
      const { parent } = instance;
      // Of several resources of one name, a child means its own parent.
      const meant = parent !== undefined && found.includes(parent) ? [parent] : found;
      for (const target of meant) if (target.isIncluded) add(target.id, 'dependsOn');
      if (found.length === 0 && !deployment.hasLoop(key)) report(deployment, instance, key, index);
    }
    for (const target of instance.references) if (target.deployment === deployment) add(target.id, 'reference');
    if (deployment.parent !== undefined && deployment.parent.isIncluded) edges.push({ from: deployment.parent.id, to: instance.id, kind: 'parent' });
  }
  return edges;
}

function report(deployment: Deployment, instance: Instance, key: string, index: number | string): void {
  const { run, document } = deployment.frame;
  run.report(document, 'UnknownDependency', [...instance.path, 'dependsOn', index], key);
}

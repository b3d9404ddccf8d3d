import type { JsonObject } from '../api.ts';
import type { Value } from '../values.ts';
import type { Loop } from './evaluate-data.ts';
import type { Deployment } from './deployment.ts';

/** One resource of a deployment: one round of its copy loop, with its name, type and id, before its body is evaluated. */
export interface Instance {
  deployment: Deployment;
  source: JsonObject;
  path: (string | number)[];
  loops: Loop[];
  type: string;
  /** As evaluated: usually text, else a symbolic value. */
  nameValue: Value;
  name: string;
  id: string;
  /** Id of the scope that the resource's own type starts below. */
  scope: string;
  symbol: string | undefined;
  apiVersion: string | undefined;
  isIncluded: boolean;
  isExisting: boolean;
  copy: CopyRound | undefined;
  parent: Instance | undefined;
  /** Lower-cased ids of resources that its expressions refer to with reference() and list*(). */
  references: Set<Instance>;
  /** Of a Microsoft.Resources/deployments resource: what it deploys. */
  child: Deployment | undefined;
  childState: 'open' | 'opening' | 'done';
  /** Its properties, evaluated once: parameters and links are needed before the body's turn. */
  properties: { [key: string]: Value } | undefined;
}

export interface CopyRound {
  name: string;
  index: number;
  mode: 'parallel' | 'serial';
  batchSize: number;
}

export function isDeployment(instance: Instance): boolean {
  return instance.type.toLowerCase() === 'microsoft.resources/deployments';
}

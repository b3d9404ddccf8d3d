import type { JsonObject } from '@cloudwright/engine';
import type { World } from './world.ts';

/** What a script would have given: the sandbox runs none, so its author says it. */
export interface ScriptSample {
  /** Name of the deployment script or machine extension; a `*` at the end stands for any rest. */
  name: string;
  /** `properties.outputs` of a deployment script. */
  outputs?: JsonObject;
  /** What a machine's script extension printed. */
  stdout?: string;
}

const SERVICE = 'script-sample';

/** Keeps a sample; one of the same name is replaced. */
export const setScriptSample = (world: World, sample: ScriptSample): void => world.setValue(SERVICE, sample.name.toLowerCase(), sample);

/** The sample for a script of this name: the exact one, else the longest pattern. */
export function scriptSample(world: World, name: string): ScriptSample | undefined {
  const lower = name.toLowerCase();
  const exact = world.value<ScriptSample>(SERVICE, lower);
  if (exact) return exact;
  return scriptSamples(world)
    .filter((sample) => sample.name.endsWith('*') && lower.startsWith(sample.name.slice(0, -1).toLowerCase()))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

export const scriptSamples = (world: World): ScriptSample[] => world.values<ScriptSample>(SERVICE).map(({ value }) => value);

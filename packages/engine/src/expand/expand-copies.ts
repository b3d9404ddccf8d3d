import { asText } from '../template/sections.ts';
import { evaluateData, evaluateLoop } from './evaluate-data.ts';
import { findKey, getProperty, type Value } from '../values.ts';
import type { CopyRound } from './instance.ts';
import type { Frame } from './frame.ts';
import type { JsonObject } from '../api.ts';

/** Runs a resource's copy loop; each round declares one resource. Gives the loop's name. */
export function expandCopies(frame: Frame, resource: JsonObject, copy: JsonObject, path: (string | number)[], declare: (round: CopyRound) => void): string {
  const copyPath = [...path, findKey(resource, 'copy') ?? 'copy'];
  frame.path = [...copyPath];
  const read = (name: string): Value => evaluateData(getProperty(copy, name) ?? null, frame);
  const name = asText(read('name'));
  if (findKey(copy, 'name') === undefined) frame.run.report(frame.document, 'MissingProperty', copyPath, 'name', 'a copy loop');
  const mode = asText(read('mode'))?.toLowerCase() === 'serial' ? 'serial' : 'parallel';
  const batchSize = read('batchSize');
  const size = typeof batchSize === 'number' && batchSize > 0 ? batchSize : 1;
  evaluateLoop(copy, name ?? '', frame, true, (index) => declare({ name: name ?? '', index, mode, batchSize: size }));
  return name ?? '';
}

import { asObject, asText, isData } from '../template/sections.ts';
import { isSecureType, resolveType, typeFault } from '../template/types.ts';
import { evaluateData, evaluateInput, evaluateLoop, isUnevaluated } from './evaluate-data.ts';
import { findKey, getProperty, SecureValue, type Value } from '../values.ts';
import type { Deployment } from './deployment.ts';
import type { Json, JsonObject } from '../api.ts';

export interface OutputValue {
  [key: string]: Value;
  type: string;
  value: Value;
}

/** The outputs whose condition holds, as reference() of the deployment shows them: {name: {type, value}}. */
export function evaluateOutputs(deployment: Deployment): Record<string, OutputValue> {
  const { frame, template } = deployment;
  const outputs: Record<string, OutputValue> = {};
  const base = [...deployment.base, template.key('outputs')];
  for (const name in template.outputs) {
    const declaration = template.outputs[name];
    if (!isData(declaration)) {
      frame.run.report(frame.document, 'WrongShape', [...base, name], `The output '${name}'`, 'an object');
      continue;
    }
    const place = { path: [...base, name], loops: deployment.loops, current: { deployment, instance: undefined } };
    const value = frame.within(place, () => outputValue(declaration, deployment));
    if (value === undefined) continue;
    const definitions = template.definitions;
    const type = resolveType(declaration, definitions) ?? declaration;
    const typeText = asText(getProperty(type, 'type')) ?? 'object';
    const fault = isUnevaluated(value) || isNullOutput(value) ? undefined : typeFault(value, outputType(declaration), asObject(definitions));
    if (fault !== undefined) frame.run.report(frame.document, 'InvalidOutput', [...base, name, findKey(declaration, 'value') ?? 'value'], name, fault);
    outputs[name] = { type: typeText, value: isSecureType(type) && !(value instanceof SecureValue) ? new SecureValue(name, value) : value };
  }
  return outputs;
}

// Azure gives back an output whose expression is null without a value instead of failing.
function isNullOutput(value: Value): boolean {
  return value === null;
}

/** Only the kind of value is checked: Azure does not hold outputs to the limits of a parameter's declaration. */
function outputType(declaration: JsonObject): JsonObject {
  return { type: getProperty(declaration, 'type') ?? null };
}

function outputValue(declaration: JsonObject, deployment: Deployment): Value | undefined {
  const { frame } = deployment;
  const read = (name: string): Value | undefined => {
    const key = findKey(declaration, name);
    if (key === undefined) return undefined;
    frame.path.push(key);
    const value = evaluateData(declaration[key] as Json, frame);
    frame.path.pop();
    return value;
  };
  let condition = read('condition');
  if (condition instanceof SecureValue) condition = SecureValue.open(condition);
  if (condition === false) return undefined;
  const copy = getProperty(declaration, 'copy');
  if (!isData(copy)) return read('value') ?? null;
  frame.path.push(findKey(declaration, 'copy') as string);
  const items = evaluateLoop(copy, '', frame, false, () => evaluateInput(copy, frame));
  frame.path.pop();
  return items;
}

import { asArray, asObject, asText, isData } from '../template/sections.ts';
import { getProperty } from '../values.ts';
import type { Json, JsonObject } from '../api.ts';

/** An element of createUiDefinition.json that fills a parameter. */
export interface UiElement {
  element: JsonObject;
  /** The member of the element's value that the parameter gets: `password` of a credentials element. */
  member: string | undefined;
  group: string;
  order: number;
}

export interface UiDefinition {
  groups: { name: string; label: string }[];
  /** By lower-cased parameter name. */
  elements: Map<string, UiElement>;
}

/** Reads createUiDefinition.json: its steps become groups, its outputs say which element fills which parameter. */
export function readUiDefinition(source: Json | undefined): UiDefinition | undefined {
  if (!isData(source)) return undefined;
  const parameters = asObject(getProperty(source, 'parameters'));
  const groups = [{ name: 'basics', label: 'Basics' }];
  const byPath = new Map<string, { element: JsonObject; group: string; order: number }>();
  let order = 0;
  const add = (elements: Json[], path: string, group: string): void => {
    for (const element of elements) {
      if (!isData(element)) continue;
      const own = `${path}.${asText(getProperty(element, 'name')) ?? ''}`;
      byPath.set(own.toLowerCase(), { element, group, order: order++ });
      add(asArray(getProperty(element, 'elements')), own, group);
    }
  };
  add(asArray(getProperty(parameters, 'basics')), 'basics', 'basics');
  for (const step of asArray(getProperty(parameters, 'steps'))) {
    if (!isData(step)) continue;
    const name = asText(getProperty(step, 'name')) ?? `step${groups.length}`;
    groups.push({ name, label: asText(getProperty(step, 'label')) ?? name });
    add(asArray(getProperty(step, 'elements')), `steps.${name}`, name);
  }
  const outputs = asObject(getProperty(parameters, 'outputs'));
  const elements = new Map<string, UiElement>();
  for (const [parameter, output] of Object.entries(outputs)) {
    const found = asText(output) === undefined ? undefined : elementOf(output as string, byPath);
    if (found !== undefined) elements.set(parameter.toLowerCase(), found);
  }
  return { groups, elements };
}

/** `[steps('vm').size]` and `[basics('admin').password]`, also inside a conversion: the first element it names. */
function elementOf(output: string, byPath: ReadonlyMap<string, { element: JsonObject; group: string; order: number }>): UiElement | undefined {
  const match = /\b(?:(basics)\('([^']+)'\)|steps\('([^']+)'\))((?:\.\w+)*)/i.exec(output);
  if (match === null) return undefined;
  const [, basics, element, step, members = ''] = match;
  const parts = [...(basics === undefined ? ['steps', step as string] : ['basics', element as string]), ...members.split('.').filter((part) => part !== '')];
  // The longest path that is an element; what is left is a member of its value.
  for (let length = parts.length; length >= 2; length--) {
    const found = byPath.get(parts.slice(0, length).join('.').toLowerCase());
    if (found !== undefined) return { ...found, member: parts[length] };
  }
  return undefined;
}

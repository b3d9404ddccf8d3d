import { compileExpression } from '../expression/compile.ts';
import { isExpression } from '../expression/parse.ts';
import { asArray, asObject, asText, isData } from '../template/sections.ts';
import { getProperty } from '../values.ts';
import { controlOf, type Control } from './controls.ts';
import { formFunctions } from './form-functions.ts';
import type { Expression } from '../expression/ast.ts';
import type { Path } from '../diagnostics.ts';
import type { Json, JsonObject } from '../api.ts';

/** An element of createUiDefinition.json. */
export interface UiElement {
  /** `basics.name`, `step.name`, `step.section.name`: what the form calls its value. */
  path: string;
  name: string;
  /** The step it stands in; `basics` for the first. */
  group: string;
  order: number;
  element: JsonObject;
  /** Undefined for a type that the reference does not have. */
  control: Control | undefined;
  section: UiElement | undefined;
  children: UiElement[];
  /** Its place in the file. */
  at: Path;
}

/** What a template parameter gets: an expression, or data with expressions in it. */
export interface UiOutput {
  parameter: string;
  value: Json;
  at: Path;
  /** The one element that the output comes from, and the members of its value; absent when it comes from several, or none. */
  source?: { element: UiElement; members: string[] };
  /** The form makes the value of other values; false where only the portal could know one of them. */
  isComputed: boolean;
}

export interface UiDefinition {
  groups: { name: string; label: string }[];
  /** All elements, sections before what is in them. */
  elements: UiElement[];
  outputs: UiOutput[];
}

/**
 * Reads createUiDefinition.json, or the form of a template spec (uiFormDefinition.json): its steps become groups, its
 * outputs say which element fills which parameter. Undefined for data that is neither.
 */
export function readUiDefinition(source: Json | undefined): UiDefinition | undefined {
  if (!isData(source)) return undefined;
  const view = asObject(getProperty(source, 'view'));
  const isForm = getProperty(source, 'view') !== undefined;
  const parameters = asObject(getProperty(isForm ? view : source, isForm ? 'properties' : 'parameters'));
  const base: Path = isForm ? ['view', 'properties'] : ['parameters'];
  const groups: UiDefinition['groups'] = [];
  const elements: UiElement[] = [];
  const add = (list: Json[], group: string, section: UiElement | undefined, at: Path): void => {
    list.forEach((element, index) => {
      if (!isData(element) || getProperty(element, 'type') === undefined) return;
      const name = asText(getProperty(element, 'name')) ?? '';
      const own: UiElement = { path: `${section?.path ?? group}.${name}`, name, group, order: elements.length, element, control: controlOf(asText(getProperty(element, 'type'))), section, children: [], at: [...at, index] };
      section?.children.push(own);
      elements.push(own);
      add(asArray(getProperty(element, 'elements')), group, own, [...own.at, 'elements']);
    });
  };
  if (!isForm) groups.push({ name: 'basics', label: 'Basics' });
  add(asArray(getProperty(parameters, 'basics')), 'basics', undefined, [...base, 'basics']);
  asArray(getProperty(parameters, 'steps')).forEach((step, index) => {
    if (!isData(step)) return;
    const name = asText(getProperty(step, 'name')) ?? `step${index}`;
    groups.push({ name, label: asText(getProperty(step, 'label')) ?? name });
    add(asArray(getProperty(step, 'elements')), name, undefined, [...base, 'steps', index, 'elements']);
  });
  const given = isForm ? getProperty(asObject(getProperty(view, 'outputs')), 'parameters') : getProperty(parameters, 'outputs');
  const outputs = outputsOf(asObject(given), elements, isForm ? ['view', 'outputs', 'parameters'] : [...base, 'outputs']);
  return { groups, elements, outputs };
}

/** Of two parameters that come from the same place, only the first is what a person fills in. */
function outputsOf(given: JsonObject, elements: readonly UiElement[], base: Path): UiOutput[] {
  const byPath = new Map(elements.map((element) => [element.path.toLowerCase(), element]));
  const taken = new Set<string>();
  return Object.entries(given).map(([parameter, value]) => {
    const ast = typeof value === 'string' && isExpression(value) ? compileExpression(value, formFunctions).ast : undefined;
    const chains = ast === undefined ? [] : chainsOf(ast);
    const sources = chains.map((chain) => elementOf(chain, byPath));
    const output = { parameter, value, at: [...base, parameter], isComputed: sources.every((one) => one !== undefined && one.element.control !== undefined && one.element.control.role !== 'cloud') };
    const [source] = sources;
    if (source === undefined || new Set(chains.map((chain) => chain.join('.').toLowerCase())).size > 1) return output;
    const place = [source.element.path, ...source.members].join('.').toLowerCase();
    if (taken.has(place) || source.element.control?.role !== 'input') return output;
    taken.add(place);
    return { ...output, isComputed: false, source };
  });
}

/** The names in each `steps('a').b.c` and `basics('b').c` of an expression: ['a', 'b', 'c'], ['basics', 'b', 'c']. */
function chainsOf(node: Expression): string[][] {
  const chain = chainOf(node);
  if (chain !== undefined) return [chain];
  if (node.kind === 'call') return node.args.flatMap(chainsOf);
  if (node.kind === 'property') return chainsOf(node.target);
  return node.kind === 'index' ? [...chainsOf(node.target), ...chainsOf(node.index)] : [];
}

function chainOf(node: Expression): string[] | undefined {
  if (node.kind === 'property') {
    const target = chainOf(node.target);
    return target === undefined ? undefined : [...target, node.name];
  }
  if (node.kind !== 'call') return undefined;
  const [arg] = node.args;
  if (arg?.kind !== 'literal') return undefined;
  const name = node.name.toLowerCase();
  return name === 'steps' ? [String(arg.value)] : name === 'basics' ? ['basics', String(arg.value)] : undefined;
}

/** The longest part of the names that is an element; what is left are members of its value. */
function elementOf(chain: readonly string[], byPath: ReadonlyMap<string, UiElement>): UiOutput['source'] {
  for (let length = chain.length; length >= 2; length--) {
    const element = byPath.get(chain.slice(0, length).join('.').toLowerCase());
    if (element !== undefined) return { element, members: chain.slice(length) };
  }
  return undefined;
}

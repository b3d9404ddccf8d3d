import { SourceDocument } from '../read/source-document.ts';
import { isExpression } from '../expression/parse.ts';
import { asObject, asText, isData, sectionsOf, type TemplateSections } from '../template/sections.ts';
import { isSecureType, resolveType } from '../template/types.ts';
import { kindOf, labelOf } from './field-kinds.ts';
import { stateOf } from './form-state.ts';
import { elementField, elementParts } from './ui-fields.ts';
import { uiFindings } from './ui-findings.ts';
import { readUiDefinition, type UiDefinition } from './ui-definition.ts';
import { getProperty, toPrintable } from '../values.ts';
import { diagnostic } from '../diagnostics.ts';
import type { DeploymentContext, FormField, FormModel, Json, JsonObject } from '../api.ts';

export interface FormOptions {
  /** createUiDefinition.json, as text or data. */
  createUiDefinition?: string | Json;
  /** What defaults of createUiDefinition.json may be made of: place, time, GUIDs. What is missing leaves a default out. */
  context?: DeploymentContext;
  /** metadata.json beside a quickstart: title and summary. */
  metadata?: string | Json;
}

/** Types inside types that become fields of their own; deeper ones are entered as JSON. */
const MAX_FIELD_DEPTH = 6;

/**
 * The fields that a person fills to deploy a template, in order, with everything known about each. Never throws: a
 * file that is no template gives no fields and a diagnostic.
 */
export function formModel(source: string | Json, options: FormOptions = {}): FormModel {
  const document = new SourceDocument(source);
  const { root } = document;
  if (!isData(root)) return { groups: [], fields: [], diagnostics: document.faults.length > 0 ? document.faults : [diagnostic('NotATemplate', [])] };
  const template = sectionsOf(root);
  const uiDocument = options.createUiDefinition === undefined ? undefined : new SourceDocument(options.createUiDefinition, 'createUiDefinition.json');
  const ui = readUiDefinition(uiDocument?.root);
  const named = resourceNames(template);
  const fields = Object.entries(template.parameters).flatMap(([name, declaration], index) =>
    isData(declaration) ? [fieldOf(name, declaration, { template, named, order: index, depth: 0 })] : [],
  );
  if (ui !== undefined) askAsTheFormDoes(fields, ui, options.context ?? {});
  const about = aboutOf(template, options.metadata);
  return { ...about, groups: groupsOf(fields, ui), fields: fields.toSorted((a, b) => a.order - b.order), diagnostics: [...document.faults, ...(uiDocument === undefined ? [] : [...uiDocument.faults, ...uiFindings(ui, uiDocument)])] };
}

/** What the portal's own form says about the fields goes before the template; what only the form asks becomes a field too. */
function askAsTheFormDoes(fields: FormField[], ui: UiDefinition, context: DeploymentContext): void {
  const { fields: state } = stateOf(ui, {}, context);
  const outputs = new Map(ui.outputs.map((output) => [output.parameter.toLowerCase(), output]));
  fields.forEach((field, index) => {
    const output = outputs.get(field.name.toLowerCase());
    if (output?.source !== undefined) fields[index] = { ...field, ...elementParts(output.source, field, state[output.parameter]) };
    else if (output?.isComputed === true) field.computed = true;
  });
  const asked = new Set(ui.outputs.map(({ source }) => source?.element));
  for (const element of ui.elements) if (element.control?.role === 'input' && !asked.has(element)) fields.push(elementField(element, state[element.path]));
}

interface Place {
  template: TemplateSections;
  named: ReadonlyMap<string, string>;
  order: number;
  depth: number;
}

const fieldTypes = new Map<string, FormField['type']>(Object.entries<FormField['type']>({ string: 'string', securestring: 'string', int: 'int', bool: 'bool', object: 'object', secureobject: 'object', array: 'array' }));

function fieldOf(name: string, declaration: JsonObject, place: Place): FormField {
  const resolved = resolveType(declaration, place.template.definitions) ?? declaration;
  const type = fieldTypes.get((asText(getProperty(resolved, 'type')) ?? 'string').toLowerCase()) ?? 'string';
  const metadata = { ...asObject(getProperty(resolved, 'metadata')), ...asObject(getProperty(declaration, 'metadata')) };
  const allowed = getProperty(resolved, 'allowedValues');
  const fallback = sendable(getProperty(declaration, 'defaultValue'));
  const isNullable = getProperty(resolved, 'nullable') === true;
  const secret = isSecureType(resolved);
  const help = asText(getProperty(metadata, 'description'));
  const field: FormField = {
    name,
    label: asText(getProperty(metadata, 'displayName')) ?? labelOf(name),
    type,
    ...kindOf(name, {
      type,
      secret,
      hasChoices: Array.isArray(allowed) && allowed.length > 0,
      strongType: asText(getProperty(metadata, 'strongType')),
      defaultText: asText(fallback),
      namesResource: place.depth === 0 ? place.named.get(name.toLowerCase()) : undefined,
    }),
    required: fallback === undefined && !isNullable,
    secret,
    nullable: isNullable,
    group: fallback === undefined && !isNullable ? 'basics' : 'optional',
    order: place.order,
    ...(help === undefined ? {} : { help }),
    ...limitsOf(resolved),
    ...(Array.isArray(allowed) ? { allowed: allowed.map((item) => sendable(item)).map((value) => ({ value, label: textOf(value) })) } : {}),
  };
  // A secret's default would end up on the page.
  if (fallback !== undefined && !secret) {
    field.default = fallback;
    if (typeof fallback === 'string' && isExpression(fallback)) field.defaultIsExpression = true;
  }
  if (place.depth < MAX_FIELD_DEPTH) Object.assign(field, membersOf(resolved, type, place));
  return field;
}

/** A form goes between threads and to a page: an integer beyond 2^53 is text there, which an int parameter takes. */
function sendable<T extends Json | undefined>(value: T): T {
  return typeof value === 'bigint' || typeof value === 'object' ? (toPrintable(value, 'text') as T) : value;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function limitsOf(declaration: JsonObject): Partial<FormField> {
  const bounds: Partial<FormField> = {};
  for (const [from, to] of [['minValue', 'min'], ['maxValue', 'max'], ['minLength', 'minLength'], ['maxLength', 'maxLength']] as const) {
    const value = getProperty(declaration, from);
    if (typeof value === 'number' || typeof value === 'bigint') bounds[to] = Number(value);
  }
  return bounds;
}

/** Fields of an object type, the item of an array type. */
function membersOf(declaration: JsonObject, type: FormField['type'], place: Place): Partial<FormField> {
  const inside = (order: number): Place => ({ ...place, order, depth: place.depth + 1 });
  const properties = getProperty(declaration, 'properties');
  if (type === 'object' && isData(properties)) {
    return { fields: Object.entries(properties).flatMap(([key, item], index) => (isData(item) ? [fieldOf(key, item, inside(index))] : [])) };
  }
  const items = getProperty(declaration, 'items');
  return type === 'array' && isData(items) ? { item: fieldOf('item', items, inside(0)) } : {};
}

/** Parameters that are the whole name of a resource: lower-cased parameter -> resource type. */
function resourceNames(template: TemplateSections): Map<string, string> {
  const named = new Map<string, string>();
  for (const resource of Object.values(template.resources)) {
    if (!isData(resource)) continue;
    const type = asText(getProperty(resource, 'type'));
    const match = /^\[\s*parameters\(\s*'([^']+)'\s*\)\s*\]$/i.exec(asText(getProperty(resource, 'name')) ?? '');
    const parameter = match?.[1]?.toLowerCase();
    if (type !== undefined && parameter !== undefined && !named.has(parameter)) named.set(parameter, type);
  }
  return named;
}

function groupsOf(fields: readonly FormField[], ui: UiDefinition | undefined): FormModel['groups'] {
  const known = [...(ui?.groups ?? [{ name: 'basics', label: 'Basics' }]), { name: 'optional', label: 'Optional settings' }];
  const used = new Set(fields.map(({ group }) => group));
  return known.filter(({ name }) => used.has(name)).map((group, order) => ({ ...group, order }));
}

function aboutOf(template: TemplateSections, metadata: string | Json | undefined): Pick<FormModel, 'title' | 'summary'> {
  const file = metadata === undefined ? undefined : new SourceDocument(metadata).root;
  const own = { ...asObject(template.root[template.key('metadata')]), ...asObject(file) };
  const title = asText(getProperty(own, 'itemDisplayName')) ?? asText(getProperty(own, 'name')) ?? asText(getProperty(own, 'title'));
  const summary = asText(getProperty(own, 'summary')) ?? asText(getProperty(own, 'description'));
  return { ...(title === undefined ? {} : { title }), ...(summary === undefined ? {} : { summary }) };
}

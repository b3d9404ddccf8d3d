import { diagnostic, type Path } from '../diagnostics.ts';
import { withoutQuery } from '../expand/run.ts';
import { joinAddress } from '../expand/open-deployment.ts';
import { limits } from '../limits.ts';
import { SourceDocument } from '../read/source-document.ts';
import { asText, isData, sectionsOf } from '../template/sections.ts';
import { findKey, getProperty, toData, type Value } from '../values.ts';
import { evaluateExpression } from '../expression/evaluate.ts';
import { isExpression } from '../expression/parse.ts';
import type { Diagnostic, Json, JsonObject, TemplateLoader } from '../api.ts';

export interface Inlined {
  /** The template with linked templates in place; undefined when the source is no template. */
  template: JsonObject | undefined;
  diagnostics: Diagnostic[];
  /** Addresses that the loader could not give. */
  missingLinks: string[];
}

/**
 * Turns linked templates into nested ones with inner scope; names, parameters and values stay as they are. For clouds
 * that can't reach the links. A link whose address depends on the deployment's parameters can't be turned and is
 * reported; `parameters` gives values for those that name a place (`_artifactsLocation`).
 */
export function inlineTemplate(source: string | Json, loader: TemplateLoader, options: { templateUri?: string; parameters?: JsonObject } = {}): Inlined {
  const document = new SourceDocument(source);
  const { root } = document;
  const diagnostics = [...document.faults];
  if (!isData(root)) return { template: undefined, diagnostics: diagnostics.length > 0 ? diagnostics : [diagnostic('NotATemplate', [])], missingLinks: [] };
  const inlining = new Inlining(loader, diagnostics, options.parameters ?? {});
  const inlined = inlining.template(root, document, options.templateUri, 0);
  const template = document.hasLargeIntegers || inlining.hasLargeIntegers ? (toData(inlined as Value) as JsonObject) : inlined;
  const size = JSON.stringify(template).length;
  if (size > limits.templateBytes) diagnostics.push(document.diagnostic('LimitExceeded', [], 'Size of the template', String(size), String(limits.templateBytes)));
  return { template, diagnostics, missingLinks: [...inlining.missing] };
}

class Inlining {
  readonly missing = new Set<string>();
  hasLargeIntegers = false;
  readonly #loader: TemplateLoader;
  readonly #diagnostics: Diagnostic[];
  readonly #given: JsonObject;
  constructor(loader: TemplateLoader, diagnostics: Diagnostic[], given: JsonObject) {
    this.#loader = loader;
    this.#diagnostics = diagnostics;
    this.#given = given;
  }

  template(root: JsonObject, document: SourceDocument, address: string | undefined, depth: number): JsonObject {
    const sections = sectionsOf(root);
    const key = sections.key('resources');
    const { resources } = sections;
    const scope = { parameters: defaultsOf(sections.parameters, this.#given), variables: sections.variables };
    const change = (resource: Json, at: string | number): Json => (isData(resource) ? this.#resource(resource, [key, at], document, address, scope, depth) : resource);
    if (root[key] === undefined) return root;
    return {
      ...root,
      [key]: Array.isArray(resources) ? resources.map(change) : Object.fromEntries(Object.entries(resources).map(([symbol, resource]) => [symbol, change(resource, symbol)])),
    };
  }

  #resource(resource: JsonObject, path: Path, document: SourceDocument, address: string | undefined, scope: LinkScope, depth: number): JsonObject {
    const key = findKey(resource, 'properties') ?? 'properties';
    const properties = resource[key];
    if (asText(getProperty(resource, 'type'))?.toLowerCase() !== 'microsoft.resources/deployments' || !isData(properties)) return resource;
    const nestedKey = findKey(properties, 'template');
    const nested = nestedKey === undefined ? undefined : properties[nestedKey];
    if (nestedKey !== undefined && isData(nested)) {
      return { ...resource, [key]: { ...properties, [nestedKey]: this.template(nested, document, address, depth + 1) } };
    }
    const link = getProperty(properties, 'templateLink');
    if (!isData(link)) return resource;
    const found = this.#linked(link, [...path, key, 'templateLink'], document, address, scope, depth);
    if (found === undefined) return resource;
    const { [findKey(properties, 'templateLink') as string]: _link, ...rest } = properties;
    return { ...resource, [key]: { ...rest, expressionEvaluationOptions: { scope: 'inner' }, template: found } };
  }

  #linked(link: JsonObject, path: Path, document: SourceDocument, address: string | undefined, scope: LinkScope, depth: number): JsonObject | undefined {
    const target = this.#address(link, address, scope);
    if (target === undefined || depth >= limits.deploymentDepth) {
      this.#diagnostics.push(document.diagnostic(target === undefined ? 'LinkNotLoaded' : 'TooManyDeployments', path, target === undefined ? JSON.stringify(link) : String(limits.deploymentDepth)));
      return undefined;
    }
    const source = this.#loader(target);
    if (source === undefined) {
      this.missing.add(target);
      this.#diagnostics.push(document.diagnostic('LinkNotLoaded', path, withoutQuery(target)));
      return undefined;
    }
    const linked = new SourceDocument(source, withoutQuery(target));
    this.#diagnostics.push(...linked.faults);
    this.hasLargeIntegers ||= linked.hasLargeIntegers;
    if (isData(linked.root)) return this.template(linked.root, linked, target, depth + 1);
    this.#diagnostics.push(document.diagnostic('InvalidLinkedTemplate', path, withoutQuery(target), 'it is not an object.'));
    return undefined;
  }

  #address(link: JsonObject, own: string | undefined, scope: LinkScope): string | undefined {
    const relative = asText(getProperty(link, 'relativePath'));
    if (relative !== undefined) return own === undefined ? relative : joinAddress(own, relative);
    const text = asText(getProperty(link, 'uri')) ?? asText(getProperty(link, 'id'));
    return text === undefined || !isExpression(text) ? text : resolveText(text, own, scope, 0);
  }
}

interface LinkScope {
  parameters: JsonObject;
  variables: JsonObject;
}

/** Values given for parameters, else their defaults. */
function defaultsOf(parameters: JsonObject, given: JsonObject): JsonObject {
  const values: JsonObject = {};
  for (const [name, declaration] of Object.entries(parameters)) {
    const value = getProperty(given, name) ?? (isData(declaration) ? getProperty(declaration, 'defaultValue') : undefined);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The text of an address; parameters and variables in it may be expressions themselves. */
function resolveText(text: string, own: string | undefined, scope: LinkScope, depth: number): string | undefined {
  if (!isExpression(text)) return text;
  if (depth > 16) return undefined;
  const literal = (values: JsonObject): JsonObject => {
    const open: JsonObject = {};
    // Only what the address names is evaluated: a default like newGuid() elsewhere must not matter.
    for (const [name, value] of Object.entries(values)) {
      if (!new RegExp(`'${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}'`, 'i').test(text)) continue;
      const resolved = typeof value === 'string' ? resolveText(value, own, scope, depth + 1) : value;
      if (resolved !== undefined) open[name] = resolved;
    }
    return open;
  };
  const { value } = evaluateExpression(text, {
    parameters: literal(scope.parameters),
    variables: literal(scope.variables),
    context: own === undefined ? {} : { templateUri: own },
  });
  return typeof value === 'string' ? value : undefined;
}

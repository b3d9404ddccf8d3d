import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fillPlaceholders } from '../cli/placeholders.ts';
import { readTemplate } from '../src/read/read-template.ts';
import { resolveType } from '../src/template/types.ts';
import { asObject, asText, isData, sectionsOf } from '../src/template/sections.ts';
import { getProperty } from '../src/values.ts';
import type { Json, JsonObject } from '../src/api.ts';

/** One template to expand: its text, with the parameters that go with it. */
export interface TemplateCase {
  id: string;
  path: string;
  text: string;
  parameters: Json;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .toSorted();
}

/** Deployment templates of an archive. */
export function templatesIn(corpus: string, archive: string): { id: string; path: string; text: string; root: JsonObject }[] {
  const folder = join(corpus, archive);
  if (!existsSync(folder)) return [];
  return filesBelow(folder).flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    if (!/deploymentTemplate\.json/i.test(text.slice(0, 2000))) return [];
    const { root } = readTemplate(text);
    const isTemplate = isData(root) && /deploymentTemplate\.json/i.test(asText(getProperty(root, '$schema')) ?? '');
    return isTemplate ? [{ id: relative(corpus, path), path, text, root }] : [];
  });
}

/** The template/parameter pairs of the quickstarts whose parameters are complete: none missing, none undeclared. */
export function quickstartPairs(corpus: string): TemplateCase[] {
  return templatesIn(corpus, 'quickstarts').flatMap(({ id, path, text, root }) => {
    const stem = basename(path, '.json');
    const siblings = readdirSync(dirname(path)).filter((name) => name.startsWith(`${stem}.parameters`) && name.endsWith('.json'));
    return siblings.toSorted().flatMap((name) => {
      const { root: file } = readTemplate(readFileSync(join(dirname(path), name), 'utf8'));
      if (!isData(file) || !isComplete(root, asObject(getProperty(file, 'parameters')))) return [];
      const suffix = name === `${stem}.parameters.json` ? '' : `#${name}`;
      return [{ id: `${id}${suffix}`, path, text, parameters: fillPlaceholders(file, root) }];
    });
  });
}

function isComplete(root: JsonObject, given: JsonObject): boolean {
  const { parameters, definitions } = sectionsOf(root);
  for (const name of Object.keys(given)) if (getProperty(parameters, name) === undefined) return false;
  return Object.entries(parameters).every(([name, declaration]) => {
    if (!isData(declaration) || getProperty(declaration, 'defaultValue') !== undefined) return true;
    const entry = getProperty(given, name);
    // A null is no value: Azure answers it like a missing one.
    if (entry !== undefined && !(isData(entry) && getProperty(entry, 'value') === null)) return true;
    return getProperty(resolveType(declaration, definitions) ?? {}, 'nullable') === true;
  });
}

/** The parameter file beside a template where there is one, else a minimal value for each required parameter. */
export function withParameters({ id, path, text, root }: { id: string; path: string; text: string; root: JsonObject }): TemplateCase {
  const beside = path.replace(/\.json$/, '.parameters.json');
  if (existsSync(beside)) {
    const { root: file } = readTemplate(readFileSync(beside, 'utf8'));
    if (isData(file) && isComplete(root, asObject(getProperty(file, 'parameters')))) return { id, path, text, parameters: fillPlaceholders(file, root) };
  }
  return { id: `${id}#generated`, path, text, parameters: minimalParameters(root) };
}

export function minimalParameters(root: JsonObject): JsonObject {
  const { parameters, definitions } = sectionsOf(root);
  const values: JsonObject = {};
  for (const [name, declaration] of Object.entries(parameters)) {
    if (!isData(declaration) || getProperty(declaration, 'defaultValue') !== undefined) continue;
    const type = resolveType(declaration, definitions) ?? declaration;
    if (getProperty(type, 'nullable') !== true) values[name] = { value: minimalValue(name, type, definitions, 0) };
  }
  return values;
}

function minimalValue(name: string, declaration: JsonObject, definitions: JsonObject, depth: number): Json {
  const type = resolveType(declaration, definitions) ?? declaration;
  const allowed = getProperty(type, 'allowedValues');
  if (Array.isArray(allowed) && allowed.length > 0) return allowed[0] as Json;
  const minimum = Number(getProperty(type, 'minLength') ?? 0);
  switch ((asText(getProperty(type, 'type')) ?? '').toLowerCase()) {
    case 'int':
      return Number(getProperty(type, 'minValue') ?? 1);
    case 'bool':
      return false;
    case 'array': {
      const items = getProperty(type, 'items');
      return Array.from({ length: minimum }, () => (isData(items) && depth < 8 ? minimalValue('item', items, definitions, depth + 1) : 'item'));
    }
    case 'object':
    case 'secureobject':
      return depth < 8 ? minimalObject(type, definitions, depth) : {};
    default: {
      const text = `cw${name.toLowerCase().replace(/[^a-z0-9]/g, '')}`.slice(0, Number(getProperty(type, 'maxLength') ?? 12)).slice(0, 12);
      return text.padEnd(minimum, 'x');
    }
  }
}

function minimalObject(type: JsonObject, definitions: JsonObject, depth: number): JsonObject {
  const value: JsonObject = {};
  const discriminator = getProperty(type, 'discriminator');
  let members = type;
  if (isData(discriminator)) {
    const [tag, variant] = Object.entries(asObject(getProperty(discriminator, 'mapping')))[0] ?? [];
    if (tag !== undefined && isData(variant)) {
      value[asText(getProperty(discriminator, 'propertyName')) ?? 'type'] = tag;
      members = resolveType(variant, definitions) ?? variant;
    }
  }
  for (const [key, member] of Object.entries(asObject(getProperty(members, 'properties')))) {
    if (!isData(member) || value[key] !== undefined) continue;
    const resolved = resolveType(member, definitions) ?? member;
    if (getProperty(resolved, 'nullable') !== true) value[key] = minimalValue(key, resolved, definitions, depth + 1);
  }
  return value;
}

import type { BlueprintTemplate } from '@cloudwright/contract';
import {
  checkTemplate, expandTemplate, readTemplate, type DeploymentContext, type Diagnostic, type Expansion, type Json, type TemplateLoader,
} from '@cloudwright/engine';

/** Where a blueprint's files pretend to lie: relative links are resolved against it and never leave the blueprint. */
export const blueprintUri = 'https://blueprint.invalid/azuredeploy.json';

/** Gives a blueprint's linked files by address; an address elsewhere is matched by the end of its path. */
export function loaderOf(template: Pick<BlueprintTemplate, 'linked'>): TemplateLoader {
  const files = Object.entries(template.linked);
  return (address) => {
    const path = decoded(address.replace(/[?#].*$/, '').replace(/^[a-z]+:\/\/[^/]*\//i, ''));
    if (Object.hasOwn(template.linked, path)) return template.linked[path];
    const matches = files.filter(([name]) => path.toLowerCase().endsWith(`/${name.toLowerCase()}`) || path.toLowerCase() === name.toLowerCase());
    // Of several files of one name the longest path is meant.
    return matches.toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
  };
}

/** A path without its escapes; one that is wrongly escaped is taken as it stands. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
const addressOf = (file: string): string => new URL(file.split('/').map(encodeURIComponent).join('/'), blueprintUri).href;

/** All findings about a blueprint's template and its linked ones (those say which file they are in). */
export function diagnose(template: BlueprintTemplate): Diagnostic[] {
  const linked = Object.entries(template.linked).filter(([, text]) => /"\$schema"\s*:\s*"[^"]*deploymentTemplate\.json/i.test(text));
  return [
    ...checkTemplate(template.content, { context: { templateUri: blueprintUri } }),
    ...linked.flatMap(([file, text]) => checkTemplate(text, { context: { templateUri: addressOf(file) } }).map((diagnostic) => ({ ...diagnostic, file }))),
  ];
}

/** The template expanded with these values, as it would be deployed there. */
export function expandBlueprint(template: BlueprintTemplate, parameters: Record<string, unknown>, context: DeploymentContext): Expansion {
  return expandTemplate(template.content, {
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, { value: value as Json }])),
    context: { templateUri: blueprintUri, ...context },
    loader: loaderOf(template),
  });
}

export interface ParameterRow {
  name: string;
  type: string;
  label: string;
  required: boolean;
  secret: boolean;
  default?: unknown;
  description?: string;
}

type Dictionary = Record<string, unknown>;
const dictionary = (value: unknown): Dictionary => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Dictionary) : {});
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const member = (record: Dictionary, name: string): unknown => record[Object.keys(record).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name];

/** adminPasswordOrKey -> Admin password or key. */
const labelOf = (name: string): string => {
  const words = name.replace(/^_+/, '').replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[-_]+/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The declared parameters, for lists and for telling secrets apart. A template that is not JSON has none. */
export function parametersOf(template: Pick<BlueprintTemplate, 'content'>): ParameterRow[] {
  const root = dictionary(readTemplate(template.content).root);
  const definitions = dictionary(member(root, 'definitions'));
  return Object.entries(dictionary(member(root, 'parameters'))).map(([name, declaration]) => {
    const own = dictionary(declaration);
    const reference = /^#\/definitions\/(.+)$/.exec(textOf(own['$ref']) ?? '')?.[1];
    const declared = { ...(reference === undefined ? {} : dictionary(member(definitions, reference))), ...own };
    const type = textOf(member(declared, 'type')) ?? 'string';
    const fallback = member(declared, 'defaultValue');
    const description = member(dictionary(member(declared, 'metadata')), 'description');
    return {
      name, type: type.toLowerCase().replace(/^secure/, ''), label: labelOf(name),
      required: fallback === undefined && member(declared, 'nullable') !== true,
      secret: /^secure/i.test(type),
      ...(fallback === undefined ? {} : { default: fallback }),
      ...(typeof description === 'string' ? { description } : {}),
    };
  });
}

/** Where the template says it is deployed. */
export function scopeOf(content: string): 'RESOURCE_GROUP' | 'SUBSCRIPTION' {
  return /"\$schema"\s*:\s*"[^"]*subscriptionDeploymentTemplate\.json/i.test(content) ? 'SUBSCRIPTION' : 'RESOURCE_GROUP';
}

import type { BlueprintTemplate } from '@cloudwright/contract';
import {
  checkTemplate, expandTemplate, formModel,
  type DeploymentContext, type Diagnostic, type Expansion, type FormModel, type Json, type TemplateLoader,
} from '@cloudwright/engine';

/** Where a blueprint's files pretend to lie: relative links are resolved against it and never leave the blueprint. */
export const blueprintUri = 'https://blueprint.invalid/azuredeploy.json';

/** Gives a blueprint's linked files by address; an address elsewhere is matched by the end of its path. */
export function loaderOf(template: Pick<BlueprintTemplate, 'linked'>): TemplateLoader {
  const files = Object.entries(template.linked);
  return (address) => {
    const path = decodeURIComponent(address.replace(/[?#].*$/, '').replace(/^[a-z]+:\/\/[^/]*\//i, ''));
    const exact = template.linked[path];
    if (exact !== undefined) return exact;
    const matches = files.filter(([name]) => path.toLowerCase().endsWith(`/${name.toLowerCase()}`) || path.toLowerCase() === name.toLowerCase());
    // Of several files of one name the longest path is meant.
    return matches.toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
  };
}

/** All findings about a blueprint's template, linked files included. */
export function diagnose(template: BlueprintTemplate): Diagnostic[] {
  return checkTemplate(template.content, { loader: loaderOf(template), context: { templateUri: blueprintUri } });
}

/** The template expanded with these values, as it would be deployed there. */
export function expandBlueprint(template: BlueprintTemplate, parameters: Record<string, unknown>, context: DeploymentContext): Expansion {
  return expandTemplate(template.content, {
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, { value: value as Json }])),
    context: { templateUri: blueprintUri, ...context },
    loader: loaderOf(template),
  });
}

/** What a person has to fill in. */
export function formOf(template: BlueprintTemplate): FormModel {
  return formModel(template.content, { ...(template.uiDefinition === null ? {} : { uiDefinition: template.uiDefinition }), loader: loaderOf(template) });
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

/** The declared parameters, for lists and for telling secrets apart. */
export function parametersOf(template: BlueprintTemplate): ParameterRow[] {
  return formOf(template).fields.map((field) => ({
    name: field.name, type: field.type, label: field.label, required: field.required, secret: field.secret,
    ...(field.default === undefined ? {} : { default: field.default }),
    ...(field.help === undefined ? {} : { description: field.help }),
  }));
}

/** Where the template says it is deployed. */
export function scopeOf(content: string): 'RESOURCE_GROUP' | 'SUBSCRIPTION' {
  return /"\$schema"\s*:\s*"[^"]*subscriptionDeploymentTemplate\.json/i.test(content) ? 'SUBSCRIPTION' : 'RESOURCE_GROUP';
}

import type { CloudDeploymentInput } from '@cloudwright/cloud';
import { inlineTemplate, type JsonObject } from '@cloudwright/engine';
import type { Services } from '../../platform/context.ts';
import { blueprintUri, loaderOf, type VersionRow } from '../blueprints/public.ts';
import type { DeploymentRow } from './store.ts';

/** The seal's context: a sealed value of one entry can't be opened as another's. */
const sealContext = (id: string): string => `deployment:${id}`;

/** Secret values as the entry keeps them: their names, and all of them sealed. */
export function sealSecrets(services: Services, id: string, secret: Record<string, unknown>): { secretParameters: string[]; sealedSecrets: string | null } {
  const secretParameters = Object.keys(secret);
  return { secretParameters, sealedSecrets: secretParameters.length === 0 ? null : services.crypto.seal(JSON.stringify(secret), sealContext(id)) };
}

/** Secret values of the entry, opened. */
export function openSecrets(services: Services, row: DeploymentRow): Record<string, unknown> {
  return row.sealedSecrets === null ? {} : (JSON.parse(services.crypto.open(row.sealedSecrets, sealContext(row.id))) as Record<string, unknown>);
}

/** The caller's cloud token, kept with the entry until it expires or the entry is terminal. */
export function sealToken(services: Services, id: string, cloudToken: { token: string; expiresAt: string }): { sealedToken: string; tokenExpiresAt: string } {
  return { sealedToken: services.crypto.seal(cloudToken.token, sealContext(id)), tokenExpiresAt: cloudToken.expiresAt };
}

/** The kept token, or undefined when there is none or it has run out. */
export function openToken(services: Services, row: DeploymentRow, now: number): string | undefined {
  if (row.sealedToken === null || row.tokenExpiresAt === null || Date.parse(row.tokenExpiresAt) <= now) return undefined;
  return services.crypto.open(row.sealedToken, sealContext(row.id));
}

/** The name in the cloud: from ledger id and attempt, so that a repeat finds its own deployment. At most 64 characters. */
export const cloudNameOf = (id: string, attempt: number): string => `cw-${id}-${attempt}`;

const ownAddress = /deployment\(\s*\)\.properties\.templateLink\.uri/gi;

/**
 * The template as one document: the cloud can't reach a blueprint's linked files, so they become nested templates.
 * `values` decide links that parameters name. A template that is sent whole has no `templateLink` in the cloud, so an
 * expression that asks for it (the usual default of `_artifactsLocation`) gets the address the summary was calculated with.
 */
export function submittedTemplate(version: Pick<VersionRow, 'template'>, values: Record<string, unknown>): Record<string, unknown> {
  const { template = {} } = inlineTemplate(version.template.content, loaderOf(version.template), { templateUri: blueprintUri, parameters: values as JsonObject });
  return withStrings(template, (text) => (text.startsWith('[') ? text.replace(ownAddress, `'${blueprintUri}'`) : text)) as Record<string, unknown>;
}

/** The data with its texts changed. A raw JSON number (an integer beyond 2^53) stays the very same object. */
function withStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => withStrings(item, change));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withStrings(item, change)]));
}

/** What is sent: template, values, tags. Only declared parameters travel. */
export function submissionOf(services: Services, row: DeploymentRow, template: Record<string, unknown>): CloudDeploymentInput {
  const declared = new Set(Object.keys((template['parameters'] ?? {}) as object).map((name) => name.toLowerCase()));
  const values = { ...row.parameters, ...openSecrets(services, row) };
  return {
    template,
    parameters: Object.fromEntries(Object.entries(values).filter(([name]) => declared.has(name.toLowerCase())).map(([name, value]) => [name, { value }])),
    tags: { ...row.tags, 'cloudwright-deployment': row.id },
    ...(row.resourceGroup === null ? { location: row.region } : {}),
  };
}

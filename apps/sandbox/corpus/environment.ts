/**
 * What the collection's own test run provides beside the templates: values of placeholders that nothing has to exist
 * for, one vault with a secret, the addresses that artifacts are staged at, and samples of what scripts put out.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTemplate, type Json, type JsonObject } from '@cloudwright/engine';
import { fillPlaceholders } from '@cloudwright/engine/cli/placeholders';

/** Where the collection is published; links and artifacts name it. */
export const PUBLISHED = 'https://raw.githubusercontent.com/Azure/azure-quickstart-templates/master/';

/** Parameters that stand for something that must exist already (decision 5.16). */
const PREREQUISITE = /GET-PREREQ-|GEN-VNET-|GEN-KEYVAULT-|GEN-SELFSIGNED-CERT-|GEN-USER-ASSIGNED-|changeme/;

interface Known {
  /** Pairs whose failure is the template's own fault: Azure refuses it too. */
  faults: Record<string, string>;
  /** Pairs that name existing resources without a placeholder. */
  prerequisites: Record<string, string>;
  /** Pairs with such a placeholder that deploy all the same. */
  selfSufficient: Record<string, string>;
  /** What scripts would have put out: the sandbox runs none. */
  scripts: { name: string; outputs?: JsonObject; stdout?: string }[];
}
export const known = JSON.parse(readFileSync(join(import.meta.dirname, 'known.json'), 'utf8')) as Known;
/** With the faults that the engine finds before anything is deployed. */
export const faults = {
  ...(JSON.parse(readFileSync(new URL('quickstart-faults.json', import.meta.resolve('@cloudwright/engine/corpus/templates')), 'utf8')) as Known['faults']),
  ...known.faults,
};

/** True when nothing has to exist before the pair is deployed. */
export const isDeployable = (id: string, parameterFile: string): boolean => !PREREQUISITE.test(parameterFile) && known.prerequisites[id] === undefined;

/** What an environment answers for placeholders. */
export interface Provided {
  tenant: string;
  /** Id of a vault that holds the secret `secret`. */
  vault: string;
}

const APPLICATION = '44444444-4444-4444-8444-444444444444';

/** GEN-UNIQUE is another name in every pair, and the same within one. */
function unique(text: string, pair: string): string {
  const letters = createHash('sha256').update(pair).digest('hex').replace(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)]!);
  let round = 0;
  return text.replace(/GEN-UN(?:IQUE|QIUE)(?:-(\d+))?/g, (_name, size?: string) => {
    const length = size === undefined ? 12 : Number(size);
    round += 1;
    return (letters.slice(0, Math.max(1, length - 1)) + 'abcdefghijklmnopqrstuvwxyz'[round % 26]!).slice(-length);
  });
}

/**
 * The parameters of a pair with its placeholders filled in.
 *
 * @param folder of the template, below the collection's root
 */
export function parametersOf(id: string, parameterFile: string, template: JsonObject, folder: string, { tenant, vault }: Provided): JsonObject {
  const text = unique(parameterFile, id)
    .replaceAll('GEN-AZUREAD-AKS-TENANTID', tenant)
    .replaceAll('GEN-MANAGEMENTGROUP-NAME', tenant)
    .replaceAll(/GEN-AZUREAD-AKS-(?:APPID|OBJID)|GEN-COSMOS-DB-SP-OBJECTID/g, APPLICATION)
    .replaceAll('"AZUREAD-AKS-APPID-SECRET-REFERENCE"', JSON.stringify({ keyVault: { id: vault }, secretName: 'secret' }));
  const filled = fillPlaceholders(readTemplate(text).root ?? {}, template) as { parameters?: JsonObject };
  return { ...staged(template, folder), ...filled.parameters };
}

/** Artifacts are staged before a deployment: a fixed address in the template is the author's own copy, long moved. */
function staged(template: JsonObject, folder: string): JsonObject {
  const declared = ((template['parameters'] ?? {}) as JsonObject)['_artifactsLocation'] as JsonObject | undefined;
  const value = declared?.['defaultValue'];
  if (typeof value !== 'string' || value.startsWith('[')) return {};
  return { _artifactsLocation: { value: `${PUBLISHED}${folder}${value.endsWith('/') ? '/' : ''}` } satisfies Record<string, Json> };
}

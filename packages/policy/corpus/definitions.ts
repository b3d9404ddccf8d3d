import { join, relative } from 'node:path';
import { aliasesFrom } from '../cli/jobs.ts';
import { compileDefinition, PolicyCatalog, resolveAssignment, type AliasTable, type CompiledDefinition, type PolicyDefinition, type PolicySetDefinition } from '../src/index.ts';
import type { Measure } from './measure.ts';
import { corpusFolder, jsonFiles, readJson } from './unpack.ts';

export interface LoadedDefinition {
  file: string;
  archive: string;
  definition: PolicyDefinition;
}

// Of two definitions with one name the later counts: Microsoft's own come last.
const ARCHIVES = ['policy-samples', 'policy-community', 'policy-alz', 'policy-builtin'];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every definition and initiative of the corpus. */
export function loadDefinitions(): { definitions: LoadedDefinition[]; sets: { file: string; set: PolicySetDefinition }[] } | undefined {
  const definitions: LoadedDefinition[] = [];
  const sets: { file: string; set: PolicySetDefinition }[] = [];
  for (const archive of ARCHIVES) {
    const folder = corpusFolder(archive);
    if (folder === undefined) return undefined;
    for (const file of jsonFiles(folder)) {
      const source = readJson(file);
      if (!isRecord(source)) continue;
      const properties = isRecord(source['properties']) ? source['properties'] : source;
      const whole = isRecord(source['properties']) ? source : { properties };
      if ('policyRule' in properties) definitions.push({ file: relative(folder, file), archive, definition: whole as unknown as PolicyDefinition });
      else if (Array.isArray(properties['policyDefinitions'])) sets.push({ file: relative(folder, file), set: whole as unknown as PolicySetDefinition });
    }
  }
  return { definitions, sets };
}

/** The corpus's alias table, with all types. */
export function loadAliases(): AliasTable | undefined {
  const folder = corpusFolder('shared-policy-aliases');
  return folder === undefined ? undefined : aliasesFrom(join(folder, 'aliases/aliases.json'));
}

/** Nothing to evaluate: stated by Microsoft, or attested by hand. */
export function isStatic({ definition }: LoadedDefinition): boolean {
  const { policyType, policyRule } = definition.properties as unknown as { policyType?: string; policyRule?: { then?: { effect?: unknown } } };
  const effect = JSON.stringify(policyRule?.then?.effect ?? '').toLowerCase();
  const parameter = /parameters\('(\w+)'\)/i.exec(effect)?.[1];
  const defaults = parameter === undefined ? effect : JSON.stringify(definition.properties.parameters?.[parameter] ?? '').toLowerCase();
  return policyType?.toLowerCase() === 'static' || defaults.includes('"manual"');
}

/** Definitions that can't be compiled because they are at fault themselves: the fault. */
const faulty: Record<string, string> = {
  'policy-samples/built-in-policy/deploy-network-watcher-in-vnet-regions/azurepolicy.json': 'uses a parameter that it does not declare',
  'policy-community/Scripts/Test/effect-no-description.json': 'a deliberately faulty file of a test',
  'policy-community/Scripts/Test/effect-wrong-type.json': 'a deliberately faulty file of a test',
  'policy-community/policyDefinitions/App Service/configure-diagnostic-settings-for-all-web-app-service-plan-skus/azurepolicy.rules.json': 'only the rule, its parameters are in another file',
  'policy-community/policyDefinitions/App Service/deploy-app-private-endpoint-private-dns-zone-link-domainbased/azurepolicy.rules.json': 'only the rule, its parameters are in another file',
};

/** All definitions of modes All and Indexed compile. */
export function compilation(loaded: NonNullable<ReturnType<typeof loadDefinitions>>, aliases: AliasTable | undefined): { measure: Measure; evaluable: { loaded: LoadedDefinition; compiled: CompiledDefinition }[] } {
  const misses: string[] = [];
  const evaluable: { loaded: LoadedDefinition; compiled: CompiledDefinition }[] = [];
  const counts = new Map<string, number>();
  const warnings = new Map<string, number>();
  let total = 0;
  let passed = 0;
  for (const one of loaded.definitions) {
    const compiled = compileDefinition(one.definition, aliases === undefined ? {} : { aliases });
    if (!compiled.evaluable) continue;
    total++;
    for (const { severity, code } of compiled.diagnostics) if (severity !== 'error') warnings.set(code, (warnings.get(code) ?? 0) + 1);
    const error = compiled.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
    const known = faulty[one.file];
    if (error === undefined || known !== undefined) passed++;
    if (error !== undefined) misses.push(`${one.archive}/${one.file}: ${error.code} at ${error.pointer}: ${error.message}${known === undefined ? '' : ` (${known})`}`);
    if (error === undefined && !isStatic(one)) {
      evaluable.push({ loaded: one, compiled });
      counts.set(one.archive, (counts.get(one.archive) ?? 0) + 1);
    }
  }
  const notes = [
    `evaluable: ${[...counts].map(([archive, count]) => `${archive} ${count}`).join(', ')}`,
    `further findings: ${[...warnings].map(([code, count]) => `${code} ${count}`).join(', ') || 'none'}`,
  ];
  return { measure: { name: 'definitions that compile (modes All and Indexed)', passed, total, must: 1, misses, notes }, evaluable };
}

/** Initiatives: every member that is present is found, and its parameters bind. */
export function initiatives(loaded: NonNullable<ReturnType<typeof loadDefinitions>>): Measure {
  const catalog = new PolicyCatalog(loaded.definitions.map((one) => one.definition), loaded.sets.map((one) => one.set));
  const misses: string[] = [];
  let total = 0;
  let passed = 0;
  let absent = 0;
  for (const { file, set } of loaded.sets) {
    const { properties } = set;
    const setId = set.id ?? file;
    const parameters = Object.fromEntries(
      Object.entries(properties.parameters ?? {}).filter(([, declared]) => declared.defaultValue === undefined).map(([name, declared]) => [name, { value: sampleFor(declared) }]),
    );
    const only = (entries: typeof properties.policyDefinitions) => new PolicyCatalog(loaded.definitions.map((one) => one.definition), [{ ...set, id: `/policySetDefinitions/${setId}`, properties: { ...properties, policyDefinitions: entries } }]);
    const present = properties.policyDefinitions.filter((entry) => catalog.definition(entry.policyDefinitionId) !== undefined);
    absent += properties.policyDefinitions.length - present.length;
    total += present.length;
    const resolved = resolveAssignment({ id: '/providers/Microsoft.Authorization/policyAssignments/a', properties: { policyDefinitionId: `/policySetDefinitions/${setId}`, parameters } }, only(present));
    passed += resolved.members.length;
    for (const diagnostic of resolved.diagnostics) if (diagnostic.severity === 'error') misses.push(`${file}: ${diagnostic.code} ${diagnostic.message}`);
  }
  return { name: 'initiative members that resolve and bind', passed, total, must: 1, misses, notes: [`${loaded.sets.length} initiatives; ${absent} members are not in the corpus`] };
}

/** A value that the declaration takes, for parameters that have no default. */
export function sampleFor(declared: { type?: string; allowedValues?: unknown[] }): never {
  const { allowedValues, type = 'String' } = declared;
  const sample = { array: [], object: {}, boolean: true, integer: 1, float: 1.5, datetime: '2026-01-01T00:00:00Z' }[type.toLowerCase()] ?? 'sample';
  const allowed = allowedValues?.[0];
  return (allowed === undefined ? sample : type.toLowerCase() === 'array' && !Array.isArray(allowed) ? [allowed] : allowed) as never;
}

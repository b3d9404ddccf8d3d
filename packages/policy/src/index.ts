/** Azure Policy: compile, evaluate, explain. */
export * from './api.ts';
export { aliasTable, AliasTable, compactAliases, FlatAliases, readAliases, type AliasLoader, type AliasRow, type AliasType } from './aliases.ts';
export { compileDefinition, type BoundPolicy, type CompiledDefinition, type CompileOptions } from './definition.ts';
export { diagnosticCodes } from './diagnostics.ts';
export { describeStep } from './explain.ts';
export { frameOf, Policy, type EvaluateOptions, type JudgeOptions, type PolicyIds, type RelatedLookup, type RelatedRequest } from './policy.ts';
export { operators } from './operators.ts';

/** Azure Policy: compile, evaluate, explain. */
export * from './api.ts';
export { aliasTable, AliasTable, compactAliases, FlatAliases, readAliases, type AliasLoader, type AliasRow, type AliasType } from './aliases.ts';
export { compileDefinition, type BoundPolicy, type CompiledDefinition, type CompileOptions } from './definition.ts';
export { diagnosticCodes } from './diagnostics.ts';
export { describeStep } from './explain.ts';
export { frameOf, Policy, type EvaluateOptions, type JudgeOptions, type PolicyIds, type RelatedLookup, type RelatedRequest } from './policy.ts';
export { operators } from './operators.ts';
export { resolveAssignment, type Member, type ResolvedAssignment } from './assignment.ts';
export { PolicyCatalog, versionOf } from './catalog.ts';
export { evaluationDelay, type EvaluationDelay } from './evaluation-delay.ts';
export { Evaluator, type ComplianceState, type EvaluatorOptions, type Finding, type JudgeResourceOptions } from './evaluator.ts';
export { Inventory } from './inventory.ts';
export { judgeExisting, judgeRequest, type RequestVerdict } from './request.ts';
export { judgeDeployment, nameParameter, remediationOf, type DeploymentFinding, type DeploymentOptions, type DeploymentVerdict, type Remediation, type ResourceVerdict } from './deployment.ts';
export { diffVersions, simulate, simulateStream, type SimulatedFinding, type SimulationOptions, type VersionChange, type VersionDiffOptions } from './simulation.ts';
export { groupIdOf, resourceGroupOf, scopeHolds, scopeOfId, subscriptionOf } from './scope.ts';
export { describeUnknown, unknownCause } from './explain.ts';
export { readViolations, type Violation } from './violation.ts';

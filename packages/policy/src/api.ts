/**
 * The types of the package's public verbs. Everything is plain data: definitions, assignments and exemptions are the
 * bodies that the management API has, resources are the engine's expanded ones or the cloud's own.
 */
import type { Json, JsonObject } from '@cloudwright/engine';

export type { Json, JsonObject };

/** One finding about a definition, an initiative or an assignment. */
export interface PolicyDiagnostic {
  /** Stable; see `diagnosticCodes`. */
  code: string;
  severity: 'error' | 'warning' | 'information';
  message: string;
  /** JSON pointer (RFC 6901) into what was given, '' for the whole of it. */
  pointer: string;
}

export type EffectName =
  | 'disabled' | 'append' | 'modify' | 'deny' | 'audit' | 'manual' | 'auditIfNotExists' | 'deployIfNotExists'
  | 'denyAction' | 'auditAction' | 'mutate' | 'addToNetworkGroup';

/** What a policy rule may ask about besides the resource. */
export interface EvaluationContext {
  subscription?: JsonObject;
  resourceGroup?: JsonObject;
  /** apiVersion, identity: the request that is judged. */
  requestContext?: JsonObject;
  /** What policy() answers. */
  policy?: JsonObject;
  /** ISO 8601 in UTC: the clock is given, never read. */
  utcNow?: string;
}

/** One step of a trace: a condition with the value it had and the value it wanted. */
export interface TraceStep {
  /** JSON pointer into the policy rule: /if/allOf/1. */
  pointer: string;
  /** Where the left side came from. */
  kind: 'field' | 'value' | 'count';
  /** The field's name or the value's expression; of a count, what was counted. */
  left: string;
  operator: string;
  /** What the field or value was; for a [*] field the first members. Secrets are masked. */
  actual: unknown;
  expected: unknown;
  result: boolean | 'unknown';
}

/** A change that makes a resource pass. */
export interface Suggestion {
  /** The policy's name of the property. */
  field: string;
  /** The property's path in the resource, where it is known: properties.minimumTlsVersion. */
  path?: string;
  action: 'set' | 'remove' | 'add' | 'create';
  /** A value that passes; absent when only the person knows it. */
  value?: unknown;
  /** All values that pass, where the rule lists them. */
  choices?: unknown[];
  /** The related resource that the change is to be made in; absent = the resource that was judged. */
  of?: { type: string; name?: string };
  /** Further changes, without which it does not pass. */
  and?: Suggestion[];
  /** The template's parameter that the property takes its value from. */
  parameter?: string;
  text: string;
}

/** What one policy says about one resource. */
export interface Verdict {
  /** What happens; 'none' when nothing does. With `compliant: 'unknown'` it is what would happen. */
  effect: EffectName | 'none';
  compliant: boolean | 'unknown';
  /** False when the resource is outside of what the policy judges (mode, type). */
  applicable: boolean;
  reason: string;
  /** Present when a trace was asked for. */
  trace?: TraceStep[];
  suggestion?: Suggestion;
  /** The effect's details with every expression evaluated; present when the effect happens. */
  details?: Json;
  /** The resource after modify or append, and what was changed. */
  changed?: { resource: unknown; operations: AppliedOperation[] };
  /** A template function failed: Azure denies such a request. */
  failed?: boolean;
}

export interface AppliedOperation {
  operation: 'add' | 'addOrReplace' | 'remove' | 'append';
  field: string;
  value?: unknown;
  /** Applied, skipped with the reason, or refused (append of another value: the request is denied). */
  outcome: 'applied' | 'unchanged' | 'skipped' | 'conflict';
  reason?: string;
}

/** A policy definition as the management API has it. */
export interface PolicyDefinition {
  id?: string;
  name?: string;
  properties: PolicyDefinitionProperties;
}
export interface PolicyDefinitionProperties {
  displayName?: string;
  description?: string;
  mode?: string;
  version?: string;
  metadata?: Json;
  parameters?: Record<string, ParameterDeclaration>;
  policyRule: Json;
}
export interface ParameterDeclaration {
  type?: string;
  defaultValue?: Json;
  allowedValues?: Json[];
  metadata?: Json;
  [other: string]: Json | undefined;
}

/** An initiative. */
export interface PolicySetDefinition {
  id?: string;
  name?: string;
  properties: {
    displayName?: string;
    description?: string;
    version?: string;
    metadata?: Json;
    parameters?: Record<string, ParameterDeclaration>;
    policyDefinitions: PolicyDefinitionReference[];
    policyDefinitionGroups?: { name: string; displayName?: string; category?: string }[];
  };
}
export interface PolicyDefinitionReference {
  policyDefinitionId: string;
  policyDefinitionReferenceId?: string;
  definitionVersion?: string;
  parameters?: Record<string, { value: Json }>;
  groupNames?: string[];
}

export interface Selector {
  kind: string;
  in?: string[];
  notIn?: string[];
}
export interface ResourceSelector {
  name?: string;
  selectors?: Selector[];
}

export interface PolicyAssignment {
  id: string;
  name?: string;
  properties: {
    displayName?: string;
    /** Default: told by the id. */
    scope?: string;
    policyDefinitionId: string;
    definitionVersion?: string;
    notScopes?: string[];
    parameters?: Record<string, { value: Json }>;
    enforcementMode?: string;
    nonComplianceMessages?: { message: string; policyDefinitionReferenceId?: string }[];
    resourceSelectors?: ResourceSelector[];
    overrides?: { kind: string; value?: string; selectors?: Selector[] }[];
    metadata?: Json;
  };
}

export interface PolicyExemption {
  id: string;
  name?: string;
  properties: {
    policyAssignmentId: string;
    policyDefinitionReferenceIds?: string[];
    /** DoNotValidate: the exemption may stand outside of the assignment's scope. */
    assignmentScopeValidation?: 'Default' | 'DoNotValidate' | string;
    exemptionCategory?: 'Waiver' | 'Mitigated' | string;
    /** ISO 8601; past = no exemption any more. */
    expiresOn?: string;
    displayName?: string;
    resourceSelectors?: ResourceSelector[];
  };
}

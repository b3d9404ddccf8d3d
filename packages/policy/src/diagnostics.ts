import type { PolicyDiagnostic } from './api.ts';

/** Every diagnostic of the package: code, severity, what it means. */
export const diagnosticCodes = {
  NotAnObject: ['error', 'Something else stands where an object is needed.'],
  MissingPolicyRule: ['error', 'The definition has no policyRule.'],
  MissingIf: ['error', 'The rule has no if.'],
  MissingThen: ['error', 'The rule has no then.'],
  MissingEffect: ['error', 'The then block has no effect.'],
  UnknownEffect: ['error', 'The effect is none of the known ones.'],
  UnknownProperty: ['error', 'The condition has a property that it can not have.'],
  UnknownRuleProperty: ['warning', 'The rule has a property that Azure ignores or refuses.'],
  InvalidCondition: ['error', 'The condition has no left side, more than one, or no operator.'],
  InvalidOperand: ['error', 'The value does not fit the operator.'],
  InvalidCount: ['error', 'The count is not written as it must be.'],
  InvalidField: ['error', 'The name of the field can not be read.'],
  UnknownField: ['warning', 'The field is neither a known one nor an alias.'],
  UnknownAlias: ['warning', 'No resource type has an alias of this name.'],
  AliasNotModifiable: ['error', 'The alias can not be changed by modify.'],
  InvalidExpression: ['error', 'The expression can not be parsed.'],
  UnknownFunction: ['error', 'The expression calls a function that does not exist.'],
  WrongArity: ['error', 'A function has too few or too many arguments.'],
  FunctionNotAllowed: ['error', 'The function can not be used in a policy rule.'],
  FunctionUndocumented: ['warning', 'The documentation leaves the function out of policy rules: Azure may refuse it.'],
  CurrentOutsideCount: ['error', 'current() stands outside of a count.'],
  UndeclaredParameter: ['error', 'The rule uses a parameter that the definition does not declare.'],
  UnusedParameter: ['information', 'The rule does not use the parameter.'],
  InvalidParameter: ['error', 'The declaration of the parameter is not valid.'],
  InvalidParameterValue: ['error', 'The value does not fit the declaration of the parameter.'],
  MissingParameterValue: ['warning', 'The parameter has neither a value nor a default.'],
  UndeclaredParameterValue: ['warning', 'A value is given for a parameter that the definition does not declare.'],
  InvalidMode: ['warning', 'The mode is none of the known ones.'],
  InvalidDetails: ['error', 'The details do not fit the effect.'],
  MissingMembers: ['error', 'The initiative has no policy definitions.'],
  MissingDefinition: ['error', 'The definition does not exist.'],
  InvalidReference: ['error', 'The id is not of the kind that must stand here.'],
  UnknownMember: ['error', 'None of the definitions given is the member.'],
  MemberNotGiven: ['information', 'The built-in definition is not among those given: its parameters are not checked.'],
  DuplicateReferenceId: ['error', 'Two members have the same reference id.'],
  UnknownReferenceId: ['error', 'The initiative has no member of this reference id.'],
  UnknownMemberParameter: ['error', 'A value is passed to a parameter that the member does not declare.'],
  MissingMemberParameter: ['error', 'The member has a parameter without a default, and nothing is passed to it.'],
  ParameterTypeMismatch: ['error', "The initiative's parameter and the member's are of different types."],
  InvalidGroup: ['error', 'The group has no name, or one that stands there twice.'],
  UnknownGroup: ['error', 'The initiative has no group of this name.'],
  UnusedGroup: ['information', 'No member is in the group.'],
  InvalidVersion: ['error', 'The version is not written as 1.*.* or 1.2.*.'],
  UnknownVersion: ['warning', 'The version asked for is not among those given.'],
  InvalidSelector: ['error', 'The selector is not written as it must be.'],
  InvalidOverride: ['error', 'The override is not written as it must be.'],
  InvalidAssignment: ['error', 'The assignment is not written as it must be.'],
  MissingIdentity: ['warning', 'The effect needs an identity with a location, and the assignment has none.'],
  InvalidExemption: ['error', 'The exemption is not written as it must be.'],
  ExemptionOutsideScope: ['error', 'The exemption does not stand at or below the scope of its assignment.'],
  JudgedElsewhere: ['information', 'The resource provider judges definitions of this mode.'],
  TooMany: ['error', 'The list is longer than Azure accepts.'],
  TooManyConditions: ['error', 'The rule is larger than Azure accepts.'],
  TooDeep: ['error', 'The rule is nested deeper than can be read.'],
} as const satisfies Record<string, readonly [PolicyDiagnostic['severity'], string]>;

export type DiagnosticCode = keyof typeof diagnosticCodes;

/** Collects diagnostics; the severity is the code's. */
export class Diagnostics {
  readonly list: PolicyDiagnostic[] = [];
  add(code: DiagnosticCode, pointer: string, message: string = diagnosticCodes[code][1]): void {
    this.list.push({ code, severity: diagnosticCodes[code][0], message, pointer });
  }
  get failed(): boolean {
    return this.list.some((diagnostic) => diagnostic.severity === 'error');
  }
}

/** One more part of a JSON pointer. */
export function pointerTo(pointer: string, part: string | number): string {
  return `${pointer}/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

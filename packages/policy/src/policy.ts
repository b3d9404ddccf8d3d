import { EvaluationError, RuntimeValue, Symbolic, toPrintable, type Value } from '@cloudwright/engine';
import type { AliasTable, Shape } from './aliases.ts';
import { bindApplicability } from './applicability.ts';
import type { EffectName, EvaluationContext, Json, JsonObject, Suggestion, TraceStep, Verdict } from './api.ts';
import { bindCondition, type Condition } from './bind.ts';
import { applyChanges, type Change } from './changes.ts';
import type { Rule } from './definition.ts';
import { describeFailure, describeMatch, describeMiss, describeMissing, describeUnknown } from './explain.ts';
import { suggestChange, suggestExistence, type Attempt } from './suggest.ts';
import { EXISTENCE_SITE, Frame, IF_SITE } from './frame.ts';
import { property } from './property.ts';
import { effectOf, isRecord, type ConditionNode } from './rule.ts';
import { sameName } from './related-name.ts';
import { compareText, equalsFolded, fold } from './text.ts';
import { bindValue, runValue, type TemplateValue } from './template-value.ts';
import { FALSE, TRUE, UNKNOWN, type Truth } from './truth.ts';
import { leadingTypes, typesOf } from './types-of.ts';

/** What policy() answers: where a definition is assigned. */
export interface PolicyIds {
  assignmentId?: string;
  definitionId?: string;
  setDefinitionId?: string;
  definitionReferenceId?: string;
}

/** What -IfNotExists effects look for. */
export interface RelatedRequest {
  type: string;
  name?: string;
  kind?: string;
  resourceGroupName?: string;
  /** ResourceGroup: also in the whole group; Subscription: in the whole subscription. */
  existenceScope?: string;
}

/** Gives the related resources of the resource under evaluation; undefined = not known here. */
export type RelatedLookup = (request: RelatedRequest) => readonly unknown[] | undefined;

export interface JudgeOptions {
  related?: RelatedLookup;
  /** Records every condition with its values. */
  trace?: boolean;
}

export interface EvaluateOptions extends JudgeOptions {
  aliases: AliasTable;
  context?: EvaluationContext;
  /** Default: the request's, else the resource's own. */
  apiVersion?: string;
}

// One frozen answer each for the two commonest cases: nothing is allocated for a resource that no rule concerns.
const MISS: Verdict = Object.freeze({ effect: 'none', compliant: true, applicable: true, reason: "The rule's condition does not hold." });
const NOT_INDEXED: Verdict = Object.freeze({ effect: 'none', compliant: true, applicable: false, reason: 'Mode Indexed judges only types with tags and a location.' });
const NO_IDENTITY: Verdict = Object.freeze({ effect: 'none', compliant: true, applicable: false, reason: 'Modify changes identities of virtual machines and scale sets only.' });
const DISABLED: Verdict = Object.freeze({ effect: 'none', compliant: true, applicable: false, reason: 'The effect is disabled.' });

// effect-modify, Skipped modification: for all other types the whole policy does not apply.
const HAVE_IDENTITY_CHANGED = new Set(['microsoft.compute/virtualmachines', 'microsoft.compute/virtualmachinescalesets']);

/** Puts a resource into a frame, for any number of policies to judge. */
export function frameOf(resource: unknown, options: EvaluateOptions): Frame {
  const type = property(resource, 'type');
  const { context = {} } = options;
  const requested = context.requestContext?.['apiVersion'];
  const own = property(resource, 'apiVersion');
  const apiVersion = options.apiVersion ?? (typeof requested === 'string' ? requested : typeof own === 'string' ? own : '');
  return new Frame(resource, options.aliases.shape(typeof type === 'string' ? type.toLowerCase() : '', apiVersion), context);
}

/** A rule with its parameters: closures, ready to judge any number of resources. */
export class Policy {
  /** Types that the condition can hold for, in lower case; undefined = any. For an index by type. */
  readonly types: ReadonlySet<string> | undefined;
  /** The rule's own spelling matters to nobody: this is the effect, or undefined while a parameter is open. */
  readonly effect: EffectName | undefined;
  readonly mode: string;
  readonly #rule: Rule | undefined;
  readonly #parameters: ReadonlyMap<string, unknown>;
  readonly #ids: Value | undefined;
  readonly #effectValue: TemplateValue;
  readonly #details: TemplateValue | undefined;
  readonly #skip: Verdict | undefined;
  readonly #indexed: boolean;
  readonly #leading: ReadonlySet<string> | undefined;
  /** Whether the condition looks at tags: a PATCH of nothing but tags concerns only such policies. */
  readonly inspectsTags: boolean;
  #changes: Change[] | undefined;
  #constantDetails: { details: Json } | undefined;
  #plain: Condition | undefined;
  #traced: Condition | undefined;
  #existence: Condition | undefined;
  #existenceTraced: Condition | undefined;
  #applicability: Condition | undefined;

  constructor(rule: Rule | undefined, mode: string, parameters: ReadonlyMap<string, unknown>, effect: EffectName | undefined, ids: PolicyIds | undefined) {
    this.#rule = rule;
    this.#parameters = parameters;
    this.#ids = ids as Value | undefined;
    this.mode = mode;
    this.#indexed = mode.toLowerCase() === 'indexed';
    this.#effectValue = effect === undefined ? bindValue(rule?.effect, IF_SITE, parameters) : { constant: true, value: effect };
    this.effect = this.#effectValue.constant ? effectOf(this.#effectValue.value) : undefined;
    this.types = rule && typesOf(rule.condition, parameters);
    this.#leading = rule && leadingTypes(rule.condition, parameters);
    this.#details = isRecord(rule?.details) || Array.isArray(rule?.details) ? bindValue(withoutTemplates(rule?.details), IF_SITE, parameters) : undefined;
    this.#skip = skipReason(rule, mode, this.effect);
    this.inspectsTags = rule !== undefined && looksAtTags(rule.condition);
  }

  /** Judges one resource. Never throws. */
  evaluate(resource: unknown, options: EvaluateOptions): Verdict {
    return this.judge(frameOf(resource, options), options);
  }

  /** Judges the resource in a frame; the frame may have been used for other policies before. */
  judge(frame: Frame, options: JudgeOptions = {}): Verdict {
    if (this.#skip !== undefined) return this.#skip;
    if (this.#indexed && !frame.indexed) return NOT_INDEXED;
    const rule = this.#rule as Rule;
    const trace: TraceStep[] | undefined = options.trace === true ? [] : undefined;
    if (trace === undefined && this.#leading !== undefined && !this.#leading.has(frame.subjectShape.type) && frame.subjectShape.type !== '') return MISS;
    frame.enter(this.#parameters, trace);
    frame.policy = this.#ids;
    try {
      const answer = this.#condition(trace !== undefined)(frame);
      const truth = frame.mayFail ? UNKNOWN : answer;
      if (truth === FALSE) return trace === undefined ? MISS : { ...MISS, reason: describeMiss(rule.condition, trace), trace };
      return this.#act(frame, rule, truth, options, trace);
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      // What could not be told before the failure might have kept the rule from coming to it.
      const open = frame.unknowns[0] ?? frame.read;
      if (open !== undefined) return { effect: this.effect ?? 'none', compliant: 'unknown', applicable: true, reason: describeUnknown([open]), ...(trace && { trace }) };
      return { effect: 'deny', compliant: false, applicable: true, failed: true, reason: describeFailure(error.message), ...(trace && { trace }) };
    }
  }

  /**
   * Whether the policy concerns a resource at all, as compliance reports count it: of the condition only type, name
   * and kind are asked, of -IfNotExists effects all of it (concepts/policy-applicability).
   */
  isApplicable(frame: Frame): boolean {
    if (this.#skip !== undefined || (this.#indexed && !frame.indexed)) return false;
    frame.enter(this.#parameters, undefined);
    frame.policy = this.#ids;
    this.#applicability ??= bindApplicability((this.#rule as Rule).condition, this.effect, this.#parameters);
    try {
      return this.#applicability(frame) !== FALSE;
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      return true;
    }
  }

  #condition(traced: boolean): Condition {
    const bind = () => bindCondition((this.#rule as Rule).condition, IF_SITE, { parameters: this.#parameters, traced });
    return traced ? (this.#traced ??= bind()) : (this.#plain ??= bind());
  }

  #act(frame: Frame, rule: Rule, truth: Truth, options: JudgeOptions, trace: TraceStep[] | undefined): Verdict {
    const effect = this.effect ?? effectOf(runValue(this.#effectValue, frame));
    const more = trace && { trace };
    if (effect === 'disabled') return DISABLED;
    if (effect === undefined) {
      const value = runValue(this.#effectValue, frame);
      const reason = value instanceof RuntimeValue ? describeUnknown([value]) : `'${String(value)}' is no known effect.`;
      return { effect: 'none', compliant: 'unknown', applicable: true, reason, ...more };
    }
    if (truth === UNKNOWN) {
      return { effect, compliant: 'unknown', applicable: true, reason: describeUnknown(frame.unknowns), ...more };
    }
    const why = trace === undefined ? "The rule's condition holds." : describeMatch(rule.condition, trace);
    const looks = effect === 'auditIfNotExists' || effect === 'deployIfNotExists';
    const suggestion = trace === undefined || looks ? undefined : suggestChange(rule.condition, false, { resource: frame.subject, truth, trace }, frame.subjectShape, (changed) => this.#attempt(changed, frame));
    const matched: Verdict = { effect, compliant: false, applicable: true, reason: why, ...more, ...(suggestion && { suggestion }) };
    switch (effect) {
      case 'auditIfNotExists':
      case 'deployIfNotExists':
        return this.#lookFor(frame, rule, matched, options);
      case 'modify':
      case 'append':
        return this.#change(frame, matched);
      case 'manual':
        return { ...matched, compliant: 'unknown', reason: 'Compliance is attested by hand.' };
      case 'denyAction':
      case 'auditAction':
        // The resource is as it should be: the action is what is refused.
        return { ...matched, compliant: true, ...this.#printedDetails(frame) };
      default:
        return { ...matched, ...this.#printedDetails(frame) };
    }
  }

  #printedDetails(frame: Frame): { details?: Json } {
    if (this.#details === undefined) return {};
    if (!this.#details.constant) return { details: toPrintable(this.#details.run(frame)) as Json };
    return (this.#constantDetails ??= { details: toPrintable(this.#details.value) as Json });
  }

  /** The details with every expression evaluated, secrets and run-time values as they are; for the deployment of DINE. */
  detailsFor(frame: Frame): unknown {
    frame.enter(this.#parameters, undefined);
    frame.policy = this.#ids;
    return this.#details && restoreTemplates(runValue(this.#details, frame), this.#rule?.details);
  }

  #lookFor(frame: Frame, rule: Rule, matched: Verdict, options: JudgeOptions): Verdict {
    const details = this.#details === undefined ? {} : (runValue(this.#details, frame) as JsonObject);
    const open = openPart(details, property(frame.subject, 'type'));
    const request = relatedRequest(details);
    const printed = { details: restoreTemplates(toPrintable(details), rule.details) as Json };
    if (open !== undefined) return { ...matched, compliant: 'unknown', reason: describeUnknown([open]), ...printed };
    if (request === undefined) return { ...matched, compliant: 'unknown', reason: 'The details name no type to look for.', ...printed };
    const candidates = options.related?.(request);
    if (candidates === undefined) return { ...matched, compliant: 'unknown', reason: `Whether a ${request.type} exists is not known here.`, ...printed };
    const existing = candidates.filter((candidate) => isCandidate(candidate, request));
    const traced = frame.trace !== undefined;
    const bind = () => rule.existence && bindCondition(rule.existence, EXISTENCE_SITE, { parameters: this.#parameters, traced });
    const condition = traced ? (this.#existenceTraced ??= bind()) : (this.#existence ??= bind());
    let found: Truth = FALSE;
    for (const candidate of existing) {
      const type = property(candidate, 'type');
      frame.turnTo(candidate, frame.subjectShape.flat ? frame.subjectShape : this.#shapeOf(frame.subjectShape, typeof type === 'string' ? type : request.type, candidate));
      const answer = condition === undefined ? TRUE : condition(frame);
      const named = openIdentity(details, candidate, request);
      if (named !== undefined) frame.unknowns.push(named);
      const truth = frame.mayFail || (answer === TRUE && named !== undefined) ? UNKNOWN : answer;
      if (truth === TRUE) return { effect: 'none', compliant: true, applicable: true, reason: `A ${request.type} that meets the condition exists.`, ...(frame.trace && { trace: frame.trace }) };
      if (truth === UNKNOWN) found = UNKNOWN;
    }
    if (found === UNKNOWN) return { ...matched, compliant: 'unknown', reason: describeUnknown(frame.unknowns), ...printed };
    const suggestion = traced ? this.#suggestExistence(request, rule, existing.at(-1), frame) : undefined;
    return { ...matched, reason: describeMissing(request, existing.length, rule.existence, frame.trace), ...printed, ...(suggestion && { suggestion }) };
  }

  /** The rule's condition for a changed resource. */
  #attempt(resource: unknown, { subjectShape, context }: Frame): Attempt {
    return this.#try(new Frame(resource, subjectShape, context), (frame) => this.#condition(true)(frame));
  }

  #suggestExistence(request: RelatedRequest, rule: Rule, candidate: unknown, { subject, subjectShape, context }: Frame): Suggestion {
    const type = property(candidate, 'type');
    const shape = subjectShape.flat ? subjectShape : this.#shapeOf(subjectShape, typeof type === 'string' ? type : request.type, candidate);
    const attempt = (resource: unknown): Attempt => ({
      ...this.#try(new Frame(subject, subjectShape, context), (frame) => {
        frame.turnTo(resource, shape);
        return this.#existenceTraced?.(frame) ?? TRUE;
      }),
      resource,
    });
    return suggestExistence(request, rule.existence, candidate === undefined ? undefined : attempt(candidate), subject, shape, attempt);
  }

  #try(frame: Frame, condition: Condition): Attempt {
    const trace: TraceStep[] = [];
    frame.enter(this.#parameters, trace);
    frame.policy = this.#ids;
    try {
      const truth = condition(frame);
      return { resource: frame.subject, truth: frame.mayFail ? UNKNOWN : truth, trace };
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      return { resource: frame.subject, truth: UNKNOWN, trace };
    }
  }

  #shapeOf(subjectShape: Shape, type: string, candidate: unknown) {
    const own = property(candidate, 'apiVersion');
    return subjectShape.sibling(type.toLowerCase(), typeof own === 'string' ? own : '');
  }

  #change(frame: Frame, matched: Verdict): Verdict {
    const details = this.#details === undefined ? undefined : runValue(this.#details, frame);
    const changes = this.#details?.constant === true ? (this.#changes ??= changesOf(details)) : changesOf(details);
    if (changes.some(({ field }) => field.toLowerCase() === 'identity.type') && !HAVE_IDENTITY_CHANGED.has(frame.subjectShape.type)) return NO_IDENTITY;
    const result = applyChanges(frame.subject, changes, frame.subjectShape);
    const changed = { resource: result.resource, operations: result.operations };
    const printed = this.#printedDetails(frame);
    if (!result.conflict) return { ...matched, ...printed, changed };
    const conflictEffect = matched.effect === 'append' ? 'deny' : String(isRecord(details) ? (details['conflictEffect'] ?? 'deny') : 'deny').toLowerCase();
    const why = result.operations.find((operation) => operation.outcome === 'conflict')?.reason ?? '';
    if (conflictEffect !== 'deny') return { ...matched, reason: `${matched.reason} ${why} The change is left out.`, ...printed, changed: { ...changed, resource: frame.subject } };
    return { ...matched, effect: 'deny', reason: `${matched.reason} ${why}`, ...printed, changed: { ...changed, resource: frame.subject } };
  }
}

/** Tags are named by fields, and in expressions: `[concat('tags[', ...)]`, `[resourceGroup().tags]`. */
function looksAtTags(node: ConditionNode): boolean {
  if (node.kind === 'not') return looksAtTags(node.item);
  if (node.kind !== 'test') return node.items.some(looksAtTags);
  const { left, right } = node;
  if (left.kind === 'field' && /^tags([.[]|$)/i.test(left.field)) return true;
  const { where, of } = left.kind === 'count' ? left : { where: undefined, of: left };
  const expressions = JSON.stringify([of, right]).match(/"\[[^"]*"/g) ?? [];
  return (where !== undefined && looksAtTags(where)) || expressions.some((text) => /\btags\b/i.test(text));
}

function skipReason(rule: Rule | undefined, mode: string, effect: EffectName | undefined): Verdict | undefined {
  if (rule === undefined) return { effect: 'none', compliant: true, applicable: false, reason: `Mode ${mode} is judged by the resource provider.` };
  if (effect === 'disabled') return DISABLED;
  if (effect === 'mutate' || effect === 'addToNetworkGroup') return { effect: 'none', compliant: true, applicable: false, reason: `The effect ${effect} is carried out by the resource provider.` };
  return undefined;
}

function relatedRequest(details: JsonObject): RelatedRequest | undefined {
  const text = (name: string) => {
    const value = property(details, name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const type = text('type');
  if (type === undefined) return undefined;
  const request: RelatedRequest = { type };
  for (const name of RELATED) {
    const value = text(name);
    if (value !== undefined) request[name] = value;
  }
  return request;
}

const RELATED = ['type', 'name', 'kind', 'resourceGroupName', 'existenceScope'] as const;

/** A part of the details without which there is no telling where to look; a name or a kind only narrows what is found. */
function openPart(details: JsonObject, subjectType: unknown): RuntimeValue | undefined {
  const isOwnType = String(property(details, 'type')).toLowerCase() === String(subjectType).toLowerCase();
  const parts = isOwnType ? RELATED : (['type', 'resourceGroupName', 'existenceScope'] as const);
  return parts.map((part) => property(details, part) as unknown).find((value) => value instanceof RuntimeValue);
}

/** A name or kind that is asked for, and that the details or the candidate have at run time only. */
function openIdentity(details: JsonObject, candidate: unknown, request: RelatedRequest): RuntimeValue | undefined {
  const values = (['name', 'kind'] as const).flatMap((part): unknown[] => [property(details, part), request[part] === undefined ? undefined : property(candidate, part)]);
  return values.find((value) => value instanceof RuntimeValue);
}

/** Whether a resource given as related is one of those asked for; what it does not tell about itself, it may be. */
function isCandidate(candidate: unknown, request: RelatedRequest): boolean {
  if (!isRecord(candidate)) return false;
  const { type, name, kind } = candidate;
  if (typeof type === 'string' && !equalsFolded(type, fold(request.type))) return false;
  if (request.kind !== undefined && typeof kind === 'string' && compareText(kind, request.kind) !== 0) return false;
  if (request.name === undefined || typeof name !== 'string') return true;
  return sameName(name, request.name);
}

function changesOf(details: unknown): Change[] {
  if (Array.isArray(details)) {
    return details.filter(isRecord).filter((entry) => typeof entry['field'] === 'string').map((entry) => ({ operation: 'append', field: entry['field'] as string, value: entry['value'] }));
  }
  const operations = isRecord(details) && Array.isArray(details['operations']) ? details['operations'].filter(isRecord) : [];
  return operations.flatMap((entry): Change[] => {
    const { operation, field, value, condition } = entry;
    if (typeof field !== 'string' || typeof operation !== 'string') return [];
    // An operation has a condition of its own: an expression that is true or false.
    if (condition === false || (typeof condition === 'string' && /^false$/i.test(condition))) return [];
    const open = condition instanceof RuntimeValue ? { condition } : {};
    const name = ({ add: 'add', addorreplace: 'addOrReplace', remove: 'remove' } as const)[operation.toLowerCase() as 'add'];
    return name === undefined ? [] : [{ operation: name, field, ...open, ...('value' in entry && { value }) }];
  });
}

const TEMPLATE_PLACE = { $template: true };

/** The details without the parts whose expressions are not policy's: the embedded template and the existence condition. */
function withoutTemplates(details: unknown): unknown {
  if (!isRecord(details)) return details;
  const { existenceCondition: _, ...rest } = details;
  const deployment = rest['deployment'];
  if (!isRecord(deployment) || !isRecord(deployment['properties'])) return rest;
  return { ...rest, deployment: { ...deployment, properties: { ...deployment['properties'], template: TEMPLATE_PLACE } } };
}

function restoreTemplates(details: unknown, original: unknown): unknown {
  if (!isRecord(details) || !isRecord(original) || details instanceof Symbolic) return details;
  const deployment = details['deployment'];
  const source = original['deployment'];
  if (!isRecord(deployment) || !isRecord(deployment['properties']) || !isRecord(source) || !isRecord(source['properties'])) return details;
  return { ...details, deployment: { ...deployment, properties: { ...deployment['properties'], template: source['properties']['template'] } } };
}

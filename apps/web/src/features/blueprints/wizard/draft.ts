import type { BlueprintDetail, DeploymentDetail } from '@cloudwright/contract';
import type { FormField, FormModel, FormState, Json } from '@cloudwright/engine';
import { keepsSecret } from './earlier.ts';
import { draftOf, problemOf, valueOf, type Draft } from './values.ts';

export type AdministratorMode = 'GENERATED' | 'PASSWORD' | 'SSH_KEY';
export interface Pool {
  [member: string]: Json;
}
export interface Tag {
  name: string;
  value: string;
}

/** Everything a person has typed into the wizard. */
export interface WizardDraft {
  subscriptionId: string;
  resourceGroup: string;
  region: string;
  name: string;
  /** Drafts of the template's parameters, by name. */
  parameters: Record<string, Draft>;
  administratorMode: AdministratorMode;
  pools: Pool[];
  tags: Tag[];
}

const stepNames = ['subscription', 'parameters', 'administrator', 'image', 'pools', 'tags', 'summary'] as const;
export type StepName = (typeof stepNames)[number];
export const stepLabels: Record<StepName, string> = {
  subscription: 'Subscription',
  parameters: 'Parameters',
  administrator: 'Administrator',
  image: 'Image',
  pools: 'Pools',
  tags: 'Tags',
  summary: 'Summary',
};

/** A blueprint with its form, as the steps see it. */
export interface WizardModel {
  blueprint: BlueprintDetail;
  form: FormModel;
  /** What the form says about the values of this moment; absent where the blueprint brings no form of its own. */
  state?: FormState;
  /** The deployment that is repeated. */
  earlier?: DeploymentDetail | undefined;
  /** Who fills in the form. */
  personId: string;
}

/** The template parameters that a step of its own fills; the rest stays with Parameters. */
function boundParameters({ blueprint: { bindings } }: WizardModel): Set<string> {
  const { region, image, pools, tags, administrator = {} } = bindings;
  return new Set([region, image, pools, tags, administrator.username, administrator.password, administrator.sshKey, administrator.mode].filter((name) => name !== undefined));
}

export const fieldOf = ({ form }: WizardModel, name: string | undefined): FormField | undefined =>
  name === undefined ? undefined : form.fields.find((field) => field.name.toLowerCase() === name.toLowerCase());

const isShown = ({ state }: WizardModel, { name }: FormField): boolean => state?.fields[name]?.visible !== false;

/** The field as it is at this moment: its choices, its default and whether it has to be filled in may depend on others. */
function fieldNow({ state }: WizardModel, field: FormField): FormField {
  const now = state?.fields[field.name];
  if (now === undefined) return field;
  const { visible: _visible, problems: _problems, default: start, ...look } = now;
  return { ...field, ...look, required: field.required || now.required, ...(start === undefined || field.secret ? {} : { default: start, defaultIsExpression: false }) };
}

const isUntouched = (draft: WizardDraft, field: FormField): boolean => JSON.stringify(draft.parameters[field.name] ?? '') === JSON.stringify(draftOf(field));

/** What stands in the field: while nobody has changed it, a default follows the fields that it is made of. */
export function draftOfField(draft: WizardDraft, model: WizardModel, field: FormField): Draft {
  const own = model.form.fields.find(({ name }) => name === field.name) ?? field;
  return model.state !== undefined && isUntouched(draft, own) ? draftOf(fieldNow(model, own)) : (draft.parameters[field.name] ?? '');
}

/** What was typed into the form's fields, for its next state. Untouched fields are left to their defaults. */
export function typedValues(draft: WizardDraft, model: WizardModel): Record<string, Json> {
  const values: Record<string, Json> = {};
  for (const field of model.form.fields) {
    const typed = draft.parameters[field.name];
    if (field.computed || typed === undefined || isUntouched(draft, field)) continue;
    const isReadable = problemOf({ ...field, required: false }, typed) === undefined;
    const value = isReadable ? (valueOf(field, typed) ?? '') : typed;
    if (isReadable || typeof typed === 'string') values[field.name] = value;
  }
  return values;
}

/** What a person fills in at the Parameters step, shown at this moment or not. */
function askedParameters(model: WizardModel): FormField[] {
  const bound = boundParameters(model);
  return model.form.fields.filter(({ name, computed }) => !bound.has(name) && !computed).sort((a, b) => a.order - b.order);
}

/** The fields of the Parameters step, in the order of the form model. */
export function parameterFields(model: WizardModel): FormField[] {
  return askedParameters(model)
    .filter((field) => isShown(model, field))
    .map((field) => fieldNow(model, field));
}

/** The steps that this blueprint uses: one without anything to fill in is skipped. */
export function stepsOf(model: WizardModel): StepName[] {
  const { bindings } = model.blueprint;
  const isUsed: Record<StepName, boolean> = {
    subscription: true,
    parameters: askedParameters(model).length > 0,
    administrator: bindings.administrator?.username !== undefined || bindings.administrator?.password !== undefined,
    image: fieldOf(model, bindings.image) !== undefined,
    pools: fieldOf(model, bindings.pools) !== undefined,
    tags: true,
    summary: true,
  };
  return stepNames.filter((step) => isUsed[step]);
}

/** The fields a step shows: what has to be right before the next one. */
export function fieldsOfStep(model: WizardModel, step: StepName, mode: AdministratorMode): FormField[] {
  const { administrator = {}, image } = model.blueprint.bindings;
  const secretName = mode === 'SSH_KEY' ? administrator.sshKey : administrator.password;
  const names: Partial<Record<StepName, (string | undefined)[]>> = { administrator: [administrator.username, secretName], image: [image] };
  if (step === 'parameters') return parameterFields(model);
  return (names[step] ?? [])
    .map((name) => fieldOf(model, name))
    .filter((field) => field !== undefined)
    .map((field) => fieldNow(model, field));
}

/** What each parameter starts with: the blueprint's own defaults before the template's. */
export function initialDraft(model: WizardModel, previous?: Record<string, unknown>): WizardDraft {
  const { blueprint, form } = model;
  const given: Record<string, unknown> = { ...blueprint.parameterDefaults, ...previous };
  const poolField = fieldOf(model, blueprint.bindings.pools);
  const pools = (given[poolField?.name ?? ''] ?? poolField?.default) as Json | undefined;
  return {
    subscriptionId: '',
    resourceGroup: '',
    region: '',
    name: '',
    parameters: Object.fromEntries(form.fields.map((field) => [field.name, draftOf(field, field.name in given ? (given[field.name] as Json) : undefined)])),
    administratorMode: blueprint.bindings.administrator?.sshKey ? 'SSH_KEY' : 'GENERATED',
    pools: Array.isArray(pools) ? (pools as Pool[]) : [],
    tags: [],
  };
}

/** What is kept over a reload: everything but secrets. */
export function withoutSecrets(draft: WizardDraft, { form }: WizardModel): WizardDraft {
  const secret = new Set(form.fields.filter((field) => field.secret).map(({ name }) => name));
  return { ...draft, parameters: Object.fromEntries(Object.entries(draft.parameters).filter(([name]) => !secret.has(name))) };
}

export const tagsOf = (tags: Tag[]): Record<string, string> => Object.fromEntries(tags.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]));

/** The parameters to deploy with: the form's values and what the steps of their own fill in. */
export function parametersOf(draft: WizardDraft, model: WizardModel): Record<string, Json> {
  const { bindings } = model.blueprint;
  const { administrator = {} } = bindings;
  const values: Record<string, Json> = {};
  // Where key and password are parameters of their own, the one that is not used keeps the template's default.
  const unused = administrator.password === administrator.sshKey ? undefined : draft.administratorMode === 'SSH_KEY' ? administrator.password : administrator.sshKey;
  for (const field of model.form.fields) {
    if (field.name === unused || field.formOnly || !isShown(model, field)) continue;
    const typed = draftOfField(draft, model, field);
    const problem = field.computed ? undefined : problemOf({ ...fieldNow(model, field), required: false }, typed);
    // What the form makes of the fields goes before what stands in them.
    const made = model.state?.parameters[field.name];
    const value = problem ? undefined : (made ?? (field.computed ? undefined : valueOf(field, typed)));
    if (value !== undefined) values[field.name] = value;
  }
  if (bindings.region && draft.region) values[bindings.region] = draft.region;
  if (bindings.pools && fieldOf(model, bindings.pools)) values[bindings.pools] = draft.pools;
  if (bindings.tags && fieldOf(model, bindings.tags)) values[bindings.tags] = tagsOf(draft.tags);
  const mode = fieldOf(model, administrator.mode);
  if (mode) values[mode.name] = modeValue(mode, draft.administratorMode);
  return values;
}

/** Templates name the way of signing in themselves (`sshPublicKey`, `password`, …): the allowed value that fits. */
function modeValue(field: FormField, mode: AdministratorMode): Json {
  const wanted = mode === 'SSH_KEY' ? /ssh|key/i : /pass/i;
  return field.allowed?.find(({ value }) => wanted.test(String(value)))?.value ?? (mode === 'SSH_KEY' ? 'sshPublicKey' : 'password');
}

/** Problems of a step by field path: what stands at the fields, and what keeps the next step away. */
export function problemsOf(draft: WizardDraft, model: WizardModel, step: StepName): Record<string, string> {
  const problems: Record<string, string> = {};
  const say = (path: string, problem: string | undefined) => {
    if (problem) problems[path] = problem;
  };
  if (step === 'subscription') {
    say('subscriptionId', draft.subscriptionId ? undefined : 'Choose the subscription that pays for it.');
    if (model.blueprint.scope === 'RESOURCE_GROUP') say('resourceGroup', draft.resourceGroup ? undefined : 'Choose a resource group, or add one.');
    say('region', draft.region ? undefined : 'Choose a region.');
    say('name', /^[-\w.()]{1,64}$/.test(draft.name) ? undefined : 'Give the deployment a name: 1 to 64 of letters, digits, - _ . ( )');
  }
  for (const field of fieldsOfStep(model, step, draft.administratorMode)) {
    const given = draftOfField(draft, model, field);
    // A secret that is kept is right as long as none is entered.
    if (given === '' && keepsSecret(model, draft, field.name)) continue;
    say(`parameters.${field.name}`, problemOf(field, given) ?? model.state?.fields[field.name]?.problems[0]);
  }
  if (step === 'pools') {
    draft.pools.forEach((pool, index) => {
      for (const [member, value] of Object.entries(pool)) say(`pools.${index}.${member}`, value === '' || value === null ? 'Fill this in.' : undefined);
      const twin = draft.pools.findIndex((other) => 'name' in other && other['name'] === pool['name']);
      if ('name' in pool && twin !== index) say(`pools.${index}.name`, `Pool ${twin + 1} has this name already.`);
    });
    if (draft.pools.length === 0) say('pools', 'Add at least one pool.');
  }
  if (step === 'tags') {
    draft.tags.forEach(({ name }, index) => {
      if (draft.tags.some((other, at) => at < index && other.name.toLowerCase() === name.toLowerCase())) say(`tags.${index}.name`, 'This tag stands above already.');
      if (name.length > 512 || /[<>%&\\?/]/.test(name)) say(`tags.${index}.name`, 'At most 512 characters, none of < > % & \\ ? /');
      if (name.trim() === '') say(`tags.${index}.name`, 'Give the tag a name, or remove it.');
    });
    if (draft.tags.length > 50) say('tags', `At most 50 tags; these are ${draft.tags.length}.`);
  }
  return problems;
}

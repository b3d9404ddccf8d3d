import type { FormField, Json } from '@cloudwright/engine';

/** What a field holds while it is edited: text, a switch, or a list of texts. */
export type Draft = string | boolean | string[];

const isSimpleList = (field: FormField) => field.type === 'array' && field.kind === 'list' && (!field.item || field.item.type === 'string');
export const isListField = isSimpleList;

/** The default as it is edited; an expression's value is made by the engine, so its field starts empty. */
export function draftOf(field: FormField, value: Json | undefined = field.defaultIsExpression ? undefined : field.default): Draft {
  if (field.type === 'bool') return value === true;
  if (isSimpleList(field)) return Array.isArray(value) ? value.map(String) : [];
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

const isEmpty = (draft: Draft | undefined): boolean => draft === undefined || draft === '' || (Array.isArray(draft) && draft.length === 0);

/** The template's value of a draft; undefined leaves the parameter to its default. Only for drafts that hold no error. */
export function valueOf(field: FormField, draft: Draft | undefined): Json | undefined {
  if (field.type === 'bool') return draft === true;
  if (Array.isArray(draft)) return draft.length === 0 && field.defaultIsExpression ? undefined : draft;
  if (isEmpty(draft)) return undefined;
  const text = String(draft);
  if (field.type === 'int') return Number(text);
  if (field.type === 'object' || field.type === 'array') return JSON.parse(text) as Json;
  return text;
}

/** What is wrong with a draft, in a sentence that says what to do; undefined = fine. */
export function problemOf(field: FormField, draft: Draft | undefined): string | undefined {
  if (field.type === 'bool') return undefined;
  if (isEmpty(draft)) return field.required ? `Enter ${articleFor(field)}.` : undefined;
  if (Array.isArray(draft)) return lengthProblem(field, draft.length, 'entries');
  const text = String(draft);
  if (field.allowed && !field.allowed.some(({ value }) => String(value) === text)) {
    return `Choose one of ${field.allowed.map(({ label }) => label).join(', ')}.`;
  }
  if (field.type === 'int') return numberProblem(field, text);
  if (field.type === 'object' || field.type === 'array') return jsonProblem(field, text);
  if (field.pattern && !new RegExp(field.pattern).test(text)) return field.patternMessage ?? `Must match ${field.pattern}.`;
  return lengthProblem(field, text.length, 'characters');
}

function numberProblem({ min, max }: FormField, text: string): string | undefined {
  if (!/^-?\d+$/.test(text.trim())) return 'Enter a whole number.';
  const value = Number(text);
  if (min !== undefined && value < min) return `Must be ${min} or more.`;
  if (max !== undefined && value > max) return `Must be ${max} or less.`;
  return undefined;
}

function jsonProblem(field: FormField, text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `This is no JSON yet: ${(error as Error).message}`;
  }
  if (field.type === 'array') return Array.isArray(value) ? lengthProblem(field, value.length, 'entries') : 'Enter a list: [ … ]';
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'Enter an object: { … }';
}

function lengthProblem({ minLength, maxLength }: FormField, length: number, unit: string): string | undefined {
  if (minLength !== undefined && length < minLength) return `At least ${minLength} ${unit}; ${length} so far.`;
  if (maxLength !== undefined && length > maxLength) return `At most ${maxLength} ${unit}; these are ${length}.`;
  return undefined;
}

const articleFor = ({ label, secret }: FormField) => (secret ? `the ${label.toLowerCase()}` : `a value for ${label}`);

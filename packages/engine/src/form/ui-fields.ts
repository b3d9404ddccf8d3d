import { compileExpression } from '../expression/compile.ts';
import { isExpression } from '../expression/parse.ts';
import { asArray, asObject, asText, isData } from '../template/sections.ts';
import { getProperty } from '../values.ts';
import { labelOf } from './field-kinds.ts';
import { formFunctions } from './form-functions.ts';
import type { UiElement, UiOutput } from './ui-definition.ts';
import type { FormField, FormState, Json } from '../api.ts';

type LookOf = FormState['fields'][string] | undefined;

/** What an element says about the field of the parameter that it fills. */
export function elementParts({ element, members }: NonNullable<UiOutput['source']>, field: FormField, look: LookOf): Partial<FormField> {
  const kind = members.length === 0 || element.control?.kind === 'password' ? element.control?.kind : undefined;
  return {
    ...partsOf(element, look, members[0] ?? 'password'),
    ...(kind === undefined || (field.secret && kind !== 'password') || field.kind === 'sshKey' ? {} : { kind }),
    ...(look?.default === undefined || field.secret ? {} : { default: look.default, defaultIsExpression: false }),
  };
}

/** A question of the form that no parameter comes from alone. */
export function elementField(element: UiElement, look: LookOf): FormField {
  const { control, path, name } = element;
  const isList = getProperty(element.element, 'multiselect') === true;
  const secret = control?.kind === 'password';
  return {
    name: path,
    label: labelOf(name),
    type: isList ? 'array' : (control?.type ?? 'string'),
    kind: isList ? 'list' : (control?.kind ?? (control?.type === 'object' ? 'json' : 'text')),
    required: false,
    secret,
    nullable: false,
    ...partsOf(element, look, 'password'),
    formOnly: true,
    ...(look?.default === undefined || secret ? {} : { default: look.default }),
  };
}

function partsOf({ element, group, order }: UiElement, look: LookOf, member: string): Pick<FormField, 'group' | 'order'> & Partial<FormField> {
  const of = (name: string): string | undefined => {
    const given = getProperty(element, name);
    return isData(given) ? asText(getProperty(asObject(given), member)) : look?.[name === 'label' ? 'label' : 'help'];
  };
  const constraints = asObject(getProperty(element, 'constraints'));
  const [label, help, pattern, message, visible] = [of('label'), of('toolTip'), patternOf(getProperty(constraints, 'regex')), asText(getProperty(constraints, 'validationMessage')), getProperty(element, 'visible')];
  const [min, max] = [getProperty(element, 'min'), getProperty(element, 'max')];
  const validations = asArray(getProperty(constraints, 'validations')).flatMap((rule) => validationOf(rule));
  return {
    group,
    order,
    ...(label === undefined ? {} : { label }),
    ...(help === undefined ? {} : { help }),
    ...(look?.allowed === undefined ? {} : { allowed: look.allowed }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(message === undefined ? {} : { patternMessage: message }),
    ...(typeof min === 'number' ? { min } : {}),
    ...(typeof max === 'number' ? { max } : {}),
    ...(validations.length === 0 ? {} : { validations }),
    ...(look?.required === true ? { required: true } : {}),
    ...(typeof visible === 'string' ? { visibleWhen: visible } : {}),
  };
}

/** A pattern that is written out; one that an expression makes is for `formState`. */
function patternOf(given: Json | undefined): string | undefined {
  const text = asText(given);
  return text !== undefined && isExpression(text) && compileExpression(text, formFunctions).ast !== undefined ? undefined : text;
}

function validationOf(rule: Json): NonNullable<FormField['validations']> {
  if (!isData(rule)) return [];
  const [pattern, isValid] = [patternOf(getProperty(rule, 'regex')), asText(getProperty(rule, 'isValid'))];
  const message = asText(getProperty(rule, 'message')) ?? '';
  return pattern === undefined && isValid === undefined ? [] : [{ ...(pattern === undefined ? {} : { pattern }), ...(isValid === undefined ? {} : { isValid }), message }];
}

import { RuntimeValue } from '@cloudwright/engine';
import type { Json, ParameterDeclaration } from './api.ts';
import { type Diagnostics, pointerTo } from './diagnostics.ts';
import { prepareTest, operatorOf, type OperatorRow } from './operators.ts';
import { isRecord } from './rule.ts';
import { TRUE } from './truth.ts';

const TYPES = new Set(['string', 'array', 'object', 'boolean', 'integer', 'float', 'datetime']);

/** Reads a definition's parameters; faults become diagnostics. */
export function readParameters(source: unknown, pointer: string, diagnostics: Diagnostics): Record<string, ParameterDeclaration> {
  if (source === undefined || source === null) return {};
  if (!isRecord(source)) {
    diagnostics.add('InvalidParameter', pointer, 'The parameters must be an object.');
    return {};
  }
  const declared: Record<string, ParameterDeclaration> = {};
  for (const [name, declaration] of Object.entries(source)) {
    const at = pointerTo(pointer, name);
    if (!isRecord(declaration)) {
      diagnostics.add('InvalidParameter', at, `The parameter '${name}' must be an object.`);
      continue;
    }
    const { type, allowedValues } = declaration;
    if (type !== undefined && (typeof type !== 'string' || !TYPES.has(type.toLowerCase()))) diagnostics.add('InvalidParameter', pointerTo(at, 'type'), `The parameter '${name}' has no known type.`);
    // null is as good as none: definitions are exported with it.
    if (allowedValues !== undefined && (allowedValues as unknown) !== null && !Array.isArray(allowedValues)) diagnostics.add('InvalidParameter', pointerTo(at, 'allowedValues'), 'allowedValues must be a list.');
    declared[name] = declaration as ParameterDeclaration;
  }
  return declared;
}

/** Values by lower-case name: given ones, else defaults. A parameter without either stays open (a run-time value). */
export function bindParameters(
  declared: Record<string, ParameterDeclaration>,
  given: Readonly<Record<string, unknown>>,
  diagnostics: Diagnostics,
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  const names = new Map(Object.keys(declared).map((name) => [name.toLowerCase(), name]));
  for (const [name, value] of isRecord(given) ? Object.entries(given) : []) {
    const declaration = declared[names.get(name.toLowerCase()) ?? ''];
    const plain = unwrap(value, declaration);
    if (plain === undefined) continue;
    values.set(name.toLowerCase(), plain);
    const at = pointerTo('/parameters', name);
    if (declaration !== undefined) checkValue(name, plain, declaration, at, diagnostics);
    else if (names.size > 0) diagnostics.add('UndeclaredParameterValue', at, `The definition declares no parameter '${name}'.`);
  }
  for (const [lower, name] of names) {
    const { defaultValue } = declared[name] as ParameterDeclaration;
    if (values.has(lower)) continue;
    if (defaultValue !== undefined) values.set(lower, defaultValue);
    else diagnostics.add('MissingParameterValue', pointerTo('/parameters', name), `The parameter '${name}' has neither a value nor a default.`);
  }
  return values;
}

/** A value as assignments write it, {value: ...}, or as it is. */
function unwrap(value: unknown, declaration: ParameterDeclaration | undefined): unknown {
  if (!isRecord(value) || Object.keys(value).length !== 1 || !('value' in value)) return value;
  return typeNameOf(declaration) === 'object' && !isRecord(value['value']) ? value : value['value'];
}

/** The declared type in lower case. */
export function typeNameOf(declaration: ParameterDeclaration | undefined): string | undefined {
  const type: unknown = declaration?.type;
  return typeof type === 'string' ? type.toLowerCase() : undefined;
}

const equals = operatorOf('equals') as OperatorRow;

/** Checks a value against a declaration: type and allowedValues. */
export function checkValue(name: string, value: unknown, declaration: ParameterDeclaration, pointer: string, diagnostics: Diagnostics): void {
  if (value instanceof RuntimeValue) return;
  const type = typeNameOf(declaration);
  const fits =
    type === 'array' ? Array.isArray(value) : type === 'object' ? isRecord(value) : type === undefined || !TYPES.has(type) || typeof value !== 'object' || value === null;
  if (!fits) {
    diagnostics.add('InvalidParameterValue', pointer, `The parameter '${name}' is of type ${declaration.type}, the value is not.`);
    return;
  }
  const allowed = Array.isArray(declaration.allowedValues) ? declaration.allowedValues : [];
  if (allowed.length === 0) return;
  const isAllowed = (one: unknown) => allowed.some((choice: Json) => prepareTest(equals, choice)(one) === TRUE);
  // Of a list the members are chosen from the allowed ones.
  const good = Array.isArray(value) ? isAllowed(value) || value.every(isAllowed) : isAllowed(value);
  if (!good) diagnostics.add('InvalidParameterValue', pointer, `The value of '${name}' is none of the allowed ones: ${JSON.stringify(allowed)}.`);
}

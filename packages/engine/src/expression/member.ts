import { EvaluationError } from './evaluation-error.ts';
import { maskErrors, tainted } from './invoke.ts';
import { findKey, getProperty, isLambda, isObject, RuntimeValue, SecureValue, typeName, type Value, type ValueObject } from '../values.ts';

/**
 * `target.key` and `target[key]`. A missing property, an index out of range and a target without members are errors
 * (as in Azure); of a run-time value every member is a run-time value.
 */
export function getMember(target: Value, key: Value): Value {
  if (typeof key === 'object' && key !== null) {
    if (key instanceof SecureValue) return maskErrors(key.name, () => tainted(key.name, getMember(target, SecureValue.open(key))));
    if (key instanceof RuntimeValue) return runtimeMember(target, key);
  }
  if (typeof target === 'object' && target !== null) {
    if (Array.isArray(target)) return getItem(target, key);
    if (target instanceof RuntimeValue) return runtimeMember(target, key);
    if (target instanceof SecureValue) return maskErrors(target.name, () => tainted(target.name, getMember(SecureValue.open(target), key)));
    if (typeof key === 'string' && !isLambda(target)) return getNamed(target as ValueObject, key);
    throw new EvaluationError(
      'InvalidArgument',
      `The language expression property '${describe(key)}' can't be evaluated, property name must be a string.`,
    );
  }
  if (target === null) {
    throw new EvaluationError(
      'PropertyMissing',
      `The language expression property '${describe(key)}' can't be evaluated: its target is null.`,
    );
  }
  throw new EvaluationError(
    'InvalidArgument',
    `The language expression property '${describe(key)}' can't be evaluated: a value of type '${typeName(target)}' has no properties.`,
  );
}

function describe(key: Value): string {
  return typeof key === 'object' ? typeName(key) : String(key);
}

function getNamed(target: ValueObject, name: string): Value {
  const key = findKey(target, name);
  if (key !== undefined) return target[key] as Value;
  const names = Object.keys(target).slice(0, 20).join(', ');
  throw new EvaluationError(
    'PropertyMissing',
    `The language expression property '${name}' doesn't exist, available properties are '${names}'.`,
  );
}

function getItem(target: Value[], key: Value): Value {
  if (typeof key !== 'number' || !Number.isInteger(key)) {
    throw new EvaluationError(
      'InvalidArgument',
      `The language expression property '${describe(key)}' can't be evaluated, the array index must be an integer.`,
    );
  }
  if (key < 0 || key >= target.length) {
    throw new EvaluationError('IndexOutOfRange', `The language expression property array index '${key}' is out of bounds.`);
  }
  return target[key] as Value;
}

/** As getMember, but null for a member that is not there (policy rules). */
export function getMemberOrNull(target: Value, key: Value): Value {
  if (target === null) return null;
  if (Array.isArray(target) && typeof key === 'number') return target[key] ?? null;
  if (isObject(target) && typeof key === 'string') return getProperty(target, key) ?? null;
  return getMember(target, key);
}

/** A member of what the cloud answers, or one that it chooses; what is known of the answer already is a value. */
function runtimeMember(target: Value, key: Value): Value {
  if (target instanceof SecureValue) return tainted(target.name, runtimeMember(SecureValue.open(target), key));
  if (target instanceof RuntimeValue && target.known !== undefined && typeof key === 'string') {
    const known = getProperty(target.known, key);
    if (known !== undefined) return known;
  }
  return new RuntimeValue(typeof key === 'string' ? '.' : '[]', [target, key]);
}

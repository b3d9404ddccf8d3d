import type { FunctionTable } from './function-table.ts';
import { standardFunctions } from './standard-functions.ts';
import { RuntimeValue, typeName, type TypeName, type Value } from '../values.ts';

/**
 * The type that a value will have once the cloud answered, as far as its call tells: `concat(reference(...).name, 'x')`
 * is a String whatever the name is. `Any` where it depends on the answer.
 */
export function runtimeType(value: Value, table: FunctionTable = standardFunctions): TypeName | 'Any' {
  if (!(value instanceof RuntimeValue)) return typeName(value);
  if (value.name === 'if') return common(value.args.slice(1), table);
  if (value.name === 'concat') {
    const [first] = value.args;
    const type = first === undefined ? 'Any' : runtimeType(first, table);
    return type === 'Array' || type === 'Any' ? type : 'String';
  }
  return table.get(value.name)?.returns ?? 'Any';
}

function common(values: readonly Value[], table: FunctionTable): TypeName | 'Any' {
  const types = new Set(
    values.filter((value) => !(value instanceof RuntimeValue && value.name === 'fail')).map((value) => runtimeType(value, table)),
  );
  const [only = 'Any'] = types;
  return types.size === 1 ? only : 'Any';
}

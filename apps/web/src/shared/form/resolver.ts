import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/**
 * Validates a form with a schema of the contract: the same rule as the server's. The schema library is loaded when a
 * form opens, never with the shell. Empty texts count as absent where the schema allows it: see `clean`.
 */
export function contractResolver<T extends FieldValues>(load: () => Promise<z.ZodType>): Resolver<T> {
  const schema = Promise.all([load(), import('@hookform/resolvers/zod')]);
  return async (values, context, options) => {
    const [shape, { zodResolver }] = await schema;
    const result = await zodResolver(shape as never)(clean(values) as never, context, options as never);
    // What the schema made of the values is sent, not kept: the form goes on showing what was typed.
    return result as never;
  };
}

/** Texts are trimmed; an empty one is null, as the contract spells "none". Required texts then say so. */
export function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, clean(each)]));
  return value;
}

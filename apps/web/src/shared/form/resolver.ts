import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/**
 * Validates a form with a schema of the contract: the same rule as the server's. The schema library is loaded when a
 * form opens, never with the shell. Empty texts count as absent where the schema allows it: see `clean`.
 */
export function contractResolver<T extends FieldValues>(load: () => Promise<z.ZodType>): Resolver<T> {
  let parts: Promise<[z.ZodType, typeof import('./zod-resolver.ts')]> | undefined;
  return async (values, context, options) => {
    // In this order: the resolver settles how schemas are made, and `load` makes them.
    const [shape, { resolve }] = await (parts ??= import('./zod-resolver.ts').then(async (resolver) => [await load(), resolver]));
    const result = await resolve(shape, clean(values) as Record<string, unknown>, context, options as never);
    return { values: result.values, errors: sayRequired(result.errors, values) } as never;
  };
}

/** "Invalid UUID" is no help to somebody who has chosen nothing: an empty field that may not be empty is required. */
function sayRequired(errors: Record<string, unknown>, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, error]) => {
      const value = values[field];
      const isEmpty = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
      return [field, isEmpty && typeof error === 'object' && error !== null && 'message' in error ? { ...error, message: 'Required' } : error];
    }),
  );
}

/** Texts are trimmed; an empty one is null, as the contract spells "none". Required texts then say so. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, clean(each)]));
  return value;
}

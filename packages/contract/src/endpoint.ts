import type { z } from 'zod';
import { calls, type Call, type CallName } from './calls.ts';
import type { ListFields } from './list.ts';

/** The shapes of one endpoint. What is not there is not accepted: a call without `body` takes none. */
export interface Shapes {
  /** Path parameters, query and JSON body as they arrive; the handler gets the parsed values. */
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The JSON answer; for other media types what the body is called in the documentation. */
  response: z.ZodType;
  /** Present on lists: the fields that may be sorted by and filtered on. */
  list?: ListFields;
}

/** A row of the endpoint table: wire side and shapes. */
export type Endpoint = Call & Shapes;
export type Endpoints = Record<string, Endpoint>;

/** Joins shapes to their rows of `calls`; a name that is no row does not compile. */
export function endpoints<const S extends Partial<Record<CallName, Shapes>>>(shapes: S) {
  const rows = Object.entries(shapes).map(([name, shape]) => [name, { ...calls[name as CallName], ...shape }]);
  return Object.fromEntries(rows) as unknown as { [K in keyof S & CallName]: (typeof calls)[K] & S[K] };
}

type Part<E, K extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> = E extends Record<K, infer S extends z.ZodType>
  ? Side extends 'input' ? z.input<S> : z.output<S>
  : undefined;

/** What a caller gives: only the parts that the endpoint has. */
export type Input<E> = {
  [K in 'params' | 'query' | 'body' as E extends Record<K, z.ZodType> ? K : never]: Part<E, K, 'input'>;
};
/** What a handler gets: every part, parsed; undefined where the endpoint has none. */
export type Parsed<E> = { params: Part<E, 'params', 'output'>; query: Part<E, 'query', 'output'>; body: Part<E, 'body', 'output'> };
/** What the call answers. */
export type Output<E extends { response: z.ZodType }> = z.output<E['response']>;

import type { Api, Endpoint, Input, Output } from '@cloudwright/contract';
import { calls, type Call } from '@cloudwright/contract/calls';
import { keepPreviousData, QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, send } from './http.ts';

type Table = Api;
export type CallName = keyof Table;
export type InputOf<N extends CallName> = Table[N] extends Endpoint ? Input<Table[N]> : never;
export type OutputOf<N extends CallName> = Table[N] extends Endpoint ? Output<Table[N]> : never;
/** Names of the list calls, and the row of each. */
export type ListName = { [N in CallName]: OutputOf<N> extends { total: number; result: unknown[] } ? N : never }[CallName];
export type RowOf<N extends CallName> = OutputOf<N> extends { result: (infer R)[] } ? R : never;

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The address of a call: `:name` parts filled in and encoded. */
function pathOf(name: CallName, params: Record<string, unknown> = {}): string {
  return calls[name].path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(String(params[part] ?? '')));
}

/** Makes one call of the contract. The answer is trusted as the contract's type: the server validated it. */
export async function call<N extends CallName>(name: N, input?: InputOf<N>, signal?: AbortSignal): Promise<OutputOf<N>> {
  const { params, query, body } = (input ?? {}) as Parts;
  const response = await send(calls[name].method, pathOf(name, params), { query, body, signal });
  return (response.status === 204 ? undefined : await response.json()) as OutputOf<N>;
}

/** Makes a call whose answer is a file. */
export async function callFile<N extends CallName>(name: N, input?: InputOf<N>): Promise<Blob> {
  const { params, query, body } = (input ?? {}) as Parts;
  const row: Call = calls[name];
  return (await send(row.method, pathOf(name, params), { query, body, accept: row.produces ?? '*/*' })).blob();
}

/** The parts of an input that must be given: path parameters, and a query or body with a required field. */
type Needed<I> = { [K in keyof I]: Partial<I[K]> extends I[K] ? never : K }[keyof I];
type Given<N extends CallName> = [Needed<InputOf<N>>] extends [never] ? [input?: InputOf<N>] : [input: InputOf<N>];

/** A query of the contract, for useQuery, useSuspenseQuery and prefetching. */
export const q = <N extends CallName>(name: N, ...[input]: Given<N>) =>
  queryOptions({ queryKey: [name, input ?? {}] as const, queryFn: ({ signal }) => call(name, input, signal) });

/** Like `q`, but keeps showing the previous page while the next one loads. */
export const qPage = <N extends CallName>(name: N, input: InputOf<N>) =>
  queryOptions({ queryKey: [name, input] as const, queryFn: ({ signal }) => call(name, input, signal), placeholderData: keepPreviousData });

/**
 * A call that changes something. On success the named queries are fetched again; the promise of `mutateAsync`
 * resolves afterwards, so a dialog closes on fresh data.
 */
export function useCall<N extends CallName>(name: N, options: { refresh?: CallName[]; onSuccess?: (result: OutputOf<N>) => void } = {}) {
  const client = useQueryClient();
  return useMutation<OutputOf<N>, Error, InputOf<N>>({
    mutationFn: (input) => call(name, input),
    onSuccess: async (result) => {
      await refresh(client, options.refresh ?? []);
      options.onSuccess?.(result);
    },
    // Somebody else was faster: what is opened next shows what they did.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void refresh(client, options.refresh ?? []);
    },
  });
}

/** Fetches every query of these names again. */
export const refresh = (client: QueryClient, names: CallName[]): Promise<unknown> =>
  Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));

/** Expected refusals are answers: only a portal that cannot be reached is asked again. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && (!(error instanceof ApiError) || error.status >= 502),
      },
    },
  });

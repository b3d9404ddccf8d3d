import type { Diagnostic, FormModel, FormState } from '@cloudwright/engine';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { startWorker } from '../../../shared/worker.ts';
import type { Answer, Expanded, JobBody } from './jobs.ts';
import workerUrl from './worker.ts?worker&url';

let worker: Worker | undefined;
let count = 0;
const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();

function start(): Worker {
  const started = startWorker(workerUrl);
  started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) asked?.reject(new Error(data.error));
    else asked?.resolve(data.value);
  });
  started.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('The template engine could not be loaded. Reload the page.'));
    waiting.clear();
    worker = undefined;
  });
  return started;
}

function ask<T>(job: JobBody): Promise<T> {
  worker ??= start();
  count += 1;
  const id = count;
  return new Promise<T>((resolve, reject) => {
    waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
    worker!.postMessage({ id, ...job });
  });
}

const engineQuery = <T>(job: JobBody) =>
  queryOptions({ queryKey: ['engine', job] as const, queryFn: () => ask<T>(job), staleTime: Infinity, gcTime: 60_000, placeholderData: keepPreviousData, retry: false });

/** The fields that a person has to fill in. */
export const formQuery = (template: string, uiDefinition: string | null) => engineQuery<FormModel>({ kind: 'form', template, uiDefinition });
/** What the form shows, refuses and makes of the values of this moment. */
export const formStateQuery = (job: Omit<Extract<JobBody, { kind: 'state' }>, 'kind'>) => engineQuery<FormState>({ kind: 'state', ...job });
/** Every finding about a template. */
export const checkQuery = (template: string) => engineQuery<Diagnostic[]>({ kind: 'check', template });
/** What a deployment with these values would create. */
export const expandQuery = (job: Omit<Extract<JobBody, { kind: 'expand' }>, 'kind'>) => engineQuery<Expanded>({ kind: 'expand', ...job });

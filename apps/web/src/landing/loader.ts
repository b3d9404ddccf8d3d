import type { LandingModule } from '@cloudwright/contract/enums';
import type { Family } from './family.ts';

export const MODULE_TIMEOUT_MS = 120_000;

/** How each landing application is loaded; the name is chosen at run time by the server. */
export const modules: Record<LandingModule, () => Promise<Family>> = {
  general: () => import('./families/general.tsx').then(({ general }) => general),
  hpc: () => import('./families/hpc.tsx').then(({ hpc }) => hpc),
  research: () => import('./families/research.tsx').then(({ research }) => research),
};

/** The family of an address when the server does not say otherwise. */
export const defaultModule = (path: string): LandingModule => (/^\/hpc\/i(\/|$)/.test(path) ? 'hpc' : /^\/research(\/|$)/.test(path) ? 'research' : 'general');

const failure = (name: string, cause: string) => new Error(`Loading landing module ${name} failed (${cause})`);

/** Loads one landing application; gives up after 120 s with an error that names the module and the cause. */
export async function loadModule(name: string, loaders: Partial<Record<string, () => Promise<Family>>> = modules): Promise<Family> {
  const load = loaders[name];
  if (!load) throw failure(name, 'missing');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure(name, 'timeout')), MODULE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([
      load().catch((cause: unknown) => {
        throw failure(name, `error: ${cause instanceof Error ? cause.message : String(cause)}`);
      }),
      timeout,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

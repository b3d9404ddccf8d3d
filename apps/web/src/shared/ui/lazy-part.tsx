import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react';

type PropsOf<C> = C extends (props: infer P) => ReactNode ? P : never;

/**
 * A part of a page whose code comes when it is first shown: dialogs, sheets, editors. The page stays as it is
 * meanwhile. `lazyPart(() => import('./UserForm.tsx'), 'UserForm')`
 */
export function lazyPart<M, K extends keyof M>(load: () => Promise<M>, name: K): (props: PropsOf<M[K]>) => ReactNode {
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return (props) => <Suspense>{createElement(Part, props as object)}</Suspense>;
}

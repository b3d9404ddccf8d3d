import type { DeploymentContext, Diagnostic, Edge, ExpandedResource, Json } from '@cloudwright/engine';

/** What the page asks of the engine's worker. */
export type Job = { id: number } & JobBody;
export type JobBody =
  | { kind: 'form'; template: string; uiDefinition: string | null }
  | { kind: 'state'; uiDefinition: string; values: Record<string, Json>; context: DeploymentContext }
  | { kind: 'check'; template: string }
  | { kind: 'expand'; template: string; linked: Record<string, string>; parameters: Record<string, Json>; context: DeploymentContext };

export type Answer = { id: number; value: unknown } | { id: number; error: string };

/** An expansion as it may be shown and sent between threads. */
export interface Expanded {
  ok: boolean;
  resources: ExpandedResource[];
  outputs: Record<string, unknown>;
  edges: Edge[];
  waves: string[][];
  diagnostics: Diagnostic[];
}

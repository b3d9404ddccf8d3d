import { resolveRuntime } from '../expression/resolve.ts';
import { describeError } from '../expression/evaluate.ts';
import { SourceDocument } from '../read/source-document.ts';
import { Deployment } from './deployment.ts';
import { expandWith, instancesOf } from './expand-template.ts';
import { Frame } from './frame.ts';
import { deploymentProperties, openDeployment } from './open-deployment.ts';
import { ExpansionRun } from './run.ts';
import { diagnostic } from '../diagnostics.ts';
import type { ExpandedResource, Expansion, ExpandOptions, RuntimeResolver, TemplateLoader } from '../api.ts';
import type { Value, ValueObject } from '../values.ts';
import type { Instance } from './instance.ts';

/**
 * A nested or linked deployment as a deployment of its own, for whoever executes the parent: its parameters are
 * resolved first, so counts, conditions and names that waited for the cloud are decided. A template with outer scope
 * has no parameters; its resources of the parent's expansion are resolved.
 *
 * @param resourceId id of the Microsoft.Resources/deployments resource in the expansion
 */
export function expandNested(expansion: Expansion, resourceId: string, resolver: RuntimeResolver, options: Pick<ExpandOptions, 'loader' | 'budget'> = {}): Expansion {
  const instance = instancesOf.get(expansion)?.get(resourceId.toLowerCase());
  const child = instance === undefined ? undefined : (openDeployment(instance) ?? openResolved(instance, resolver, options.loader));
  if (instance === undefined || child === undefined) {
    const diagnostics = [{ ...diagnostic('LinkNotLoaded', [], resourceId), severity: 'error' as const }];
    return { ok: false, resources: [], outputs: {}, edges: [], diagnostics, missingLinks: [...(instance?.deployment.frame.run.missingLinks ?? [])], placements: new Map() };
  }
  if (child.frame === instance.deployment.frame) return resolvedPart(expansion, child, resolver);
  const { frame } = child;
  const run = new ExpansionRun({ ...options, context: frame.run.context, resolver });
  return expandWith(run, frame.document, () => {
    const { document, base, template, context, isForeignGroup } = frame;
    const own = new Frame({ run, document, base, template, context, isForeignGroup });
    const given = Object.keys(template.parameters).map((name): [string, () => Value] => [name.toLowerCase(), () => resolveRuntime(frame.parameter(name), resolver) as Value]);
    own.bindParameters(new Map(given));
    const deployment = new Deployment({ frame: own, template, base, target: child.target, id: child.id, name: child.name, loops: [], parent: undefined, depth: child.depth, open: openDeployment });
    own.current = { deployment, instance: undefined };
    own.evaluateParameters();
    return deployment;
  });
}

/** Opens a deployment whose link was not known before the cloud answered, or not loaded before. */
function openResolved(instance: Instance, resolver: RuntimeResolver, loader: TemplateLoader | undefined): Deployment | undefined {
  if (loader !== undefined) instance.deployment.frame.run.loadFrom(loader);
  try {
    instance.properties = resolveRuntime(deploymentProperties(instance), resolver) as ValueObject;
  } catch {
    // What can't be computed stays as it was, and the link with it.
    return undefined;
  }
  instance.childState = 'open';
  return openDeployment(instance);
}

/** The part of an expansion that belongs to one deployment and those inside it, with run-time values resolved. */
function resolvedPart(expansion: Expansion, deployment: Deployment, resolver: RuntimeResolver): Expansion {
  const inside = new Set([deployment.id.toLowerCase()]);
  const resources: ExpandedResource[] = [];
  const placements = new Map();
  const run = new ExpansionRun({});
  const document = new SourceDocument({});
  const resolved = <T>(value: T): T => {
    try {
      return resolveRuntime(value, resolver) as T;
    } catch (error) {
      const { code, message } = describeError(error);
      run.report(document, code, [], message);
      return value;
    }
  };
  for (const resource of expansion.resources) {
    const placement = expansion.placements.get(resource.id);
    if (placement === undefined || !inside.has(placement.deploymentId.toLowerCase())) continue;
    inside.add(resource.id.toLowerCase());
    resources.push(resolved(resource));
    placements.set(resource.id, placement);
  }
  const outputs = Object.fromEntries(Object.entries(deployment.outputs()).map(([name, { value }]) => [name, resolved(value)]));
  const edges = expansion.edges.filter(({ from, to }) => placements.has(from) && placements.has(to));
  const part: Expansion = { ok: run.diagnostics.length === 0, resources, outputs, edges, diagnostics: run.diagnostics, missingLinks: [], placements };
  const instances = instancesOf.get(expansion);
  if (instances !== undefined) instancesOf.set(part, instances);
  return part;
}

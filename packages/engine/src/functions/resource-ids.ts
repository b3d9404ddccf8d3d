import { invalid, textArgument, unexpected } from './arguments.ts';
import { fn, type FunctionRow } from './function-table.ts';
import type { Scope } from '../expression/scope.ts';
import { RuntimeValue, typeName, type Value } from '../values.ts';

/** Source: "Resource functions for ARM templates" (resourceId and its kin); pure text work. */
export const resourceIdFunctions: FunctionRow[] = [
  fn('resourceId', 2, Infinity, resourceId, { returns: 'String', later: resourceIdLater }),
  fn('subscriptionResourceId', 2, Infinity, subscriptionResourceId, {
    returns: 'String',
    later: (args, { ids }) => withLead('subscriptionResourceId', [ids.subscriptionId], args),
  }),
  fn('tenantResourceId', 2, Infinity, (args) => providers('tenantResourceId', args), { returns: 'String' }),
  fn('managementGroupResourceId', 2, Infinity, managementGroupResourceId, {
    returns: 'String',
    later: (args, { ids }) => withLead('managementGroupResourceId', [ids.managementGroup], args),
  }),
  fn('extensionResourceId', 3, Infinity, extensionResourceId, { returns: 'String' }),
];

/** The index of the resource type: the first argument with a `/`, within the optional leading scope arguments. */
function typeIndex(name: string, args: readonly Value[], most: number): number {
  for (const arg of args) {
    if (typeof arg !== 'string')
      throw invalid(
        `The template language function '${name}' expects its parameters to be strings. The provided value is of type '${typeName(arg)}'.`,
      );
  }
  for (let i = 0; i <= most && i < args.length; i++) if ((args[i] as string).includes('/')) return i;
  throw invalid(
    `Unable to evaluate template language function '${name}': the type of the resource is missing. It must have the form 'Namespace/type' before the names.`,
  );
}

/** `/providers/Namespace/type/name/child/name`: a name for every part of the type after the namespace. */
function providers(label: string, args: readonly Value[]): string {
  typeIndex(label, args, 0);
  const [type, ...rest] = args as string[];
  // Azure takes a type that ends in a slash, and many templates have one.
  const [namespace, ...types] = (type as string).split('/').filter((part) => part !== '');
  // A name may hold several segments: 'vnet/subnet' for one type less is how older templates wrote it.
  const names = rest.length === types.length ? rest : rest.join('/').split('/');
  if (names.length !== types.length) {
    throw invalid(
      `Unable to evaluate template language function '${label}': the type '${type}' requires '${types.length}' resource name argument(s), but '${rest.length}' were provided.`,
    );
  }
  return `/providers/${namespace}/${types.map((part, i) => `${part}/${names[i]}`).join('/')}`;
}

function resourceId(args: readonly Value[], scope: Scope): string {
  const { ids } = scope;
  const at = typeIndex('resourceId', args, 2);
  const below = providers('resourceId', args.slice(at));
  const lead = args.slice(0, at) as string[];
  if (at === 0 && ids.level === 'subscription') return `/subscriptions/${ids.subscriptionId}${below}`;
  if (at === 0 && ids.level !== 'resourceGroup') return below;
  const group = lead.at(-1) ?? ids.resourceGroup;
  // At the scope of a subscription a single leading argument names the subscription, not a group.
  if (at === 1 && ids.level === 'subscription') return `/subscriptions/${group}${below}`;
  const subscription = at === 2 ? (lead[0] as string) : ids.subscriptionId;
  return `/subscriptions/${subscription}/resourceGroups/${group}${below}`;
}

function subscriptionResourceId(args: readonly Value[], scope: Scope): string {
  const at = typeIndex('subscriptionResourceId', args, 1);
  const subscription = at === 1 ? (args[0] as string) : scope.ids.subscriptionId;
  return `/subscriptions/${subscription}${providers('subscriptionResourceId', args.slice(at))}`;
}

function managementGroupResourceId(args: readonly Value[], scope: Scope): string {
  const at = typeIndex('managementGroupResourceId', args, 1);
  const group = at === 1 ? (args[0] as string) : scope.ids.managementGroup;
  return `/providers/Microsoft.Management/managementGroups/${group}${providers('managementGroupResourceId', args.slice(at))}`;
}

function extensionResourceId(args: readonly Value[]): string {
  const base = textArgument('extensionResourceId', args[0], 'its first parameter to be a resource id');
  if (args[1] === undefined) throw unexpected('extensionResourceId', 'a resource type', null);
  return `${base.replace(/\/+$/, '')}${providers('extensionResourceId', args.slice(1))}`;
}

/** A call that waits says the scope it stands in: whoever answers it later stands elsewhere. */
function withLead(name: string, lead: readonly string[], args: readonly Value[]): RuntimeValue {
  const at = args.findIndex((arg) => typeof arg === 'string' && arg.includes('/'));
  // Leading arguments that are written stay; where the type itself is open, nothing can be told.
  return new RuntimeValue(name, at < 0 || at > lead.length ? args : [...lead.slice(0, lead.length - at), ...args]);
}

function resourceIdLater(args: readonly Value[], { ids }: Scope): RuntimeValue {
  const at = args.findIndex((arg) => typeof arg === 'string' && arg.includes('/'));
  if (at < 2 && ids.level === 'subscription') return withLead('subscriptionResourceId', [ids.subscriptionId], args);
  if (at === 0 && ids.level !== 'resourceGroup') return withLead('tenantResourceId', [], args);
  return withLead('resourceId', [ids.subscriptionId, ids.resourceGroup], args);
}

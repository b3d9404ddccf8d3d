import { managementGroupsAbove } from '../world/management-groups.ts';
import { builtInRole } from './built-in-roles.ts';
import { ArmError } from './arm-error.ts';
import type { Cloud } from './cloud.ts';
import type { Caller } from './provider.ts';

interface Permission {
  actions: string[];
  notActions: string[];
}
interface Assignment extends Permission {
  scope: string;
}

export const SUBSCRIPTION_TYPE = 'Microsoft.Resources/subscriptions';
export const ASSIGNMENT_TYPE = 'Microsoft.Authorization/roleAssignments';

/** `Microsoft.Compute/*` covers `Microsoft.Compute/virtualMachines/read`; without case. */
const covers = (pattern: string, action: string): boolean =>
  new RegExp(`^${pattern.toLowerCase().split('*').map((part) => part.replace(/[.\\+?^${}()|[\]]/g, '\\$&')).join('.*')}$`).test(action);

const allows = ({ actions, notActions }: Permission, action: string): boolean =>
  actions.some((pattern) => covers(pattern, action)) && !notActions.some((pattern) => covers(pattern, action));

/** Role assignments enforced: who may do which action at which scope. */
export class AccessControl {
  readonly #cloud: Cloud;
  #byPrincipal: Map<string, Assignment[]> | undefined;
  readonly #decided = new Map<string, boolean>();

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
    cloud.world.onChange(({ type }) => {
      if (!/^microsoft\.(authorization\/role|management\/|resources\/subscriptions$)/i.test(type)) return;
      this.#byPrincipal = undefined;
      this.#decided.clear();
    });
  }

  /** The directory that a scope belongs to; undefined for the tenant scope and for what does not exist yet. */
  tenantOf(scope: string): string | undefined {
    const subscription = /^\/subscriptions\/([^/]+)/i.exec(scope)?.[0];
    if (subscription) return this.#cloud.world.get(subscription)?.body['tenantId'] as string | undefined;
    const [group] = managementGroupsAbove(this.#cloud.world, scope);
    return group === undefined ? undefined : ((this.#cloud.world.get(group)?.body['properties'] as { tenantId?: string } | undefined)?.tenantId);
  }

  /** Whether the caller may do the action at the scope. */
  may(caller: Caller, action: string, scope: string): boolean {
    if (!this.#cloud.faults.switches.accessControl) return true;
    const at = scope.toLowerCase().replace(/\/+$/, '');
    const wanted = action.toLowerCase();
    const key = `${caller.objectId} ${caller.tenantId} ${wanted} ${at}`;
    const known = this.#decided.get(key);
    if (known !== undefined) return known;
    const groups = managementGroupsAbove(this.#cloud.world, at);
    const tenant = this.tenantOf(at);
    // A role at '/' is one in the whole directory, never in another one.
    const decided = (tenant === undefined || tenant === caller.tenantId) && (this.#assignments().get(caller.objectId) ?? []).some(
      (assignment) => (assignment.scope === '' || groups.includes(assignment.scope) || `${at}/`.startsWith(`${assignment.scope}/`)) && allows(assignment, wanted),
    );
    if (this.#decided.size > 50_000) this.#decided.clear();
    this.#decided.set(key, decided);
    return decided;
  }

  /** Throws Azure's refusal: unknown subscription, wrong directory, or no role that allows the action. */
  require(caller: Caller, action: string, path: string): void {
    const subscription = /^\/subscriptions\/([^/]+)/i.exec(path);
    if (subscription) {
      const found = this.#cloud.world.get(subscription[0]);
      if (!found) throw new ArmError(404, 'SubscriptionNotFound', `The subscription '${subscription[1]}' could not be found.`);
      const tenant = String(found.body['tenantId']);
      if (tenant !== caller.tenantId)
        throw new ArmError(401, 'InvalidAuthenticationTokenTenant', `The access token is from the wrong issuer '${this.#cloud.addresses.http}/${caller.tenantId}/v2.0'. It must match the tenant '${this.#cloud.addresses.http}/${tenant}/v2.0' associated with this subscription. Please use the authority (URL) '${this.#cloud.addresses.http}/${tenant}' to get the token.`);
    }
    const isScoped = subscription || /^\/providers\/microsoft\.management\/managementgroups\/[^/]+/i.test(path);
    // At tenant scope everybody may look; lists there are filtered by what the caller may see.
    if (!isScoped && /\/(read|action)$/i.test(action)) return;
    if (this.may(caller, action, path)) return;
    throw new ArmError(403, 'AuthorizationFailed',
      `The client '${caller.name}' with object id '${caller.objectId}' does not have authorization to perform action '${action}' over scope '${path || '/'}' or the scope is invalid. If access was recently granted, please refresh your credentials.`);
  }

  #assignments(): Map<string, Assignment[]> {
    if (this.#byPrincipal) return this.#byPrincipal;
    const found = new Map<string, Assignment[]>();
    for (const { body } of this.#cloud.world.list({ type: ASSIGNMENT_TYPE })) {
      const { principalId, roleDefinitionId, scope } = body['properties'] as { principalId: string; roleDefinitionId: string; scope: string };
      const role = this.role(roleDefinitionId);
      if (!role) continue;
      const list = found.get(principalId) ?? [];
      list.push({ ...role, scope: scope.toLowerCase().replace(/\/+$/, '') });
      found.set(principalId, list);
    }
    return (this.#byPrincipal = found);
  }

  /** Permissions of a role definition by its id (built in or custom). */
  role(definitionId: string): Permission | undefined {
    const id = definitionId.split('/').at(-1) ?? '';
    const builtIn = builtInRole(id);
    if (builtIn) return { actions: builtIn.actions, notActions: builtIn.notActions ?? [] };
    const custom = this.#cloud.world.list({ type: 'Microsoft.Authorization/roleDefinitions', name: id })[0];
    if (!custom) return undefined;
    const permissions = (custom.body['properties'] as { permissions?: { actions?: string[]; notActions?: string[] }[] }).permissions ?? [];
    return { actions: permissions.flatMap(({ actions }) => actions ?? []), notActions: permissions.flatMap(({ notActions }) => notActions ?? []) };
  }
}

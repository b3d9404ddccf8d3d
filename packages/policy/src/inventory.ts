import { RuntimeValue } from '@cloudwright/engine';
import type { RelatedRequest } from './policy.ts';
import { property } from './property.ts';
import { sameName } from './related-name.ts';
import { groupIdOf } from './scope.ts';

/** The resources that -IfNotExists effects look among, by type: what exists, and what the same deployment makes. */
export class Inventory {
  readonly #byType = new Map<string, { id: string; resource: unknown }[]>();
  /** False when resources outside of this inventory may exist: a type not found here is then not known to be absent. */
  readonly complete: boolean;

  /** Of two resources with one id the later counts. */
  constructor(resources: Iterable<unknown>, complete: boolean) {
    this.complete = complete;
    const byId = new Map<string, { id: string; type: string; resource: unknown }>();
    for (const resource of resources) {
      const id = property(resource, 'id');
      const type = property(resource, 'type');
      if (typeof id === 'string' && typeof type === 'string') byId.set(id.toLowerCase(), { id: id.toLowerCase(), type: type.toLowerCase(), resource });
    }
    for (const { id, type, resource } of byId.values()) {
      const list = this.#byType.get(type);
      if (list === undefined) this.#byType.set(type, [{ id, resource }]);
      else list.push({ id, resource });
    }
  }

  ofType(type: string): unknown[] {
    return (this.#byType.get(type.toLowerCase()) ?? []).map((entry) => entry.resource);
  }

  /**
   * The resources that a rule about `subject` may mean (effect-audit-if-not-exists, details): children of it and
   * extensions on it, the resource itself where the type is its own, else resources of its group, of the group named,
   * or of the subscription. Undefined when none is found and the inventory is not complete.
   */
  related(subject: unknown, request: RelatedRequest): unknown[] | undefined {
    const all = this.#byType.get(request.type.toLowerCase()) ?? [];
    const found = all.filter((entry) => this.#isNear(entry.id, entry.resource, subject, request)).map((entry) => entry.resource);
    return found.length === 0 && !this.complete ? undefined : found;
  }

  #isNear(id: string, resource: unknown, subject: unknown, request: RelatedRequest): boolean {
    const own = property(subject, 'id');
    const subjectId = typeof own === 'string' ? own.toLowerCase() : '';
    const subjectType = String(property(subject, 'type') ?? '').toLowerCase();
    const type = request.type.toLowerCase();
    if (!named(resource, request.name)) return false;
    if (type === subjectType && request.existenceScope === undefined && request.resourceGroupName === undefined) return id === subjectId || request.name !== undefined;
    if (type.startsWith(`${subjectType}/`) || (subjectId !== '' && id.startsWith(`${subjectId}/`))) return id.startsWith(`${subjectId}/`);
    if (isExtension(id)) return false;
    const subscription = /^\/subscriptions\/[^/]+/.exec(subjectId)?.[0] ?? '';
    if (request.existenceScope?.toLowerCase() === 'subscription') return id.startsWith(subscription);
    if (request.resourceGroupName !== undefined) return groupIdOf(id) === `${subscription}/resourcegroups/${request.resourceGroupName.toLowerCase()}`;
    const group = groupIdOf(subjectId);
    return group === undefined ? id.startsWith(subscription) : groupIdOf(id) === group;
  }
}

function named(resource: unknown, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const name = property(resource, 'name');
  if (name instanceof RuntimeValue || typeof name !== 'string') return true;
  return sameName(name, wanted);
}

/** Stands on another resource: its id has two providers. */
function isExtension(id: string): boolean {
  return id.indexOf('/providers/') !== id.lastIndexOf('/providers/');
}

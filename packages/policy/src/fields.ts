import { RuntimeValue } from '@cloudwright/engine';
import type { Shape } from './aliases.ts';
import type { CountSite, Frame, Site } from './frame.ts';
import { EACH, property, readPath, visitPath, type Step } from './property.ts';

/** How a field is read in resources of one shape. */
interface Plan {
  /** Slot of the count's member that the steps start at; -1 = the resource. */
  from: number;
  steps: readonly Step[];
  /** A second place to look at, where the first has nothing. */
  natural?: readonly Step[] | undefined;
  /** True when the steps still hold a [*]: the field is a collection. */
  each: boolean;
  /** Fields that are not a path. */
  special?: (resource: unknown) => unknown;
}

/** Where a reader finds its resource: conditions read the frame's resource, the function field() its subject. */
export type Root = 'resource' | 'subject';

/**
 * A field of a policy rule, by its name: `location`, `tags['env']`, an alias. The path is looked up by the resource's
 * type and api version, and kept as long as the next resource has the same.
 */
export class Field {
  readonly name: string;
  readonly #site: Site;
  readonly #root: Root;
  #shape: Shape | undefined;
  #plan: Plan | undefined;

  constructor(name: string, site: Site, root: Root) {
    this.name = name;
    this.#site = site;
    this.#root = root;
  }

  plan(frame: Frame): Plan {
    const shape = this.#root === 'resource' ? frame.shape : frame.subjectShape;
    if (shape !== this.#shape) {
      this.#plan = planField(this.name, shape, this.#site, this.#root);
      this.#shape = shape;
    }
    return this.#plan as Plan;
  }

  start(frame: Frame, plan: Plan): unknown {
    if (plan.from >= 0) return frame.slots[plan.from];
    return this.#root === 'resource' ? frame.resource : frame.subject;
  }

  /** The value of a field that is no collection; undefined = there is none. */
  read(frame: Frame, plan: Plan): unknown {
    const start = this.start(frame, plan);
    if (plan.special !== undefined) return plan.special(start);
    const value = readPath(start, plan.steps);
    return value === undefined && plan.natural !== undefined ? readPath(start, plan.natural) : value;
  }

  /** The steps of a collection in this resource. */
  steps(frame: Frame, plan: Plan): readonly Step[] {
    const { steps, natural } = plan;
    if (natural === undefined) return steps;
    return readPath(this.start(frame, plan), steps.slice(0, steps.indexOf(EACH))) === undefined ? natural : steps;
  }

  /** Whether there is no array at the first [*]. */
  isMissing(frame: Frame, plan: Plan): boolean {
    return (readPath(this.start(frame, plan), plan.steps.slice(0, plan.steps.indexOf(EACH))) ?? undefined) === undefined;
  }

  visit(frame: Frame, plan: Plan, visitor: (value: unknown) => boolean): boolean {
    if (plan.special !== undefined) return true;
    return visitPath(this.start(frame, plan), this.steps(frame, plan), 0, visitor);
  }

  /** What field() answers: the value, '' for a missing one, of a collection the list of what there is. */
  value(frame: Frame): unknown {
    const plan = this.plan(frame);
    if (!plan.each) {
      const value = this.read(frame, plan);
      if (value === undefined || value === null) return this.#isCollection() ? [] : '';
      // The counted member itself is a collection of one, like every [*] alias.
      return plan.from >= 0 && this.#root === 'subject' ? [value] : value;
    }
    return this.#collect(frame, plan);
  }

  /** What current() answers: of the counted member the value itself. */
  current(frame: Frame): unknown {
    const plan = this.plan(frame);
    return plan.each ? this.#collect(frame, plan) : (this.read(frame, plan) ?? null);
  }

  #isCollection(): boolean {
    return this.name.includes('[*]');
  }

  #collect(frame: Frame, plan: Plan): unknown {
    const values: unknown[] = [];
    let open: RuntimeValue | undefined;
    this.visit(frame, plan, (value) => {
      // Any of them may turn out to be null, and so no member of what the field is.
      if (value instanceof RuntimeValue) open = value.name === '[*]' ? value : new RuntimeValue('[*]', [value]);
      else if (value !== undefined && value !== null) values.push(value);
      return open === undefined;
    });
    return open ?? values;
  }
}

function planField(name: string, shape: Shape, site: Site, root: Root): Plan {
  const lower = name.toLowerCase();
  const known = planKnown(name, lower, shape);
  if (known !== undefined) return known;
  const found = shape.find(name);
  switch (found.kind) {
    case 'unknownAlias':
      return special(() => new RuntimeValue('alias', [name]));
    case 'otherType':
      // A property that the type does not have: missing, or a collection without members.
      return { from: -1, steps: [], each: lower.includes('[*]'), special: () => undefined };
    case 'invalid':
      return special(() => undefined);
    case 'path':
  }
  // In an existence condition field() asks about the other resource: the counts there are none of its own.
  const count = site.part === 'existence' && root === 'subject' ? undefined : boundBy(lower, site.count);
  if (count !== undefined) {
    const steps = stepsAfter(found.steps, count.level);
    const natural = found.natural && stepsAfter(found.natural, count.level);
    if (steps !== undefined) return { from: count.slot, steps, natural, each: steps.includes(EACH) };
  }
  return { from: -1, steps: found.steps, natural: found.natural, each: found.steps.includes(EACH) };
}

function special(read: (resource: unknown) => unknown): Plan {
  return { from: -1, steps: [], each: false, special: read };
}

/** Fields that every resource has; undefined for all others. */
function planKnown(name: string, lower: string, shape: Shape): Plan | undefined {
  if (lower === 'name' && !shape.flat) {
    return special((resource) => {
      const full = property(resource, 'name');
      return typeof full === 'string' ? full.slice(full.lastIndexOf('/') + 1) : full;
    });
  }
  if (lower === 'fullname') return special((resource) => property(resource, 'fullName') ?? property(resource, 'name'));
  // Not a documented field, and yet in use: the version of the request.
  if (lower === 'apiversion') return special((resource) => property(resource, 'apiVersion') ?? (shape.apiVersion === '' ? undefined : shape.apiVersion));
  // A tag's name may hold dots: tags.cost.center is one tag.
  if (lower.startsWith('tags.')) return { from: -1, steps: ['tags', name.slice(5)], each: false };
  return undefined;
}

/** The innermost count whose member the field is a part of. */
function boundBy(lower: string, count: CountSite | undefined): CountSite | undefined {
  let best: CountSite | undefined;
  for (let site = count; site !== undefined; site = site.parent) {
    if (site.kind === 'field' && lower.startsWith(site.name) && (best === undefined || site.level > best.level)) best = site;
  }
  return best;
}

/** The steps behind the n-th [*]. */
function stepsAfter(steps: readonly Step[], level: number): readonly Step[] | undefined {
  let seen = 0;
  for (let i = 0; i < steps.length; i++) if (steps[i] === EACH && ++seen === level) return steps.slice(i + 1);
  return undefined;
}

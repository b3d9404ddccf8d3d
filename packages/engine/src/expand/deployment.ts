import { limits } from '../limits.ts';
import { evaluateData } from './evaluate-data.ts';
import { absoluteScope, interleave, resourceIdAt, scopeId } from './ids.ts';
import { expandCopies } from './expand-copies.ts';
import { opened, openedName, targetedId, textOf } from './instance-parts.ts';
import { evaluateOutputs, type OutputValue } from './outputs.ts';
import { isDeployment, type CopyRound, type Instance } from './instance.ts';
import { asText, isData, type TemplateSections } from '../template/sections.ts';
import { findKey, getProperty, RuntimeValue, type Value } from '../values.ts';
import type { Frame } from './frame.ts';
import type { ScopeIds } from '../expression/scope.ts';
import type { Loop } from './evaluate-data.ts';
import type { Json, JsonObject } from '../api.ts';

export interface DeploymentOptions {
  /** Evaluates the expressions: its own frame, or with outer scope the parent's. */
  frame: Frame;
  template: TemplateSections;
  /** Place of the template in the frame's document. */
  base: (string | number)[];
  /** Where its resources go. */
  target: ScopeIds;
  id: string;
  name: string;
  /** Loops around the deployment that an outer-scope template may use. */
  loops: Loop[];
  parent: Instance | undefined;
  depth: number;
  /** Makes the deployment that a deployment resource stands for (see open-deployment.ts). */
  open: (instance: Instance) => Deployment | undefined;
}

/** A template on its way to the cloud: its resources by name, id and symbol, and its outputs. */
export class Deployment {
  readonly frame: Frame;
  readonly template: TemplateSections;
  readonly base: (string | number)[];
  readonly target: ScopeIds;
  readonly id: string;
  readonly name: string;
  readonly loops: Loop[];
  readonly parent: Instance | undefined;
  readonly depth: number;
  readonly open: DeploymentOptions['open'];
  readonly scope: string;
  readonly #instances: Instance[] = [];
  readonly #byKey = new Map<string, Instance[]>();
  readonly #bySymbol = new Map<string, Instance[]>();
  /** Children by the last part of their names. */
  readonly #byLastPart = new Map<string, Instance[]>();
  /** Loops by name and symbol, lower-cased, also those without a round. */
  readonly #loops = new Set<string>();
  #declared: 'open' | 'declaring' | 'done' = 'open';
  #outputs: Record<string, OutputValue> | 'evaluating' | undefined;

  constructor(options: DeploymentOptions) {
    this.frame = options.frame;
    this.template = options.template;
    this.base = options.base;
    this.target = options.target;
    this.id = options.id;
    this.name = options.name;
    this.loops = options.loops;
    this.parent = options.parent;
    this.depth = options.depth;
    this.open = options.open;
    this.scope = scopeId(options.target);
  }

  /** All resources with names and ids; loops unrolled, children in place, bodies not evaluated yet. */
  instances(): readonly Instance[] {
    if (this.#declared === 'open') {
      this.#declared = 'declaring';
      const { resources } = this.template;
      const path = [...this.base, this.template.key('resources')];
      this.frame.within({ path, loops: this.loops, current: { deployment: this, instance: undefined } }, () => {
        this.#declareAll(resources, path, undefined);
      });
      this.#declared = 'done';
    }
    return this.#instances;
  }

  /** The resources that a name, id, symbol, loop name or `type/name` means, as dependsOn and reference() take them. */
  find(key: string): readonly Instance[] {
    this.instances();
    const lower = key.toLowerCase();
    // Of a symbol and a name that read the same, the symbol is meant.
    const found = this.#bySymbol.get(lower) ?? this.#byKey.get(lower);
    if (found !== undefined) return found;
    // The id of a deployment to another group is often written as if it were in this one.
    const relative = /\/providers\/(microsoft\.resources\/deployments\/[^/]+)$/.exec(lower)?.[1];
    if (relative !== undefined) return this.#byKey.get(relative) ?? [];
    // Templates also name a child by the last part of its name, and Azure takes it.
    return this.#byLastPart.get(lower) ?? [];
  }

  /** True for a loop that may have had no rounds: nothing to wait for, and no fault. */
  hasLoop(name: string): boolean {
    return this.#loops.has(name.toLowerCase());
  }

  outputs(): Record<string, OutputValue> {
    if (this.#outputs === 'evaluating') return {};
    if (this.#outputs === undefined) {
      this.#outputs = 'evaluating';
      this.#outputs = evaluateOutputs(this);
    }
    return this.#outputs;
  }

  #declareAll(resources: Json[] | JsonObject, path: (string | number)[], parent: Instance | undefined): void {
    if (Array.isArray(resources)) {
      resources.forEach((resource, index) => this.#declare(resource, [...path, index], parent, undefined));
    } else {
      for (const symbol in resources) this.#declare(resources[symbol] as Json, [...path, symbol], parent, symbol);
    }
  }

  #declare(resource: Json, path: (string | number)[], parent: Instance | undefined, symbol: string | undefined): void {
    const { frame } = this;
    if (!isData(resource)) {
      frame.run.report(frame.document, 'WrongShape', path, 'A resource', 'an object');
      return;
    }
    frame.path = [...path];
    const copy = getProperty(resource, 'copy');
    if (!isData(copy)) {
      this.#declareOne(resource, path, parent, symbol, undefined);
      return;
    }
    if (symbol !== undefined) this.#loops.add(symbol.toLowerCase());
    const loop = expandCopies(frame, resource, copy, path, (round) => {
      frame.path = [...path];
      this.#declareOne(resource, path, parent, symbol, round);
      frame.path = [...path];
    });
    this.#loops.add(loop.toLowerCase());
  }

  #declareOne(source: JsonObject, path: (string | number)[], parent: Instance | undefined, symbol: string | undefined, copy: CopyRound | undefined): void {
    const { frame } = this;
    frame.meter.count(limits.stepsOfResource);
    const before = this.#instances.length;
    const read = (name: string): Value | undefined => {
      const key = findKey(source, name);
      if (key === undefined) return undefined;
      frame.path = [...path, key];
      return evaluateData(source[key] as Json, frame);
    };
    const isIncluded = this.#holds(opened(read('condition') ?? true), path);
    const wasQuiet = frame.isQuiet;
    // Azure does not evaluate a resource whose condition is false; its name is only wanted for dependsOn.
    frame.isQuiet ||= !isIncluded;
    try {
      this.#declareNamed(source, path, parent, symbol, copy, isIncluded, read);
    } finally {
      frame.isQuiet = wasQuiet;
    }
    const children = getProperty(source, 'resources');
    if (this.#instances.length > before && children !== undefined && (Array.isArray(children) || isData(children))) {
      this.#declareAll(children, [...path, findKey(source, 'resources') as string], this.#instances[before]);
    }
  }

  #declareNamed(
    source: JsonObject,
    path: (string | number)[],
    parent: Instance | undefined,
    symbol: string | undefined,
    copy: CopyRound | undefined,
    isIncluded: boolean,
    read: (name: string) => Value | undefined,
  ): void {
    const { frame } = this;
    const ownType = asText(opened(read('type')));
    if (ownType === undefined) {
      frame.run.report(frame.document, 'MissingProperty', path, 'type', 'a resource');
      return;
    }
    const isExtension = findKey(source, 'import') !== undefined || findKey(source, 'extension') !== undefined;
    const nameValue = openedName(read('name')) ?? (isExtension ? (symbol ?? '') : undefined);
    if (nameValue === undefined || nameValue === null) {
      // What is left out needs no name, and its name may well come from a value that is not there.
      if (isIncluded) frame.run.report(frame.document, 'MissingProperty', path, 'name', 'a resource');
      return;
    }
    const ownScope = asText(read('scope'));
    const own = textOf(nameValue);
    const { type, name } = fullName(parent, ownType, own);
    const isNested = type.toLowerCase() === 'microsoft.resources/deployments';
    const scope = ownScope === undefined || isNested ? (parent?.scope ?? this.scope) : absoluteScope(ownScope, this.scope);
    const copied = copy === undefined ? symbol : symbol === undefined ? undefined : `${symbol}[${copy.index}]`;
    const id = isExtension ? `${this.id}/extensibleResources/${copied ?? own}` : resourceIdAt(scope, type, name);
    if (id === undefined || /\/(\/|$)/.test(name) || name === '') {
      const place = [...path, findKey(source, 'name') ?? 'name'];
      if (typeof nameValue === 'string' && isIncluded && getProperty(source, 'existing') !== true) frame.run.report(frame.document, 'InvalidResourceName', place, name, type);
    }
    const instance: Instance = {
      deployment: this,
      source,
      path,
      loops: frame.loops.map((loop) => ({ ...loop })),
      type,
      nameValue,
      name,
      id: id ?? `${scope}/providers/${type}/${name}`,
      scope,
      symbol: copied,
      apiVersion: asText(read('apiVersion')),
      isIncluded: isIncluded && getProperty(source, 'existing') !== true,
      isExisting: getProperty(source, 'existing') === true,
      copy,
      parent,
      references: new Set(),
      child: undefined,
      childState: 'open',
      properties: undefined,
    };
    if (isNested) instance.id = targetedId(instance);
    this.#add(instance, symbol, own);
  }

  #holds(condition: Value, path: (string | number)[]): boolean {
    if (typeof condition === 'boolean' || condition instanceof RuntimeValue) return condition !== false;
    if (typeof condition === 'string' && /^(true|false)$/i.test(condition)) return condition.toLowerCase() === 'true';
    const { frame } = this;
    frame.run.report(frame.document, 'InvalidCondition', [...path, 'condition'], Array.isArray(condition) ? 'array' : typeof condition);
    return true;
  }

  #add(instance: Instance, symbol: string | undefined, own: string): void {
    this.#instances.push(instance);
    const { id, type, name } = instance;
    const path = interleave(type, name);
    register(this.#byKey, id, instance);
    // A resource group is also named by the id that subscriptionResourceId() makes of it.
    if (path !== undefined) {
      register(this.#byKey, `${this.scope}/providers/${path}`, instance);
      register(this.#byKey, path, instance);
    }
    register(this.#byKey, name, instance);
    if (name.includes('/')) register(this.#byLastPart, name.slice(name.lastIndexOf('/') + 1), instance);
    // A child is also waited for by its name as it is written inside its parent.
    if (own !== name) register(this.#byKey, own, instance);
    register(this.#byKey, `${type}/${name}`, instance);
    if (instance.copy !== undefined) register(this.#byKey, instance.copy.name, instance);
    if (symbol !== undefined) register(this.#bySymbol, symbol, instance);
    if (instance.symbol !== undefined && instance.symbol !== symbol) register(this.#bySymbol, instance.symbol, instance);
    if (instance.isIncluded && instance.type.toLowerCase() === 'microsoft.resources/resourcegroups') this.#noteGroup(instance);
  }

  /** A group that the template creates is where resourceGroup().location of a deployment into it comes from. */
  #noteGroup(instance: Instance): void {
    const { frame } = this;
    const location = frame.within({ path: [...instance.path, 'location'], loops: instance.loops }, () => evaluateData(getProperty(instance.source, 'location') ?? null, frame));
    if (typeof location === 'string') frame.run.createdGroups.set(instance.id.toLowerCase(), location);
  }

  /**
   * What is known of a run-time call before the cloud is asked: the outputs of deployments, the ids that symbols stand
   * for. The resource that is being evaluated comes to depend on what it refers to.
   */
  answer(name: string, args: readonly Value[]): Value | undefined {
    const [target] = args;
    if (typeof target !== 'string' || name === 'providers' || name.startsWith('to') || name === 'pickZones') return undefined;
    const found = this.#referred(target, this.frame.current.instance);
    const [first] = found;
    if (name === 'references') {
      if (found.length === 0) return undefined;
      return found.map((one) => new RuntimeValue('reference', [one.id, ...versionOf(one, undefined), ...args.slice(1)], this.frame.callScope));
    }
    if (first === undefined || found.length > 1) return undefined;
    if (name === 'resourceInfo') return { id: first.id, name: first.name, type: first.type, apiVersion: first.apiVersion ?? null };
    const isSymbol = first.symbol?.toLowerCase() === target.toLowerCase();
    // Whoever answers the call later knows ids only.
    const rest = isSymbol ? [first.id, ...versionOf(first, args[1]), ...args.slice(2)] : [first.id, ...args.slice(1)];
    const isReference = name === 'reference';
    const known = isReference && isDeployment(first) && first.isIncluded ? this.#knownOf(first) : undefined;
    return new RuntimeValue(name, rest, this.frame.callScope, known);
  }

  /**
   * The resources that a call in this deployment means, and that it now waits for. A template with outer scope also
   * sees the resources around it; then its deployment is what waits.
   */
  #referred(target: string, waiting: Instance | undefined): readonly Instance[] {
    const found = this.find(target);
    if (waiting !== undefined) for (const one of found) if (one !== waiting && one.isIncluded) waiting.references.add(one);
    const { parent } = this;
    return found.length > 0 || parent === undefined || parent.deployment.frame !== this.frame ? found : parent.deployment.#referred(target, parent);
  }

  #knownOf(instance: Instance): { [key: string]: Value } | undefined {
    const child = this.open(instance);
    return child === undefined ? undefined : { outputs: child.outputs() as unknown as Value };
  }
}

/** Adds the instance to those that the name means, once. */
function register(map: Map<string, Instance[]>, name: string, instance: Instance): void {
  const key = name.toLowerCase();
  const found = map.get(key);
  if (found === undefined) map.set(key, [instance]);
  else if (found.at(-1) !== instance) found.push(instance);
}

/** The api version that a call by symbol leaves to the resource's own. */
function versionOf(instance: Instance, given: Value | undefined): Value[] {
  return given !== undefined ? [given] : instance.apiVersion === undefined ? [] : [instance.apiVersion];
}

/**
 * Full type and name of a child inside its parent's `resources`. A child may also be written with its full type, or be
 * a resource of another provider; then its name must be full too (InvalidTemplate errors, "incorrect segment lengths").
 */
function fullName(parent: Instance | undefined, type: string, name: string): { type: string; name: string } {
  if (parent === undefined) return { type, name };
  const isFull = type.toLowerCase().startsWith(`${parent.type.toLowerCase()}/`) || /^[^/]*\.[^/]*\//.test(type);
  if (!isFull) return { type: `${parent.type}/${type}`, name: `${parent.name}/${name}` };
  return { type, name };
}

/** Properties by their name: compared without case, own ones only. */

// Objects with more names than this get an index of lower-cased names; below it a scan is faster.
const INDEX_FROM = 12;
const indexes = new WeakMap<object, { size: number; keys: Map<string, string> }>();

/** The object's own spelling of a property name that is compared without case, or undefined. */
export function findKey(object: object, name: string): string | undefined {
  if (Object.hasOwn(object, name)) return name;
  const keys = Object.keys(object);
  const lower = name.toLowerCase();
  if (keys.length <= INDEX_FROM) {
    for (const key of keys) if (key.length === name.length && key.toLowerCase() === lower) return key;
    return undefined;
  }
  let index = indexes.get(object);
  // An object may still be growing while it is built: the size tells.
  if (index === undefined || index.size !== keys.length) {
    index = { size: keys.length, keys: new Map() };
    for (const key of keys) if (!index.keys.has(key.toLowerCase())) index.keys.set(key.toLowerCase(), key);
    indexes.set(object, index);
  }
  return index.keys.get(lower);
}

/** A property by its name without case; undefined when there is none. Inherited names are never seen. */
export function getProperty<T>(object: { [key: string]: T }, name: string): T | undefined {
  const key = findKey(object, name);
  return key === undefined ? undefined : object[key];
}

/** Sets an own property, also one called `__proto__`. */
export function setProperty<T>(object: { [key: string]: T }, name: string, value: T): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/** An object that grows name by name, without a look at all of its names each time. The first spelling of a name stays. */
export class GrowingObject<T> {
  readonly object: { [key: string]: T };
  readonly #keys = new Map<string, string>();
  /** `start` is filled up: give it a copy. */
  constructor(start: { [key: string]: T } = {}) {
    this.object = start;
    for (const key of Object.keys(start)) if (!this.#keys.has(key.toLowerCase())) this.#keys.set(key.toLowerCase(), key);
  }
  get(name: string): T | undefined {
    const key = this.#keys.get(name.toLowerCase());
    return key === undefined ? undefined : this.object[key];
  }
  set(name: string, value: T): void {
    const lower = name.toLowerCase();
    const known = this.#keys.get(lower);
    if (known === undefined) this.#keys.set(lower, name);
    setProperty(this.object, known ?? name, value);
  }
}

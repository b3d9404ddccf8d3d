/**
 * Which template parameters a property of a resource is made of: read from the expressions of the template itself,
 * through variables and into nested templates.
 */

type Dictionary = Record<string, unknown>;
const isRecord = (value: unknown): value is Dictionary => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A template with what it needs to lead its parameters back to the outermost ones. */
interface Scope {
  template: Dictionary;
  outer?: { scope: Scope; arguments: Dictionary };
}
interface PlacedResource {
  resource: Dictionary;
  fullType: string;
  scope: Scope;
}

const member = (record: Dictionary, name: string): unknown =>
  record[Object.keys(record).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name];
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const recordOf = (value: unknown): Dictionary => (isRecord(value) ? value : {});

/** All resources of a template with their full types, child resources and nested templates included. */
function placedResources(scope: Scope): PlacedResource[] {
  const found: PlacedResource[] = [];
  const visit = (resources: unknown, parentType: string): void => {
    for (const resource of Array.isArray(resources) ? resources : Object.values(recordOf(resources))) {
      if (!isRecord(resource)) continue;
      const type = textOf(member(resource, 'type'));
      const fullType = parentType !== '' && !type.includes('.') ? `${parentType}/${type}` : type;
      found.push({ resource, fullType, scope });
      visit(member(resource, 'resources'), fullType);
      if (fullType.toLowerCase() !== 'microsoft.resources/deployments') continue;
      const properties = recordOf(member(resource, 'properties'));
      const nested = member(properties, 'template');
      if (!isRecord(nested)) continue;
      const isInner = textOf(member(recordOf(member(properties, 'expressionEvaluationOptions')), 'scope')).toLowerCase() === 'inner';
      // With outer scope, the nested template's expressions see the outer parameters and variables.
      const inner: Scope = isInner
        ? { template: nested, outer: { scope, arguments: recordOf(member(properties, 'parameters')) } }
        : { template: { ...scope.template, resources: member(nested, 'resources') ?? [] }, ...(scope.outer ? { outer: scope.outer } : {}) };
      found.push(...placedResources(inner));
    }
  };
  visit(member(scope.template, 'resources'), '');
  return found;
}

/** Names of the outermost parameters that a value's expressions use, in order of appearance. */
function parametersIn(value: unknown, scope: Scope, seen: Set<string> = new Set()): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => parametersIn(item, scope, seen));
  if (isRecord(value)) return Object.values(value).flatMap((item) => parametersIn(item, scope, seen));
  if (typeof value !== 'string' || !value.startsWith('[') || value.startsWith('[[')) return [];
  return [...value.matchAll(/\b(parameters|variables)\(\s*'([^']+)'\s*\)/gi)].flatMap(([, kind = '', name = '']) => {
    const key = `${kind}|${name}`.toLowerCase();
    if (seen.has(key)) return [];
    seen.add(key);
    if (kind.toLowerCase() === 'variables') return parametersIn(member(recordOf(member(scope.template, 'variables')), name), scope, seen);
    if (scope.outer === undefined) return [name];
    const given = member(scope.outer.arguments, name);
    return parametersIn(isRecord(given) ? member(given, 'value') : given, scope.outer.scope, new Set());
  });
}

function valueAt(resource: Dictionary, path: string): unknown {
  let current: unknown = resource;
  for (const step of path.split('.')) {
    if (!isRecord(current)) return undefined;
    current = member(current, step);
  }
  return current;
}

/** Of a list of named parts (subnets, rules) only those that are meant, where any is. */
function meantParts(value: unknown, isMeant: (part: string) => boolean): unknown {
  if (!Array.isArray(value)) return value;
  const meant = value.filter((part) => isRecord(part) && typeof part['name'] === 'string' && isMeant(part['name']));
  return meant.length > 0 ? meant : value;
}

/**
 * Parameters behind the properties (dotted paths, the likeliest first) of resources of a type. An empty type means
 * every resource. Of a list of named parts those count that `isMeant` (the error names them). Without repetition.
 */
export function parametersBehind(template: unknown, type: string, paths: readonly string[], isMeant: (part: string) => boolean = () => false): string[] {
  if (!isRecord(template)) return [];
  const resources = placedResources({ template }).filter((placed) => type === '' || placed.fullType.toLowerCase() === type.toLowerCase());
  const names = paths.flatMap((path) => resources.flatMap(({ resource, scope }) => parametersIn(meantParts(valueAt(resource, path), isMeant), scope)));
  return [...new Set(names)];
}

import { limits } from '../limits.ts';
import { getMember } from '../expression/member.ts';
import { SourceDocument } from '../read/source-document.ts';
import { asText, isData, propertyOf, sectionsOf, type TemplateSections } from '../template/sections.ts';
import { evaluateData } from './evaluate-data.ts';
import { Deployment } from './deployment.ts';
import { targetOf } from './instance-parts.ts';
import { withoutQuery } from './run.ts';
import { Frame } from './frame.ts';
import { findKey, getProperty, isObject, RuntimeValue, SecureValue, Symbolic, type Value, type ValueObject } from '../values.ts';
import type { Instance } from './instance.ts';
import type { ScopeIds } from '../expression/scope.ts';
import type { DeploymentContext, JsonObject } from '../api.ts';

/** The properties of a deployment resource without its template, evaluated in the frame around it. */
export function deploymentProperties(instance: Instance): ValueObject {
  if (instance.properties === undefined) {
    const { frame } = instance.deployment;
    const key = findKey(instance.source, 'properties') ?? 'properties';
    const source = instance.source[key];
    const { [isData(source) ? (findKey(source, 'template') ?? 'template') : 'template']: _template, ...rest } = isData(source) ? source : {};
    const place = { path: [...instance.path, key], loops: instance.loops, current: { deployment: instance.deployment, instance } };
    const value = frame.within(place, () => evaluateData(rest, frame));
    instance.properties = isObject(value) ? value : {};
  }
  return instance.properties;
}

/**
 * The deployment that a Microsoft.Resources/deployments resource makes, from its nested or linked template; undefined
 * when the link could not be loaded (or the deployments refer to each other in a circle, which is reported).
 */
export function openDeployment(instance: Instance): Deployment | undefined {
  if (instance.childState === 'done') return instance.child;
  const { deployment } = instance;
  const { run, document } = deployment.frame;
  if (instance.childState === 'opening') {
    run.report(document, 'DependencyCycle', instance.path, instance.name);
    return undefined;
  }
  instance.childState = 'opening';
  if (deployment.depth >= limits.deploymentDepth) run.report(document, 'TooManyDeployments', instance.path, String(limits.deploymentDepth));
  else instance.child = open(instance);
  instance.childState = 'done';
  return instance.child;
}

function open(instance: Instance): Deployment | undefined {
  const { deployment } = instance;
  const { frame } = deployment;
  const key = findKey(instance.source, 'properties') ?? 'properties';
  const source = instance.source[key];
  const properties = deploymentProperties(instance);
  const target = targetOf(instance);
  const templateKey = isData(source) ? findKey(source, 'template') : undefined;
  const options = { target, id: instance.id, name: instance.name, parent: instance, depth: deployment.depth + 1, open: openDeployment };
  if (templateKey === undefined) return openLinked(instance, properties, options);
  const template = (source as JsonObject)[templateKey];
  const base = [...instance.path, key, templateKey];
  if (typeof template === 'string') return openComputed(instance, properties, options, template, base);
  if (!isData(template)) {
    frame.run.report(frame.document, 'WrongShape', base, 'A nested template', 'an object');
    return undefined;
  }
  const sections = sectionsOf(template);
  const scope = asText(propertyOf(propertyOf(properties, 'expressionEvaluationOptions') ?? null, 'scope'))?.toLowerCase();
  // With languageVersion 2.0 inner is the default, and outer is not allowed (reference page "Template structure and syntax").
  const isInner = scope === 'inner' || (scope === undefined && deployment.template.isSymbolic);
  if (!isInner) return new Deployment({ ...options, frame, template: sections, base, loops: instance.loops });
  return openInner(instance, properties, options, frame.document, base, sections, undefined);
}

/**
 * A template that an expression gives. The pass over the parent has evaluated it already, so what is left in it is
 * evaluated as the nested deployment's own, whatever scope is asked for.
 */
function openComputed(instance: Instance, properties: ValueObject, options: Options, text: string, path: (string | number)[]): Deployment | undefined {
  const { frame } = instance.deployment;
  const value = frame.within({ path, loops: instance.loops }, () => evaluateData(text, frame));
  if (!isObject(value)) {
    if (value instanceof Symbolic) frame.run.report(frame.document, 'LinkNotLoaded', path, text);
    else frame.run.report(frame.document, 'WrongShape', path, 'A nested template', 'an object');
    return undefined;
  }
  const root = value as JsonObject;
  return openInner(instance, properties, options, new SourceDocument(root), [], sectionsOf(root), undefined);
}

type Options = Pick<ConstructorParameters<typeof Deployment>[0], 'target' | 'id' | 'name' | 'parent' | 'depth' | 'open'>;

function openInner(
  instance: Instance,
  properties: ValueObject,
  options: Options,
  document: SourceDocument,
  base: (string | number)[],
  template: TemplateSections,
  address: string | undefined,
): Deployment {
  const outer = instance.deployment.frame;
  const frame = new Frame({
    run: outer.run,
    document,
    base,
    template,
    context: contextOf(instance, options.target, address),
    isForeignGroup: isForeign(options.target, outer),
  });
  bind(frame, instance, properties);
  const child = new Deployment({ ...options, frame, template, base, loops: [] });
  frame.current = { deployment: child, instance: undefined };
  frame.evaluateParameters();
  return child;
}

function isForeign(target: ScopeIds, outer: Frame): boolean {
  if (target.level !== 'resourceGroup') return false;
  const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
  if (same(target.resourceGroup, outer.ids.resourceGroup) && same(target.subscriptionId, outer.ids.subscriptionId)) return outer.ids.level === 'resourceGroup' ? outer.isForeignGroup : true;
  return true;
}

function contextOf(instance: Instance, target: ScopeIds, address: string | undefined): DeploymentContext {
  const { frame } = instance.deployment;
  const { context } = frame.run;
  const group = context.resourceGroup;
  const isOwnGroup = target.resourceGroup.toLowerCase() === frame.ids.resourceGroup.toLowerCase() && frame.ids.level === 'resourceGroup' && !frame.isForeignGroup;
  const location = getProperty(instance.source, 'location');
  const { templateUri: _uri, location: _location, ...rest } = context;
  const evaluated = location === undefined ? undefined : frame.within({ path: [...instance.path, 'location'], loops: instance.loops }, () => evaluateData(location, frame));
  const where = asText(evaluated) ?? context.location;
  return {
    ...rest,
    scope: target.level,
    tenantId: target.tenantId,
    subscriptionId: target.subscriptionId,
    managementGroup: target.managementGroup,
    resourceGroup: isOwnGroup && typeof group === 'object' ? group : target.resourceGroup,
    deploymentName: instance.name,
    ...(target.level === 'resourceGroup' || where === undefined ? {} : { location: where }),
    ...(address === undefined ? {} : { templateUri: address }),
  };
}

/** Gives the nested template its parameters; each is evaluated in the frame around it. */
function bind(frame: Frame, instance: Instance, properties: ValueObject): void {
  const outer = instance.deployment.frame;
  const given = new Map<string, () => Value>();
  const add = (parameters: Value | undefined): void => {
    if (!isObject(parameters)) return;
    for (const name in parameters) {
      const entry = parameters[name] as Value;
      given.set(name.toLowerCase(), () => valueOfEntry(entry, frame));
      if (findKey(frame.template.parameters, name) === undefined) {
        outer.run.report(outer.document, 'UndeclaredParameterValue', [...instance.path, 'properties', 'parameters', name], name);
      }
    }
  };
  const parametersLink = asText(propertyOf(properties, 'parametersLink') === undefined ? undefined : propertyOf(propertyOf(properties, 'parametersLink'), 'uri'));
  if (parametersLink !== undefined) {
    const file = outer.run.load(parametersLink)?.root;
    add(isData(file) ? (getProperty(file, 'parameters') as Value) : undefined);
  }
  const parameters = propertyOf(properties, 'parameters');
  // Parameters as a whole may come from the cloud: then every one of them does.
  if (parameters instanceof RuntimeValue) {
    for (const name in frame.template.parameters) {
      const member = new RuntimeValue('.', [new RuntimeValue('.', [parameters, name]), 'value'], outer.callScope);
      given.set(name.toLowerCase(), () => member);
    }
  }
  add(parameters);
  frame.bindParameters(given);
}

/** {value} or {reference}; a Key Vault reference stays one, as the call that Azure will make. */
function valueOfEntry(entry: Value, frame: Frame): Value {
  const reference = propertyOf(entry, 'reference');
  if (reference === undefined) {
    if (entry instanceof Symbolic) return getMember(entry, 'value');
    return isObject(entry) ? (propertyOf(entry, 'value') ?? null) : entry;
  }
  return keyVaultSecret(reference, frame);
}

export function keyVaultSecret(reference: Value, frame: Frame): RuntimeValue {
  const vault = propertyOf(propertyOf(reference, 'keyVault'), 'id');
  const secret = propertyOf(reference, 'secretName');
  const version = propertyOf(reference, 'secretVersion');
  const args = vault === undefined || secret === undefined ? [reference] : version === undefined ? [vault, secret] : [vault, secret, version];
  return new RuntimeValue('getSecret', args, frame.callScope);
}

function openLinked(instance: Instance, properties: ValueObject, options: Options): Deployment | undefined {
  const { frame } = instance.deployment;
  const link = propertyOf(properties, 'templateLink');
  const path = [...instance.path, 'properties', 'templateLink'];
  if (link === undefined) {
    frame.run.report(frame.document, 'MissingProperty', [...instance.path, 'properties'], 'template', 'a deployment');
    return undefined;
  }
  const address = addressOf(link, frame);
  if (address === undefined) {
    frame.run.report(frame.document, 'LinkNotLoaded', path, textOfLink(link));
    return undefined;
  }
  const document = frame.run.load(address);
  if (document === undefined) {
    frame.run.report(frame.document, 'LinkNotLoaded', path, withoutQuery(address));
    return undefined;
  }
  const { root } = document;
  if (!isData(root)) {
    frame.run.report(frame.document, 'InvalidLinkedTemplate', path, withoutQuery(address), document.faults[0]?.message ?? 'it is not an object.');
    return undefined;
  }
  // A template spec's answer holds the template one level down.
  const main = propertyOf(propertyOf(root as Value, 'properties'), 'mainTemplate');
  const template = isObject(main) ? (main as JsonObject) : root;
  const base = template === root ? [] : ['properties', 'mainTemplate'];
  return openInner(instance, properties, options, document, base, sectionsOf(template), withoutQuery(address));
}

/** The address of a link: `uri`, a `relativePath` below the parent's own address, or the id of a template spec version. */
function addressOf(link: Value, frame: Frame): string | undefined {
  // An address with a signature is a secret; the loader gets it, no finding does.
  const read = (name: string): Value | undefined => {
    const value = propertyOf(link, name);
    return value instanceof SecureValue ? SecureValue.open(value) : value;
  };
  const uri = read('uri');
  if (typeof uri === 'string') return uri;
  const id = read('id');
  if (typeof id === 'string') return id;
  const relative = read('relativePath');
  if (typeof relative !== 'string') return undefined;
  const own = frame.document.file ?? frame.run.context.templateUri;
  return own === undefined ? relative : joinAddress(own, relative);
}

/** `relative` below the folder of the address `own`; both may be addresses or plain paths. */
export function joinAddress(own: string, relative: string): string {
  const path = relative.replaceAll('\\', '/');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return path;
  const [, origin = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)?(.*)$/is.exec(own.split('?')[0] as string) ?? [];
  const parts = rest.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return origin + parts.join('/');
}

function textOfLink(link: Value): string {
  const part = propertyOf(link, 'uri') ?? propertyOf(link, 'relativePath') ?? propertyOf(link, 'id') ?? null;
  return part instanceof RuntimeValue ? part.toString() : JSON.stringify(part);
}

import { deploymentProperties } from './open-deployment.ts';
import { evaluateData } from './evaluate-data.ts';
import { isDeployment, type Instance } from './instance.ts';
import { RuntimeValue, SecureValue, toData, type Value } from '../values.ts';
import type { ExpandedResource, Json } from '../api.ts';

/** What is said to the template engine and not to the resource provider, lower-cased. */
const engineOnly = new Set(['id', 'name', 'type', 'apiversion', 'dependson', 'copy', 'condition', 'comments', 'resources', 'existing', 'metadata', 'scope', 'import', 'extension', 'retryon', 'waituntil', '@options']);

/** Evaluates everything of a resource that the cloud would be sent. */
export function evaluateResource(instance: Instance): ExpandedResource {
  const { source, deployment, nameValue, name } = instance;
  const { frame } = deployment;
  const isSymbolicName = nameValue instanceof RuntimeValue || nameValue instanceof SecureValue;
  const resource: ExpandedResource = {
    id: instance.id,
    type: instance.type,
    name: isSymbolicName && instance.parent === undefined ? (nameValue as unknown as string) : name,
    apiVersion: instance.apiVersion ?? '',
  };
  if (instance.apiVersion === undefined) delete (resource as Partial<ExpandedResource>).apiVersion;
  const place = { path: instance.path, loops: instance.loops, current: { deployment, instance } };
  frame.within(place, () => {
    for (const key in source) {
      const lower = key.toLowerCase();
      if (engineOnly.has(lower)) continue;
      if (lower === 'properties' && isDeployment(instance)) {
        const properties = deploymentProperties(instance);
        resource.properties = frame.document.hasLargeIntegers ? toData(properties as Value) : properties;
        continue;
      }
      frame.path.push(key);
      const literal = source[key] as Json;
      const value = evaluateData(literal, frame);
      // An integer that JSON has no number for is rare in what was not evaluated.
      resource[lower === 'location' || lower === 'properties' ? lower : key] = value === literal && !frame.document.hasLargeIntegers ? value : toData(value);
      frame.path.pop();
    }
  });
  return resource;
}

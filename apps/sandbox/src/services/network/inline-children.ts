import type { Json, JsonObject } from '@cloudwright/engine';
import type { WriteRequest } from '../../wire/provider.ts';
import { isObject, listAt, textAt } from '../body.ts';

/** Gives the items of an inline list (frontendIPConfigurations, probes, …) what Azure adds to each: id, type, provisioningState. */
export function inlineItems(request: WriteRequest, body: JsonObject, path: string, more: (item: JsonObject) => JsonObject = () => ({})): Json | undefined {
  if (!listAt(body, path).length) return undefined;
  const listName = path.split('.').at(-1)!;
  return listAt(body, path).map((item) => {
    const { name, id: _id, properties, ...rest } = item;
    return {
      ...(name === undefined ? {} : { name, id: `${request.id.id}/${listName}/${String(name)}` }),
      type: `${request.id.type}/${listName}`,
      ...rest,
      properties: { ...(isObject(properties) ? properties : {}), ...more(item), provisioningState: 'Succeeded' },
    };
  });
}

/** The rows' `computed` for several inline lists at once. */
export const inlineLists = (...names: string[]): Record<string, (request: WriteRequest, body: JsonObject) => Json | undefined> =>
  Object.fromEntries(names.map((name) => [`properties.${name}`, (request: WriteRequest, body: JsonObject) => inlineItems(request, body, `properties.${name}`)]));

/** The item of an existing resource's inline list with this name, ignoring case. */
export const itemNamed = (body: JsonObject | undefined, path: string, name: string | undefined): JsonObject | undefined =>
  body && name !== undefined ? listAt(body, path).find((item) => textAt(item, 'name')?.toLowerCase() === name.toLowerCase()) : undefined;

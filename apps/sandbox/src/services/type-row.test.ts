import type { JsonObject } from '@cloudwright/engine';
import { describe, expect, it } from 'vitest';
import type { WriteRequest } from '../wire/provider.ts';
import { parseResourceId } from '../world/resource-id.ts';
import type { StoredResource, World } from '../world/world.ts';
import { fill, setAt, valueAt, valuesAt, without } from './body.ts';
import { typeOf } from './type-row.ts';

let count = 0;
const world = { newId: () => `id-${(count += 1)}`, newKey: () => `key-${(count += 1)}`, get: () => undefined } as unknown as World;

const ID = '/subscriptions/s/resourceGroups/g/providers/Contoso.Test/things/one';
function request(body: JsonObject, existing?: { body: JsonObject; secret: JsonObject }): WriteRequest {
  return { world, id: parseResourceId(ID)!, body, existing: existing as StoredResource | undefined, parent: undefined, pending: () => undefined, caller: { tenantId: 't', objectId: 'o', name: 'n', kind: 'user' }, apiVersion: '2024-01-01', query: new URLSearchParams(), headers: {}, addresses: { tls: '', http: '' } };
}

const thing = typeOf({
  type: 'Contoso.Test/things',
  defaults: { properties: { tier: 'Basic', nested: { on: true } } },
  once: { 'properties.guid': ({ world: { newId } }) => newId() },
  computed: { 'properties.endpoint': ({ id }) => `https://${id.name}.example` },
  normalized: { 'properties.size': (_request, body) => valueAt(body, 'properties.size') ?? 4 },
  writeOnly: ['properties.password'], keys: ['key1'], immutable: ['properties.zone'], oneOf: { 'properties.tier': ['Basic', 'Standard'] },
  references: [{ path: 'properties.disks[*].id' }],
});

describe('a resource type as a row', () => {
  it('fills defaults in, hides what is write-only and leaves what the sender said', () => {
    const { body, secret } = thing.write!(request({ properties: { password: 'p', nested: { on: null, other: 1 } } }));
    expect(body).toEqual({ properties: { tier: 'Basic', nested: { on: true, other: 1 }, guid: expect.stringMatching(/^id-/), endpoint: 'https://one.example', size: 4 } });
    expect(secret).toEqual({ 'properties.password': 'p', key1: expect.stringMatching(/^key-/) });
  });

  it('is stable: the same request on what it stored stores the same', () => {
    const sent = { properties: { password: 'p', size: 9 } };
    const first = thing.write!(request(sent));
    const second = thing.write!(request(sent, { body: first.body, secret: first.secret! }));
    expect(second).toEqual(first);
  });

  it('refuses values out of the list, changes of what is fixed, and references to nothing', () => {
    expect(() => thing.check!(request({ properties: { tier: 'Gold' } }))).toThrow('not allowed');
    const stored = { body: { properties: { zone: '1' } }, secret: {} };
    expect(() => thing.check!(request({ properties: { zone: '2' } }, stored))).toThrow("Changing property 'zone' is not allowed.");
    expect(() => thing.check!(request({ properties: { zone: '1' } }, stored))).not.toThrow();
    expect(() => thing.check!(request({ properties: { disks: [{ id: '/subscriptions/s/none' }] } }))).toThrow('was not found');
  });

  it('counts as read-only what the server alone knows, not what the sender may set', () => {
    expect(thing.readOnly).toEqual(expect.arrayContaining(['properties.guid', 'properties.endpoint', 'properties.password']));
    expect(thing.readOnly).not.toContain('properties.size');
  });
});

describe('bodies by path', () => {
  const body: JsonObject = { Properties: { list: [{ name: 'a', deep: { x: 1 } }, { name: 'b' }] } };
  it('ignores the case of names and steps into lists', () => {
    expect(valuesAt(body, 'properties.LIST[*].name')).toEqual(['a', 'b']);
    expect(without(body, 'properties.list[*].deep')).toEqual({ Properties: { list: [{ name: 'a' }, { name: 'b' }] } });
    expect(setAt(body, 'properties.new.value', 1)).toEqual({ Properties: { list: [{ name: 'a', deep: { x: 1 } }, { name: 'b' }], new: { value: 1 } } });
    expect(fill({ TIER: null, name: 'x' }, { tier: 'Basic', name: 'y' })).toEqual({ TIER: 'Basic', name: 'x' });
  });
});

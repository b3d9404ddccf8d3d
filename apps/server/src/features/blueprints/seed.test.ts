import { formModel } from '@cloudwright/engine';
import { describe, expect, it } from 'vitest';
import { readSeedBlueprints } from './seed.ts';
import { diagnose, expandBlueprint, parametersOf, scopeOf } from './template.ts';

const blueprints = readSeedBlueprints();

describe('the blueprints that come with the portal', () => {
  it('are at least 24 and of many kinds', () => {
    expect(blueprints.length).toBeGreaterThanOrEqual(24);
    expect(new Set(blueprints.map(({ metadata }) => metadata.type)).size).toBeGreaterThanOrEqual(6);
  });

  describe.each(blueprints.map((blueprint) => [blueprint.name, blueprint] as const))('%s', (_name, { metadata, template, parameterDefaults, readme }) => {
    const parameters = parametersOf(template);

    it('has no error, with and without its example values', () => {
      expect(diagnose(template).filter((diagnostic) => diagnostic.severity === 'error')).toEqual([]);
      const expansion = expandBlueprint(template, { ...parameterDefaults, ...metadata.examples }, {
        scope: metadata.scope === 'SUBSCRIPTION' ? 'subscription' : 'resourceGroup', location: 'eastus', resourceGroup: { name: 'example-rg', location: 'eastus' },
      });
      expect(expansion.diagnostics.filter((diagnostic) => diagnostic.severity === 'error')).toEqual([]);
      expect(expansion.resources.length).toBeGreaterThan(0);
    });

    it('says what it is: scope, parameters with descriptions, bindings that exist, a readme', () => {
      expect(scopeOf(template.content)).toBe(metadata.scope);
      expect(parameters.filter((parameter) => !parameter.description).map((parameter) => parameter.name)).toEqual([]);
      const { administrator = {}, ...others } = metadata.bindings;
      const bound = [...Object.values(others), ...Object.values(administrator)].filter((name) => typeof name === 'string');
      expect(parameters.map((parameter) => parameter.name)).toEqual(expect.arrayContaining(bound));
      expect(readme.length).toBeGreaterThan(100);
      expect(metadata.summary.length).toBeGreaterThan(20);
    });

    it('lets machine sizes be chosen from what the subscription may still start', () => {
      const used = [...template.content.matchAll(/"vmSize": "\[parameters\('(\w+)'\)\]"/g)].map(([, name = '']) => name);
      const sizes = parameters.filter((parameter) => used.includes(parameter.name) || parameter.description?.startsWith('Size of the virtual machine')).map((parameter) => parameter.name);
      const kinds = new Map(formModel(template.content).fields.map((field) => [field.name, field.kind]));
      expect(sizes.map((name) => [name, kinds.get(name)])).toEqual(sizes.map((name) => [name, 'vmSize']));
    });

    it('asks only for what nobody can guess', () => {
      const missing = parameters.filter((parameter) => parameter.required && !(parameter.name in metadata.examples)).map((parameter) => parameter.name);
      expect(missing).toEqual([]);
    });
  });
});

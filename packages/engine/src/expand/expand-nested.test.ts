import { describe, expect, it } from 'vitest';
import { expandNested, expandTemplate, planDeployment, resolveRuntime, toPrintable } from '../index.ts';
import type { Json, RuntimeResolver } from '../api.ts';

const schema = 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#';
const account = (name: string, more: object = {}): Json => ({ type: 'Microsoft.Storage/storageAccounts', apiVersion: '2022-09-01', name, ...more }) as Json;
const deployment = (name: string, properties: object, more: object = {}): Json => ({ type: 'Microsoft.Resources/deployments', apiVersion: '2022-09-01', name, properties: { mode: 'Incremental', ...properties }, ...more }) as Json;
const template = (parts: object): Json => ({ $schema: schema, contentVersion: '1.0.0.0', ...parts }) as Json;

const resolver: RuntimeResolver = ({ name, args }) => (name === 'reference' && typeof args[0] === 'string' && args[0].endsWith('/first') ? { count: 2, url: 'https://x.example/child.json' } : undefined);

describe('expandNested', () => {
  const main = template({
    resources: [
      account('first'),
      deployment('inner', {
        expressionEvaluationOptions: { scope: 'inner' },
        parameters: { count: { value: "[reference('first').count]" } },
        template: template({
          parameters: { count: { type: 'int' } },
          resources: [account("[concat('sa', copyIndex())]", { copy: { name: 'l', count: "[parameters('count')]" } })],
          outputs: { n: { type: 'int', value: "[parameters('count')]" } },
        }),
      }),
      deployment('outer', { template: template({ resources: [account('leaf', { tags: { n: "[string(reference('first').count)]" } })] }) }),
    ],
  });

  it('decides counts that waited for the cloud', () => {
    const expansion = expandTemplate(main);
    const inner = expansion.resources.find(({ name }) => name === 'inner');
    const nested = expandNested(expansion, inner?.id ?? '', resolver);
    expect(nested.diagnostics).toEqual([]);
    expect(nested.resources.map(({ name }) => name)).toEqual(['sa0', 'sa1']);
    expect(nested.outputs).toEqual({ n: 2 });
  });

  it('resolves the resources of a template with outer scope', () => {
    const expansion = expandTemplate(main);
    const outer = expansion.resources.find(({ name }) => name === 'outer');
    const nested = expandNested(expansion, outer?.id ?? '', resolver);
    expect(nested.resources).toMatchObject([{ name: 'leaf', tags: { n: '2' } }]);
  });

  it('opens a link that only the cloud knows', () => {
    const linked = template({ resources: [account('first'), deployment('link', { templateLink: { uri: "[reference('first').url]" } })] });
    const expansion = expandTemplate(linked);
    const id = expansion.resources.find(({ name }) => name === 'link')?.id ?? '';
    const missing = expandNested(expansion, id, resolver);
    expect(missing.missingLinks).toEqual(['https://x.example/child.json']);
    const found = expandNested(expansion, id, resolver, { loader: () => template({ resources: [account('linked')] }) });
    expect(found.resources.map(({ name }) => name)).toEqual(['linked']);
  });

  it('leaves what the resolver does not know as a placeholder that names the call', () => {
    const expansion = expandTemplate(template({ resources: [account('a', { tags: { x: "[concat('u-', reference('b', '2020-01-01').url)]" } })] }));
    expect(toPrintable(expansion.resources[0]?.['tags'])).toEqual({ x: { $runtime: "[concat('u-', reference('b', '2020-01-01').url)]" } });
    expect(resolveRuntime(expansion.resources[0]?.['tags'], () => ({ url: 'v' }))).toEqual({ x: 'u-v' });
  });
});

describe('planDeployment', () => {
  it('lets the resources of a nested deployment wait for what their deployment waits for', () => {
    const expansion = expandTemplate(
      template({ resources: [deployment('d', { template: template({ resources: [account('inside')] }) }, { dependsOn: ['before'] }), account('before')] }),
    );
    const names = new Map(expansion.resources.map(({ id, name }) => [id, name]));
    expect(planDeployment(expansion).waves.map((wave) => wave.map((id) => names.get(id)))).toEqual([['before'], ['inside'], ['d']]);
    const main = expansion.placements.get(expansion.resources[0]?.id ?? '')?.deploymentId;
    expect(planDeployment(expansion, main).waves.map((wave) => wave.map((id) => names.get(id)))).toEqual([['before'], ['d']]);
  });
});

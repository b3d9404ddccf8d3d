import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTemplate, expandTemplate, formModel } from '../index.ts';
import type { Json } from '../api.ts';

const base = (parts: object): Json => ({ $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0', resources: [], ...parts }) as Json;

describe('budgets', () => {
  it('ends a template that asks for endless output with a diagnostic', () => {
    const variables = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`v${index}`, index === 0 ? '[range(0, 1000)]' : `[concat(variables('v${index - 1}'), variables('v${index - 1}'))]`]));
    const { ok, diagnostics } = expandTemplate(base({ variables, outputs: { o: { type: 'array', value: "[variables('v39')]" } } }));
    expect(ok).toBe(false);
    expect(diagnostics.some(({ code }) => code === 'Budget')).toBe(true);
  });

  it('ends deployments inside deployments that link to themselves', () => {
    const self = base({ resources: [{ type: 'Microsoft.Resources/deployments', apiVersion: '2022-09-01', name: 'again', properties: { mode: 'Incremental', templateLink: { uri: 'https://x.example/self.json' } } }] });
    const { diagnostics } = expandTemplate(self, { loader: () => self });
    expect(diagnostics.some(({ code }) => code === 'TooManyDeployments')).toBe(true);
  });

  it('looks dependencies up instead of searching for them', () => {
    const copies = { type: 'Microsoft.Storage/storageAccounts', apiVersion: '2022-09-01', name: "[concat('a', copyIndex())]", copy: { name: 'l', count: 800 }, properties: { x: "[map(range(0, 100), lambda('x', reference(concat('q', string(lambdaVariables('x')))).y))]" } };
    const start = performance.now();
    const { ok, resources } = expandTemplate(base({ resources: [copies] }));
    expect([ok, resources.length]).toEqual([true, 800]);
    // Searching took two and a half seconds, looking up takes a tenth of that.
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('ends loops inside loops by the budget of steps', () => {
    let input: Json = 1;
    for (let level = 0; level < 6; level++) input = { copy: [{ name: `l${level}`, count: 100, input }] };
    const { diagnostics } = expandTemplate(base({ variables: { deep: input }, outputs: { o: { type: 'object', value: "[variables('deep')]" } } }), { budget: { steps: 100_000 } });
    expect(diagnostics.map(({ code }) => code)).toEqual(['Budget']);
  });
});

describe('any input', () => {
  const scrap = fc.constantFrom("[parameters('a')]", "[variables('b')]", "[copyIndex()]", "[reference('r')]", '[', '[[x]', "[concat('a')]", '', 'Microsoft.X/y', '__proto__', 'constructor');
  const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scrap,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('parameters', 'variables', 'resources', 'outputs', 'type', 'name', 'copy', 'count', 'input', 'value', 'properties', 'template', 'dependsOn', 'condition', 'existing', 'defaultValue', '$ref', 'items', 'scope', 'constructor'), tie('tree'), { maxKeys: 6 }),
    ),
  }));

  it('never throws, and ok is false exactly when a diagnostic is an error', () => {
    fc.assert(
      fc.property(tree, (root) => {
        const { ok, diagnostics } = expandTemplate(root);
        expect(ok).toBe(!diagnostics.some(({ severity }) => severity === 'error'));
        checkTemplate(root);
        formModel(root);
        expandTemplate(JSON.stringify(root).slice(0, -1));
      }),
      { numRuns: 400, seed: 7 },
    );
  });
});

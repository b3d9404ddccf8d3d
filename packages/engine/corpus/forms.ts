import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { formModel, formState } from '../src/index.ts';
import type { Json } from '../src/api.ts';
import type { Measure } from './measure.ts';

const context = { location: 'westus2', resourceGroup: { name: 'rg', location: 'westus2' }, subscriptionId: '00000000-0000-0000-0000-000000000000', now: '2026-01-01T00:00:00Z', newGuid: '22222222-2222-4222-8222-222222222222' };

/**
 * Every createUiDefinition.json of the corpus: its form with nothing typed, and with a text in every field, twice the same.
 * What a form can't do (elements that only the portal can ask, functions that are not there) is named.
 */
export function measureForms(corpus: string): Measure[] {
  const failing: Measure['failing'] = [];
  const unsupported: Measure['failing'] = [];
  const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((name) => /createuidefinition[^/]*\.json$/i.test(name));
  let shown = 0;
  for (const name of files.toSorted()) {
    const path = join(corpus, name);
    const id = relative(corpus, path);
    const createUiDefinition = readFileSync(path, 'utf8');
    const beside = ['azuredeploy.json', 'mainTemplate.json'].map((file) => join(dirname(path), file)).find(existsSync);
    try {
      const model = formModel(beside === undefined ? '{"parameters":{},"resources":[]}' : readFileSync(beside, 'utf8'), { createUiDefinition, context });
      const typed = Object.fromEntries(model.fields.map(({ name: field, type }) => [field, type === 'bool' ? true : type === 'int' ? 1 : 'text'] as [string, Json]));
      for (const values of [{}, typed]) {
        const [state, again] = [formState(createUiDefinition, values, context), formState(createUiDefinition, values, context)];
        shown += Object.values(state.fields).filter(({ visible }) => visible).length;
        if (JSON.stringify(state) !== JSON.stringify(again)) failing.push({ id, reason: 'another state the second time' });
      }
      const findings = model.diagnostics.filter(({ file }) => file !== undefined);
      if (findings.length > 0) unsupported.push({ id, reason: findings.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`).join('\n') });
    } catch (error) {
      failing.push({ id, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
  return [
    { name: `createUiDefinition.json without an exception (${shown} fields shown)`, passed: files.length - failing.length, total: files.length, must: 1, failing },
    { name: 'createUiDefinition.json of which a form can do everything', passed: files.length - unsupported.length, total: files.length, must: 0.9, failing: unsupported },
  ];
}

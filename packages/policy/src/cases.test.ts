import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileDefinition, readAliases, type AliasTable } from './index.ts';

/** Own cases, each file with the page of the documentation that its expectations are read from. */
interface CaseFile {
  source: string;
  aliases: unknown;
  resource: unknown;
  cases: { title: string; if: unknown; holds: boolean | 'unknown' }[];
}

const context = {
  subscription: { id: '/subscriptions/s', subscriptionId: 's' },
  resourceGroup: { id: '/subscriptions/s/resourceGroups/rg', name: 'rg', location: 'eastus', tags: {} },
  requestContext: { apiVersion: '2023-01-01' },
  utcNow: '2026-01-01T00:00:00Z',
};

function judge(condition: unknown, resource: unknown, aliases: AliasTable, trace: boolean): boolean | 'unknown' {
  const { policy, diagnostics } = compileDefinition({ if: condition, then: { effect: 'audit' } }, { aliases }).bind();
  expect(diagnostics.filter((diagnostic) => diagnostic.severity === 'error')).toEqual([]);
  const verdict = policy?.evaluate(resource, { aliases, context, trace });
  expect(verdict?.failed).toBeUndefined();
  return verdict?.compliant === 'unknown' ? 'unknown' : verdict?.compliant === false;
}

const folder = join(import.meta.dirname, '../cases');
for (const file of readdirSync(folder)) {
  const { source, aliases, resource, cases } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CaseFile;
  const table = readAliases(aliases);
  describe(`${file} (${source})`, () => {
    test.each(cases)('$title', ({ if: condition, holds }) => {
      expect(judge(condition, resource, table, false)).toBe(holds);
      expect(judge(condition, resource, table, true)).toBe(holds);
    });
  });
}

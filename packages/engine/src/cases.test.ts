import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evaluateExpression, type EvaluationScope } from './expression/evaluate.ts';
import { guid, uniqueString } from './hash.ts';
import { toPrintable } from './values.ts';

interface Case {
  expression: string;
  context?: EvaluationScope['context'];
  parameters?: Record<string, unknown>;
  value?: unknown;
  error?: string;
  /** The value is compared by its digits: JSON can't hold it exactly. */
  as?: 'text';
}
interface CaseFile {
  source: string;
  context?: EvaluationScope['context'];
  cases?: Case[];
  vectors?: { fn: string; args: string[]; value: string }[];
}

const folder = join(import.meta.dirname, '..', 'cases');

for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  const { cases = [], vectors = [], context } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CaseFile;
  describe(file, () => {
    test.each(cases)('$expression', (item) => {
      const scope: EvaluationScope = { parameters: item.parameters ?? {} };
      const chosen = item.context ?? context;
      if (chosen !== undefined) scope.context = chosen;
      const got = evaluateExpression(item.expression, scope);
      if (item.error !== undefined) expect(got.error?.code).toBe(item.error);
      else {
        expect(got.error).toBeUndefined();
        expect(item.as === 'text' ? String(got.value) : toPrintable(got.value)).toEqual(item.value);
      }
    });
    test.each(vectors)('$fn($args)', ({ fn, args, value }) => {
      expect(fn === 'guid' ? guid(args) : uniqueString(args)).toBe(value);
    });
  });
}

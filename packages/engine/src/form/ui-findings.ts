import { compileExpression } from '../expression/compile.ts';
import { isExpression } from '../expression/parse.ts';
import { asText } from '../template/sections.ts';
import { getProperty } from '../values.ts';
import { formFunctions } from './form-functions.ts';
import type { UiDefinition } from './ui-definition.ts';
import type { SourceDocument } from '../read/source-document.ts';
import type { Path } from '../diagnostics.ts';
import type { Diagnostic, Json } from '../api.ts';

/** What a form can't do of a createUiDefinition.json: elements and functions that are not there, expressions that don't parse. */
export function uiFindings(ui: UiDefinition | undefined, document: SourceDocument): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const { element, control, name, at } of ui?.elements ?? []) {
    const type = asText(getProperty(element, 'type')) ?? '';
    if (control === undefined || control.role === 'cloud') found.push(document.diagnostic('FormElement', at, name, type));
    for (const [key, value] of Object.entries(element)) if (key.toLowerCase() !== 'elements') look(value, [...at, key]);
  }
  for (const { value, at } of ui?.outputs ?? []) look(value, at);
  return found;

  function look(value: Json, at: Path): void {
    if (Array.isArray(value)) value.forEach((item, index) => look(item, [...at, index]));
    else if (typeof value === 'object' && value !== null) for (const [key, item] of Object.entries(value)) look(item, [...at, key]);
    else if (typeof value === 'string' && isExpression(value)) {
      // A pattern such as [a-z] begins and ends like an expression.
      const isPattern = /regex$/i.test(String(at.at(-1)));
      for (const { code, message } of compileExpression(value, formFunctions).faults) if (!isPattern || code !== 'InvalidExpression') found.push(document.diagnostic('FormExpression', at, message));
    }
  }
}

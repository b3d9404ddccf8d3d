import { compileExpression } from '../expression/compile.ts';
import { isExpression } from '../expression/parse.ts';
import { walkExpression, type Expression } from '../expression/ast.ts';
import { expandDocument } from '../expand/expand-template.ts';
import { ExpansionRun } from '../expand/run.ts';
import { SourceDocument } from '../read/source-document.ts';
import { asText, isData, scopeOf, sectionsOf, type TemplateSections } from './sections.ts';
import { nearest } from './suggest.ts';
import { isTypeName, resolveType } from './types.ts';
import { standardFunctions } from '../functions/standard-functions.ts';
import { findKey, getProperty } from '../values.ts';
import type { DeploymentContext, Diagnostic, Json, JsonObject } from '../api.ts';

const topLevel = new Set([
  '$schema', 'contentversion', 'languageversion', 'apiprofile', 'metadata', 'definitions', 'parameters', 'variables', 'functions', 'resources', 'outputs',
  'asserts', 'imports', 'extensions', 'scope', 'rules', '$comments',
]);

/**
 * Everything that can be said about a template without its parameters: its shape, each expression (also in parts that
 * are not deployed), names that are not declared or not used, and, by a trial expansion with the parameters left open,
 * limits, duplicate names and circles. Never throws.
 */
export function checkTemplate(source: string | Json, options: { context?: DeploymentContext } = {}): Diagnostic[] {
  const document = new SourceDocument(source);
  const run = new ExpansionRun(options, true);
  const { root } = document;
  if (isData(root)) new StaticCheck(run, document).template(root, []);
  const { diagnostics } = expandDocument(document, options, run);
  return diagnostics.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

class StaticCheck {
  readonly #run: ExpansionRun;
  readonly #document: SourceDocument;
  constructor(run: ExpansionRun, document: SourceDocument) {
    this.#run = run;
    this.#document = document;
  }

  template(root: JsonObject, base: (string | number)[]): void {
    const template = sectionsOf(root);
    this.#shape(template, base);
    this.#parameters(template, base);
    const used = { parameters: new Set<string>(), variables: new Set<string>(), depth: base.length };
    this.#texts(root, base, template, used);
    this.#unused(template, base, used);
  }

  #shape(template: TemplateSections, base: (string | number)[]): void {
    const { root } = template;
    const isMain = base.length === 0;
    if (template.schema === '') {
      if (isMain) this.#report('MissingSchema', base);
    } else if (scopeOf(template.schema) === undefined) this.#report('UnknownSchema', [...base, template.key('$schema')], template.schema);
    for (const name of ['contentVersion', 'resources']) {
      if (findKey(root, name) === undefined) this.#report('MissingProperty', base, name, 'a template');
    }
    for (const name of ['parameters', 'variables', 'outputs', 'definitions']) {
      const section = root[template.key(name)];
      if (section !== undefined && !isData(section)) this.#report('WrongShape', [...base, template.key(name)], `The section '${name}'`, 'an object');
    }
    const resources = root[template.key('resources')];
    if (resources !== undefined && !Array.isArray(resources) && !isData(resources)) this.#report('WrongShape', [...base, template.key('resources')], "The section 'resources'", 'an array or an object');
    for (const key of Object.keys(root)) if (!topLevel.has(key.toLowerCase())) this.#report('UnknownTopLevel', [...base, key], key);
  }

  #parameters(template: TemplateSections, base: (string | number)[]): void {
    const path = [...base, template.key('parameters')];
    for (const [name, declaration] of Object.entries(template.parameters)) {
      if (!isData(declaration)) {
        this.#report('WrongShape', [...path, name], `The parameter '${name}'`, 'an object');
        continue;
      }
      const resolved = resolveType(declaration, template.definitions);
      const type = asText(getProperty(resolved ?? {}, 'type'));
      if (resolved === undefined) this.#report('UnresolvedType', [...path, name], asText(getProperty(declaration, '$ref')) ?? '');
      else if (type === undefined) {
        // With definitions a parameter may be of any type.
        if (!template.isSymbolic) this.#report('MissingProperty', [...path, name], 'type', `the parameter '${name}'`);
      } else if (!isTypeName(type)) this.#report('InvalidParameterType', [...path, name], name, type);
    }
  }

  /** Every text of the template, nested ones in their own scope. */
  #texts(value: Json, path: (string | number)[], template: TemplateSections, used: Used): void {
    if (typeof value === 'string') {
      if (isExpression(value)) this.#expression(value, path, template, used);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      value.forEach((item, index) => this.#texts(item, [...path, index], template, used));
      return;
    }
    const inner = innerTemplate(value, template.isSymbolic);
    for (const [key, item] of Object.entries(value)) {
      if (path.length === 0 && key.toLowerCase() === 'metadata') continue;
      if (isExpression(key)) this.#expression(key, [...path, key], template, used);
      if (inner !== undefined && key === inner && isData(item)) this.template(item, [...path, key]);
      // The bodies of user-defined functions see their own parameters only; they are checked when called.
      else if (path.length === used.depth && key.toLowerCase() === 'functions') this.#functionBodies(item, [...path, key]);
      else this.#texts(item, [...path, key], template, used);
    }
  }

  #functionBodies(value: Json, path: (string | number)[]): void {
    if (typeof value === 'string') {
      if (isExpression(value)) for (const { code, message } of compileExpression(value).faults) this.#report(code, path, message);
    } else if (Array.isArray(value)) value.forEach((item, index) => this.#functionBodies(item, [...path, index]));
    else if (isData(value)) for (const [key, item] of Object.entries(value)) this.#functionBodies(item, [...path, key]);
  }

  #expression(text: string, path: (string | number)[], template: TemplateSections, used: Used): void {
    const { ast, faults } = compileExpression(text);
    for (const { code, message, name, at } of faults) {
      const found = this.#report(code, path, message);
      const meant = code === 'UnknownFunction' && name !== undefined ? nearest(name, standardFunctions.rows().map((row) => row.name)) : undefined;
      if (found !== undefined && name !== undefined && meant !== undefined) found.fix = replacing(text, at, at + name.length, meant);
    }
    if (ast === undefined) return;
    walkExpression(ast, (node) => {
      if (node.kind !== 'call') return;
      this.#place(node.name, path, used.depth);
      this.#call(node, text, path, template, used);
    });
  }

  /** Some functions are only allowed in some sections (reference page of each function, "Remarks"). */
  #place(name: string, path: (string | number)[], depth: number): void {
    const lower = name.toLowerCase();
    const section = String(path[depth] ?? '').toLowerCase();
    const isDefault = section === 'parameters' && String(path[depth + 2] ?? '').toLowerCase() === 'defaultvalue';
    const isMisplaced =
      lower === 'newguid' || lower === 'utcnow' ? !isDefault : (lower === 'reference' || /^list[a-z]+$/.test(lower)) && (section === 'variables' || section === 'parameters');
    if (isMisplaced) this.#report('NotAvailable', path, `The template function '${name}' is not expected at this location.`);
  }

  #call(node: Extract<Expression, { kind: 'call' }>, text: string, path: (string | number)[], template: TemplateSections, used: Used): void {
    const name = node.name.toLowerCase();
    if (name !== 'parameters' && name !== 'variables') return;
    const [argument] = node.args;
    if (argument?.kind !== 'literal' || typeof argument.value !== 'string') {
      // A computed name may mean any of them.
      for (const key of Object.keys(template[name])) used[name].add(key.toLowerCase());
      return;
    }
    used[name].add(argument.value.toLowerCase());
    if (declares(template, name, argument.value)) return;
    const what = name === 'parameters' ? 'parameter' : 'variable';
    const found = this.#report('Undeclared', path, `The template ${what} '${argument.value}' is not found.`);
    const meant = nearest(argument.value, Object.keys(template[name]));
    if (found !== undefined && meant !== undefined) found.fix = replacing(text, argument.start, argument.end, `'${meant}'`);
  }

  #unused(template: TemplateSections, base: (string | number)[], used: Used): void {
    for (const name of Object.keys(template.parameters)) {
      if (!used.parameters.has(name.toLowerCase())) this.#report('UnusedParameter', [...base, template.key('parameters'), name], name);
    }
    for (const name of Object.keys(template.variables)) {
      if (name.toLowerCase() !== 'copy' && !used.variables.has(name.toLowerCase())) this.#report('UnusedVariable', [...base, template.key('variables'), name], name);
    }
  }

  #report(code: Parameters<ExpansionRun['report']>[1], path: (string | number)[], ...args: string[]): Diagnostic | undefined {
    return this.#run.report(this.#document, code, path, ...args);
  }
}

/** The names that a template refers to; `depth` is the length of the path to the template itself. */
type Used = { parameters: Set<string>; variables: Set<string>; depth: number };

/** The text with a part of it replaced, as a fix. */
function replacing(text: string, start: number, end: number, by: string): NonNullable<Diagnostic['fix']> {
  return { title: `Write ${by}`, replacement: text.slice(0, start) + by + text.slice(end) };
}

/** The key of a nested template with inner scope in the properties of a deployment; with outer scope it sees ours. */
function innerTemplate(properties: JsonObject, isDefault: boolean): string | undefined {
  const key = findKey(properties, 'template');
  if (key === undefined || (findKey(properties, 'mode') === undefined && findKey(properties, 'expressionEvaluationOptions') === undefined)) return undefined;
  const options = getProperty(properties, 'expressionEvaluationOptions');
  const scope = isData(options) ? asText(getProperty(options, 'scope'))?.toLowerCase() : undefined;
  return scope === 'inner' || (scope === undefined && isDefault) ? key : undefined;
}

function declares(template: TemplateSections, section: 'parameters' | 'variables', name: string): boolean {
  if (findKey(template[section], name) !== undefined) return true;
  if (section === 'parameters') return false;
  const copies = getProperty(template.variables, 'copy');
  return Array.isArray(copies) && copies.some((copy) => isData(copy) && asText(getProperty(copy, 'name'))?.toLowerCase() === name.toLowerCase());
}

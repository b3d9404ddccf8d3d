/** The syntax tree of an expression. `start` and `end` are offsets into the expression's text, brackets included. */
export type Expression = Literal | Call | Property | Index;

interface Node {
  start: number;
  end: number;
}
interface Literal extends Node {
  kind: 'literal';
  value: string | number | bigint;
}
/** `name` holds the namespace of a user-defined function: `contoso.uniqueName`. */
export interface Call extends Node {
  kind: 'call';
  name: string;
  args: Expression[];
}
interface Property extends Node {
  kind: 'property';
  target: Expression;
  name: string;
}
interface Index extends Node {
  kind: 'index';
  target: Expression;
  index: Expression;
}

/** The expression's text in one canonical form, without the outer brackets. Parsing it gives the same tree. */
export function printExpression(node: Expression): string {
  switch (node.kind) {
    case 'literal':
      return typeof node.value === 'string' ? `'${node.value.replaceAll("'", "''")}'` : node.value.toString();
    case 'call':
      return `${node.name}(${node.args.map(printExpression).join(', ')})`;
    case 'property':
      return `${printExpression(node.target)}.${node.name}`;
    case 'index':
      return `${printExpression(node.target)}[${printExpression(node.index)}]`;
  }
}

/** Calls `visit` on every node, outer ones first. */
export function walkExpression(node: Expression, visit: (node: Expression) => void): void {
  visit(node);
  if (node.kind === 'call') for (const arg of node.args) walkExpression(arg, visit);
  else if (node.kind === 'property') walkExpression(node.target, visit);
  else if (node.kind === 'index') {
    walkExpression(node.target, visit);
    walkExpression(node.index, visit);
  }
}

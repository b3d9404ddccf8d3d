import type { Expression } from '../expression/ast.ts';
import type { Syntax } from '../expression/parse.ts';
import type { Scope } from '../expression/scope.ts';
import type { RuntimeValue, TypeName, Value } from '../values.ts';

/** Evaluates one node of an expression. */
export type Run = (scope: Scope) => Value;

/**
 * One function of the language. Arity errors, unknown functions, run-time placeholders and secrets are handled from
 * the row, so `call` sees plain values only (unless it says otherwise).
 */
export interface FunctionRow {
  name: string;
  min: number;
  /** Infinity = any number. */
  max: number;
  /** The type of the result, where there is one; for placeholders and documentation. */
  returns?: TypeName | 'Any';
  /**
   * What happens with run-time and secure values among the arguments:
   * `surface` (default): an argument that is one makes the result one; members inside an argument may be.
   * `deep`: the function looks into its arguments, so a member makes the result one too.
   * `own`: the function decides; `call` may see symbolic values.
   */
  symbolic?: 'surface' | 'deep' | 'own';
  /** The answer tells about a secret but does not hold it (a decision, a length): it is not masked. */
  opens?: boolean;
  call?: (args: readonly Value[], scope: Scope) => Value;
  /** The call to keep when it must wait, where its answer depends on the place it stands in (resourceId and its kin). */
  later?: (args: readonly Value[], scope: Scope) => RuntimeValue;
  /** Instead of `call`, for functions that evaluate their arguments themselves: if, and, or, coalesce, lambda. */
  compile?: (args: readonly Run[], nodes: readonly Expression[]) => Run;
  /** Where the function may stand, when not everywhere. */
  only?: 'parameterDefault' | 'outputsAndProperties' | 'copy' | 'lambda';
}

/** A function of fixed form. `max` undefined = exactly `min`. */
export function fn(
  name: string,
  min: number,
  max: number | undefined,
  call: (args: readonly Value[], scope: Scope) => Value,
  more: Partial<FunctionRow> = {},
): FunctionRow {
  return { name, min, max: max ?? min, call, ...more };
}

export interface TableOptions {
  /** Gives the row of a whole family of names (list*), for a name that has no row of its own. */
  family?: ((name: string) => FunctionRow | undefined) | undefined;
  /** A member that is not there: an error as in templates (default), or null as in policy rules. */
  missingMember?: 'error' | 'null' | undefined;
  /** The longest expression, in characters; default 24,576. */
  maxLength?: number | undefined;
  /** How expressions are written; default 'template'. */
  syntax?: Syntax | undefined;
}

/** Functions by their name, without case. */
export class FunctionTable {
  readonly #rows = new Map<string, FunctionRow>();
  readonly options: TableOptions;
  /** Compiled expressions belong to the table they were compiled for. */
  readonly compiled = new Map<string, unknown>();
  /** Characters of the texts among them. */
  compiledLength = 0;

  constructor(rows: Iterable<FunctionRow>, options: TableOptions = {}) {
    for (const row of rows) this.#rows.set(row.name.toLowerCase(), row);
    this.options = options;
  }
  get(name: string): FunctionRow | undefined {
    return this.#rows.get(name.toLowerCase()) ?? this.options.family?.(name);
  }
  rows(): FunctionRow[] {
    return [...this.#rows.values()];
  }
  /** This table with further rows (or other ones in their place), less the named functions. */
  with(rows: Iterable<FunctionRow>, without: readonly string[] = [], options: TableOptions = {}): FunctionTable {
    const gone = new Set(without.map((name) => name.toLowerCase()));
    const kept = this.rows().filter((row) => !gone.has(row.name.toLowerCase()));
    return new FunctionTable([...kept, ...rows], { ...this.options, ...options });
  }
}

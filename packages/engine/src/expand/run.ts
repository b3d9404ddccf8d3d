import { EvaluationError } from '../expression/evaluation-error.ts';
import { DEFAULT_OUTPUT_BYTES, Meter } from '../expression/scope.ts';
import { limits } from '../limits.ts';
import { SourceDocument } from '../read/source-document.ts';
import type { DiagnosticCode, Path } from '../diagnostics.ts';
import type { DeploymentContext, Diagnostic, ExpandOptions, RuntimeResolver, TemplateLoader } from '../api.ts';

/** What one expansion shares: budget, findings, injected functions and the surroundings. */
export class ExpansionRun {
  readonly meter: Meter;
  readonly diagnostics: Diagnostic[] = [];
  readonly missingLinks = new Set<string>();
  readonly context: DeploymentContext;
  readonly resolver: RuntimeResolver | undefined;
  /** Required parameters without a value stay symbolic instead of being an error: `check` looks at the template alone. */
  readonly isCheck: boolean;
  /** Locations of the resource groups that the template itself creates, by lower-cased id. */
  readonly createdGroups = new Map<string, string>();
  #loader: TemplateLoader | undefined;
  readonly #seen = new Set<string>();
  readonly #loaded = new Map<string, SourceDocument | undefined>();

  readonly #outputBytes: number;

  constructor(options: ExpandOptions, isCheck = false) {
    this.#outputBytes = options.budget?.outputBytes ?? DEFAULT_OUTPUT_BYTES;
    this.meter = new Meter(options.budget);
    this.context = options.context ?? {};
    this.#loader = options.loader;
    this.resolver = options.resolver;
    this.isCheck = isCheck;
  }

  /** Bytes that the evaluation has produced so far. */
  produced(): number {
    return this.#outputBytes - this.meter.bytes;
  }

  /** Adds a finding once (and gives it back then): a copy loop meets the same fault in each of its rounds. */
  report(document: SourceDocument, code: DiagnosticCode, path: Path, ...args: string[]): Diagnostic | undefined {
    if (this.diagnostics.length >= limits.diagnostics) return undefined;
    const key = `${document.file ?? ''}|${code}|${path.join('/')}|${args.join('|')}`;
    if (this.#seen.has(key)) return undefined;
    this.#seen.add(key);
    const found = document.diagnostic(code, path, ...args);
    this.diagnostics.push(found);
    return found;
  }

  /** Takes another loader, for who goes on with an expansion after fetching what was missing. */
  loadFrom(loader: TemplateLoader): void {
    this.#loader = loader;
    for (const [address, document] of this.#loaded) if (document === undefined) this.#loaded.delete(address);
    this.missingLinks.clear();
  }

  /**
   * A linked file, read once. Undefined when the loader does not have it; the address is then remembered. The query of
   * an address may be a signature, so no finding shows it.
   */
  load(address: string): SourceDocument | undefined {
    if (this.#loaded.has(address)) return this.#loaded.get(address);
    const source = this.#loader?.(address);
    const document = source === undefined ? undefined : new SourceDocument(source, withoutQuery(address));
    this.#loaded.set(address, document);
    if (document === undefined) this.missingLinks.add(address);
    return document;
  }
}

export function withoutQuery(address: string): string {
  return address.split('?', 1)[0] as string;
}

/** True for the error that ends a whole expansion; every other one only costs its own value. */
export function endsRun(error: EvaluationError): boolean {
  return error.code === 'Budget';
}

/** One answered request; bodies and tokens are never kept. */
export interface LoggedRequest {
  at: string;
  method: string;
  /** Path with query. */
  path: string;
  status: number;
  milliseconds: number;
  caller: string;
  requestId: string;
  port: 'http' | 'tls';
  code?: string;
}

const KEPT = 20_000;

/** The last requests, newest last; a ring in memory, since a proof reads it within the run that made it. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): void {
    this.#entries.push(entry);
    if (this.#entries.length > KEPT * 1.2) this.#entries = this.#entries.slice(-KEPT);
  }

  /** Entries whose method and status equal and whose path holds the given text (without case). */
  find(filter: { method?: string | null; path?: string | null; status?: string | null; caller?: string | null }): LoggedRequest[] {
    const path = filter.path?.toLowerCase();
    return this.#entries.filter(
      (entry) =>
        (!filter.method || entry.method === filter.method.toUpperCase()) &&
        (!path || entry.path.toLowerCase().includes(path)) &&
        (!filter.status || String(entry.status) === filter.status) &&
        (!filter.caller || entry.caller === filter.caller),
    );
  }

  clear(): void {
    this.#entries = [];
  }
}

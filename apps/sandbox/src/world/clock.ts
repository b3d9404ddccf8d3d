/**
 * The world's clock: real time plus an offset that tests and the console may move. Waiting is in world time, so
 * moving the clock ends waits at once and nobody sleeps on the wall clock. With a speed of Infinity it jumps from wait
 * to wait: what takes long still ends after what does not, and nothing takes time.
 */
export class Clock {
  #offset = 0;
  #waits: { due: number; resolve: () => void }[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly speed: number;

  constructor(speed: number) {
    this.speed = speed;
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  /** Moves the clock forward; everything that is due by then happens. */
  advance(milliseconds: number): void {
    this.#offset += milliseconds;
    this.#fire();
  }

  /** Resolves when the clock reaches `due` (world milliseconds since 1970). */
  until(due: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waits.push({ due, resolve });
      this.#arm();
    });
  }

  /** How long something that takes `milliseconds` in the table of durations takes here. */
  scaled(milliseconds: number): number {
    return this.speed === Infinity ? milliseconds : milliseconds / this.speed;
  }

  /** Ends all waits without resolving them: the sandbox stops, the state on disk says what goes on at the next start. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#waits = [];
  }

  #fire(): void {
    const now = this.now();
    const due = this.#waits.filter((wait) => wait.due <= now);
    this.#waits = this.#waits.filter((wait) => wait.due > now);
    for (const wait of due) wait.resolve();
    this.#arm();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#waits.length) return;
    let next = Infinity;
    for (const wait of this.#waits) next = Math.min(next, wait.due);
    const left = Math.max(0, next - this.now());
    this.#timer = this.speed === Infinity ? setTimeout(() => this.advance(Math.max(0, next - this.now())), 0) : setTimeout(() => this.#fire(), Math.min(left, 2 ** 31 - 1));
  }
}

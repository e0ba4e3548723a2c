import type { CoreDeps } from './deps.ts';

/**
 * A finding that many callers ask for often. It is looked up at most once every `kept_ms`, and never twice at the same
 * time.
 */
export class Watch<T> {
  private seen: { at: number; found: Promise<T> } | undefined;
  private looking = false;
  private last: T | undefined;

  constructor(
    private readonly deps: Pick<CoreDeps, 'clock'>,
    private readonly kept_ms: number,
    private readonly look: () => Promise<T>,
  ) {}

  now(): Promise<T> {
    const now = this.deps.clock.real();
    if (this.seen && (this.looking || Math.abs(now - this.seen.at) < this.kept_ms)) return this.seen.found;
    const seen = { at: now, found: this.look() };
    this.seen = seen;
    this.looking = true;
    seen.found.then(
      (found) => {
        this.looking = false;
        this.last = found;
      },
      () => {
        this.looking = false;
        this.seen = undefined;
        // An old finding would hide that the look-up fails.
        this.last = undefined;
      },
    );
    return seen.found;
  }

  /** The same, if it is found within `patience_ms`; otherwise the finding of the last look, or `otherwise` if it failed. */
  async within(patience_ms: number, otherwise: T): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<T>((resolve) => {
      timer = setTimeout(() => resolve(this.last ?? otherwise), patience_ms);
    });
    try {
      return await Promise.race([this.now(), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

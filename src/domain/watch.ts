import type { Deps } from '../deps.ts';

const KEPT_MS = 10_000;

/** Something to look at, for whoever asks often: looked at every ten seconds at most. */
export class Watch<T> {
  private seen: { at: number; found: Promise<T> } | undefined;

  constructor(
    private readonly deps: Pick<Deps, 'clock'>,
    private readonly look: () => Promise<T>,
  ) {}

  now(): Promise<T> {
    const now = this.deps.clock.real();
    if (this.seen && Math.abs(now - this.seen.at) < KEPT_MS) return this.seen.found;
    const seen = { at: now, found: this.look() };
    this.seen = seen;
    seen.found.catch(() => {
      if (this.seen === seen) this.seen = undefined;
    });
    return seen.found;
  }
}

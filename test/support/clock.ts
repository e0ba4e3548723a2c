import type { Clock } from '../../src/domain/core/deps.ts';

/** The clock of another server on the same database, so many ms ahead of `clock`. */
export function clockAhead(clock: Clock, ms: number): Clock {
  return {
    now: (program) => clock.now(program) + ms,
    real: () => clock.real() + ms,
    shared: (db) => clock.shared(db),
  };
}

/** Stands still until a test turns it. Programs, the wall clock and that of the database read the same moment. */
export class TestClock implements Clock {
  constructor(private moment: number = Date.parse('2026-01-14T12:00:00Z')) {}

  now(program: { clock_offset_ms: number }): number {
    return this.moment + program.clock_offset_ms;
  }

  real(): number {
    return this.moment;
  }

  async shared(): Promise<number> {
    return this.moment;
  }

  /** Moves forwards or, by a negative number, backwards, as a server's clock may step. */
  advance(ms: number): void {
    this.moment += ms;
  }
}

import type { Clock } from '../../src/domain/core/deps.ts';

/** Stands still until a test turns it. Programs and the wall clock read the same moment. */
export class TestClock implements Clock {
  constructor(private moment: number = Date.parse('2026-01-14T12:00:00Z')) {}

  now(program: { clock_offset_ms: number }): number {
    return this.moment + program.clock_offset_ms;
  }

  real(): number {
    return this.moment;
  }

  /** Moves forwards or, by a negative number, backwards, as a server's clock may step. */
  advance(ms: number): void {
    this.moment += ms;
  }
}

/** The speed of a queue is measured over this many pauses between departures. */
const PAUSES = 32;

/** The speed of a queue, measured by the last callers that left its front. */
export class Pace {
  private left: number[] = [];

  /** Notes that a caller left the front at that moment, in ms. */
  note(now: number): void {
    this.left.push(now);
    if (this.left.length > PAUSES + 1) this.left.shift();
  }

  /** Notes that a queue forms after there was none. */
  begin(): void {
    this.left = [];
  }

  /** How long a new caller waits behind this many others, in ms. 0: too few callers have left to measure it. */
  waitBehind(others: number, now: number): number {
    if (this.left.length <= PAUSES) return 0;
    return ((now - this.left[0]!) / PAUSES) * others;
  }
}

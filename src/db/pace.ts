/** The pauses between so many that left a queue tell how fast it moves. */
const PAUSES = 32;

/** How fast a queue moves, by those who left its front last. */
export class Pace {
  private left: number[] = [];

  /** Somebody left the front at that moment, in ms. */
  note(now: number): void {
    this.left.push(now);
    if (this.left.length > PAUSES + 1) this.left.shift();
  }

  /** A queue forms, where there was none. */
  begin(): void {
    this.left = [];
  }

  /** How long whoever comes now waits behind so many others, in ms. 0: too few have left to tell. */
  waitBehind(others: number, now: number): number {
    if (this.left.length <= PAUSES) return 0;
    return ((now - this.left[0]!) / PAUSES) * others;
  }
}

/** Pseudo-random numbers that are the same for the same seed: mulberry32. */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = Math.imul(seed, 0x9e3779b9);
  }

  /** A fraction from 0 to 1, without 1. */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both bounds included. */
  from(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.from(0, choices.length - 1)]!;
  }

  /** One of the choices. Its weight decides how likely it is. */
  weighted<T extends { weight: number }>(choices: readonly T[]): T {
    let left = this.fraction() * choices.reduce((sum, { weight }) => sum + weight, 0);
    for (const choice of choices) {
      left -= choice.weight;
      if (left < 0) return choice;
    }
    return choices.at(-1)!;
  }

  /** Whether an event with this probability happens. */
  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** A number of the standard normal distribution, by Box and Muller. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.fraction())) * Math.cos(2 * Math.PI * this.fraction());
  }

  /** A waiting time with this mean. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.fraction());
  }

  /** A number whose logarithm is normal. Half of such numbers are below `median`. */
  logNormal(median: number, deviation: number): number {
    return median * Math.exp(deviation * this.normal());
  }

  /** Different days between joining and the play's end, earliest first. */
  days(count: number, joined: number): number[] {
    const days = new Set<number>();
    for (let i = 0; i < count; i++) days.add(this.from(1, joined - 1));
    return [...days].sort((a, b) => b - a);
  }
}

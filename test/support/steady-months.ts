import type { AgedPoints } from '../../src/domain/books/redemption-forecast.ts';

/** Months of 1,000 points, of which 10 % are redeemed in each of the first five months, and none later. */
export function steadyMonths(count: number, earned = (_index: number) => 1000): AgedPoints[] {
  return Array.from({ length: count }, (_, index) => ({
    earned: earned(index),
    redeemed: Array.from({ length: count - index }, (_, age) => (earned(index) * Math.min(5, age + 1)) / 10),
  }));
}

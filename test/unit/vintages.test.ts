import { describe, expect, it } from 'vitest';
import { changeVintages, type PointsChange, type Vintage } from '../../src/domain/books/vintages.ts';

const vintage = (month: number, left: number, redeemed = 0): Vintage => ({ month, left, redeemed });
const redeemed = (month: number, points: number, at: number) => ({
  vintage: month,
  kind: 'redeemed' as const,
  points,
  month: at,
});

/** The vintages after a change, and what was said of it. */
function applied(vintages: Vintage[], change: PointsChange) {
  return { said: changeVintages(vintages, change), vintages };
}

describe('a reward', () => {
  it('is paid with the oldest points first', () => {
    expect(applied([vintage(1, 30), vintage(2, 50)], { kind: 'redeemed', points: 40, month: 3 })).toEqual({
      said: [redeemed(1, 30, 3), redeemed(2, 10, 3)],
      vintages: [vintage(1, 0, 30), vintage(2, 40, 10)],
    });
  });

  it('that is given back returns to the points that were spent last', () => {
    const spent = [vintage(1, 0, 30), vintage(2, 40, 10)];
    expect(applied(spent, { kind: 'refunded', points: 15, month: 4 })).toEqual({
      said: [redeemed(2, -10, 4), redeemed(1, -5, 4)],
      vintages: [vintage(1, 5, 25), vintage(2, 50, 0)],
    });
  });

  it('that gives back more than was redeemed gives points of its month', () => {
    expect(applied([vintage(1, 0, 10)], { kind: 'refunded', points: 15, month: 4 })).toEqual({
      said: [redeemed(1, -10, 4), { vintage: 4, kind: 'got', points: 5, month: 4 }],
      vintages: [vintage(1, 10), vintage(4, 5)],
    });
  });
});

describe('an earning that is undone', () => {
  it('takes the newest points', () => {
    expect(applied([vintage(1, 30), vintage(2, 50)], { kind: 'undone', points: 60, month: 3 })).toEqual({
      said: [
        { vintage: 2, kind: 'undone', points: 50, month: 3 },
        { vintage: 1, kind: 'undone', points: 10, month: 3 },
      ],
      vintages: [vintage(1, 20), vintage(2, 0)],
    });
  });

  it('of points that are spent already leaves a debt of its month', () => {
    expect(applied([vintage(1, 5, 30)], { kind: 'undone', points: 30, month: 3 }).vintages).toEqual([
      vintage(1, 5 - 5, 30),
      vintage(3, -25),
    ]);
  });
});

it('points of a month before others, after a clock was turned back, are the oldest', () => {
  expect(applied([vintage(5, 10)], { kind: 'got', points: 3, month: 2 }).vintages).toEqual([
    vintage(2, 3),
    vintage(5, 10),
  ]);
});

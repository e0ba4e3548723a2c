import { describe, expect, it } from 'vitest';
import { beyondDebt, debtOf, giveBack, type Lot, takeFrom } from '../../src/domain/ledger/lots.ts';

const lots = (...remaining: number[]): Lot[] =>
  remaining.map((points, index) => ({ lot_id: index + 1, remaining: points }));
const points = (moves: { points: number }[]) => moves.map((move) => move.points);

describe('points that come in', () => {
  it.each([
    [100, 50, 0, 50],
    [0, 50, 0, 50],
    [-20, 50, 20, 30],
    [-50, 50, 50, 0],
    [-80, 50, 80, 0],
  ])(
    'at a balance of %i, %i of them: a debt of %i, and %i are left for lots',
    (balance, coming, debt, rest) => {
      expect(debtOf(balance)).toBe(debt);
      expect(beyondDebt(balance, coming)).toBe(rest);
    },
  );
});

describe('taking', () => {
  it.each<[string, number[], number, number[]]>([
    ['empties lots in their order and takes a part of the last', [10, 20, 30], 35, [10, 20, 5]],
    ['leaves alone what it does not need', [10, 20, 30], 10, [10]],
    ['passes over what is empty', [0, 20], 5, [5]],
    ['takes what there is where that is not enough', [10, 20], 50, [10, 20]],
    ['takes nothing from nothing', [], 5, []],
  ])('%s', (_, remaining, wanted, taken) => {
    expect(points(takeFrom(lots(...remaining), wanted))).toEqual(taken);
  });
});

describe('giving back', () => {
  it.each<[string, number[], number, number[], number]>([
    ['restores each lot', [10, 20], 30, [-10, -20], 0],
    ['fills the first ones where a debt kept a part', [10, 20], 15, [-10, -5], 0],
    ['says what was taken from no lot', [10], 30, [-10], 20],
  ])('%s', (_, taken, returned, moves, left) => {
    const from = taken.map((part, index) => ({ lot_id: index + 1, taken: part }));
    const given = giveBack(from, returned);
    expect(points(given.moves)).toEqual(moves);
    expect(given.left).toBe(left);
  });
});

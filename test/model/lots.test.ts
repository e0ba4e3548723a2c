import fc from 'fast-check';
import { expect, it } from 'vitest';
import { giveBack, type Lot, takeFrom } from '../../src/domain/ledger/lots.ts';

const lots = (...remaining: number[]): Lot[] =>
  remaining.map((points, index) => ({ lot_id: index + 1, remaining: points }));

const points = (moves: { points: number }[]) => moves.map((move) => move.points);

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

it('whatever is taken can be given back exactly', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(50), { maxLength: 8 }),
      fc.nat(200),
      fc.nat(200),
      (remaining, wanted, back) => {
        const taken = takeFrom(lots(...remaining), wanted);
        expect(sum(points(taken))).toBe(Math.min(wanted, sum(remaining)));
        for (const move of taken) expect(move.points).toBeLessThanOrEqual(remaining[move.lot_id - 1]!);
        const given = giveBack(
          taken.map((move) => ({ lot_id: move.lot_id, taken: move.points })),
          back,
        );
        expect(sum(points(given.moves)) + back).toBe(given.left);
        expect(given.left).toBe(Math.max(0, back - sum(points(taken))));
      },
    ),
  );
});

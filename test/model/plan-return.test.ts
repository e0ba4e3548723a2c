import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planReturn } from '../../src/domain/ledger/plan-return.ts';

const taken = (lot_id: number, points: number, owed = 0) => ({ lot_id, taken: points, owed });
const lender = (lot_id: number, lent: number, owed = 0) => ({ lot_id, lent, owed });
const move = (lot_id: number, points: number, lent = 0, owed = 0) => ({ lot_id, points, lent, owed });

describe('a claim that comes back', () => {
  it('refills its lots where their earnings stand', () => {
    expect(planReturn([taken(2, 30), taken(1, 20)], 50, 0, [])).toEqual({
      moves: [move(2, -30), move(1, -20)],
      left: 0,
    });
  });

  it('pays a debt with what expires soonest, which lends it', () => {
    expect(planReturn([taken(2, 30), taken(1, 20)], 50, 25, [])).toEqual({
      moves: [move(2, -25, 5), move(1, 0, 20)],
      left: 0,
    });
  });

  it('pays a debt first with what was owed for an earning that was undone', () => {
    expect(planReturn([taken(2, 30), taken(1, 20, 20)], 50, 15, [lender(3, 5)])).toEqual({
      moves: [move(2, -30), move(1, 0, 0, -20), move(3, -5, -5)],
      left: 0,
    });
  });

  it('sets free those who lent to whoever lent, where that was undone as well', () => {
    expect(planReturn([taken(1, 20, 20)], 20, 0, [lender(3, 20, 20), lender(2, 20)])).toEqual({
      moves: [move(1, 0, 0, -20), move(3, 0, -20, -20), move(2, -20, -20)],
      left: 0,
    });
  });

  it('forms anew what it took from no lot, once the debt is paid', () => {
    expect(planReturn([taken(1, 20)], 50, 10, [])).toEqual({ moves: [move(1, -20)], left: 20 });
  });

  it('refills its own lots where nobody is known to have lent', () => {
    expect(planReturn([taken(1, 20, 20)], 20, 5, [])).toEqual({ moves: [move(1, -15, 0, -20)], left: 0 });
  });

  it('never loses or makes a point, whoever owes and lent', () => {
    const lots = fc.array(fc.record({ taken: fc.nat(50), lent: fc.nat(50), owed: fc.nat(50) }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(lots, fc.nat(60), fc.nat(120), (held, loose, debt) => {
        const all = held.map((lot, index) => ({ ...lot, lot_id: index + 1 }));
        const claim = all.filter((lot) => lot.taken > 0);
        const points = claim.reduce((sum, lot) => sum + lot.taken, loose);
        const { moves, left } = planReturn(
          claim,
          points,
          debt,
          all.filter((lot) => lot.lent > 0),
        );
        const back = moves.reduce((sum, { points: out }) => sum - out, left);
        expect(back).toBe(Math.max(0, points - debt));
        for (const { lot_id, points: out, lent = 0, owed = 0 } of moves) {
          const lot = all.find((candidate) => candidate.lot_id === lot_id)!;
          expect(lot.lent + lent).toBeGreaterThanOrEqual(0);
          expect(lot.owed + owed).toBeGreaterThanOrEqual(0);
          expect(-out).toBeLessThanOrEqual(lot.taken + lot.lent);
        }
      }),
      { numRuns: 500 },
    );
  });
});

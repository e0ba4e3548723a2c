import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clawedBack } from '../../src/domain/orders/clawed-back.ts';
import { purchasePoints } from '../../src/domain/orders/purchase-points.ts';

const per = (points: number, per_currency_unit_minor: number | null) =>
  ({ kind: 'points', points, per_currency_unit_minor }) as const;

describe('the clawback of refunds', () => {
  it.each([
    [5, 100, 2000, 0, 0],
    [5, 100, 2000, 500, 25],
    [5, 100, 2000, 19, 0],
    [5, 100, 2000, 20, 1],
    [5, 100, 1999, 1998, 99],
    [5, 100, 1999, 1999, 99],
    [5, 100, 1999, 2500, 99],
    [1, 1000, 1999, 999, 0],
  ])(
    'at %i points per %i minor units of an order of %i, with %i refunded, is %i points',
    (points, unit, amount, refunded, taken) => {
      const earning = purchasePoints(per(points, unit), amount);
      expect(clawedBack(earning.points, earning.basis, refunded)).toBe(taken);
    },
  );

  it('of flat points is their part of what was paid', () => {
    const basis = { amount_minor: 3000, points: 100, per_currency_unit_minor: null };
    expect([0, 10, 1000, 2999, 3000].map((refunded) => clawedBack(100, basis, refunded))).toEqual([
      0, 0, 33, 99, 100,
    ]);
  });

  it('of points for certain lines is in proportion to the whole order', () => {
    const basis = { amount_minor: 1000, points: 5, per_currency_unit_minor: 100, refundable_minor: 4000 };
    expect([400, 2000, 3999, 4000].map((refunded) => clawedBack(50, basis, refunded))).toEqual([
      5, 25, 49, 50,
    ]);
  });

  it('is nothing of an order that was free, or whose basis nobody knows', () => {
    expect(clawedBack(10, { amount_minor: 0, points: 10, per_currency_unit_minor: null }, 5)).toBe(0);
    expect(clawedBack(10, null, 5)).toBe(0);
  });

  it('never shrinks, never exceeds what was earned, and with everything refunded is all of it', () => {
    const amount = fc.integer({ min: 1, max: 1_000_000_000_000 });
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.integer({ min: 1, max: 1000 }),
        fc.option(fc.integer({ min: 1, max: 100_000 })),
        fc.array(amount, { maxLength: 6 }),
        (counted, refundable, points, unit, refunds) => {
          const earning = purchasePoints(per(points, unit), counted);
          const value = Math.min(earning.points, 1_000_000_000_000);
          const basis = { ...earning.basis, refundable_minor: refundable };
          const steps = [
            0,
            ...refunds.map((refund) => refund % refundable).sort((a, b) => a - b),
            refundable,
          ];
          const taken = steps.map((refunded) => clawedBack(value, basis, refunded));
          expect(taken).toEqual([...taken].sort((a, b) => a - b));
          expect(taken[0]).toBe(0);
          expect(taken.at(-1)).toBe(value);
        },
      ),
    );
  });
});

describe('thousands of orders with random refunds', () => {
  it('hold at every step what a paper ledger says', () => {
    const money = fc.integer({ min: 1, max: 500_000 });
    fc.assert(
      fc.property(
        money,
        fc.integer({ min: 0, max: 500_000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.option(fc.integer({ min: 1, max: 10_000 })),
        fc.array(fc.integer({ min: 0, max: 600_000 }), { maxLength: 12 }),
        (paid, ofLines, points, unit, told) => {
          const { points: value, basis } = purchasePoints(per(points, unit), ofLines);
          let refunded = 0;
          let taken = 0;
          for (const total of told) {
            refunded = Math.max(refunded, total);
            const next = clawedBack(value, { ...basis, refundable_minor: paid }, refunded);
            taken += next - taken;
            // The rate as a fraction: never more than it gives, never a whole point less.
            const [per_money, of] = unit === null ? [value, paid] : [ofLines * points, paid * unit];
            const exact = (BigInt(Math.min(refunded, paid)) * BigInt(per_money)) / BigInt(of);
            expect(BigInt(taken)).toBe(refunded >= paid ? BigInt(value) : exact);
          }
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

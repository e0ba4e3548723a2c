import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocatePrice, recogniseRevenue } from '../../src/domain/books/deferred-revenue.ts';
import { type Accounts, journalOf } from '../../src/domain/books/journal.ts';
import { changeBy, FLOW_NAMES, type Flow } from '../../src/domain/ledger/flows.ts';

describe('deferred revenue', () => {
  it('divides any price without losing a cent, and ends with nothing deferred', () => {
    const amounts = fc.nat({ max: 1e9 });
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 1, max: 500 }), (price_minor, points, hundredths) => {
        const parts = allocatePrice({ price_minor, points, point_value_minor: hundredths / 100 });
        expect(parts.sale_minor + parts.points_minor).toBe(price_minor);
        const periods = [
          { redeemed: points / 3, expected: points },
          { redeemed: points, expected: points },
        ];
        const recognised = recogniseRevenue(parts.points_minor, periods);
        expect(recognised.at(-1)!.deferred_minor).toBe(0);
        expect(recognised[0]!.recognised_minor + recognised[1]!.recognised_minor).toBe(parts.points_minor);
      }),
    );
  });
});

describe('the journal of a month', () => {
  const accounts: Accounts = {
    liability: '2150',
    against: Object.fromEntries(FLOW_NAMES.map((flow) => [flow, `against ${flow}`])) as Record<Flow, string>,
  };

  it('takes the liability from the value of its opening to that of its closing, to the cent', () => {
    const change = fc.integer({ min: -100_000, max: 100_000 });
    const changes = fc.record(
      Object.fromEntries(FLOW_NAMES.map((flow) => [flow, change])) as Record<Flow, typeof change>,
    );
    fc.assert(
      fc.property(changes, change, fc.integer({ min: 1, max: 9_999 }), (figures, opening, thousandths) => {
        const value = thousandths / 1000;
        const lines = journalOf({ month: '2026-01', opening, figures }, value, accounts);
        const closing = opening + changeBy(figures);
        const moved = lines.reduce(
          (sum, { credit, amount_minor }) => sum + (credit === '2150' ? amount_minor : -amount_minor),
          0,
        );
        expect(moved).toBe(Math.round(closing * value) - Math.round(opening * value) || 0);
        for (const { amount_minor } of lines) expect(amount_minor).toBeGreaterThan(0);
      }),
    );
  });
});

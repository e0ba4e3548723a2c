import { describe, expect, it } from 'vitest';
import { comingBalances, type Outlook, whenAffordable } from '../../src/domain/explain/when-affordable.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';

const ZONE = 'America/New_York';
const day = (date: string) => Date.parse(`${date}T17:00:00Z`);
const terms = (points_expiry: PointsExpiry | null, since = '2025-01-01') => ({
  settings: { points_expiry },
  points_expiry_since: day(since),
});

function outlook(rest: Omit<Partial<Outlook>, 'customer'> & { balance?: number; changed?: string }): Outlook {
  const { balance = 0, changed = '2026-01-01', ...others } = rest;
  return {
    customer: {
      points_approved: balance,
      enrolled_at: day('2025-01-01'),
      last_purchase_at: null,
      balance_changed_at: day(changed),
      lots_since: others.lots ? day('2025-01-01') : null,
    },
    terms: terms(null),
    zone: ZONE,
    pending: [],
    lots: [],
    ...others,
  };
}
const pending = (points: number, approves: string, earned = '2026-01-01') => ({
  points,
  approves_at: day(approves),
  earned_at: day(earned),
});

describe('when a balance will suffice', () => {
  const whenIn = (needed: number, facts: Outlook) => whenAffordable(needed, comingBalances(facts));

  it('is with the approval that makes it enough', () => {
    const waiting = [pending(30, '2026-02-01'), pending(40, '2026-02-05'), pending(50, '2026-02-09')];
    const when = (needed: number, balance: number) => whenIn(needed, outlook({ balance, pending: waiting }));
    expect(when(100, 70)).toBe(day('2026-02-01'));
    expect(when(100, 69)).toBe(day('2026-02-05'));
    expect(when(100, -20)).toBe(day('2026-02-09'));
    expect(when(100, -21)).toBeNull();
  });

  it('leaves out what expires before, and counts what expires after', () => {
    const after: PointsExpiry = { mode: 'after_earning', duration_months: 12 };
    const when = (expires: string) =>
      whenIn(
        100,
        outlook({
          terms: terms(after),
          balance: 90,
          lots: [
            { points: 60, expires_at: day(expires) },
            { points: 30, expires_at: null },
          ],
          pending: [pending(10, '2026-02-01'), pending(60, '2026-03-01')],
        }),
      );
    expect(when('2026-02-02')).toBe(day('2026-02-01'));
    // At one moment approvals come first.
    expect(when('2026-02-01')).toBe(day('2026-02-01'));
    expect(when('2026-01-31')).toBe(day('2026-03-01'));
  });

  it('leaves out what is older than its life when it is approved, and what a debt takes', () => {
    const after: PointsExpiry = { mode: 'after_earning', duration_months: 1 };
    const when = (balance: number, ...waiting: ReturnType<typeof pending>[]) =>
      whenIn(10, outlook({ terms: terms(after), balance, lots: [], pending: waiting }));
    expect(when(0, pending(10, '2026-02-01', '2026-01-02'))).toBe(day('2026-02-01'));
    expect(when(0, pending(10, '2026-02-01', '2026-01-01'))).toBeNull();
    // The first pays the debt, of which nothing can expire; the second is enough.
    const twice = [pending(10, '2026-01-05'), pending(10, '2026-04-01', '2026-03-20')];
    expect(when(-10, ...twice)).toBe(day('2026-04-01'));
    expect(when(-11, ...twice)).toBeNull();
  });

  it('counts no balance that goes for inactivity before, which an approval puts off', () => {
    const idle: PointsExpiry = { mode: 'inactivity_since_balance_change', duration_months: 1 };
    const when = (...waiting: ReturnType<typeof pending>[]) =>
      whenIn(100, outlook({ terms: terms(idle), balance: 80, pending: waiting }));
    expect(when(pending(20, '2026-02-01'))).toBe(day('2026-02-01'));
    expect(when(pending(20, '2026-02-02'))).toBeNull();
    expect(when(pending(5, '2026-01-20'), pending(15, '2026-02-19'))).toBe(day('2026-02-19'));
    expect(when(pending(5, '2026-01-20'), pending(15, '2026-02-21'))).toBeNull();
  });
});

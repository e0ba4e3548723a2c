import { describe, expect, it } from 'vitest';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { programDefinition } from '../support/factories.ts';
import { atOnce, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

const adjust = (customer_id: number, points: number, note: string | null = null) =>
  adjustPoints(domain.deps, { program: domain.program, customer_id, points, note, by: TESTER });

describe('adjusting points', () => {
  it('adds and removes at once, with a note in the ledger', async () => {
    await domain.begin();
    const { id } = await domain.customer();
    const { adjustment_id } = await adjust(id, 100, 'welcome back');
    await adjust(id, -30);
    expect(await domain.row(id)).toMatchObject({ points_approved: 70, points_pending: 0, points_spent: 0 });
    expect(await domain.rows('adjustments')).toEqual([
      expect.objectContaining({
        id: adjustment_id,
        points: 100,
        note: 'welcome back',
        date: domain.clock.real(),
      }),
      expect.objectContaining({ points: -30, note: null }),
    ]);
    expect(await domain.rows('transactions')).toEqual([
      expect.objectContaining({
        points_approved: 100,
        resource: 'adjustment',
        adjustment_id,
        note: 'welcome back',
      }),
      expect.objectContaining({ points_approved: -30, resource: 'adjustment' }),
    ]);
  });

  it('never takes the balance below zero, not even by many at once', async () => {
    await domain.begin();
    const { id } = await domain.customer({ points: 100 });
    expect(await outcomeOf(adjust(id, -101))).toBe('insufficient_points');
    expect(await tally(atOnce(40, () => adjust(id, -10)))).toEqual({ done: 10, insufficient_points: 30 });
    expect((await domain.row(id)).points_approved).toBe(0);
  });

  it('is refused to guests, to the blocked and to nobody', async () => {
    await domain.begin({ settings: { ...programDefinition().settings, enrol_on_sight: false } });
    const { id } = await domain.customer();
    expect(await outcomeOf(adjust(id, 5))).toBe('customer_not_enrolled');
    await domain.block(id);
    expect(await outcomeOf(adjust(id, 5))).toBe('customer_blocked');
    expect(await outcomeOf(adjust(id + 1_000_000, 5))).toBe('not_found');
  });

  it('of another program’s customer is not found', async () => {
    await domain.begin();
    const { id } = await domain.customer();
    await domain.begin();
    expect(await outcomeOf(adjust(id, 5))).toBe('not_found');
  });
});

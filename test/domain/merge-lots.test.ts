import { describe, expect, it } from 'vitest';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { AFTER_A_YEAR, AT_YEARS_END, adjust, expired, expiring, openLots, resolve } from '../support/lots.ts';
import { merge } from '../support/merging.ts';
import { testDomain } from '../support/test-domain.ts';

const DAY = 24 * 3_600_000;
const domain = testDomain();

async function begin(expiry: PointsExpiry | null) {
  await domain.begin({
    ...expiring(expiry),
    rules: [{ key: 'now', definition: ruleDefinition() }],
    rewards: [{ key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 60 } }) }],
  });
  const from = await domain.customer();
  return { from, into: await domain.customer({ merchant_id: '1002' }) };
}

const refund = (claimed_reward_id: number) =>
  refundReward(domain.deps, { program: domain.program, claimed_reward_id });

describe('a merge where points have dates', () => {
  it('gives the survivor the lots of both, each with its date', async () => {
    const { from, into } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    domain.clock.advance(DAY);
    await adjust(domain, into.id, 30);
    domain.clock.advance(DAY);
    await adjust(domain, from.id, 20);
    await merge(domain, '1001', '1002');
    expect(await openLots(domain, into.id)).toEqual(['2027-01-14: 50', '2027-01-15: 30', '2027-01-16: 20']);
    expect(await openLots(domain, from.id)).toEqual([]);
    domain.turnTo('2027-01-15T23:00:00Z');
    await sweepOnce(domain.deps);
    expect(await expired(domain, into.id)).toEqual(['2027-01-14: 50 (age)', '2027-01-15: 30 (age)']);
  });

  it('lets a refund bring back what a claim had taken, with its own dates', async () => {
    const { from, into } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    domain.clock.advance(DAY);
    await adjust(domain, from.id, 20);
    const { claimed_reward_id } = await domain.claim('card');
    await merge(domain, '1001', '1002');
    expect(await openLots(domain, into.id)).toEqual(['2027-01-15: 10']);
    await refund(claimed_reward_id);
    expect(await openLots(domain, into.id)).toEqual(['2027-01-14: 50', '2027-01-15: 20']);
  });

  it('lets points that came back after their date expire at once', async () => {
    const { into } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    await domain.complete('now');
    const { claimed_reward_id } = await domain.claim('card');
    await merge(domain, '1001', '1002');
    domain.turnTo('2027-02-01T00:00:00Z');
    await sweepOnce(domain.deps);
    await refund(claimed_reward_id);
    expect(await domain.row(into.id)).toMatchObject({ points_approved: 0, points_spent: 0 });
    expect((await expired(domain, into.id)).map((line) => line.slice(12))).toEqual(['40 (age)', '60 (age)']);
  });

  it('pays the survivor’s debt with what would have been spent first', async () => {
    const { from, into } = await begin(AFTER_A_YEAR);
    await domain.complete('now', { customer: '1002' });
    await adjust(domain, into.id, 10);
    await domain.claim('card', {}, { customer: '1002' });
    await resolve(domain, into.id, (await domain.rows('activities'))[0]!.id, 'void');
    expect((await domain.row(into.id)).points_approved).toBe(-50);
    await adjust(domain, from.id, 30);
    domain.clock.advance(DAY);
    await adjust(domain, from.id, 35);
    await merge(domain, '1001', '1002');
    expect((await domain.row(into.id)).points_approved).toBe(15);
    expect(await openLots(domain, into.id)).toEqual(['2027-01-15: 15']);
  });

  it('brings a debt, which the survivor pays, and still what a claim had taken', async () => {
    const { from, into } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    await adjust(domain, from.id, 10);
    const { claimed_reward_id } = await domain.claim('card');
    await resolve(domain, from.id, (await domain.rows('activities'))[0]!.id, 'void');
    domain.clock.advance(DAY);
    await adjust(domain, into.id, 30);
    domain.clock.advance(DAY);
    await adjust(domain, into.id, 40);
    await merge(domain, '1001', '1002');
    expect((await domain.row(into.id)).points_approved).toBe(20);
    expect(await openLots(domain, into.id)).toEqual(['2027-01-16: 20']);
    await refund(claimed_reward_id);
    // The 50 of the earning that was undone set free what paid for them.
    expect(await openLots(domain, into.id)).toEqual(['2027-01-14: 10', '2027-01-15: 30', '2027-01-16: 40']);
  });

  it('owes together where both owed', async () => {
    const { from, into } = await begin(AFTER_A_YEAR);
    for (const [customer, id] of [
      ['1001', from.id],
      ['1002', into.id],
    ] as const) {
      await domain.complete('now', { customer });
      await adjust(domain, id, 10);
      await domain.claim('card', {}, { customer });
      const mine = (await domain.rows('activities')).find(({ customer_id }) => customer_id === id)!;
      await resolve(domain, id, mine.id, 'void');
    }
    await merge(domain, '1001', '1002');
    expect((await domain.row(into.id)).points_approved).toBe(-100);
    await adjust(domain, into.id, 120);
    expect(await openLots(domain, into.id)).toEqual(['2027-01-14: 20']);
  });

  it('takes a voided activity from its own lot, wherever that is', async () => {
    const { into } = await begin(AFTER_A_YEAR);
    await adjust(domain, into.id, 30);
    domain.clock.advance(DAY);
    await domain.complete('now');
    await merge(domain, '1001', '1002');
    await resolve(domain, into.id, (await domain.rows('activities'))[0]!.id, 'void');
    expect(await openLots(domain, into.id)).toEqual(['2027-01-14: 30']);
  });

  it('goes on dating all lots anew where the mode changes', async () => {
    const { into } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    await domain.complete('now');
    const { claimed_reward_id } = await domain.claim('card');
    await merge(domain, '1001', '1002');
    await domain.change(expiring(AT_YEARS_END));
    await refund(claimed_reward_id);
    expect(await openLots(domain, into.id)).toEqual(['2028-01-01: 50', '2028-01-01: 50']);
  });

  it('keeps lots for both where one alone was there when they were kept', async () => {
    const { into: keeps } = await begin(AFTER_A_YEAR);
    await adjust(domain, keeps.id, 80);
    const { claimed_reward_id } = await domain.claim('card', {}, { customer: '1002' });
    await domain.change(expiring(null));
    await domain.customer({ merchant_id: '1003', points: 25 });
    await domain.customer({ merchant_id: '1004', points: 25 });
    await merge(domain, '1003', '1002');
    await merge(domain, '1002', '1004');
    expect(await domain.row(keeps.id)).toMatchObject({ merchant_id: '1004', points_approved: 70 });
    await refund(claimed_reward_id);
    expect((await domain.row(keeps.id)).points_approved).toBe(130);
  });

  it('brings lots to what a claim of before took from none', async () => {
    const { from, into } = await begin(null);
    await adjust(domain, from.id, 100);
    const { claimed_reward_id } = await domain.claim('card');
    domain.clock.advance(DAY);
    await domain.change(expiring(AFTER_A_YEAR));
    await merge(domain, '1001', '1002');
    expect(await openLots(domain, into.id)).toEqual(['2027-01-15: 40']);
    await refund(claimed_reward_id);
    expect(await openLots(domain, into.id)).toEqual(['2027-01-15: 40', '2027-01-15: 60']);
  });

  it('shows in history when what was earned expires, or that it did', async () => {
    const { into } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    domain.turnTo('2026-06-14T12:00:00Z');
    await domain.complete('now');
    domain.turnTo('2027-02-14T12:00:00Z');
    await merge(domain, '1001', '1002');
    const asked = { program: domain.program, customer_id: into.id, channel: 'web', country: 'US' } as const;
    const { history } = await loadStorefrontCustomer(domain.deps, asked);
    expect(
      history.map((entry) => ('expires_at' in entry ? [entry.state, dayOf(entry.expires_at)] : [entry.kind])),
    ).toEqual([['points_expired'], ['approved', '2027-06-14'], ['expired', '2027-01-14']]);
  });
});

function dayOf(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString().slice(0, 10);
}

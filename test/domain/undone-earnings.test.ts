import { describe, expect, it } from 'vitest';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { productRewardDefinition, ruleDefinition } from '../support/factories.ts';
import { AFTER_A_YEAR, AT_YEARS_END, adjust, expiring, openLots, resolve } from '../support/lots.ts';
import { merge } from '../support/merging.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';

const DAY = 24 * 3_600_000;
const domain = testDomain();

/** For each mode: the moment at which points earned at the beginning are gone, if nothing follows. */
const EXPIRING: [string, PointsExpiry, string][] = [
  ['after earning', AFTER_A_YEAR, '2027-01-14T12:00:00Z'],
  ['on a calendar date', AT_YEARS_END, '2028-01-01T05:00:00Z'],
  [
    'by inactivity since a purchase',
    { mode: 'inactivity_since_purchase', duration_months: 6 },
    '2026-07-14T11:00:00Z',
  ],
  [
    'by inactivity since a change',
    { mode: 'inactivity_since_balance_change', duration_months: 6 },
    '2026-07-14T11:00:00Z',
  ],
];
const MODES: [string, PointsExpiry | null, string][] = [['never', null, '2027-06-01T12:00:00Z'], ...EXPIRING];
const POLICIES = ['allow', 'within_balance'] as const;
const across = <T extends readonly unknown[]>(modes: readonly T[]) =>
  POLICIES.flatMap((policy) => modes.map((mode) => [policy, ...mode] as const));

async function begin(expiry: PointsExpiry | null, negative_balance: (typeof POLICIES)[number]) {
  const product = (points: number, auto_refund_seconds: number) =>
    productRewardDefinition({ cost: { kind: 'fixed', points }, auto_refund_seconds });
  await domain.begin({
    ...expiring(expiry, { negative_balance }),
    rules: [
      {
        key: 'purchase',
        definition: ruleDefinition({
          kind: 'purchase',
          properties: {},
          result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
        }),
      },
    ],
    rewards: [
      { key: 'grinder', definition: product(700, 3600 * 24 * 900) },
      { key: 'mug', definition: product(200, 3600 * 24 * 900) },
      { key: 'cup', definition: product(700, 3600) },
    ],
  });
  return domain.customer();
}

/** A paid order that earns so many points. */
async function buy(merchant_id: string, points: number, used: number[] = [], customer_id = '1001') {
  const order = { merchant_id, customer_id, total_minor: points * 100, claimed_reward_ids: used };
  await recordOrder(domain.deps, orderInput(domain.program, order));
}

const told = (merchant_id: string, state: Parameters<typeof orderUpdate>[1]) =>
  updateOrder(domain.deps, orderUpdate(domain.program, { paid_minor: 100, ...state }, merchant_id));
/** So many points' worth of an order, in all. */
const refund = (merchant_id: string, points: number) =>
  told(merchant_id, { refunded_minor: points * 100, paid_minor: points * 100 });
const cancel = (merchant_id: string) => told(merchant_id, { cancelled: true });

const redeem = async (key: 'grinder' | 'mug' | 'cup', customer = '1001') =>
  (await domain.claim(key, { variant_id: '902' }, { customer })).claimed_reward_id;
const giveBack = (claimed_reward_id: number) =>
  refundReward(domain.deps, { program: domain.program, claimed_reward_id });
const points = async (id: number) => (await domain.settle(id)).points_approved;

describe('points that expired unspent', () => {
  it.each(across(EXPIRING))('%s, %s are not taken again', async (policy, _, expiry, gone) => {
    const { id } = await begin(expiry, policy);
    for (const order of ['refunded', 'cancelled', 'in part', 'voided']) await buy(order, 100);
    domain.turnTo(gone);
    expect(await points(id)).toBe(0);
    await refund('refunded', 100);
    await cancel('cancelled');
    await refund('in part', 40);
    await refund('in part', 100);
    await resolve(domain, id, (await domain.rows('activities'))[3]!.id, 'void');
    expect(await points(id)).toBe(0);
    await buy('next', 30);
    expect(await points(id)).toBe(30);
  });

  it.each(across(EXPIRING))(
    '%s, %s are gone once for each order, and what was taken before is not taken either',
    async (policy, _, expiry, gone) => {
      const { id } = await begin(expiry, policy);
      await buy('order', 100);
      await refund('order', 25);
      expect(await points(id)).toBe(75);
      domain.turnTo(gone);
      await buy('next', 200);
      expect(await points(id)).toBe(200);
      await refund('order', 60);
      await refund('order', 100);
      expect(await points(id)).toBe(200);
      await refund('next', 100);
      expect(await points(id)).toBe(100);
    },
  );
});

describe('earned 500, spent 200, the rest expired, earned 50 more', () => {
  async function story(expiry: PointsExpiry | null, gone: string, policy: (typeof POLICIES)[number]) {
    const { id } = await begin(expiry, policy);
    await buy('order', 500);
    const claim = await redeem('mug');
    domain.turnTo(gone);
    expect(await points(id)).toBe(expiry ? 0 : 300);
    await adjust(domain, id, 50);
    return { id, claim };
  }

  it.each(across(MODES))(
    '%s, %s: the order undone takes what was spent of it or what is there, and the claim brings the 50 back',
    async (policy, _, expiry, gone) => {
      const { id, claim } = await story(expiry, gone, policy);
      const lots = await openLots(domain, id);
      await refund('order', 500);
      expect(await points(id)).toBe(policy === 'allow' ? -150 : 0);
      await giveBack(claim);
      expect(await points(id)).toBe(50);
      if (expiry) expect(await openLots(domain, id)).toEqual(lots);
    },
  );

  it.each(across(MODES))('%s, %s: the claim first comes to the same', async (policy, _, expiry, gone) => {
    const { id, claim } = await story(expiry, gone, policy);
    await giveBack(claim);
    await refund('order', 500);
    expect(await points(id)).toBe(50);
  });

  it.each(across(MODES))('%s, %s: also through a merge in between', async (policy, _, expiry, gone) => {
    const { id, claim } = await story(expiry, gone, policy);
    const other = await domain.customer({ merchant_id: '1002', points: 7 });
    await refund('order', 500);
    await merge(domain, '1001', '1002');
    expect(await points(other.id)).toBe(policy === 'allow' ? -143 : 7);
    await giveBack(claim);
    expect(await points(other.id)).toBe(57);
    expect((await domain.row(other.id)).points_spent).toBe(0);
    expect(id).not.toBe(other.id);
  });
});

describe('points that were spared', () => {
  it.each(across(MODES))(
    '%s, %s: buying, redeeming, refunding and giving back leaves nothing, four times',
    async (policy, _, expiry) => {
      const { id } = await begin(expiry, policy);
      for (const round of ['1', '2', '3', '4']) {
        await buy(round, 700);
        const claim = await redeem('grinder');
        await refund(round, 700);
        await giveBack(claim);
        expect(await points(id)).toBe(0);
        expect((await domain.row(id)).points_spent).toBe(0);
      }
    },
  );

  it.each(across(MODES))('%s, %s: of a part only that part is taken', async (policy, _, expiry) => {
    const { id } = await begin(expiry, policy);
    await buy('order', 700);
    const claim = await redeem('grinder');
    await refund('order', 300);
    await giveBack(claim);
    expect(await points(id)).toBe(400);
    await refund('order', 700);
    expect(await points(id)).toBe(0);
  });

  it.each(across(MODES))('%s, %s: a lapse is no way around it', async (policy, _, expiry) => {
    const { id } = await begin(expiry, policy);
    await buy('order', 700);
    await redeem('cup');
    await cancel('order');
    domain.clock.advance(DAY);
    expect(await points(id)).toBe(0);
  });

  it.each(across(MODES))('%s, %s: nor is an order that the reward was used on', async (policy, _, expiry) => {
    const { id } = await begin(expiry, policy);
    await buy('order', 700);
    const claim = await redeem('grinder');
    await buy('other', 20, [claim]);
    await refund('order', 700);
    await cancel('other');
    expect(await points(id)).toBe(0);
    const own = await domain.customer({ merchant_id: '1002' });
    await buy('first', 700, [], '1002');
    const used = await redeem('grinder', '1002');
    await buy('second', 700, [used], '1002');
    await cancel('first');
    await cancel('second');
    expect(await points(own.id)).toBe(0);
  });

  it.each(across(MODES))('%s, %s: another earning’s points come back whole', async (policy, _, expiry) => {
    const { id } = await begin(expiry, policy);
    await buy('undone', 200);
    await redeem('mug');
    domain.clock.advance(1000);
    await buy('stands', 700);
    const claim = await redeem('grinder');
    await refund('undone', 200);
    expect(await points(id)).toBe(policy === 'allow' ? -200 : 0);
    await giveBack(claim);
    expect(await points(id)).toBe(policy === 'allow' ? 500 : 700);
  });

  it.each(across(MODES))('%s, %s: nor is a merge in between', async (policy, _, expiry) => {
    const from = await begin(expiry, policy);
    const into = await domain.customer({ merchant_id: '1002', points: 30 });
    await buy('order', 700);
    const claim = await redeem('grinder');
    await refund('order', 500);
    await merge(domain, '1001', '1002');
    await refund('order', 700);
    await giveBack(claim);
    expect(await points(into.id)).toBe(30);
    expect(await domain.row(from.id)).toMatchObject({ id: into.id, points_spent: 0 });
  });
});

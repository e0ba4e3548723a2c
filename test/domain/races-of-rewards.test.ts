import { describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import { orderInput } from '../support/orders.ts';
import { atOnce, ORDINARY, outcomeOf, tally } from '../support/outcomes.ts';
import { rewardOfKind } from '../support/reward-kinds.ts';
import { testDomain } from '../support/test-domain.ts';

const HOUR = 3_600_000;
const domain = testDomain({ poolSize: 16 });

async function begin(reward: RewardDefinition, points = 1000) {
  await domain.begin({ rewards: [{ key: 'reward', definition: reward }] });
  return domain.customer({ points });
}

const pathOf = (index: number) => (index % 2 ? ORDINARY : undefined);
const refund = (claimed_reward_id: number) =>
  refundReward(domain.deps, { program: domain.program, claimed_reward_id });

async function manyCustomers(count: number, points: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `c-${index}`);
  for (const merchant_id of names) await domain.customer({ merchant_id, points });
  return names;
}

describe('claims at once', () => {
  it('of several pieces each take no more from stock than there is', async () => {
    await begin(rewardOfKind('custom', { stock: 7 }), 0);
    const names = await manyCustomers(10, 10_000);
    const calls = atOnce(20, (index) =>
      domain.claim('reward', { multiplier: 3 }, { customer: names[index % 10]!, hooks: pathOf(index) }),
    );
    expect(await tally(calls)).toEqual({ done: 2, reward_out_of_stock: 18 });
    expect(await domain.stock()).toEqual({ '': 1 });
  });

  it('of the last codes of a pool give each to one', async () => {
    await begin(rewardOfKind('cart_discount_voucher', { codes: { kind: 'pool' }, stock: 50 }), 0);
    const { id, rewards } = domain.program;
    await domain.deps.db
      .insertInto('voucher_codes')
      .values(
        ['A', 'B', 'C', 'D', 'E'].map((code) => ({
          program_id: id,
          reward_id: rewards[0]!.id,
          code,
          code_key: code,
          created_at: ts(domain.clock.real()),
        })),
      )
      .execute();
    const names = await manyCustomers(10, 1000);
    const calls = atOnce(20, (index) =>
      domain.claim('reward', {}, { customer: names[index % 10]!, hooks: pathOf(index) }),
    );
    expect(await tally(calls)).toEqual({ done: 5, reward_out_of_stock: 15 });
    expect((await domain.claims()).map(({ code }) => code).sort()).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(await domain.stock()).toEqual({ '': 45 });
  });

  it('of discounts of all sizes never spend more than there is', async () => {
    const { id } = await begin(rewardOfKind('cart_variable_discount_voucher'), 4000);
    const calls = atOnce(30, (index) =>
      domain.claim(
        'reward',
        { discount: { amount_minor: 500 + 50 * index, currency: 'USD' } },
        { hooks: pathOf(index) },
      ),
    );
    await tally(calls);
    const spent = (await domain.claims()).reduce((sum, claimed) => sum + claimed.points_cost, 0);
    expect(await domain.row(id)).toMatchObject({ points_approved: 4000 - spent, points_spent: spent });
    // The rest could not pay for the largest one. One more of the smallest would fit or not exactly.
    expect(spent).toBeGreaterThan(2000);
    expect(spent).toBeLessThanOrEqual(4000);
  });

  it('respect the limit, several pieces counting as one claim', async () => {
    await begin(rewardOfKind('custom', { limit: { count: 3, interval: 'day' } }), 100_000);
    const calls = atOnce(20, (index) =>
      domain.claim('reward', { multiplier: 1 + (index % 4) }, { hooks: pathOf(index) }),
    );
    expect(await tally(calls)).toEqual({ done: 3, reward_limit_reached: 17 });
  });
});

describe('refunds at once', () => {
  it('of one claim give it back once', async () => {
    const { id } = await begin(rewardOfKind('product_cart', { stock: 3 }));
    const { claimed_reward_id } = await domain.claim('reward', { variant_id: '901' });
    expect(await tally(atOnce(10, () => refund(claimed_reward_id)))).toEqual({
      done: 1,
      reward_already_refunded: 9,
    });
    expect(await domain.row(id)).toMatchObject({ points_approved: 1000, points_spent: 0 });
    expect(await domain.stock()).toEqual({ '': 3 });
  });

  it('with its use by an order end in one or the other', async () => {
    await begin(rewardOfKind('product_cart', { stock: 100 }));
    let used = 0;
    for (let round = 0; round < 30; round += 1) {
      const owner = await domain.customer({ merchant_id: `c-${round}`, points: 500 });
      const { claimed_reward_id } = await domain.claim(
        'reward',
        { variant_id: '901', cart_id: 'cart' },
        { customer: owner.merchant_id },
      );
      const order = orderInput(domain.program, {
        merchant_id: `o-${round}`,
        customer_id: round % 2 ? owner.merchant_id : 'somebody else',
        claimed_reward_ids: [claimed_reward_id],
      });
      const refunds = () => outcomeOf(refund(claimed_reward_id));
      const [first, , second] = await Promise.all([refunds(), recordOrder(domain.deps, order), refunds()]);
      const after = (await domain.claims()).at(-1)!;
      const isUsed = after.usage_status === 'used';
      if (isUsed) used += 1;
      expect(after.state).toBe(isUsed ? 'approved' : 'void');
      expect([first, second].sort()).toEqual(
        isUsed ? ['reward_already_used', 'reward_already_used'] : ['done', 'reward_already_refunded'],
      );
      expect((await domain.row(owner.id)).points_approved).toBe(isUsed ? 0 : 500);
    }
    expect(await domain.stock()).toEqual({ '': 100 - used });
  });

  it('with its lapse give it back once', async () => {
    await begin(rewardOfKind('product_cart', { stock: 1, auto_refund_seconds: 3600 }));
    for (let round = 0; round < 10; round += 1) {
      const owner = await domain.customer({ merchant_id: `c-${round}`, points: 500 });
      const { claimed_reward_id } = await domain.claim(
        'reward',
        { variant_id: '901' },
        { customer: owner.merchant_id },
      );
      domain.clock.advance(HOUR);
      const refunds = atOnce(4, () => refund(claimed_reward_id));
      const [outcomes] = await Promise.all([tally(refunds), sweepOnce(domain.deps), domain.settle(owner.id)]);
      expect(outcomes).toEqual({ reward_already_refunded: 4 });
      expect(await domain.row(owner.id)).toMatchObject({ points_approved: 500, points_spent: 0 });
      expect(await domain.stock()).toEqual({ '': 1 });
    }
  });

  it('with claims of the same reward never give the last piece twice', async () => {
    const { id } = await begin(rewardOfKind('product_cart', { stock: 1 }), 10_000);
    for (let round = 0; round < 10; round += 1) {
      const { claimed_reward_id } = await domain.claim('reward', { variant_id: '901' });
      const [refunded] = await Promise.all([
        outcomeOf(refund(claimed_reward_id)),
        tally(atOnce(6, (index) => domain.claim('reward', { variant_id: '901' }, { hooks: pathOf(index) }))),
      ]);
      expect(refunded).toBe('done');
      const open = (await domain.claims()).filter((claimed) => claimed.state === 'approved');
      expect(await domain.stock()).toEqual({ '': 1 - open.length });
      for (const claimed of open) await refund(claimed.id);
    }
    expect(await domain.row(id)).toMatchObject({ points_approved: 10_000, points_spent: 0 });
  });
});

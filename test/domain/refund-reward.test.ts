import { describe, expect, it } from 'vitest';
import { fulfilClaim } from '../../src/domain/operations/fulfil-claim.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import type { RewardKind } from '../../src/domain/programs/reward-kinds.ts';
import { orderInput } from '../support/orders.ts';
import { outcomeOf, tally } from '../support/outcomes.ts';
import { PROPERTIES, rewardOfKind } from '../support/reward-kinds.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const HOUR = 3_600_000;
const domain = testDomain();

/** A mug for 500 points, ten of the small one. */
function mug(rest: Partial<RewardDefinition> = {}): RewardDefinition {
  const properties = structuredClone(PROPERTIES.product_cart);
  properties.product.variants[0]!.inventory_count = 10;
  return rewardOfKind('product_cart', { properties, ...rest });
}

async function begin(reward: RewardDefinition) {
  await domain.begin({ rewards: [{ key: 'reward', definition: reward }] });
  return domain.customer({ points: 1000 });
}

const refund = (claimed_reward_id: number, kind?: RewardKind) =>
  refundReward(domain.deps, { program: domain.program, claimed_reward_id, ...(kind && { kind }) });

const claimMug = async () =>
  (await domain.claim('reward', { variant_id: '901', cart_id: 'cart' })).claimed_reward_id;

describe('giving a claim back', () => {
  it('returns its points, its stock and its place in the limit', async () => {
    const { id } = await begin(mug({ stock: 5, limit: { count: 1, interval: 'day' } }));
    const claim = await claimMug();
    expect(await domain.stock()).toEqual({ '': 4, '901': 9 });
    expect(await refund(claim, 'product_cart')).toEqual({ customer_id: id, claimed_reward_id: claim });
    const now = domain.clock.real();
    expect(await domain.claims()).toMatchObject([{ state: 'void', resolved_at: now }]);
    expect(await domain.row(id)).toMatchObject({ points_approved: 1000, points_spent: 0 });
    expect(await domain.stock()).toEqual({ '': 5, '901': 10 });
    expect(await outcomeOf(claimMug())).toBe('done');
  });

  it('makes room in the cart', async () => {
    const reward = mug();
    if (reward.properties.kind === 'product_cart') reward.properties.max_redemptions_per_cart = 1;
    await begin(reward);
    const claim = await claimMug();
    expect(await outcomeOf(claimMug())).toBe('max_cart_redemptions_reached');
    await refund(claim);
    expect(await outcomeOf(claimMug())).toBe('done');
  });

  it.each([true, false])(
    'is refused of what was handed over, at the claim: %s',
    async (fulfill_immediately) => {
      const { id } = await begin(rewardOfKind('custom'));
      const { claimed_reward_id } = await domain.claim('reward', { fulfill_immediately });
      const { points_approved } = await domain.row(id);
      if (!fulfill_immediately) {
        const { program } = domain;
        await fulfilClaim(domain.deps, {
          program,
          customer_id: id,
          claimed_reward_id,
          explanation: null,
          by: TESTER,
        });
      }
      expect(await outcomeOf(refund(claimed_reward_id))).toBe('reward_already_used');
      expect(await domain.row(id)).toMatchObject({ points_approved });
      expect(await domain.claims()).toMatchObject([{ state: 'approved' }]);
    },
  );

  it('or handing it over is possible, whichever comes first, never both', async () => {
    await domain.begin({ rewards: [{ key: 'reward', definition: rewardOfKind('custom') }] });
    const { id } = await domain.customer({ points: 10_000 });
    for (let round = 0; round < 10; round += 1) {
      const { claimed_reward_id } = await domain.claim('reward');
      const { program } = domain;
      const handOver = () =>
        fulfilClaim(domain.deps, {
          program,
          customer_id: id,
          claimed_reward_id,
          explanation: null,
          by: TESTER,
        });
      const outcomes = await tally([refund(claimed_reward_id), handOver()]);
      const claim = (await domain.claims()).at(-1)!;
      expect(outcomes.done).toBe(1);
      expect(claim.state === 'void').toBe(claim.fulfilled_at === null);
    }
  });

  it('is possible once', async () => {
    const { id } = await begin(mug());
    const claim = await claimMug();
    await refund(claim);
    expect(await outcomeOf(refund(claim))).toBe('reward_already_refunded');
    expect(await domain.row(id)).toMatchObject({ points_approved: 1000, points_spent: 0 });
  });

  it('is possible of any kind, unless one is named and it is of another', async () => {
    await begin(rewardOfKind('gift_card'));
    const { claimed_reward_id } = await domain.claim('reward');
    expect(await outcomeOf(refund(claimed_reward_id, 'product_cart'))).toBe('reward_kind_mismatch');
    expect(await outcomeOf(refund(claimed_reward_id))).toBe('done');
  });

  it('is too late once an order used it', async () => {
    const { id } = await begin(mug());
    const claim = await claimMug();
    await recordOrder(domain.deps, orderInput(domain.program, { claimed_reward_ids: [claim] }));
    expect(await outcomeOf(refund(claim))).toBe('reward_already_used');
    expect(await domain.row(id)).toMatchObject({ points_approved: 500, points_spent: 500 });
  });

  it('is too late once it lapsed or expired by itself, settled or not', async () => {
    await begin(mug({ auto_refund_seconds: 3600 }));
    const lapsed = await claimMug();
    domain.clock.advance(HOUR);
    expect(await outcomeOf(refund(lapsed))).toBe('reward_already_refunded');
    await begin(mug({ auto_refund_seconds: 7200, expires_after_seconds: 3600 }));
    const expired = await claimMug();
    domain.clock.advance(HOUR);
    expect(await outcomeOf(refund(expired))).toBe('reward_already_used');
    expect(await domain.claims()).toMatchObject([{ state: 'expired' }]);
  });

  it('is refused to a blocked customer, and of what no program or another has', async () => {
    const { id } = await begin(mug());
    const claim = await claimMug();
    await domain.block(id);
    expect(await outcomeOf(refund(claim))).toBe('customer_blocked');
    expect(await outcomeOf(refund(987_654_321))).toBe('not_found');
    await domain.begin();
    expect(await outcomeOf(refund(claim))).toBe('not_found');
  });
});

describe('stock', () => {
  const change = (rest: Partial<RewardDefinition>) =>
    domain.change({ rewards: [{ key: 'reward', definition: rewardOfKind('product_cart', rest) }] });

  it('gets none back from a claim that was made before it was tracked', async () => {
    await begin(rewardOfKind('product_cart'));
    const claim = await claimMug();
    const properties = structuredClone(PROPERTIES.product_cart);
    properties.product.variants[0]!.inventory_count = 3;
    await change({ stock: 5, properties });
    await refund(claim);
    expect(await domain.stock()).toEqual({ '': 5, '901': 3 });
  });

  it('gets back what a claim took, and nothing where it is no longer tracked', async () => {
    await begin(mug({ stock: 5 }));
    const claim = await claimMug();
    await change({ stock: 5 });
    await refund(claim);
    expect(await domain.stock()).toEqual({ '': 5 });
  });

  it('gets back one of each from a claim of which it is not known what it took', async () => {
    await begin(mug({ stock: 5 }));
    const claim = await claimMug();
    await domain.deps.db
      .updateTable('claimed_rewards')
      .set({ stock_variant_ids: null })
      .where('id', '=', claim)
      .execute();
    await refund(claim);
    expect(await domain.stock()).toEqual({ '': 5, '901': 10 });
  });
});

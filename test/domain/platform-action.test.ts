import { describe, expect, it } from 'vitest';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { rewardDefinition } from '../support/factories.ts';
import { ORDINARY, outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();

async function begin() {
  await domain.begin({
    rewards: [
      { key: 'gift_card', definition: rewardDefinition() },
      { key: 'voucher', definition: rewardDefinition({ cost: { kind: 'fixed', points: 300 } }) },
    ],
  });
  return domain.customer({ points: 1000 });
}

describe.each([
  ['by itself', undefined],
  ['within a transaction of its caller', ORDINARY],
])('a claim %s', (_, hooks) => {
  it('with a platform_action_id already given is the first claim again', async () => {
    const { id } = await begin();
    const first = await domain.claim('gift_card', { platform_action_id: 'a-1' }, { hooks });
    const again = await domain.claim('gift_card', { platform_action_id: 'a-1' }, { hooks });
    expect(again).toEqual({ ...first, full_code: null, replayed: true });
    // Another reward, and another id, are other claims.
    await domain.claim('voucher', { platform_action_id: 'a-1' }, { hooks });
    expect(await outcomeOf(domain.claim('gift_card', { platform_action_id: 'a-2' }, { hooks }))).toBe(
      'insufficient_points',
    );
    expect(await domain.claims()).toHaveLength(2);
    expect((await domain.row(id)).points_approved).toBe(200);
  });

  it('that is repeated after its claim was refunded is that claim still, and spends nothing', async () => {
    const { id } = await begin();
    const first = await domain.claim('gift_card', { platform_action_id: 'a-1' }, { hooks });
    const { claimed_reward_id } = first;
    await refundReward(domain.deps, { program: domain.program, claimed_reward_id, customer_id: id });
    const again = await domain.claim('gift_card', { platform_action_id: 'a-1' }, { hooks });
    expect(again).toEqual({ ...first, full_code: null, replayed: true });
    expect(await domain.claims()).toMatchObject([{ state: 'void' }]);
    expect(await domain.row(id)).toMatchObject({ points_approved: 1000, points_spent: 0 });
  });

  it('is not taken for a repeat of another customer', async () => {
    await begin();
    await domain.customer({ merchant_id: '1002', points: 500 });
    await domain.claim('gift_card', { platform_action_id: 'a-1' }, { hooks });
    const other = await domain.claim('gift_card', { platform_action_id: 'a-1' }, { customer: '1002', hooks });
    expect(other.replayed).toBe(false);
  });
});

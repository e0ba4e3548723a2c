import type { Program, Reward } from '../programs/configuration.ts';
import type {
  CartDiscountProperties,
  FreeShippingProperties,
  RewardProperties,
} from '../programs/reward-definition.ts';

/** The terms of a friend's voucher. */
export type IncentiveTerms = CartDiscountProperties | FreeShippingProperties;

/** The reward whose voucher a referred friend gets. */
type IncentiveReward = Reward & { properties: IncentiveTerms };

/** undefined if referrals are off, have no incentive, or name a reward that has left the program. */
export function findIncentiveReward(program: Program): IncentiveReward | undefined {
  const key = program.settings.referrals?.incentive_reward_key;
  if (key === null || key === undefined) return undefined;
  return program.rewards.find(
    (reward): reward is IncentiveReward =>
      reward.key === key && reward.enabled && isIncentive(reward.properties),
  );
}

function isIncentive({ kind }: RewardProperties): boolean {
  return kind === 'cart_discount_voucher' || kind === 'free_shipping_voucher';
}

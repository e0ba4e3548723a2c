import type { Program, Reward } from '../programs/configuration.ts';
import { isForFriends, type KindForFriends, type PropertiesOf } from '../programs/reward-kinds.ts';

/** The terms of a friend's voucher. */
export type IncentiveTerms = PropertiesOf<KindForFriends>;

/** The reward whose voucher a referred friend gets. */
type IncentiveReward = Reward & { properties: IncentiveTerms };

/** undefined if referrals are off, have no incentive, or name a reward that has left the program. */
export function findIncentiveReward(program: Program): IncentiveReward | undefined {
  const key = program.settings.referrals?.incentive_reward_key;
  if (key === null || key === undefined) return undefined;
  return program.rewards.find(
    (reward): reward is IncentiveReward => reward.key === key && reward.enabled && isForFriends(reward.kind),
  );
}

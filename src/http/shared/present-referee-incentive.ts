import { type Static, type TUnion, Type } from '@sinclair/typebox';
import { isForFriends, REWARD_KINDS } from '../../domain/programs/reward-kinds.ts';
import { findIncentiveReward } from '../../domain/referrals/incentive-reward.ts';
import { type IncentiveSchemas, incentiveOf } from './reward-kinds.ts';
import type { StorefrontView } from './storefront-view.ts';

export const RefereeIncentiveSchema = Type.Union(
  REWARD_KINDS.filter(isForFriends).flatMap((kind) => incentiveOf(kind).schemas),
  { title: 'RefereeIncentive', description: 'The voucher for a friend who follows a referral link.' },
) as unknown as TUnion<IncentiveSchemas[number][]>;
type RefereeIncentiveBody = Static<typeof RefereeIncentiveSchema>;

/** undefined if the program has no incentive for referred friends. */
export function presentRefereeIncentive(view: StorefrontView): RefereeIncentiveBody | undefined {
  const reward = findIncentiveReward(view.program);
  if (!reward) return undefined;
  const { kind } = reward.properties;
  return { kind, ...incentiveOf(kind).present(view, reward.properties) } as RefereeIncentiveBody;
}

import { type Static, type TUnion, Type } from '@sinclair/typebox';
import { REWARD_KINDS, type RewardKind } from '../../domain/programs/reward-kinds.ts';
import { type RedeemableSchemaOf, storefrontRewardOf } from './reward-kinds.ts';

/** The redeemable of a claim. */
export const RedeemableSchema = Type.Union(
  REWARD_KINDS.flatMap((kind) => storefrontRewardOf(kind).redeemables),
  { title: 'Redeemable' },
) as unknown as TUnion<RedeemableSchemaOf<RewardKind>[]>;
export type RedeemableBody = Static<typeof RedeemableSchema>;

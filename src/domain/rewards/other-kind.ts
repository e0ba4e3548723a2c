import type { RefusalReason } from '../core/refusal-reason.ts';
import type { RewardKind } from '../programs/reward-kinds.ts';

/** `wanted` is the kind that the caller's address names; undefined: any. */
export function* otherKindRefusals(kind: string, wanted: RewardKind | undefined): Generator<RefusalReason> {
  if (wanted === undefined || kind === wanted) return;
  yield { code: 'reward_kind_mismatch', message: `The reward is of kind ${kind}, not ${wanted}.` };
}

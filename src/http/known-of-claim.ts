import type { Claimed } from '../domain/operations/claim-reward.ts';

/** The facts to report of a claim whose answer could not be read. */
export function knownOfClaim({
  claimed_reward_id,
  full_code,
  voucher_code,
}: Claimed): Record<string, unknown> {
  return {
    claimed_reward_id,
    ...(full_code !== null && { gift_card_code: full_code }),
    ...(voucher_code !== null && { voucher_code }),
  };
}

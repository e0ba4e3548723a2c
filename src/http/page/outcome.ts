import type { ClaimView } from '../../domain/claims/claim-record.ts';
import { DomainError, type DomainErrorCode } from '../../domain/core/errors.ts';
import { STATUS_BY_DOMAIN_CODE } from '../errors.ts';

/** What an action of the page came to, as it is stored: the page that follows tells it. Moments in ms. */
export type Outcome =
  | { kind: 'completed'; points: number; approves_at: number | null; claimed_reward_id: number | null }
  | {
      kind: 'redeemed';
      claimed_reward_id: number;
      /** A gift card's, which is nowhere else to be had. */
      full_code: string | null;
    }
  | { kind: 'given_back'; claimed_reward_id: number }
  | { kind: 'birthday_set'; updated: boolean }
  | { kind: 'enrolled'; enrolled: boolean }
  | { kind: 'subscribed'; updated: boolean }
  | { kind: 'refused'; code: DomainErrorCode };

/** With the action that it is of, `rewards/12/redeem`, and the claim that it is about as it is now. */
export type ShownOutcome = Outcome & { action: string; claim: ClaimView | null };

/** Whether a refusal is the answer to what was asked, and not a failure that may be over the next time. */
export function isAnswer(error: unknown): error is DomainError {
  return error instanceof DomainError && [400, 404, 422].includes(STATUS_BY_DOMAIN_CODE[error.code]);
}

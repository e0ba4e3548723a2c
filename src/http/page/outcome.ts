import type { ClaimView } from '../../domain/claims/claim-record.ts';
import { DomainError, type DomainErrorCode } from '../../domain/core/errors.ts';
import { STATUS_BY_DOMAIN_CODE } from '../errors.ts';

/** The outcome of an action of the page, as it is stored. The next page shows it. Moments in ms. */
export type Outcome =
  | { kind: 'completed'; points: number; approves_at: number | null; claimed_reward_id: number | null }
  | {
      kind: 'redeemed';
      claimed_reward_id: number;
      /** A gift card's code. It is shown only here. */
      full_code: string | null;
    }
  | { kind: 'given_back'; claimed_reward_id: number }
  | { kind: 'birthday_set'; updated: boolean }
  | { kind: 'enrolled'; enrolled: boolean }
  | { kind: 'subscribed'; updated: boolean }
  | { kind: 'refused'; code: DomainErrorCode };

/** An outcome with its action, `rewards/12/redeem`, and with the present state of its claim. */
export type ShownOutcome = Outcome & { action: string; claim: ClaimView | null };

/** Whether a refusal is the answer to the request, and not a failure that may pass. */
export function isAnswer(error: unknown): error is DomainError {
  return error instanceof DomainError && [400, 404, 422].includes(STATUS_BY_DOMAIN_CODE[error.code]);
}

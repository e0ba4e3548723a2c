import { DomainError, type DomainErrorCode } from '../../../domain/core/errors.ts';

/** The refusals that an operator can do something about, with what to do. */
const WORDS: Partial<Record<DomainErrorCode, string>> = {
  customer_blocked: 'The customer is blocked. Unblock the customer first, then do this again.',
  customer_not_enrolled:
    'The customer is a guest, and guests have no points. They become a member when they sign in or join.',
  reward_not_enabled_for_customer:
    'This customer cannot claim the reward: it is switched off, or not for their tier or country.',
  reward_limit_reached: 'The customer has claimed this reward as often as its limit allows.',
  reward_out_of_stock: 'Nothing is left of the reward. Raise its stock in the program, or choose another.',
  voucher_allocation_failed: 'The pool has no code left. Import codes, then do this again.',
  invalid_variant_id: 'The product has no such variant.',
  reward_already_refunded: 'The reward was given back before. Nothing is left to do.',
  reward_already_used: 'The reward was used, or has expired: its points stay spent.',
  activity_already_resolved: 'Somebody decided on it before. Look at it again.',
};

/** A refusal in words for operators. */
export function refusalText({ code, message }: Pick<DomainError, 'code' | 'message'>): string {
  return WORDS[code] ?? message;
}

const FAILURES: ReadonlySet<DomainErrorCode> = new Set([
  'unavailable',
  'rate_limited',
  'authentication_required',
]);

/** Whether an error is an answer for the operator who sent a form, and not a failure. */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && !FAILURES.has(error.code);
}

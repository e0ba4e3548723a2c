import { DomainError, type DomainErrorCode } from '../../../domain/core/errors.ts';
import type { ConsoleWording } from '../language/wording.ts';

/** The refusals that an operator can do something about. Each has a message that says so. */
const TOLD = [
  'customer_blocked',
  'customer_not_enrolled',
  'insufficient_points',
  'reward_not_enabled_for_customer',
  'reward_limit_reached',
  'reward_out_of_stock',
  'voucher_allocation_failed',
  'invalid_variant_id',
  'reward_already_refunded',
  'reward_already_used',
  'activity_already_resolved',
] as const satisfies readonly DomainErrorCode[];

/** A refusal in words for operators. One that no operator meets by a form is told as the API tells it. */
export function refusalText(
  { say }: Pick<ConsoleWording, 'say'>,
  { code, message }: Pick<DomainError, 'code' | 'message'>,
): string {
  const told = TOLD.find((one) => one === code);
  return told ? say(`refusal_${told}`) : message;
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

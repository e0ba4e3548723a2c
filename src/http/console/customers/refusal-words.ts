import { DomainError, type DomainErrorCode } from '../../../domain/core/errors.ts';
import type { ConsoleMessage } from '../language/en.ts';
import type { ConsoleWording } from '../language/wording.ts';

/** The refusals for which an operator has a remedy. Each has a message that says it. */
const TOLD = [
  'customer_blocked',
  'customer_not_enrolled',
  'insufficient_points',
  'approval_required',
  'insufficient_scope',
  'not_found',
  'reward_not_enabled_for_customer',
  'reward_limit_reached',
  'reward_out_of_stock',
  'voucher_allocation_failed',
  'invalid_variant_id',
  'reward_already_refunded',
  'reward_already_used',
  'activity_already_resolved',
  'idempotency_key_reused',
] as const satisfies readonly DomainErrorCode[];

/** One form's own messages, which replace the usual ones. */
export type OwnRefusalWords = Partial<Record<DomainErrorCode, ConsoleMessage>>;

/** A refusal in words for operators, with its figures. undefined: no form causes this refusal, so it has no words. */
export function refusalText(
  { say }: Pick<ConsoleWording, 'say'>,
  { code, extra }: Pick<DomainError, 'code'> & Partial<Pick<DomainError, 'extra'>>,
  own: OwnRefusalWords = {},
): string | undefined {
  const { points_approved, points_left } = extra?.details ?? {};
  if (code === 'insufficient_points' && typeof points_approved === 'number')
    return say('refusal_insufficient_points_of', { points: points_approved });
  if (code === 'approval_required' && typeof points_left === 'number')
    return say('refusal_points_left', { left: points_left });
  const told = TOLD.find((one) => one === code);
  const words = own[code] ?? (told && (`refusal_${told}` as const));
  return words && say(words);
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

/** Every way the domain refuses. `http/errors.ts` gives each a status; a code without one does not compile. */
export type DomainErrorCode =
  | 'not_found'
  | 'invalid_request'
  | 'insufficient_scope'
  | 'authentication_required'
  | 'rate_limited'
  | 'idempotency_in_progress'
  | 'idempotency_key_reused'
  | 'customer_blocked'
  | 'customer_not_enrolled'
  | 'rule_kind_mismatch'
  | 'rule_not_enabled_for_customer'
  | 'rule_requirements_not_met'
  | 'rule_limit_reached'
  | 'reward_kind_mismatch'
  | 'reward_not_enabled_for_customer'
  | 'reward_limit_reached'
  | 'reward_already_refunded'
  | 'reward_already_used'
  | 'reward_out_of_stock'
  | 'invalid_variant_id'
  | 'max_cart_redemptions_reached'
  | 'insufficient_points'
  | 'activity_already_resolved'
  | 'email_already_in_use'
  | 'invalid_date'
  | 'no_subscription_integration_configured'
  | 'voucher_allocation_failed'
  | 'referee_email_required'
  | 'invalid_referee'
  | 'referrals_not_enabled'
  | 'invalid_referral_id'
  | 'referral_cap_reached'
  | 'fraud_detected'
  | 'no_vouchers_available'
  | 'voucher_already_used'
  | 'voucher_expired'
  | 'insufficient_balance'
  | 'implausible_amount'
  | 'not_a_test_program'
  | 'program_version_moved'
  | 'program_version_required'
  | 'invalid_program_file'
  | 'draft_revision_required'
  | 'draft_moved'
  | 'too_many_drafts'
  | 'draft_conflicts'
  | 'draft_published'
  | 'approval_required'
  | 'last_owner'
  | 'last_admin'
  | 'unavailable';

/** The effect of a request that failed: nothing was changed, the change was made, or nobody can tell. */
type Effect = 'none' | 'unknown' | 'done';

/**
 * A refusal. It is thrown, never returned, so that the transaction around it rolls back. `details` of an
 * `invalid_request` maps a parameter to its complaint. `limit` is the per-cart maximum of
 * `max_cart_redemptions_reached`.
 */
export class DomainError extends Error {
  constructor(
    readonly code: DomainErrorCode,
    message: string,
    readonly extra: { details?: Record<string, unknown>; limit?: number; retry_after_seconds?: number } = {},
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

/** The server cannot do it now. By `effect` the caller knows whether to send the request again or to look first. */
export class Unavailable extends DomainError {
  constructor(
    readonly effect: Effect,
    message: string,
    extra: { details?: Record<string, unknown>; retry_after_seconds?: number; cause?: unknown } = {},
  ) {
    const { cause, retry_after_seconds = 1, details } = extra;
    super('unavailable', message, { retry_after_seconds, details: { effect, ...details } });
    if (cause !== undefined) this.cause = cause;
  }
}

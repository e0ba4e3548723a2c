import { DomainError, type DomainErrorCode } from './errors.ts';
import { countInWindow, isLimitReached, type Limit, limitState, type UsageCounter } from './limits.ts';

/**
 * The reason why something is not enabled for a customer: it is enabled for nobody, or not in the customer's tier, on
 * the channel or in the country.
 */
type NotEnabledCause = 'disabled' | 'tier' | 'channel' | 'country';

/**
 * A reason why an operation refuses a customer. The operation refuses with the first reason; an explanation lists all
 * of them. Both read the same list, so they never differ.
 */
export type RefusalReason = { message: string } & (
  | {
      code: Extract<
        DomainErrorCode,
        | 'customer_blocked'
        | 'customer_not_enrolled'
        | 'rule_kind_mismatch'
        | 'rule_requirements_not_met'
        | 'referrals_not_enabled'
        | 'reward_kind_mismatch'
        | 'reward_out_of_stock'
        | 'invalid_variant_id'
        | 'no_subscription_integration_configured'
      >;
    }
  | { code: 'rule_not_enabled_for_customer' | 'reward_not_enabled_for_customer'; cause: NotEnabledCause }
  | {
      code: 'rule_limit_reached' | 'reward_limit_reached';
      limit: Limit;
      used: number;
      /** When the limit's interval ends, in ms; null: never. */
      resets_at: number | null;
    }
  | { code: 'max_cart_redemptions_reached'; max_redemptions_per_cart: number }
  | { code: 'insufficient_points'; points_missing: number }
);

/** Refuses with the first of these reasons; returns if there is none. */
export function refuseFirst(reasons: Iterable<RefusalReason>): void {
  for (const reason of reasons) {
    const extra =
      reason.code === 'max_cart_redemptions_reached' ? { limit: reason.max_redemptions_per_cart } : {};
    throw new DomainError(reason.code, reason.message, extra);
  }
}

/** The reasons why a customer takes no part in the program. */
export function* membershipRefusals(customer: {
  blocked_at: number | null;
  enrolled_at: number | null;
}): Generator<RefusalReason> {
  if (customer.blocked_at !== null) yield { code: 'customer_blocked', message: 'The customer is blocked.' };
  if (customer.enrolled_at === null)
    yield { code: 'customer_not_enrolled', message: 'The customer is not enrolled.' };
}

/** The limit as a reason to refuse at `at` (ms), if it is reached. */
export function* limitRefusals(
  named: { code: 'rule_limit_reached' | 'reward_limit_reached'; message: string },
  limit: Limit | null,
  usage: UsageCounter | undefined,
  zone: string,
  at: number,
): Generator<RefusalReason> {
  const state = limitState(limit, usage, zone, at);
  if (!limit || !isLimitReached(state)) return;
  yield {
    ...named,
    limit,
    used: countInWindow(limit, usage, zone, at),
    resets_at: state.state === 'limit_reached_until_reset' ? state.resets_at : null,
  };
}

import type { DomainErrorCode } from '../../domain/core/errors.ts';
import type { PageContext } from './page-context.ts';

/** The reason for a refusal and advice, for the customer who was refused. */
export function refusalText({ say, view }: PageContext, code: DomainErrorCode): string {
  switch (code) {
    case 'insufficient_points':
      return say('page_refused_points', {});
    case 'rule_limit_reached':
    case 'reward_limit_reached':
    case 'max_cart_redemptions_reached':
      return say('page_refused_limit', {});
    case 'reward_out_of_stock':
    case 'rule_requirements_not_met':
    case 'voucher_allocation_failed':
      return say('page_refused_stock', {});
    case 'not_found':
    case 'rule_kind_mismatch':
    case 'rule_not_enabled_for_customer':
    case 'reward_kind_mismatch':
    case 'reward_not_enabled_for_customer':
    case 'no_subscription_integration_configured':
    case 'customer_not_enrolled':
      return say('page_refused_offer', {});
    case 'invalid_request':
    case 'invalid_variant_id':
      return say('page_refused_input', {});
    case 'reward_already_used':
    case 'reward_already_refunded':
      return say('page_refused_used', {});
    case 'invalid_date':
      return say('page_refused_date', {});
    case 'customer_blocked':
      return say('page_blocked', { site: view.site.name });
    case 'idempotency_key_reused':
      return say('page_refused_stale', {});
    default:
      return say('page_refused_other', {});
  }
}

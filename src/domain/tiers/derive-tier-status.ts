import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import type { TierFact } from './evaluation-window.ts';
import type { MembershipTerms } from './membership-terms.ts';
import { tierProgress } from './tier-progress.ts';
import type { TierStatus } from './tier-status.ts';

/** The terms that decide an enrolled customer's tier; undefined if the program has no tiers. */
export function termsOf(
  program: Program,
  customer: Pick<CustomerRow, 'enrolled_at' | 'site_id'>,
): MembershipTerms | undefined {
  const rules = program.settings.tier_membership;
  if (!rules || customer.enrolled_at === null) return undefined;
  return { rules, zone: program.site(customer.site_id)!.time_zone, enrolled_at: customer.enrolled_at };
}

/**
 * A customer's tier and progress at `now`; null without a tier. `facts` hold every fact that may count now or when the
 * membership ends.
 */
export function tierStatus(
  program: Program,
  customer: CustomerRow,
  facts: readonly TierFact[],
  now: number,
): TierStatus | null {
  const terms = termsOf(program, customer);
  const tier = customer.tier_id === null ? undefined : program.tier(customer.tier_id);
  if (!terms || !tier || customer.tier_started_at === null) return null;
  const membership = { tier, expires_at: customer.tier_expires_at };
  return {
    tier_id: tier.id,
    started_at: customer.tier_started_at,
    expires_at: membership.expires_at,
    progress: tierProgress(program, terms, membership, facts, now),
  };
}

import { addMonths } from '../calendar.ts';
import type { BoundedTier, Tier, TierMembership } from '../programs/configuration.ts';
import type { TierStanding } from './standing.ts';

/** What an order adds to a customer's spend: paid less refunded, without shipping, by the order's date. */
export interface SpendFact {
  date: number;
  spend_minor: number;
}

/** The highest tier whose lower bound the spend reaches; bounds are inclusive. `tiers` are lowest first. */
export function tierBySpend(tiers: readonly BoundedTier[], spendMinor: number): Tier | undefined {
  return tiers.findLast((tier) => spendMinor >= tier.lower_bound) ?? tiers[0];
}

/** When a membership that starts at `start` ends; null: never. */
export function membershipEnd(membership: TierMembership, start: number, zone: string): number | null {
  return membership.mode === 'lifetime' ? null : addMonths(start, membership.duration_months, zone);
}

const DAY_MS = 86_400_000;

/**
 * Whether a fact still counts in the evaluation window that ends at `at`: it leaves `duration_months`
 * after its date. The calendar is asked only near that moment; months have 28 to 31 days.
 */
function counts(membership: TierMembership, fact: SpendFact, at: number, zone: string): boolean {
  if (membership.mode === 'lifetime') return fact.date <= at;
  const age = at - fact.date;
  if (age < 0) return false;
  if (age < (28 * membership.duration_months - 1) * DAY_MS) return true;
  if (age > (31 * membership.duration_months + 1) * DAY_MS) return false;
  return addMonths(fact.date, membership.duration_months, zone) > at;
}

/** No fact dated before this can count at `at` or later. */
export function earliestFact(membership: TierMembership, at: number): number {
  return membership.mode === 'lifetime' ? 0 : at - (31 * membership.duration_months + 1) * DAY_MS;
}

/** Spend in the evaluation window that ends at `at`, minor units. */
export function spendAt(
  membership: TierMembership,
  facts: readonly SpendFact[],
  at: number,
  zone: string,
): number {
  let sum = 0;
  for (const fact of facts) if (counts(membership, fact, at, zone)) sum += fact.spend_minor;
  return sum;
}

/**
 * Facts may leave in another order than they came, where a shorter month clamps their days to its last: the
 * 29th at 23:00 and the 31st at 1:00 leave on the same day. Never beyond so much later ones.
 */
const CLAMPED_MS = 5 * DAY_MS;

/** When the first of the facts counted at `at` leaves the window. */
function nextLeaving(
  membership: TierMembership,
  facts: readonly SpendFact[],
  at: number,
  zone: string,
): number | null {
  if (membership.mode === 'lifetime') return null;
  let oldest = Number.POSITIVE_INFINITY;
  for (const fact of facts) {
    if (fact.date < oldest && counts(membership, fact, at, zone)) oldest = fact.date;
  }
  let first = Number.POSITIVE_INFINITY;
  for (const fact of facts) {
    if (fact.date >= oldest + CLAMPED_MS || !counts(membership, fact, at, zone)) continue;
    first = Math.min(first, addMonths(fact.date, membership.duration_months, zone));
  }
  return Number.isFinite(first) ? first : null;
}

export interface Membership {
  tier: Tier;
  started_at: number;
  expires_at: number | null;
}

/** Progress of a membership at `now`. `facts` hold every order that may count now or when it ends. */
export function spendStanding(
  tiers: readonly BoundedTier[],
  rules: TierMembership,
  membership: Membership,
  facts: readonly SpendFact[],
  zone: string,
  now: number,
): TierStanding {
  const { tier, expires_at } = membership;
  const spendNow = spendAt(rules, facts, now, zone);
  const atExpiration =
    expires_at === null
      ? null
      : spendAt(
          rules,
          facts.filter((fact) => fact.date <= now),
          expires_at,
          zone,
        );
  const upgrade = tiers.find((candidate) => candidate.lower_bound > tier.lower_bound);
  const isLowest = tier.id === tiers[0]?.id;
  return {
    tier_id: tier.id,
    started_at: membership.started_at,
    expires_at,
    progress: {
      kind: 'spend',
      spend_now_minor: spendNow,
      spend_at_expiration_minor: atExpiration,
      valid_until: nextLeaving(rules, facts, now, zone),
      upgrade_tier_id: upgrade?.id ?? null,
      spend_needed_for_renewal_minor:
        isLowest || atExpiration === null ? null : Math.max(0, tier.lower_bound - atExpiration),
      spend_needed_for_upgrade_minor: upgrade ? Math.max(0, upgrade.lower_bound - spendNow) : null,
      forecasted_tier_id: atExpiration === null ? null : (tierBySpend(tiers, atExpiration)?.id ?? null),
    },
  };
}

import type { BoundedTier, Program, Tier } from '../programs/configuration.ts';
import { amountAt, amountAtEnd, nextLeaving, type TierFact } from './evaluation-window.ts';
import type { MembershipTerms } from './membership-terms.ts';
import type { TierProgress } from './tier-status.ts';

/** The highest tier whose lower bound the amount reaches. Bounds are inclusive. `tiers` are lowest first. */
export function tierByAmount(tiers: readonly BoundedTier[], amount: number): BoundedTier | undefined {
  return tiers.findLast((tier) => amount >= tier.lower_bound) ?? tiers[0];
}

/** The tier that the facts give at `at`. */
export function tierByFacts(
  tiers: readonly BoundedTier[],
  terms: MembershipTerms,
  facts: readonly TierFact[],
  at: number,
): BoundedTier | undefined {
  return tierByAmount(tiers, amountAt(terms, facts, at));
}

/** The tier that the facts give if a membership ends at `at`. */
export function tierByFactsAtEnd(
  tiers: readonly BoundedTier[],
  terms: MembershipTerms,
  facts: readonly TierFact[],
  at: number,
): BoundedTier | undefined {
  return tierByAmount(tiers, amountAtEnd(terms, facts, at));
}

/** Whether a tier is above another. Conditional tiers are above all tiers that facts earn, in the file's order. */
export function isHigher(tier: Tier, than: Tier): boolean {
  if (tier.lower_bound === null) return than.lower_bound !== null || tier.position > than.position;
  return than.lower_bound !== null && tier.lower_bound > than.lower_bound;
}

/**
 * The progress at `now` of a membership in `tier`, which may have left the program. `facts` hold every fact that may
 * count now or when the membership ends.
 */
export function tierProgress(
  { tiers, settings }: Pick<Program, 'tiers' | 'settings'>,
  terms: MembershipTerms,
  { tier, expires_at }: { tier: Tier; expires_at: number | null },
  facts: readonly TierFact[],
  now: number,
): TierProgress {
  const present = amountAt(terms, facts, now);
  const known = facts.filter((fact) => fact.date <= now);
  const atExpiration = expires_at === null ? null : amountAtEnd(terms, known, expires_at);
  const upgrade = nextTier(tiers, tier);
  const bound = tier.id === tiers[0]?.id ? null : tier.lower_bound;
  return {
    kind: settings.tier_boundary_mode,
    now: present,
    at_expiration: atExpiration,
    valid_until: nextLeaving(terms, facts, now),
    upgrade_tier_id: upgrade?.id ?? null,
    needed_for_renewal: bound === null || atExpiration === null ? null : Math.max(0, bound - atExpiration),
    needed_for_upgrade: upgrade ? Math.max(0, upgrade.lower_bound - present) : null,
    forecasted_tier_id: atExpiration === null ? null : (tierByAmount(tiers, atExpiration)?.id ?? null),
  };
}

/** The tier above a tier that facts earn; undefined if the tier or the next one is hidden. */
function nextTier(tiers: readonly BoundedTier[], tier: Tier): BoundedTier | undefined {
  if (tier.lower_bound === null || tier.hidden) return undefined;
  const bound = tier.lower_bound;
  const next = tiers.find((candidate) => candidate.lower_bound > bound);
  return next?.hidden ? undefined : next;
}

import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import { termsOf } from '../tiers/derive-tier-status.ts';
import type { TierFact } from '../tiers/evaluation-window.ts';
import { membershipEnd, properEnd } from '../tiers/membership-end.ts';
import { conditionalTier, higherTier, membershipAfter, tierAfter } from '../tiers/review-tier.ts';

/** The part of a customer's row that decides its tier. */
export type TierMember = Pick<
  CustomerRow,
  'site_id' | 'enrolled_at' | 'blocked_at' | 'tier_id' | 'tier_started_at' | 'tier_expires_at'
>;

/** A customer's tier after everything that is due is done, and the tier that follows if no new fact is recorded. */
export interface TierOutlook {
  tier_id: number | null;
  /** null: the membership does not end. */
  ends: number | null;
  next_tier_id: number | null;
}

/**
 * The membership after the follow-up of a change, before due work is done. It repeats the rules of the statements in
 * `programs/membership-store.ts`. Pure.
 */
export function broughtUnder(program: Program, member: TierMember, now: number): TierMember {
  const { tier_id, tier_expires_at: ends } = member;
  const isOver = ends !== null && ends <= now;
  if (conditionalTier(program, member)) return { ...member, tier_expires_at: null };
  if (isOver) return member;
  const isEarned = program.tiers.some((tier) => tier.id === tier_id);
  if (!isEarned) {
    const isOutside = tier_id !== null || program.tiers.length > 0;
    return isOutside ? { ...member, tier_expires_at: now } : member;
  }
  const terms = termsOf(program, member);
  return terms ? { ...member, tier_expires_at: properEnd(terms, ends, now) } : member;
}

/** `facts` must include every fact that may count now or when the membership ends. Pure. */
export function tierOutlook(
  program: Program,
  member: TierMember,
  facts: readonly TierFact[],
  now: number,
): TierOutlook {
  let held = member;
  while (held.tier_expires_at !== null && held.tier_expires_at <= now) held = afterEnd(program, held, facts);
  const date = Math.max(now, held.tier_started_at ?? now);
  const earned = higherTier(program, held, facts, date);
  const tier_id = earned ? earned.id : held.tier_id;
  const ends = earned ? membershipEnd(termsOf(program, held)!, date) : held.tier_expires_at;
  if (ends === null || (!earned && conditionalTier(program, held)))
    return { tier_id, ends, next_tier_id: tier_id };
  return { tier_id, ends, next_tier_id: tierAfter(program, held, facts, ends)?.id ?? null };
}

function afterEnd(program: Program, member: TierMember, facts: readonly TierFact[]): TierMember {
  if (conditionalTier(program, member)) return { ...member, tier_expires_at: null };
  const next = membershipAfter(program, member, facts, member.tier_expires_at!);
  return {
    ...member,
    tier_id: next?.tier.id ?? null,
    tier_started_at: next?.started_at ?? null,
    tier_expires_at: next?.expires_at ?? null,
  };
}

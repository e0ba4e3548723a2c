import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { BoundedTier, Program, Tier } from '../programs/configuration.ts';
import { termsOf } from './derive-tier-status.ts';
import { enterTier, type TierDeps } from './enter-tier.ts';
import type { TierFact } from './evaluation-window.ts';
import { listFacts } from './fact-store.ts';
import { membershipEnd } from './membership-end.ts';
import { updateMembership } from './store.ts';
import { isHigher, tierByFacts, tierByFactsAtEnd } from './tier-progress.ts';

/** The conditional tier (given by hand) that a customer is in; undefined: none. */
export function conditionalTier(program: Program, customer: Pick<CustomerRow, 'tier_id'>): Tier | undefined {
  return program.conditional_tiers.find((tier) => tier.id === customer.tier_id);
}

/**
 * Moves the locked customer to the tier that its facts give, if that tier is higher or the customer has none. A new
 * membership starts at once. Fewer facts lower the tier only when the membership ends. `at` is the moment of the
 * record, from `entryMoment`. The change takes effect at `due`, but never before the present membership began.
 */
export async function reviewUpgrade(
  tx: Tx,
  deps: TierDeps,
  program: Program,
  customer: CustomerRow,
  at: number,
  due = at,
): Promise<CustomerRow> {
  if (!mayRise(program, customer)) return customer;
  const date = Math.max(due, customer.tier_started_at ?? due);
  const earned = higherTier(program, customer, await listFacts(tx, program, customer, date), date);
  if (!earned) return customer;
  const expires_at = membershipEnd(termsOf(program, customer)!, date);
  return enterTier(tx, deps, program, customer, earned, { started_at: date, expires_at, at });
}

export type Member = Pick<CustomerRow, 'enrolled_at' | 'blocked_at' | 'site_id' | 'tier_id'>;

/** Whether facts can raise a customer: it is not blocked, and no tier by facts is above its own. */
function mayRise(program: Program, customer: Member): boolean {
  if (!termsOf(program, customer) || customer.blocked_at !== null || conditionalTier(program, customer))
    return false;
  const top = program.tiers.at(-1);
  return !top || top.id !== customer.tier_id;
}

/** The tier to which the facts raise a customer at `date`; undefined: it stays. Pure. */
export function higherTier(
  program: Program,
  customer: Member,
  facts: readonly TierFact[],
  date: number,
): BoundedTier | undefined {
  if (!mayRise(program, customer)) return undefined;
  const held = program.tiers.find((tier) => tier.id === customer.tier_id);
  const earned = tierByFacts(program.tiers, termsOf(program, customer)!, facts, date);
  return earned && (!held || isHigher(earned, held)) ? earned : undefined;
}

/**
 * Ends the locked customer's membership at its expiry and starts the next one, in the tier that the facts give then.
 * `at` is the moment of the record, from `entryMoment`.
 */
export async function reviewExpiry(
  tx: Tx,
  deps: TierDeps,
  program: Program,
  customer: CustomerRow,
  at: number,
): Promise<CustomerRow> {
  const { tier_id, tier_started_at: started_at, tier_expires_at: ends } = customer;
  if (ends === null || ends > at) return customer;
  if (conditionalTier(program, customer)) {
    return updateMembership(tx, customer, { tier_id, started_at, expires_at: null, at });
  }
  const facts = termsOf(program, customer) ? await listFacts(tx, program, customer, ends) : [];
  const next = membershipAfter(program, customer, facts, ends);
  if (!next) return updateMembership(tx, customer, { tier_id: null, started_at: null, expires_at: null, at });
  return enterTier(tx, deps, program, customer, next.tier, { ...next, at });
}

/** The membership that follows the one that ends at `ends`, by the facts then; undefined: there is none. Pure. */
export function membershipAfter(
  program: Program,
  customer: Member,
  facts: readonly TierFact[],
  ends: number,
): { tier: BoundedTier; started_at: number; expires_at: number | null } | undefined {
  const tier = tierAfter(program, customer, facts, ends);
  return tier && { tier, started_at: ends, expires_at: membershipEnd(termsOf(program, customer)!, ends) };
}

/** The tier of the membership that follows the one that ends at `ends`; undefined: there is none. Pure. */
export function tierAfter(
  program: Program,
  customer: Pick<Member, 'enrolled_at' | 'site_id'>,
  facts: readonly TierFact[],
  ends: number,
): BoundedTier | undefined {
  const terms = termsOf(program, customer);
  return terms && tierByFactsAtEnd(program.tiers, terms, facts, ends);
}

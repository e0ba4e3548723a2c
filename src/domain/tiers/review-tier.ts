import type { Deps } from '../../deps.ts';
import type { Program } from '../programs/configuration.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';
import { earliestFact, membershipEnd, spendAt, tierBySpend } from './spend-progress.ts';
import { insertTierEntry, listSpendFacts, updateMembership } from './store.ts';

/** Entering a tier may give a reward. */
type ReviewDeps = Pick<Deps, 'random' | 'secret'>;

/**
 * Moves the locked customer to the tier that its orders give at `at`, from `entryMoment`, where that is a
 * higher one or it has none: a new membership starts at once. Lower spend lowers the tier only when the
 * membership ends.
 */
export async function reviewUpgrade(
  tx: Tx,
  _deps: ReviewDeps,
  program: Program,
  customer: CustomerRow,
  at: number,
): Promise<CustomerRow> {
  const rules = program.settings.tier_membership;
  if (!rules || customer.enrolled_at === null) return customer;
  const zone = homeZone(program, customer);
  const facts = await listSpendFacts(tx, customer, earliestFact(rules, at));
  const earned = tierBySpend(program.tiers, spendAt(rules, facts, at, zone));
  const held = program.tiers.find((tier) => tier.id === customer.tier_id);
  if (!earned || (held && (held.lower_bound ?? 0) >= earned.lower_bound)) return customer;
  await insertTierEntry(tx, customer, earned.id, at, at);
  return updateMembership(tx, customer, {
    tier_id: earned.id,
    started_at: at,
    expires_at: membershipEnd(rules, at, zone),
    at,
  });
}

/**
 * Ends the locked customer's membership where it expires and starts the next, in the tier that the facts give
 * then. `at` is when that is recorded, from `entryMoment`.
 */
export async function reviewExpiry(
  tx: Tx,
  _deps: ReviewDeps,
  program: Program,
  customer: CustomerRow,
  at: number,
): Promise<CustomerRow> {
  const rules = program.settings.tier_membership;
  const ends = customer.tier_expires_at;
  if (ends === null) return customer;
  if (!rules || program.tiers.length === 0) {
    return updateMembership(tx, customer, { tier_id: null, started_at: null, expires_at: null, at });
  }
  const zone = homeZone(program, customer);
  const facts = (await listSpendFacts(tx, customer, earliestFact(rules, ends))).filter(
    (fact) => fact.date <= ends,
  );
  const next = tierBySpend(program.tiers, spendAt(rules, facts, ends, zone))!;
  if (next.id !== customer.tier_id) await insertTierEntry(tx, customer, next.id, ends, at);
  return updateMembership(tx, customer, {
    tier_id: next.id,
    started_at: ends,
    expires_at: membershipEnd(rules, ends, zone),
    at,
  });
}

function homeZone(program: Program, customer: CustomerRow): string {
  return program.site(customer.site_id)!.time_zone;
}

import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { getCustomer } from '../customers/find-customer.ts';
import { type DueDeps, lockAfterDue } from '../due/process-due-in.ts';
import { dueUnderNewer, refreshNextDue } from '../ledger/due.ts';
import type { Program, Tier } from '../programs/configuration.ts';
import { termsOf } from '../tiers/derive-tier-status.ts';
import { enterTier } from '../tiers/enter-tier.ts';
import { listFacts } from '../tiers/fact-store.ts';
import { membershipEnd } from '../tiers/membership-end.ts';
import { conditionalTier } from '../tiers/review-tier.ts';
import { updateMembership } from '../tiers/store.ts';
import { tierByFacts } from '../tiers/tier-progress.ts';

interface TierByHand {
  program: Program;
  customer_merchant_id: string;
  by: Actor;
}

export interface SetTier {
  customer_id: number;
  /** The customer's present tier; null: none. */
  tier: Tier | null;
  /** False if nothing was changed. */
  changed: boolean;
}

/**
 * Puts a customer into a conditional tier for good: until it is taken out again, no fact and no date moves it. Throws
 * not_found (the customer, or a conditional tier of that key), customer_not_enrolled and customer_blocked.
 */
export async function setTier(
  deps: DueDeps,
  { program, customer_merchant_id, tier_key, by }: TierByHand & { tier_key: string },
): Promise<SetTier> {
  const tier = program.conditional_tiers.find((candidate) => candidate.key === tier_key);
  if (!tier) throw noSuchTier(program, tier_key);
  return withSettled(deps, program, customer_merchant_id, async (tx, customer, at) => {
    if (customer.blocked_at !== null) throw new DomainError('customer_blocked', 'The customer is blocked.');
    if (customer.enrolled_at === null) {
      throw new DomainError('customer_not_enrolled', 'The customer is not enrolled.');
    }
    if (customer.tier_id === tier.id) return { customer_id: customer.id, tier, changed: false };
    const membership = { started_at: at, expires_at: null, at };
    await refreshNextDue(tx, program, await enterTier(tx, deps, program, customer, tier, membership));
    await recordAudit(tx, deps, {
      program_id: program.id,
      actor: by,
      action: 'tier.set',
      subject: { kind: 'customer', id: customer.id },
      details: { tier_key },
    });
    return { customer_id: customer.id, tier, changed: true };
  });
}

/**
 * Takes a customer out of a conditional tier, straight to the tier that its facts give. A customer in no conditional
 * tier is not changed. Throws not_found.
 */
export async function unsetTier(
  deps: DueDeps,
  { program, customer_merchant_id, by }: TierByHand,
): Promise<SetTier> {
  return withSettled(deps, program, customer_merchant_id, async (tx, customer, at) => {
    const held = conditionalTier(program, customer);
    if (!held) {
      const tier = customer.tier_id === null ? null : (program.tier(customer.tier_id) ?? null);
      return { customer_id: customer.id, tier, changed: false };
    }
    const terms = termsOf(program, customer);
    const facts = await listFacts(tx, program, customer, at);
    const tier = (terms && tierByFacts(program.tiers, terms, facts, at)) ?? null;
    const after =
      terms && tier
        ? await enterTier(tx, deps, program, customer, tier, {
            started_at: at,
            expires_at: membershipEnd(terms, at),
            at,
          })
        : await updateMembership(tx, customer, { tier_id: null, started_at: null, expires_at: null, at });
    await dueUnderNewer(tx, program, await refreshNextDue(tx, program, after), at);
    await recordAudit(tx, deps, {
      program_id: program.id,
      actor: by,
      action: 'tier.unset',
      subject: { kind: 'customer', id: customer.id },
      details: { tier_key: held.key, to_tier_key: tier?.key ?? null },
    });
    return { customer_id: customer.id, tier, changed: true };
  });
}

function noSuchTier(program: Program, key: string): DomainError {
  const isEarned = program.tiers.some((tier) => tier.key === key);
  const why = isEarned
    ? `The tier ${key} is earned; only conditional tiers are given by hand.`
    : `The program ${program.key} has no tier ${key}.`;
  return new DomainError('not_found', why);
}

/** Runs `work` with the customer locked and its due work processed. */
async function withSettled<T>(
  deps: DueDeps,
  program: Program,
  merchantId: string,
  work: (tx: Tx, customer: CustomerRow, at: number) => Promise<T>,
): Promise<T> {
  const { id } = await getCustomer(deps.db, program.id, merchantId);
  return runInTransaction(deps, undefined, async (tx) => {
    const { customer, at } = await lockAfterDue(tx, deps, program, id);
    return work(tx, customer, at);
  });
}

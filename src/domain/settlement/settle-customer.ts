import type { Deps } from '../../deps.ts';
import { expireClaim, refundClaim } from '../claims/end-claim.ts';
import { resolveActivity } from '../ledger/activities.ts';
import { refreshNextDue } from '../ledger/due.ts';
import { entryMoment, lockCustomer, lockDueCustomer } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import { reviewExpiry, reviewUpgrade } from '../tiers/review-tier.ts';
import { runInTransaction, type Tx } from '../transaction.ts';
import { listDueActivities, listDueClaims } from './store.ts';

/** What settling needs beside the database and the time: a rule or a tier may give a reward. */
export type SettlingDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secret'>;

/**
 * Does what is due for a customer, in order of due time and in a transaction of its own: approvals, lapses
 * and ends of claims, the end of a tier membership. Returns the row as it is after; costs nothing when
 * nothing is due.
 */
export async function settleCustomer(
  deps: SettlingDeps,
  program: Program,
  customer: CustomerRow,
): Promise<CustomerRow> {
  if (customer.next_due_at === null || customer.next_due_at > deps.clock.now(program)) return customer;
  return runInTransaction(deps, undefined, async (tx) => {
    const locked = await lockCustomer(tx, customer.program_id, customer.id);
    return settleIn(tx, deps, program, locked, deps.clock.now(program));
  });
}

/** The same of the customer of an id, unless another transaction holds it: then it is left for later. */
export async function settleUnlessHeld(
  deps: SettlingDeps,
  program: Program,
  customerId: number,
): Promise<void> {
  await runInTransaction(deps, undefined, async (tx) => {
    const now = deps.clock.now(program);
    const locked = await lockDueCustomer(tx, program.id, customerId, now);
    if (locked) await settleIn(tx, deps, program, locked, now);
  });
}

interface Due {
  at: number;
  settle: (customer: CustomerRow) => Promise<CustomerRow>;
}

/** The same for a customer that this transaction has locked. */
export async function settleIn(
  tx: Tx,
  deps: SettlingDeps,
  program: Program,
  locked: CustomerRow,
  now: number,
): Promise<CustomerRow> {
  let customer = locked;
  for (;;) {
    const dues = await listDue(tx, deps, program, customer, now);
    if (dues.length === 0) break;
    for (const due of dues) customer = await due.settle(customer);
  }
  if (customer.tier_id === null || !program.tiers.some((tier) => tier.id === customer.tier_id)) {
    customer = await reviewUpgrade(tx, deps, program, customer, entryMoment(now, customer));
  }
  return refreshNextDue(tx, customer);
}

async function listDue(
  tx: Tx,
  deps: SettlingDeps,
  program: Program,
  customer: CustomerRow,
  now: number,
): Promise<Due[]> {
  const dues: Due[] = [];
  for (const activity of await listDueActivities(tx, customer, now)) {
    dues.push({
      at: activity.approves_at!,
      settle: async (row) => {
        const at = entryMoment(now, row);
        const { customer } = await resolveActivity(tx, program, row, activity, 'approved', at);
        return program.settings.tier_boundary_mode === 'points'
          ? reviewUpgrade(tx, deps, program, customer, at)
          : customer;
      },
    });
  }
  for (const claim of await listDueClaims(tx, customer, now)) {
    const lapses =
      claim.auto_refund_at !== null && claim.auto_refund_at <= (claim.expires_at ?? Number.POSITIVE_INFINITY);
    dues.push({
      at: lapses ? claim.auto_refund_at! : claim.expires_at!,
      settle: async (row) => {
        if (lapses) return refundClaim(tx, program, row, claim, entryMoment(now, row));
        await expireClaim(tx, claim, entryMoment(now, row));
        return row;
      },
    });
  }
  if (customer.tier_expires_at !== null && customer.tier_expires_at <= now) {
    const at = customer.tier_expires_at;
    dues.push({ at, settle: (row) => reviewExpiry(tx, deps, program, row, entryMoment(now, row)) });
  }
  return dues.sort((a, b) => a.at - b.at);
}

import { expireClaim, refundClaim } from '../claims/end-claim.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { resolveActivity } from '../ledger/activities.ts';
import { isDue, refreshNextDue } from '../ledger/due.ts';
import { ensureLots } from '../ledger/ensure-lots.ts';
import { expirePoints } from '../ledger/expire-points.ts';
import { entryMoment, lockCustomer, lockOwner } from '../ledger/lock-customer.ts';
import { readExpiryTerms } from '../ledger/lot-store.ts';
import { celebratesBirthdays, type Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { awaitBirthday, celebrateBirthday } from '../rules/birthdays.ts';
import { reviewExpiry, reviewUpgrade } from '../tiers/review-tier.ts';
import { listDueActivities, listDueClaims } from './store.ts';

/**
 * The dependencies of processing due work. Beside the database and the clock it needs those of a claim, since a rule or
 * a tier may give a reward.
 */
export type DueDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secret'>;

/**
 * Locks a customer and processes its due work, before a decision on its balance at `at`. Points past their expiry
 * cannot be spent, even if they expired while the caller waited for the lock.
 */
export async function lockAfterDue(
  tx: Tx,
  deps: DueDeps,
  program: Program,
  customerId: number,
): Promise<{ customer: CustomerRow; at: number }> {
  return afterDue(tx, deps, program, await lockCustomer(tx, program.id, customerId));
}

/** Does the same for a decision on a record. The record may belong to an erased customer. */
export async function lockOwnerAfterDue(
  tx: Tx,
  deps: DueDeps,
  program: Program,
  customerId: number,
): Promise<{ customer: CustomerRow; at: number }> {
  return afterDue(tx, deps, program, await lockOwner(tx, program.id, customerId));
}

async function afterDue(tx: Tx, deps: DueDeps, program: Program, locked: CustomerRow) {
  const now = deps.clock.now(program);
  const customer = isDue(program, locked, now) ? await processDueIn(tx, deps, program, locked, now) : locked;
  return { customer, at: entryMoment(now, customer) };
}

interface Due {
  at: number;
  process: (customer: CustomerRow) => Promise<CustomerRow>;
  /** Points that expire at the same moment are processed first; without this, afterwards. */
  after_expiries?: true;
  /** After this one, another one of the same kind may be due before the other kinds. */
  recurs?: true;
}

/**
 * Processes everything that is due for a customer that this transaction has locked, in order of due time. Points expire
 * in between, each at its moment. Points that are approved or returned may expire before the next due work, or may
 * prevent the expiry of others.
 */
export async function processDueIn(
  tx: Tx,
  deps: DueDeps,
  program: Program,
  locked: CustomerRow,
  now: number,
): Promise<CustomerRow> {
  const terms = await readExpiryTerms(tx, program.id);
  const expireBefore = (row: CustomerRow, moment: number) =>
    expirePoints(tx, program, terms, row, Math.min(moment, now + 1), entryMoment(now, row));
  let customer = await ensureLots(tx, program, terms, locked, entryMoment(now, locked));
  for (;;) {
    const dues = await listDue(tx, deps, program, customer, now);
    if (dues.length === 0) break;
    for (const due of dues) {
      customer = await expireBefore(customer, due.after_expiries ? due.at + 1 : due.at);
      customer = await due.process(customer);
      if (due.recurs) break;
    }
  }
  customer = await expireBefore(customer, now + 1);
  // It was noted under a program that celebrated none, after this one had scheduled them.
  if (customer.enrolled_at !== null && customer.next_birthday_at === null)
    customer = await awaitBirthday(tx, deps, program, customer, now);
  // The facts may also have changed without a due moment: before the program had tiers, or under other bounds.
  customer = await reviewUpgrade(tx, deps, program, customer, entryMoment(now, customer));
  return refreshNextDue(tx, program, customer);
}

async function listDue(
  tx: Tx,
  deps: DueDeps,
  program: Program,
  customer: CustomerRow,
  now: number,
): Promise<Due[]> {
  const dues: Due[] = [];
  for (const activity of await listDueActivities(tx, customer, now)) {
    dues.push({
      at: activity.approves_at!,
      process: async (row) => {
        const at = entryMoment(now, row);
        const due = activity.approves_at!;
        const moment = { effective_at: due };
        const { customer } = await resolveActivity(tx, program, row, activity, {
          wanted: 'approved',
          at,
          ...moment,
        });
        return program.settings.tier_boundary_mode === 'points'
          ? reviewUpgrade(tx, deps, program, customer, at, due)
          : customer;
      },
    });
  }
  for (const claim of await listDueClaims(tx, customer, now)) {
    const lapses =
      claim.auto_refund_at !== null && claim.auto_refund_at <= (claim.expires_at ?? Number.POSITIVE_INFINITY);
    dues.push({
      at: lapses ? claim.auto_refund_at! : claim.expires_at!,
      process: async (row) => {
        if (lapses) return refundClaim(tx, program, row, claim, entryMoment(now, row), claim.auto_refund_at!);
        await expireClaim(tx, claim, entryMoment(now, row));
        return row;
      },
    });
  }
  const birthday = customer.next_birthday_at;
  if (birthday !== null && birthday <= now && celebratesBirthdays(program)) {
    dues.push({
      at: birthday,
      process: (row) => celebrateBirthday(tx, deps, program, row, now),
      recurs: true,
    });
  }
  if (customer.tier_expires_at !== null && customer.tier_expires_at <= now) {
    const at = customer.tier_expires_at;
    dues.push({
      at,
      // An upgrade that was due earlier may have begun another membership.
      process: async (row) =>
        row.tier_expires_at === at ? reviewExpiry(tx, deps, program, row, entryMoment(now, row)) : row,
      after_expiries: true,
      recurs: true,
    });
  }
  return dues.sort((a, b) => a.at - b.at);
}

import { sql } from 'kysely';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { markDue, setNextDue } from '../customers/due-store.ts';
import { celebratesBirthdays, type Program } from '../programs/configuration.ts';
import type { PointsExpiry } from '../programs/program-settings.ts';
import { type ExpiryTerms, inactivityDeadline, keepsLots } from './points-expiry.ts';

type DueFacts = Pick<
  CustomerRow,
  | 'site_id'
  | 'next_due_at'
  | 'points_approved'
  | 'lots_dated_since'
  | 'enrolled_at'
  | 'last_purchase_at'
  | 'balance_changed_at'
>;

/**
 * Whether anything is due for a customer at `now`. A process that still held the program from before expiry was turned
 * on may have written a customer without lots or without a due moment. Such a customer is found here.
 */
export function isDue(program: Program, customer: DueFacts, now: number): boolean {
  if (customer.next_due_at !== null && customer.next_due_at <= now) return true;
  const expiry = program.settings.points_expiry;
  if (expiry === null || customer.points_approved <= 0) return false;
  if (keepsLots(expiry)) return customer.lots_dated_since !== program.points_expiry_since;
  const deadline = inactivityDeadline(program, customer, program.site(customer.site_id)!.time_zone);
  return deadline !== null && deadline <= now;
}

/**
 * Makes the locked customer due at the moment when it loses its points for inactivity. After a purchase the last
 * purchase counts, also if it lies before points that came in since.
 */
export async function markInactivity(tx: Tx, program: Program, customer: CustomerRow): Promise<CustomerRow> {
  if (customer.points_approved <= 0) return customer;
  const zone = program.site(customer.site_id)!.time_zone;
  return markDue(tx, customer, inactivityDeadline(program, customer, zone));
}

/**
 * Makes the locked customer due at once if the program has a newer version than this process has in memory. Under that
 * version, the records of this transaction may give another tier or make a birthday celebrated, and the follow-up of that
 * version may have passed this customer already. The due moment lies before approvals of the same moment, so that no sweep
 * takes the customer as due by approvals alone. `present_version` was read after the customer was locked; absent: it is
 * read now.
 */
export async function dueUnderNewer(
  tx: Tx,
  program: Program,
  customer: CustomerRow,
  at: number,
  present_version?: number,
): Promise<CustomerRow> {
  const version = present_version ?? (await readConfigurationVersion(tx, program.id));
  return version > program.configuration_version ? markDue(tx, customer, at - 1) : customer;
}

/** Does so for all these locked customers. */
export async function allDueUnderNewer(
  tx: Tx,
  program: Program,
  customerIds: readonly number[],
  at: number,
): Promise<void> {
  if ((await readConfigurationVersion(tx, program.id)) <= program.configuration_version) return;
  await tx
    .updateTable('customers')
    .set({ next_due_at: sql<number>`least(next_due_at, ${ts(at - 1)})` })
    .where('program_id', '=', program.id)
    .where('id', '=', sql<number>`any(${customerIds}::bigint[])`)
    .execute();
}

async function readConfigurationVersion(tx: Tx, programId: number): Promise<number> {
  const { configuration_version } = await tx
    .selectFrom('programs')
    .select('configuration_version')
    .where('id', '=', programId)
    .executeTakeFirstOrThrow();
  return configuration_version;
}

/**
 * Computes the moment at which the locked customer falls due next. It considers approvals, lapses and ends of claims,
 * the birthday, expiries by the program's present terms, and the end of the tier. If a newer version of the program was
 * applied than this process has in memory, a customer that is due stays due: the follow-up of that version may have
 * made it due for a review under terms that this process does not know.
 */
export async function refreshNextDue(tx: Tx, program: Program, customer: CustomerRow): Promise<CustomerRow> {
  const { rows } = await sql<Dues>`
    select
      (select min(approves_at) from activities
        where program_id = ${customer.program_id} and customer_id = ${customer.id} and state = 'pending') as approval,
      (select min(least(auto_refund_at, expires_at)) from claimed_rewards
        where program_id = ${customer.program_id} and customer_id = ${customer.id}
          and state = 'approved' and usage_status = 'not_used' and (auto_refund_at is not null or expires_at is not null)) as claim,
      (select min(expires_at) from lots
        where program_id = ${customer.program_id} and customer_id = ${customer.id} and remaining > 0) as lot,
      nullif(settings -> 'points_expiry', 'null') as points_expiry, points_expiry_since, configuration_version
      from programs where id = ${customer.program_id}`.execute(tx);
  const { approval, claim, lot, points_expiry, points_expiry_since, configuration_version } = rows[0]!;
  const terms: ExpiryTerms = { settings: { points_expiry }, points_expiry_since };
  const zone = program.site(customer.site_id)!.time_zone;
  const inactivity = customer.points_approved > 0 ? inactivityDeadline(terms, customer, zone) : null;
  const birthday = celebratesBirthdays(program) ? customer.next_birthday_at : null;
  const dues = [approval, claim, lot, inactivity, birthday, customer.tier_expires_at].filter(
    (due) => due !== null,
  );
  const next = dues.length > 0 ? Math.min(...dues) : null;
  const isCurrent = configuration_version <= program.configuration_version;
  return isCurrent ? setNextDue(tx, customer, next) : markDue(tx, customer, next);
}

interface Dues {
  approval: number | null;
  claim: number | null;
  lot: number | null;
  points_expiry: PointsExpiry | null;
  points_expiry_since: number | null;
  configuration_version: number;
}

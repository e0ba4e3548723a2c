import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from './customer-row.ts';
import { renameFriend } from './friend-store.ts';

/** A name, the customer that has it, and that customer's survivor. */
export interface NamedCustomer {
  id: number;
  survivor_id: number;
}

export async function findNamedCustomer(
  db: Kysely<DB>,
  programId: number,
  merchantKey: string,
): Promise<NamedCustomer | undefined> {
  return db
    .selectFrom('customers')
    .select((eb) => ['id', eb.fn.coalesce('merged_into', 'id').as('survivor_id')])
    .where('program_id', '=', programId)
    .where('merchant_key', '=', merchantKey)
    .executeTakeFirst();
}

/**
 * Reduces a merged customer, whose counters are 0, to its names. The names lead to its survivor, and so do the names of
 * all customers that were merged into it before.
 */
export async function updateMerged(tx: Tx, from: CustomerRow, into: CustomerRow, at: number): Promise<void> {
  await tx
    .updateTable('customers')
    .set({
      merged_into: into.id,
      email: null,
      first_name: null,
      last_name: null,
      birthday_day: null,
      birthday_month: null,
      birthday_year: null,
      next_birthday_at: null,
      metadata: sql<object>`'{}'::jsonb`,
      enrolled_at: null,
      tier_id: null,
      tier_started_at: null,
      tier_expires_at: null,
      referred_by: null,
      next_due_at: null,
      updated_at: ts(at),
    })
    .where('program_id', '=', from.program_id)
    .where('id', '=', from.id)
    .execute();
  await tx
    .updateTable('customers')
    .set({ merged_into: into.id })
    .where('program_id', '=', from.program_id)
    .where('merged_into', '=', from.id)
    .execute();
}

/** The fields that a survivor may take over. */
export type TakenFields = Pick<
  CustomerRow,
  | 'email'
  | 'email_marketing'
  | 'sms_marketing'
  | 'first_name'
  | 'last_name'
  | 'birthday_day'
  | 'birthday_month'
  | 'birthday_year'
  | 'next_birthday_at'
  | 'withdrawn_tier_id'
  | 'withdrawn_tier_until'
  | 'metadata'
  | 'enrolled_at'
  | 'last_purchase_at'
  | 'referred_by'
>;

export async function updateSurvivor(
  tx: Tx,
  into: CustomerRow,
  { metadata, ...fields }: TakenFields,
  at: number,
): Promise<CustomerRow> {
  const moment = (ms: number | null) => (ms === null ? null : ts(ms));
  return tx
    .updateTable('customers')
    .set({
      ...fields,
      next_birthday_at: moment(fields.next_birthday_at),
      withdrawn_tier_until: moment(fields.withdrawn_tier_until),
      enrolled_at: moment(fields.enrolled_at),
      last_purchase_at: moment(fields.last_purchase_at),
      metadata: sql<object>`${JSON.stringify(metadata)}::jsonb`,
      updated_at: ts(at),
    })
    .where('program_id', '=', into.program_id)
    .where('id', '=', into.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Moves the records of a merged customer to its survivor. If the survivor has a record with the same name, the
 * survivor's record stays. Transactions, lots, allocations, adjustments, expiries and tier entries belong to the ledger
 * and are not moved.
 */
export async function moveRecords(tx: Tx, from: CustomerRow, into: CustomerRow, at: number): Promise<void> {
  const theirs = sql`program_id = ${from.program_id} and customer_id = ${from.id}`;
  const own = (table: string, condition: string) =>
    sql`exists (select from ${sql.table(table)} o where o.program_id = ${into.program_id} and o.customer_id = ${into.id}
      and ${sql.raw(condition)})`;
  for (const table of ['activities', 'orders']) {
    await sql`update ${sql.table(table)} set customer_id = ${into.id}, updated_at = ${ts(at)} where ${theirs}`.execute(
      tx,
    );
  }
  // The request to erase was about the merged customer, not about its survivor.
  await sql`delete from operator_requests where ${theirs} and kind = 'erasure'`.execute(tx);
  for (const table of [
    'reported_activities',
    'webview_sessions',
    'idempotency_records',
    'webhook_events',
    'customer_notes',
    'customer_note_files',
    'operator_requests',
    'operator_request_files',
  ]) {
    await sql`update ${sql.table(table)} set customer_id = ${into.id} where ${theirs}`.execute(tx);
  }
  await sql`
    update claimed_rewards c set customer_id = ${into.id}, platform_action_id = case when not ${own(
      'claimed_rewards',
      'o.reward_id = c.reward_id and o.platform_action_id = c.platform_action_id',
    )} then platform_action_id end
      where ${theirs}`.execute(tx);
  await sql`
    update carts c set customer_id = ${into.id} where ${theirs} and not ${own('carts', 'o.cart_id = c.cart_id')}`.execute(
    tx,
  );
  await sql`
    update webhook_reminders r set customer_id = ${into.id}
      where ${theirs} and not ${own('webhook_reminders', 'o.kind = r.kind and o.occasion = r.occasion')}`.execute(
    tx,
  );
  for (const table of ['carts', 'webhook_reminders'])
    await sql`delete from ${sql.table(table)} where ${theirs}`.execute(tx);
  await moveDeliveries(tx, from, into);
  await moveReferrals(tx, from, into);
  if (into.email !== null) await renameFriend(tx, into.program_id, from.email, into.email);
}

/**
 * Moves all deliveries: one that has ended may be replayed. Puts the pending deliveries about both customers into one line
 * for each endpoint: the first is due now or later, and those behind it wait for it. A delivery behind it that is being
 * sent keeps its lease. The result of its last attempt is not recorded yet.
 */
async function moveDeliveries(tx: Tx, from: CustomerRow, into: CustomerRow): Promise<void> {
  const program = sql`d.program_id = ${into.program_id}`;
  // The locks make a simultaneous end or replay of a delivery wait, so that either this merge or the other sees what the
  // first has done. They are taken in the order of ids, as the ends and replays of several deliveries take theirs.
  await sql`
    select from webhook_deliveries d
      where ${program} and d.customer_id in (${from.id}, ${into.id}) and (d.state = 'pending' or d.customer_id = ${from.id})
      order by d.id for update`.execute(tx);
  await sql`
    update webhook_deliveries d set customer_id = ${into.id} where ${program} and d.customer_id = ${from.id}`.execute(
    tx,
  );
  await sql`
    update webhook_deliveries d set next_attempt_at = case when line.is_first then d.created_at end
      from (
        select id, row_number() over (partition by endpoint_id order by id) = 1 as is_first
          from webhook_deliveries d where ${program} and d.state = 'pending' and d.customer_id = ${into.id}
      ) line
      where ${program} and d.id = line.id and line.is_first = (d.next_attempt_at is null)
        and (line.is_first or d.attempts = 0 or exists (select from webhook_attempts a
          where a.program_id = d.program_id and a.delivery_id = d.id and a.number = d.attempts))`.execute(tx);
}

/** A customer is referred at most once. If both customers were referred, the survivor's referral stays. */
async function moveReferrals(tx: Tx, from: CustomerRow, into: CustomerRow): Promise<void> {
  const program = from.program_id;
  await sql`
    update referrals set referrer_id = ${into.id} where program_id = ${program} and referrer_id = ${from.id}`.execute(
    tx,
  );
  await sql`
    update referrals set referee_id = ${into.id} where program_id = ${program} and referee_id = ${from.id}
      and not exists (select from referrals o where o.program_id = ${program} and o.referee_id = ${into.id})`.execute(
    tx,
  );
}

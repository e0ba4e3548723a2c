import { sql } from 'kysely';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from './customer-row.ts';

/** The customers that were merged into this one. Their rows and names belong to it. */
export async function listMerged(tx: Tx, customer: CustomerRow): Promise<CustomerRow[]> {
  return tx
    .selectFrom('customers')
    .selectAll()
    .where('program_id', '=', customer.program_id)
    .where('merged_into', '=', customer.id)
    .orderBy('id')
    .execute();
}

/**
 * Reduces a customer to its id and its entries of the ledger: removes everything that identifies it, and every name by
 * which it is found. The key under which it is then stored is longer than any name may be.
 */
export async function emptyCustomer(
  tx: Tx,
  customer: CustomerRow,
  referralId: string,
  at: number,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set({
      merchant_id: sql<string>`'erased-' || id`,
      named_by_email: false,
      merchant_key: sql<string>`rpad('erased-' || id, 300, '-')`,
      email: null,
      first_name: null,
      last_name: null,
      birthday_day: null,
      birthday_month: null,
      birthday_year: null,
      next_birthday_at: null,
      email_marketing: 'unknown',
      sms_marketing: 'unknown',
      metadata: sql<object>`'{}'::jsonb`,
      referral_id: referralId,
      referred_by: null,
      blocked_at: ts(customer.blocked_at ?? at),
      erased_at: ts(at),
      updated_at: ts(at),
    })
    .where('program_id', '=', customer.program_id)
    .where('id', '=', customer.id)
    .execute();
}

/** Removes from the records of these customers everything that identifies them, and everything that they were shown. */
export async function emptyRecords(
  tx: Tx,
  programId: number,
  customerIds: readonly number[],
  at: number,
): Promise<void> {
  const theirs = sql`program_id = ${programId} and customer_id = any(${customerIds}::bigint[])`;
  await sql`
    update orders set number = null, awaits_enrolment = false, updated_at = ${ts(at)}, line_items = (
        select coalesce(jsonb_agg(line - 'attributes' || '{"attributes": []}' order by place), '[]')
          from jsonb_array_elements(line_items) with ordinality as lines (line, place))
      where ${theirs}`.execute(tx);
  await sql`update reported_activities set awaits_enrolment = false where ${theirs} and awaits_enrolment`.execute(
    tx,
  );
  await sql`
    update claimed_rewards set code_sealed = null, fulfilment_explanation = null, cart_id = null, session_token = null, platform_action_id = null
      where ${theirs}`.execute(tx);
  await sql`update import_rows set before = null, after = '{}' where ${theirs}`.execute(tx);
}

/**
 * Deletes records that have no use any more: carts, page sessions, stored answers, reminders, pending events, notes,
 * requests of operators.
 */
export async function deleteTraces(tx: Tx, programId: number, customerIds: readonly number[]): Promise<void> {
  const theirs = sql`program_id = ${programId} and customer_id = any(${customerIds}::bigint[])`;
  for (const table of [
    'carts',
    'webview_sessions',
    'idempotency_records',
    'webhook_reminders',
    'webhook_events',
    'customer_notes',
    'customer_note_files',
    'operator_requests',
    'operator_request_files',
  ]) {
    await sql`delete from ${sql.table(table)} where ${theirs}`.execute(tx);
  }
}

/** Empties sent and pending deliveries. Only the fact of a delivery stays. `now` is in ms of the wall clock. */
export async function emptyDeliveries(
  tx: Tx,
  programId: number,
  customerIds: readonly number[],
  now: number,
): Promise<void> {
  await sql`
    update webhook_deliveries set body = '', state = case when state = 'pending' then 'cancelled' else state end,
        next_attempt_at = null, finished_at = coalesce(finished_at, ${ts(now)})
      where program_id = ${programId} and customer_id = any(${customerIds}::bigint[])`.execute(tx);
}

/**
 * Deletes the data that identify friends: these customers as referred friends, and the friends whom they referred. The
 * keys that replace a friend's are made from the referral's id alone.
 */
export async function emptyReferrals(
  tx: Tx,
  programId: number,
  customerIds: readonly number[],
  emails: readonly string[],
): Promise<void> {
  const nobodys = sql`sha256(convert_to('erased ' || id, 'UTF8'))`;
  await sql`
    update referrals set referee_email = null, referee_key = ${nobodys},
        address_key = case when address_key is not null then ${nobodys} end
      where program_id = ${programId} and (referee_id = any(${customerIds}::bigint[])
        or referee_email is not null
          and lower(referee_email) = any(array(select lower(email) from unnest(${emails}::text[]) as email)))`.execute(
    tx,
  );
  await sql`
    update referrals set referee_email = null
      where program_id = ${programId} and referrer_id = any(${customerIds}::bigint[]) and referee_email is not null`.execute(
    tx,
  );
}

import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { EventDetails, WebhookRemindersTable } from '../../db/webhook-tables.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { WebhookTopic } from '../outbox/topics.ts';

/** Notes that the reminder of an approaching event is sent for a customer. Returns false if it was noted before. */
export async function insertReminder(tx: Tx, reminder: Selectable<WebhookRemindersTable>): Promise<boolean> {
  const inserted = await tx
    .insertInto('webhook_reminders')
    .values({ ...reminder, created_at: ts(reminder.created_at) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('customer_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** An approaching event of a customer. */
export interface Near {
  customer_id: number;
  kind: Exclude<WebhookRemindersTable['kind'], 'tier_upgrade'>;
  occasion: string;
  /** The id of the claim, if the event concerns a claim. */
  subject_id: number | null;
  details: EventDetails;
}

/** Notes reminders. For each reminder that was not noted before, writes an event, dated `now` (ms). */
export async function insertReminders(
  tx: Tx,
  programId: number,
  near: readonly Near[],
  now: number,
): Promise<void> {
  if (near.length === 0) return;
  await sql`
    with near as (
      select * from json_to_recordset(${JSON.stringify(near)}::json)
        as n (customer_id bigint, kind text, occasion text, subject_id bigint, details jsonb)
    ), noted as (
      insert into webhook_reminders (program_id, customer_id, kind, occasion, created_at)
        select ${programId}, customer_id, kind, occasion, ${ts(now)} from near order by customer_id, kind, occasion
        on conflict do nothing returning customer_id, kind, occasion
    )
    insert into webhook_events (program_id, customer_id, kind, subject_id, details, created_at)
      select ${programId}, near.customer_id, 'approaching_' || near.kind, subject_id, details, ${ts(now)}
      from near join noted using (customer_id, kind, occasion) order by customer_id`.execute(tx);
}

/** Programs with subscriptions to these topics, and those topics. */
export async function listAskedTopics(
  db: Kysely<DB>,
  topics: readonly WebhookTopic[],
): Promise<{ program_id: number; topic: WebhookTopic }[]> {
  const { rows } = await sql<{ program_id: number; topic: WebhookTopic }>`
    select distinct program_id, topic from webhooks where topic = any(${topics}::text[])`.execute(db);
  return rows;
}

/** The customers, among the given ones, that take part, with the facts that decide their inactivity. */
export async function listTakingPart(
  db: Kysely<DB>,
  programId: number,
  ids: readonly number[],
): Promise<CustomerRow[]> {
  return db
    .selectFrom('customers')
    .selectAll()
    .where('program_id', '=', programId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('enrolled_at', 'is not', null)
    .where('blocked_at', 'is', null)
    .execute();
}

/** The rest of customers' lots that expire after `now` and by `until` (ms), soonest first. */
export async function listExpiringLots(
  db: Kysely<DB>,
  programId: number,
  ids: readonly number[],
  window: { now: number; until: number },
): Promise<{ customer_id: number; expires_at: number; remaining: number }[]> {
  const { rows } = await sql<{ customer_id: number; expires_at: number; remaining: number }>`
    select customer_id, expires_at, remaining from lots
      where program_id = ${programId} and customer_id = any(${ids}::bigint[]) and remaining > 0
        and expires_at > ${ts(window.now)} and expires_at <= ${ts(window.until)}
      order by customer_id, expires_at`.execute(db);
  return rows;
}

/**
 * Unused claims of customers that end after `now` and by `until` (ms). A claim that was made within that time before
 * its end is left out.
 */
export async function listEndingClaims(
  db: Kysely<DB>,
  programId: number,
  ids: readonly number[],
  window: { now: number; until: number },
): Promise<{ id: number; customer_id: number; ends_at: number }[]> {
  const { now, until } = window;
  const { rows } = await sql<{ id: number; customer_id: number; ends_at: number }>`
    select id, customer_id, least(auto_refund_at, expires_at) as ends_at from claimed_rewards
      where program_id = ${programId} and customer_id = any(${ids}::bigint[]) and state = 'approved' and usage_status = 'not_used'
        and (auto_refund_at is not null or expires_at is not null)
        and least(auto_refund_at, expires_at) > ${ts(now)} and least(auto_refund_at, expires_at) <= ${ts(until)}
        and least(auto_refund_at, expires_at) - claimed_at > ${ts(until)} - ${ts(now)}
      order by customer_id, id`.execute(db);
  return rows;
}

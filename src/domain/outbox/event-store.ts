import { type Kysely, type Selectable, sql } from 'kysely';
import { noneOf } from '../../db/none-of.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { EventDetails, WebhookEventKind, WebhookEventsTable } from '../../db/webhook-tables.ts';
import type { Tx } from '../core/transaction.ts';
import type { WebhookTopic } from './topics.ts';

/** An event that has not been sent yet. `created_at` is of the program's clock. */
export type OutboxEvent = Selectable<WebhookEventsTable>;

/** An endpoint that subscribes to a topic now. */
export interface Subscriber {
  webhook_id: number;
  endpoint_id: number;
  topic: WebhookTopic;
  /** Whether the endpoint is a listening command, which fetches its deliveries. */
  listening: boolean;
}

/** Programs with events that wait to be sent. */
export async function listProgramsWithEvents(db: Kysely<DB>): Promise<number[]> {
  const { rows } = await sql<{ program_id: number }>`
    select id as program_id from programs p
      where exists (select from webhook_events e where e.program_id = p.id)`.execute(db);
  return rows.map((row) => row.program_id);
}

/**
 * Locks the earliest events of a program. The events of one customer are in the order in which they happened. A merge,
 * which moves events and deliveries, waits until the deliveries of these events exist.
 */
export async function lockEvents(tx: Tx, programId: number, limit: number): Promise<OutboxEvent[]> {
  return (await tx
    .selectFrom('webhook_events')
    .selectAll()
    .where('program_id', '=', programId)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()) as OutboxEvent[];
}

export async function deleteEvents(tx: Tx, programId: number, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('webhook_events')
    .where('program_id', '=', programId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
}

/** Inserts an event that the server itself causes. */
export async function insertEvent(
  tx: Tx,
  event: {
    program_id: number;
    customer_id: number;
    kind: WebhookEventKind;
    subject_id: number | null;
    details: EventDetails;
    created_at: number;
  },
): Promise<void> {
  await tx
    .insertInto('webhook_events')
    .values({ ...event, details: JSON.stringify(event.details), created_at: ts(event.created_at) })
    .execute();
}

/** Writes the event that a second order named a used code, if a webhook subscribes to it. */
export async function noteReuse(
  tx: Tx,
  claim: { program_id: number; customer_id: number; id: number },
  order: { id: number; merchant_id: string },
  at: number,
): Promise<void> {
  const topic: WebhookTopic = 'program_events/customer.voucher_reused';
  await sql`
    insert into webhook_events (program_id, customer_id, kind, subject_id, details, created_at)
      select ${claim.program_id}::bigint, ${claim.customer_id}::bigint, 'voucher_reused', ${claim.id}::bigint,
          ${JSON.stringify({ order: { id: order.id, merchant_id: order.merchant_id } })}::jsonb, ${ts(at)}
        where exists (select from webhooks where program_id = ${claim.program_id} and topic = ${topic})`.execute(
    tx,
  );
}

/** The subscribers of endpoints that are not disabled, and of commands that still listen at `now`. */
export async function listSubscribers(tx: Tx, programId: number, now: number): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select w.id as webhook_id, w.endpoint_id, w.topic, e.listens_until is not null as listening
      from webhooks w join webhook_endpoints e on e.program_id = w.program_id and e.id = w.endpoint_id
      where w.program_id = ${programId} and e.disabled_at is null
        and (e.listens_until is null or e.listens_until > ${ts(now)})
      order by w.id`.execute(tx);
  return rows;
}

/** Deletes a batch of waiting events in programs without subscribers. */
export async function deleteUnsubscribedEvents(
  db: Kysely<DB>,
  { except, limit }: { except: readonly number[]; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_events e using (
      select program_id, id from webhook_events e
        where kind <> 'fulfillment' and not exists (select from webhooks w where w.program_id = e.program_id)
          and ${noneOf('e.program_id', except)} limit ${limit}
    ) gone where e.program_id = gone.program_id and e.id = gone.id`.execute(db);
  return Number(numAffectedRows);
}

import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { noneOf } from '../../db/none-of.ts';
import type { DB } from '../../db/tables.ts';
import { timestampText, ts } from '../../db/timestamps.ts';
import type { WebhookDeliveriesTable } from '../../db/webhook-tables.ts';
import type { Tx } from '../core/transaction.ts';
import type { WebhookTopic } from '../outbox/topics.ts';

export type DeliveryRow = Selectable<WebhookDeliveriesTable> & { topic: WebhookTopic };

export type NewDelivery = Pick<
  DeliveryRow,
  'program_id' | 'endpoint_id' | 'webhook_id' | 'customer_id' | 'message_id' | 'topic' | 'body' | 'created_at'
>;

/**
 * A delivery for the caller that inserted it, who tries it before its lease ends at `next_attempt_at`. Its body is in
 * bytes.
 */
export type ClaimedDelivery = Omit<DeliveryRow, 'program_id' | 'state' | 'finished_at' | 'body'> & {
  body: Buffer;
};

/** The terms on which a caller leases new deliveries at once. `room`: how many it can take, by endpoint. */
export interface ClaimAtOnce {
  lease_until: number;
  room: ReadonlyMap<number, number>;
}

/**
 * Inserts deliveries with ids in the given order, so that each customer's deliveries are in the order of the events.
 * The first pending delivery of an endpoint and customer is leased, or due at once if there is no room. Returns the
 * lines of deliveries that wait behind others, for `scheduleHeads`. The caller must have the lock of the program's
 * events.
 */
export async function insertDeliveries(
  tx: Tx,
  programId: number,
  deliveries: readonly Omit<NewDelivery, 'program_id'>[],
  claim: ClaimAtOnce | null,
): Promise<{ claimed: ClaimedDelivery[]; waiting: Line[] }> {
  if (deliveries.length === 0) return { claimed: [], waiting: [] };
  const { places, bodies, bytes } = joinBodies(deliveries);
  const rows = inLines(deliveries, places, claim?.room ?? new Map());
  const { rows: inserted } = await sql<Line & Pick<DeliveryRow, 'id' | 'attempts'> & { waits: boolean }>`
    insert into webhook_deliveries (program_id, endpoint_id, webhook_id, customer_id, message_id, topic, body, state, created_at,
        attempts, next_attempt_at)
      select ${programId}, endpoint_id, webhook_id, customer_id, message_id, topic,
        convert_from(substring(${bytes}::bytea from body_at for body_bytes), 'UTF8'), 'pending', created_at,
        (wanted and not waits)::int, case when waits then null when wanted then ${ts(claim?.lease_until ?? 0)} else created_at end
      from json_to_recordset(${JSON.stringify(rows)}::json) as d (endpoint_id bigint, webhook_id bigint, customer_id bigint,
        message_id text, topic text, body_at int, body_bytes int, first boolean, wanted boolean, created_at timestamptz)
        cross join lateral (select not first or (select true from webhook_deliveries before
          where before.program_id = ${programId} and before.endpoint_id = d.endpoint_id and before.customer_id = d.customer_id
            and before.state = 'pending' limit 1) is not null as waits) line
      returning program_id, id, endpoint_id, customer_id, attempts, next_attempt_at is null as waits`.execute(
    tx,
  );
  const claimed = inserted
    .sort((a, b) => a.id - b.id)
    .flatMap(({ id, attempts }, index): ClaimedDelivery[] => {
      if (attempts === 0) return [];
      const { endpoint_id, webhook_id, customer_id, message_id, topic, created_at } = deliveries[index]!;
      const body = bodies[index]!;
      const what = { endpoint_id, webhook_id, customer_id, message_id, topic, body, created_at };
      return [Object.assign(what, { id, attempts, attempts_before: 0, next_attempt_at: claim!.lease_until })];
    });
  return { claimed, waiting: inserted.filter(({ waits }) => waits) };
}

interface Place {
  body_at: number;
  body_bytes: number;
}

/**
 * The rows of deliveries, with the places of their bodies. Marks the first delivery of each line, and those for which
 * the caller has room.
 */
function inLines(
  deliveries: readonly Omit<NewDelivery, 'program_id'>[],
  places: readonly Place[],
  room: ReadonlyMap<number, number>,
) {
  const lines = new Set<string>();
  const left = new Map(room);
  return deliveries.map((delivery, index) => {
    const { endpoint_id, webhook_id, customer_id, message_id, topic } = delivery;
    const { body_at, body_bytes } = places[index]!;
    const line = `${endpoint_id} ${customer_id}`;
    const first = customer_id === null || !lines.has(line);
    lines.add(line);
    const free = left.get(endpoint_id) ?? 0;
    const wanted = first && free > 0;
    if (wanted) left.set(endpoint_id, free - 1);
    const created_at = timestampText(delivery.created_at);
    const what = { endpoint_id, webhook_id, customer_id, message_id, topic, body_at, body_bytes };
    return Object.assign(what, { first, wanted, created_at });
  });
}

/**
 * The bytes of each body, and of all bodies one after another, with the place at which each begins, from 1. A body for
 * several endpoints is included once. In JSON each quote would need a backslash, and Postgres would parse each letter.
 */
function joinBodies(deliveries: readonly Pick<NewDelivery, 'body'>[]) {
  const parts: Buffer[] = [];
  const bodies: Buffer[] = [];
  let body_at = 1;
  const places: Place[] = [];
  for (const [index, { body }] of deliveries.entries()) {
    // The deliveries of one event to several endpoints come one after another.
    if (index === 0 || body !== deliveries[index - 1]!.body) {
      if (index > 0) body_at += parts.at(-1)!.length;
      parts.push(Buffer.from(body));
    }
    const part = parts.at(-1)!;
    bodies.push(part);
    places.push({ body_at, body_bytes: part.length });
  }
  return { places, bodies, bytes: Buffer.concat(parts) };
}

/**
 * Makes failed deliveries of a webhook pending again, the oldest first. Returns their lines, for `scheduleHeads`: until
 * that call, deliveries with a customer are not due. A delivery of an erased customer has no body any more, and is not
 * sent again.
 */
export async function requeueFailed(
  tx: Tx,
  {
    program_id,
    webhook_id,
    limit,
    at,
  }: { program_id: number; webhook_id: number; limit: number; at: number },
): Promise<Line[]> {
  const { rows } = await sql<Line>`
    update webhook_deliveries d set state = 'pending', finished_at = null, attempts_before = d.attempts,
        next_attempt_at = case when d.customer_id is null then ${ts(at)} end
      where d.program_id = ${program_id} and d.id = any(array(
        select id from webhook_deliveries
          where program_id = ${program_id} and webhook_id = ${webhook_id} and state = 'failed' and body <> ''
          order by id limit ${limit} for update))
      returning program_id, endpoint_id, customer_id`.execute(tx);
  return rows;
}

/**
 * Makes the deliveries of an endpoint that wait for their next attempt due now, and their attempts count anew. Those that
 * are being sent keep their lease: the result of their last attempt is not recorded yet.
 */
export async function retryAtOnce(
  tx: Tx,
  { program_id, id }: { program_id: number; id: number },
  now: number,
): Promise<void> {
  await sql`
    update webhook_deliveries d set next_attempt_at = ${ts(now)}, attempts_before = d.attempts
      where d.program_id = ${program_id} and d.endpoint_id = ${id} and d.next_attempt_at > ${ts(now)}
        and exists (select from webhook_attempts a
          where a.program_id = d.program_id and a.delivery_id = d.id and a.number = d.attempts)`.execute(tx);
}

/** The deliveries to an endpoint about a customer, which are sent one after another. */
export type Line = Pick<DeliveryRow, 'program_id' | 'endpoint_id' | 'customer_id'>;

/**
 * Makes the first pending delivery of each endpoint and customer due now, if none is due. Call this after the commit
 * that may have made a delivery the first: then at least one of two simultaneous calls sees the other's change.
 */
export async function scheduleHeads(db: Kysely<DB>, lines: readonly Line[], now: number): Promise<void> {
  for (const [programId, own] of byProgram(lines)) {
    const distinct = new Map(own.map((line) => [`${line.endpoint_id} ${line.customer_id}`, line]));
    const rows = [...distinct.values()].map(({ endpoint_id, customer_id }) => ({ endpoint_id, customer_id }));
    await sql`
      update webhook_deliveries d set next_attempt_at = ${ts(now)}
        where d.program_id = ${programId} and d.finished_at is null and d.next_attempt_at is null and d.id = any(array(
          select head.id from json_to_recordset(${JSON.stringify(rows)}::json) as line (endpoint_id bigint, customer_id bigint)
            cross join lateral (
              select id from webhook_deliveries first
                where first.program_id = ${programId} and first.endpoint_id = line.endpoint_id
                  and first.customer_id = line.customer_id and first.state = 'pending'
                order by id limit 1
            ) head))`.execute(db);
  }
}

/**
 * Whether the delivery `d` is one of the leased ones, and its lease still the latest. There is no join, and the
 * condition does not name the state: so Postgres looks each id up by the primary key, whatever its statistics say.
 */
export function isClaimed(claims: readonly Pick<DeliveryRow, 'id' | 'attempts'>[]): RawBuilder<boolean> {
  const ids = sql`${claims.map(({ id }) => id)}::bigint[]`;
  const attempts = sql`${claims.map((claim) => claim.attempts)}::int[]`;
  return sql`d.id = any(${ids}) and d.finished_at is null
    and d.attempts = (${attempts})[array_position(${ids}, d.id)]`;
}

/** Whether the pending delivery `d` is the first of its line. */
export const isFirst = sql<boolean>`not exists (select from webhook_deliveries before
  where before.program_id = d.program_id and before.endpoint_id = d.endpoint_id
    and before.customer_id = d.customer_id and before.state = 'pending' and before.id < d.id)`;

/**
 * Groups rows by program. Each statement then finds the deliveries of one program by their keys. The table's statistics
 * change by the second: with several programs, the planner might read all pending deliveries for a few rows.
 */
export function byProgram<T extends { program_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const row of rows) {
    const own = found.get(row.program_id);
    if (own) own.push(row);
    else found.set(row.program_id, [row]);
  }
  return found;
}

/**
 * Does the same for every line, except those of the programs `except`: a process may have ended between its commit and
 * `scheduleHeads`.
 */
export async function scheduleForgottenHeads(
  db: Kysely<DB>,
  now: number,
  except: readonly number[],
): Promise<void> {
  await sql`
    update webhook_deliveries d set next_attempt_at = ${ts(now)}
      where d.state = 'pending' and d.next_attempt_at is null and ${noneOf('d.program_id', except)} and ${isFirst}`.execute(
    db,
  );
}

import { type Kysely, sql } from 'kysely';
import { noneOf } from '../../db/none-of.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import { FULFILLMENT_TOPIC } from './fulfillment.ts';

/** The limit of one statement, and the programs that it leaves out (`except`). */
interface Batch {
  except: readonly number[];
  limit: number;
}

/**
 * Cancels pending deliveries to deleted endpoints, and those made before `before` (ms) to disabled ones. Those of rewards
 * that the store fulfils wait as long as their endpoint exists, because customers paid for the rewards. Returns how many.
 */
export async function cancelUndeliverable(
  db: Kysely<DB>,
  { now, before }: { now: number; before: number },
  { except, limit }: Batch,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_deliveries d set state = 'cancelled', finished_at = ${ts(now)}, next_attempt_at = null
      from (
        select d.program_id, d.id from webhook_deliveries d
          left join webhook_endpoints e on e.program_id = d.program_id and e.id = d.endpoint_id
          where d.state = 'pending'
            and (e.id is null or e.disabled_at is not null and d.created_at < ${ts(before)} and d.topic <> ${FULFILLMENT_TOPIC})
            and ${noneOf('d.program_id', except)}
          limit ${limit} for update of d skip locked
      ) dead where d.program_id = dead.program_id and d.id = dead.id`.execute(db);
  return Number(numAffectedRows);
}

/** Deletes ended deliveries made before `before` (ms), with their attempts. Returns how many. */
export async function deleteEndedDeliveries(
  db: Kysely<DB>,
  before: number,
  { except, limit }: Batch,
): Promise<number> {
  return deleteDeliveries(
    db,
    sql`select program_id, id from webhook_deliveries
      where created_at < ${ts(before)} and state <> 'pending' and ${noneOf('program_id', except)} limit ${limit} for update skip locked`,
  );
}

/**
 * Deletes the endpoints of commands whose last heartbeat has expired at `now`, with all their records, except those of
 * the programs `except`.
 */
export async function deleteExpiredListeners(
  db: Kysely<DB>,
  now: number,
  except: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ program_id: number; id: number }>`
    select program_id, id from webhook_endpoints where listens_until <= ${ts(now)} and ${noneOf('program_id', except)}`.execute(
    db,
  );
  for (const { program_id, id } of rows) await deleteListening(db, program_id, id);
}

/** Deletes a listening command's endpoint with all its records. */
export async function deleteListening(db: Kysely<DB>, programId: number, id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with endpoint as (
      delete from webhook_endpoints where program_id = ${programId} and id = ${id} and listens_until is not null returning id
    ) delete from webhooks w using endpoint
      where w.program_id = ${programId} and w.endpoint_id = endpoint.id returning w.id`.execute(db);
  const webhookIds = rows.map((webhook) => webhook.id);
  await deleteDeliveries(
    db,
    sql`select program_id, id from webhook_deliveries
      where program_id = ${programId} and webhook_id = any(${webhookIds}::bigint[]) for update skip locked`,
  );
}

async function deleteDeliveries(db: Kysely<DB>, which: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with gone as (${which}), attempts as (
      delete from webhook_attempts a using gone where a.program_id = gone.program_id and a.delivery_id = gone.id
    ) delete from webhook_deliveries d using gone where d.program_id = gone.program_id and d.id = gone.id`.execute(
    db,
  );
  return Number(numAffectedRows);
}

import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { timestampText, ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { Attempt } from './attempt-delivery.ts';
import { byProgram, isClaimed } from './delivery-store.ts';
import type { LeasedDelivery } from './lease-store.ts';

// A process may record its attempt at a delivery only if it has the latest lease of the delivery. `attempts` shows
// whether it has.

/** Ends delivered deliveries, and marks their endpoints as healthy. */
export async function recordDelivered(
  db: Kysely<DB>,
  attempts: readonly Attempt[],
  now: number,
): Promise<void> {
  for (const [programId, own] of byProgram(attempts.map(row))) {
    const claims = own.map(({ id, number }) => ({ id, attempts: number }));
    await sql`
      with attempt as (
        select * from json_to_recordset(${JSON.stringify(own)}::json)
          as a (id bigint, number int, at timestamptz, duration_ms int, response_status int)
      ), logged as (
        insert into webhook_attempts (program_id, delivery_id, number, at, duration_ms, response_status)
          select ${programId}, id, number, at, duration_ms, response_status from attempt on conflict do nothing
      ), ended as (
        update webhook_deliveries d set state = 'delivered', finished_at = ${ts(now)}, next_attempt_at = null
          where d.program_id = ${programId} and ${isClaimed(claims)}
          returning d.endpoint_id
      )
      update webhook_endpoints e set failing_since = null, failures_in_row = 0, paused_until = null
        where e.program_id = ${programId} and e.id in (select endpoint_id from ended)
          and (e.failures_in_row > 0 or e.paused_until is not null)`.execute(db);
  }
}

function row({ delivery, at, duration_ms, response_status, error }: Attempt) {
  const { program_id, id, attempts: number } = delivery;
  return { program_id, id, number, at: timestampText(at), duration_ms, response_status, error };
}

/**
 * Schedules the next attempt at a delivery at `next`, or ends the delivery if there is none. Returns whether the lease
 * was still the latest.
 */
export async function recordFailed(
  tx: Tx,
  attempt: Attempt,
  next: number | null,
  now: number,
): Promise<boolean> {
  const { id, number, program_id, ...values } = row(attempt);
  await tx
    .insertInto('webhook_attempts')
    .values({ program_id, delivery_id: id, number, ...values, at: ts(attempt.at) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const updated = await tx
    .updateTable('webhook_deliveries')
    .set(
      next === null
        ? { state: 'failed', finished_at: ts(now), next_attempt_at: null }
        : { next_attempt_at: ts(next) },
    )
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .where('attempts', '=', number)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Ends leased deliveries without an attempt. */
export async function cancelLeased(
  db: Kysely<DB>,
  deliveries: readonly LeasedDelivery[],
  now: number,
): Promise<void> {
  for (const [programId, own] of byProgram(deliveries)) {
    await sql`
      update webhook_deliveries d
        set state = 'cancelled', attempts = d.attempts - 1, finished_at = ${ts(now)}, next_attempt_at = null
        where d.program_id = ${programId} and ${isClaimed(own)}`.execute(db);
  }
}

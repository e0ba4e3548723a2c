import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { timestampText, ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { Attempt } from './attempt-delivery.ts';
import { byProgram, isClaimed, isFirst, type Line, scheduleHeads } from './delivery-store.ts';
import type { LeasedDelivery } from './lease-store.ts';

// A process may record its attempt at a delivery only if it has the latest lease of the delivery. `attempts` shows
// whether it has. The lines come from the rows: a customer may have been merged after the lease.

/** Ends delivered deliveries, and marks their endpoints as healthy. Returns their lines, for `scheduleHeads`. */
export async function recordDelivered(
  db: Kysely<DB>,
  attempts: readonly Attempt[],
  now: number,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [programId, own] of byProgram(attempts.map(row))) {
    const claims = own.map(({ id, number }) => ({ id, attempts: number }));
    const { rows } = await sql<Line>`
      with attempt as (
        select * from json_to_recordset(${JSON.stringify(own)}::json)
          as a (id bigint, number int, at timestamptz, duration_ms int, response_status int)
      ), logged as (
        insert into webhook_attempts (program_id, delivery_id, number, at, duration_ms, response_status)
          select ${programId}, id, number, at, duration_ms, response_status from attempt on conflict do nothing
      ), ended as (
        update webhook_deliveries d set state = 'delivered', finished_at = ${ts(now)}, next_attempt_at = null
          where d.program_id = ${programId} and ${isClaimed(claims)}
          returning d.program_id, d.endpoint_id, d.customer_id
      ), healthy as (
        update webhook_endpoints e set failing_since = null, failures_in_row = 0, paused_until = null
          where e.program_id = ${programId} and e.id in (select endpoint_id from ended)
            and (e.failures_in_row > 0 or e.paused_until is not null)
      )
      select * from ended`.execute(db);
    lines.push(...rows);
  }
  return lines;
}

function row({ delivery, at, duration_ms, response_status, error }: Attempt) {
  const { program_id, id, attempts: number } = delivery;
  return { program_id, id, number, at: timestampText(at), duration_ms, response_status, error };
}

/**
 * Schedules the next attempt at a delivery at `next`, or ends the delivery if there is none. If it is not the first of
 * its line any more, because its customer was merged or an earlier one replayed, it has no next attempt before it is the
 * first. Returns its line, for `scheduleHeads`; undefined if the lease was not the latest any more.
 */
export async function recordFailed(
  tx: Tx,
  attempt: Attempt,
  next: number | null,
  now: number,
): Promise<Line | undefined> {
  const { id, number, program_id, ...values } = row(attempt);
  await tx
    .insertInto('webhook_attempts')
    .values({ program_id, delivery_id: id, number, ...values, at: ts(attempt.at) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const change =
    next === null
      ? sql`state = 'failed', finished_at = ${ts(now)}, next_attempt_at = null`
      : sql`next_attempt_at = case when ${isFirst} then ${ts(next)} end`;
  const { rows } = await sql<Line>`
    update webhook_deliveries d set ${change}
      where d.program_id = ${program_id} and ${isClaimed([{ id, attempts: number }])}
      returning d.program_id, d.endpoint_id, d.customer_id`.execute(tx);
  return rows[0];
}

/** Ends leased deliveries without an attempt. Returns their lines, for `scheduleHeads`. */
export async function cancelLeased(
  db: Kysely<DB>,
  deliveries: readonly LeasedDelivery[],
  now: number,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [programId, own] of byProgram(deliveries)) {
    const { rows } = await sql<Line>`
      update webhook_deliveries d
        set state = 'cancelled', attempts = d.attempts - 1, finished_at = ${ts(now)}, next_attempt_at = null
        where d.program_id = ${programId} and ${isClaimed(own)}
        returning d.program_id, d.endpoint_id, d.customer_id`.execute(db);
    lines.push(...rows);
  }
  return lines;
}

/**
 * Releases deliveries that were leased and not tried. They are due at once, except those that are not the first of their
 * line any more, because their customer was merged or an earlier delivery replayed.
 */
export async function giveBack(
  db: Kysely<DB>,
  deliveries: readonly LeasedDelivery[],
  now: number,
): Promise<void> {
  for (const [programId, own] of byProgram(deliveries)) {
    const { rows } = await sql<Line>`
      update webhook_deliveries d set attempts = d.attempts - 1, next_attempt_at = case when ${isFirst} then ${ts(now)} end
        where d.program_id = ${programId} and ${isClaimed(own)}
        returning d.program_id, d.endpoint_id, d.customer_id`.execute(db);
    await scheduleHeads(db, rows, now);
  }
}

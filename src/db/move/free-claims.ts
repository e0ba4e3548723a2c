import type pg from 'pg';

/**
 * Ends the claims to deliveries of webhooks in the copy: no server of the target has one. A claimed delivery is known by its
 * attempt that nobody has recorded. It is due at once, as if the process that claimed it had died, and what waits behind it
 * for the same customer waits on. Whoever was sending it may have sent it: it is sent at least once. `ids`: of deliveries, as
 * SQL; absent: all of the program, which may be as many as its customers.
 */
export async function freeClaims(target: pg.ClientBase, programId: number, ids?: string): Promise<void> {
  await target.query(
    `update webhook_deliveries d set next_attempt_at = d.created_at
       where d.program_id = $1 and ${ids === undefined ? '' : `d.id in (${ids}) and`} d.next_attempt_at is not null and d.attempts > 0
         and not exists (select from webhook_attempts a
           where a.program_id = d.program_id and a.delivery_id = d.id and a.number = d.attempts)`,
    [programId],
  );
}

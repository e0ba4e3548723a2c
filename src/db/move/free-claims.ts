import type pg from 'pg';

/**
 * Ends the claims to webhook deliveries in the copy, because no server of the target has such a claim. A claimed
 * delivery has an attempt whose result nobody has recorded. It becomes due at once, as if its sender had died, and the
 * deliveries behind it for the same customer continue to wait. The former sender may have sent it: it is sent at least
 * once. `ids`: the deliveries, as SQL; absent: all of the program, which may be as many as its customers.
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

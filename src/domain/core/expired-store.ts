import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { timestampText } from '../../db/timestamps.ts';

/** Tables whose rows are of no use after their `expires_at`. */
type Expiring = 'webview_sessions' | 'oauth_grants' | 'oauth_tokens';

const CHUNK = 1000;

/**
 * Deletes rows that expired before `before` (ms), a thousand at a time, and returns how many. Several processes may do
 * so at once: nobody waits for rows that another process is deleting.
 */
export async function deleteExpired(db: Kysely<DB>, table: Expiring, before: number): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} dead
        using (select program_id, id from ${sql.table(table)}
          where expires_at < ${timestampText(before)}::timestamptz
          order by expires_at limit ${CHUNK} for update skip locked) gone
        where dead.program_id = gone.program_id and dead.id = gone.id`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < CHUNK) return deleted;
  }
}

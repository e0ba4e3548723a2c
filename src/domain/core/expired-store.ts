import { type Kysely, type RawBuilder, sql } from 'kysely';
import { noneOf } from '../../db/none-of.ts';
import type { DB } from '../../db/tables.ts';
import { timestampText } from '../../db/timestamps.ts';

/** Tables whose rows are of no use after their `expires_at`. */
type Expiring = 'webview_sessions' | 'oauth_grants' | 'oauth_tokens';

/** The rows of a table that are of no use some time after one of their moments. `which` selects some of them. */
interface Outdated {
  table: Expiring | 'code_imports';
  moment: 'expires_at' | 'created_at';
  which?: RawBuilder<boolean>;
}

const CHUNK = 1000;

/** Deletes rows that expired before `before` (ms), as `deleteOutdated` does. */
export function deleteExpired(
  db: Kysely<DB>,
  table: Expiring,
  before: number,
  except: readonly number[],
): Promise<number> {
  return deleteOutdated(db, { table, moment: 'expires_at' }, before, except);
}

/**
 * Deletes rows whose moment came before `before` (ms), a thousand at a time, and returns how many. Several processes
 * may do this at once: none waits for rows that another process deletes. Rows of the programs `except` stay.
 */
export async function deleteOutdated(
  db: Kysely<DB>,
  { table, moment, which = sql`true` }: Outdated,
  before: number,
  except: readonly number[],
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} dead
        using (select program_id, id from ${sql.table(table)}
          where ${sql.ref(moment)} < ${timestampText(before)}::timestamptz and ${which}
            and ${noneOf('program_id', except)}
          order by ${sql.ref(moment)} limit ${CHUNK} for update skip locked) gone
        where dead.program_id = gone.program_id and dead.id = gone.id`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < CHUNK) return deleted;
  }
}

import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';

export interface RateVerdict {
  accepted: boolean;
  /** How many more requests would be accepted now. */
  remaining: number;
  /** The time in ms until the next request is accepted; 0 while some remain. */
  retry_after_ms: number;
}

/**
 * Asks to accept one request under a limit of `per_second`. Within each second of the database's clock at most
 * `per_second` requests are accepted, even if several processes ask: a row lock orders them, and the moment is taken
 * under the lock. A request is accepted only if at least a second has passed since the request that was accepted
 * `per_second` requests ago.
 */
export async function acceptRequest(
  db: Kysely<DB>,
  window: { program_id: number; name: string; per_second: number },
): Promise<RateVerdict> {
  for (;;) {
    const accepted = await accept(db, window);
    if (accepted) return { accepted: true, ...accepted };
    const found = await read(db, window);
    if (!found) await begin(db, window);
    else if (found.remaining === 0) return { accepted: false, ...found };
    // Otherwise another process inserted the row, or a moment left the window, between the two statements: try again.
  }
}

type Standing = Omit<RateVerdict, 'accepted'>;

async function accept(db: Kysely<DB>, window: Window): Promise<Standing | undefined> {
  const { program_id, name, per_second } = window;
  // A clock that is set back by more than the window leaves future moments in the row. They would refuse everything
  // until then.
  const { rows } = await sql<Standing>`
    update rate_windows set accepted = case
        when accepted[cardinality(accepted)] > clock_timestamp() + interval '1 second' then array[clock_timestamp()]
        else accepted[cardinality(accepted) - ${per_second}::int + 2:]
          || greatest(clock_timestamp(), accepted[cardinality(accepted)])
      end
    where program_id = ${program_id} and name = ${name}
      and (coalesce(accepted[cardinality(accepted) - ${per_second}::int + 1], '-infinity') <= clock_timestamp() - interval '1 second'
        or accepted[cardinality(accepted)] > clock_timestamp() + interval '1 second')
    returning ${standing(per_second)}`.execute(db);
  return rows[0];
}

async function read(db: Kysely<DB>, window: Window): Promise<Standing | undefined> {
  const { program_id, name, per_second } = window;
  const { rows } = await sql<Standing>`
    select ${standing(per_second)} from rate_windows
    where program_id = ${program_id} and name = ${name}`.execute(db);
  return rows[0];
}

/** Inserts the row for the first request of this limit. */
async function begin(db: Kysely<DB>, window: Window): Promise<void> {
  const { program_id, name } = window;
  await db
    .insertInto('rate_windows')
    .values({ program_id, name, accepted: sql<number[]>`'{}'::timestamptz[]` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface Window {
  program_id: number;
  name: string;
  per_second: number;
}

/** How many requests the row's window still accepts, and the time until its oldest moment leaves it. */
function standing(per_second: number) {
  return sql`
    greatest(0, ${per_second}::int - (
      select count(*)::int from unnest(accepted) as moment where moment > clock_timestamp() - interval '1 second'
    )) as remaining,
    greatest(0, ceil(extract(epoch from
      coalesce(accepted[cardinality(accepted) - ${per_second}::int + 1] + interval '1 second' - clock_timestamp(), '0'::interval)
    ) * 1000))::int as retry_after_ms`;
}

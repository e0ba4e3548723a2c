import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';

// Each read looks at the beginning of an index for each program or endpoint, or stops counting at a bound.

/** How long work has waited in a program, in seconds. Programs without waiting work are left out. */
export interface Waited {
  /** The key of the program in its file. */
  program: string;
  seconds: number;
}

const WAITED = sql`select p.key as program, greatest(0, extract(epoch from`;
const OF_EACH = sql`))::float8 as seconds from programs p cross join lateral`;
const advance = sql`p.clock_offset_ms * interval '1 millisecond'`;

/** How long customers have been due. */
export async function listDueWaits(db: Kysely<DB>, real: number): Promise<Waited[]> {
  const { rows } = await sql<Waited>`
    ${WAITED} ${ts(real)} + ${advance} - due.next_due_at ${OF_EACH} (
      select next_due_at from customers
        where program_id = p.id and next_due_at <= ${ts(real)} + ${advance}
        order by next_due_at limit 1) due
      order by p.id`.execute(db);
  return rows;
}

/** How long the earliest event of the outbox has waited. */
export async function listOutboxWaits(db: Kysely<DB>, real: number): Promise<Waited[]> {
  const { rows } = await sql<Waited>`
    ${WAITED} ${ts(real)} + ${advance} - e.created_at ${OF_EACH} (
      select created_at from webhook_events where program_id = p.id order by id limit 1) e
      order by p.id`.execute(db);
  return rows;
}

/**
 * due: a delivery may be sent now; paused: its endpoint fails and has a pause; disabled: its endpoint failed too long.
 */
export type DeliveryState = 'due' | 'paused' | 'disabled';

/** How long deliveries have waited since they could be sent, or since their endpoint failed, by state. */
export async function listDeliveryWaits(
  db: Kysely<DB>,
  real: number,
): Promise<{ state: DeliveryState; seconds: number; endpoints: number }[]> {
  const { rows } = await sql<{ state: DeliveryState; seconds: number; endpoints: number }>`
    select state, greatest(0, max(extract(epoch from ${ts(real)} - since)))::float8 as seconds, count(*) as endpoints
      from (
        select case when e.disabled_at is not null then 'disabled'
            when e.paused_until > ${ts(real)} then 'paused' else 'due' end as state,
          coalesce(e.disabled_at, case when e.paused_until > ${ts(real)} then e.failing_since end, d.next_attempt_at) as since
          from webhook_endpoints e cross join lateral (
            select next_attempt_at from webhook_deliveries d
              where d.program_id = e.program_id and d.endpoint_id = e.id and d.next_attempt_at is not null
              order by next_attempt_at limit 1) d
          where e.listens_until is null
            and (d.next_attempt_at <= ${ts(real)} or e.disabled_at is not null or e.paused_until > ${ts(real)})
      ) waiting group by state`.execute(db);
  return rows;
}

/** The numbers of waiting events and deliveries, each counted up to `bound`. */
export async function countWaiting(
  db: Kysely<DB>,
  bound: number,
): Promise<{ events: number; deliveries: number }> {
  const { rows } = await sql<{ events: number; deliveries: number }>`
    select (select count(*) from (select from webhook_events limit ${bound}) e) as events,
      (select count(*) from (select from webhook_deliveries where next_attempt_at is not null limit ${bound}) d) as deliveries`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * The delay of listings: the ids that were given but are not shown yet, and the age of the oldest transaction that
 * delays them.
 */
export async function readHorizonLag(db: Kysely<DB>): Promise<{ ids: number; seconds: number }> {
  const { rows } = await sql<{ ids: number; seconds: number }>`
    select greatest(0, last_value - (not is_called)::int - settled_id('transaction_ids', 12)) as ids,
        coalesce((select max(extract(epoch from clock_timestamp() - a.xact_start))
          from pg_locks l join pg_stat_activity a on a.pid = l.pid
          where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
            and l.database = (select oid from pg_database where datname = current_database())
            and (l.classid::bigint >> 16) = 12 + 32 * schema_number()), 0)::float8 as seconds
      from transaction_ids`.execute(db);
  return rows[0]!;
}

/** Unfinished imports, by whether a process works on them, and the number of their finished rows. */
export async function countImports(
  db: Kysely<DB>,
  real: number,
): Promise<{ running: number; interrupted: number; rows_done: number }> {
  const { rows } = await sql<{ running: number; interrupted: number; rows_done: number }>`
    select count(*) filter (where leased_until > ${ts(real)}) as running,
        count(*) filter (where leased_until is null or leased_until <= ${ts(real)}) as interrupted,
        coalesce(sum(rows_done), 0)::bigint as rows_done
      from imports where state in ('running', 'reverting')`.execute(db);
  return rows[0]!;
}

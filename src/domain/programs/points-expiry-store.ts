import { sql } from 'kysely';
import { timestampText } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { Site } from './configuration.ts';
import type { PointsExpiry } from './program-settings.ts';

/** Customers above an id, in order of id. */
interface Batch {
  after: number;
  limit: number;
}

/**
 * Locks the next customers of one home site whose lots were not dated by the mode of `dated_since` (null: no mode), or
 * that have points but lack the lots that they should have. Returns their ids.
 */
export async function lockOfOtherExpiryTerms(
  tx: Tx,
  programId: number,
  siteId: number,
  { after, limit, dated_since }: Batch & { dated_since: number | null },
): Promise<number[]> {
  const since = dated_since === null ? null : timestampText(dated_since);
  const { rows } = await sql<{ id: number }>`
    with taken as (
      select id from customers
        where program_id = ${programId} and site_id = ${siteId} and id > ${after}
          and case when lots_since is null then ${since}::timestamptz is not null and points_approved > 0
            else lots_dated_since is distinct from ${since}::timestamptz end
        order by id limit ${limit} for update
    )
    update customers c set version = version + 1
      from taken where c.program_id = ${programId} and c.id = taken.id
      returning c.id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Does the work of the ledger's `ensureLots` for several locked customers. */
export async function dateLotsAnew(
  tx: Tx,
  programId: number,
  customerIds: readonly number[],
  lots: { dated_since: number | null; expires_at: number | null; now: number },
): Promise<void> {
  const expiresAt = lots.expires_at === null ? null : timestampText(lots.expires_at);
  const since = lots.dated_since === null ? null : timestampText(lots.dated_since);
  const now = timestampText(lots.now);
  await sql`
    update lots set expires_at = ${expiresAt}::timestamptz
      where program_id = ${programId} and customer_id = any(${customerIds}::bigint[]) and (expired = 0 or remaining > 0)
        and expires_at is distinct from ${expiresAt}::timestamptz`.execute(tx);
  await sql`
    insert into lots (program_id, customer_id, points, remaining, expires_at, created_at)
      select program_id, id, points_approved, points_approved, ${expiresAt}::timestamptz, greatest(last_entry_at, ${now}::timestamptz)
        from customers where program_id = ${programId} and id = any(${customerIds}::bigint[])
          and lots_since is null and ${since}::timestamptz is not null and points_approved > 0
        order by id`.execute(tx);
  await sql`
    update customers
      set lots_since = coalesce(lots_since, case when ${since}::timestamptz is not null then greatest(last_entry_at, ${now}::timestamptz) end),
        lots_dated_since = ${since}::timestamptz,
        next_due_at = case when points_approved > 0 then least(next_due_at, ${expiresAt}::timestamptz) else next_due_at end
      where program_id = ${programId} and id = any(${customerIds}::bigint[])`.execute(tx);
}

/**
 * Makes customers of one home site with points due before inactivity expires the points, at most a day early. The exact
 * moment is computed when they are due. Returns the highest customer id of the batch; undefined: there were none.
 */
export async function markInactivity(
  tx: Tx,
  programId: number,
  site: Pick<Site, 'id' | 'time_zone'>,
  {
    after,
    limit,
    since,
    expiry,
  }: Batch & {
    since: number;
    expiry: Extract<PointsExpiry, { duration_months: number }>;
  },
): Promise<number | undefined> {
  const active =
    expiry.mode === 'inactivity_since_purchase'
      ? sql`last_purchase_at, enrolled_at`
      : sql`balance_changed_at`;
  const { rows } = await sql<{ last: number | null }>`
    with taken as (
      select c.id, d.due from customers c
        cross join lateral (select ((greatest(${active}, ${timestampText(since)}::timestamptz) at time zone ${site.time_zone})
            + make_interval(months => ${expiry.duration_months}::int, days => -1)) at time zone ${site.time_zone} as due) d
        where c.program_id = ${programId} and c.site_id = ${site.id} and c.id > ${after} and c.points_approved > 0
          -- Whoever is due within two days of it has been seen to.
          and (c.next_due_at is null or c.next_due_at > d.due + interval '2 days')
        order by c.id limit ${limit} for update of c
    ), marked as (
      update customers c set version = version + 1, next_due_at = least(c.next_due_at, taken.due)
        from taken where c.program_id = ${programId} and c.id = taken.id
    )
    select max(id) as last from taken`.execute(tx);
  return rows[0]?.last ?? undefined;
}

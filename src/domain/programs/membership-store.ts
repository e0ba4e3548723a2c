import { sql } from 'kysely';
import { timestampText } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';

/**
 * Customers above an id, the lowest first. Each batch returns the highest id of its customers; undefined: there were
 * none.
 */
interface Batch {
  after: number;
  limit: number;
}

/**
 * Ends the memberships of enrolled customers whose tier is not among the given ones, or who have no tier although facts
 * earn tiers. Notes the withdrawn tier, unless an earlier withdrawn tier would still last.
 */
export async function endMembershipsOutside(
  tx: Tx,
  programId: number,
  tiers: { earned: readonly number[]; given: readonly number[]; now: number },
  { after, limit }: Batch,
): Promise<number | undefined> {
  const now = timestampText(tiers.now);
  const isReplaced = sql`c.tier_id is not null
    and (c.withdrawn_tier_id is null or coalesce(c.withdrawn_tier_until <= ${now}::timestamptz, false))`;
  const { rows } = await sql<{ last: number | null }>`
    with taken as (
      select id from customers
        where program_id = ${programId} and id > ${after} and enrolled_at is not null
          and case when tier_id is null then ${tiers.earned.length > 0}::boolean
            else tier_id <> all(${[...tiers.earned, ...tiers.given]}::bigint[]) end
          and (tier_expires_at is null or tier_expires_at > ${now}::timestamptz)
        order by id limit ${limit} for update
    ), ended as (
      update customers c
        set version = version + 1, tier_expires_at = ${now}::timestamptz,
          next_due_at = least(next_due_at, ${now}::timestamptz),
          withdrawn_tier_id = case when ${isReplaced} then c.tier_id else c.withdrawn_tier_id end,
          withdrawn_tier_until = case when ${isReplaced} then c.tier_expires_at else c.withdrawn_tier_until end
        from taken where c.program_id = ${programId} and c.id = taken.id
    )
    select max(id) as last from taken`.execute(tx);
  return rows[0]?.last ?? undefined;
}

/** Removes the ends of memberships in these tiers, so that the memberships last. */
export async function removeMembershipEnds(
  tx: Tx,
  programId: number,
  tierIds: readonly number[],
  { after, limit }: Batch,
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    with taken as (
      select id from customers
        where program_id = ${programId} and id > ${after}
          and tier_id = any(${tierIds}::bigint[]) and tier_expires_at is not null
        order by id limit ${limit} for update
    ), freed as (
      update customers c set version = version + 1, tier_expires_at = null
        from taken where c.program_id = ${programId} and c.id = taken.id
    )
    select max(id) as last from taken`.execute(tx);
  return rows[0]?.last ?? undefined;
}

interface HeldMembership {
  id: number;
  enrolled_at: number;
  tier_expires_at: number | null;
}

/** Locks the memberships of one home site, in these tiers, whose end `suspectEnds` finds. */
export async function lockSuspectMemberships(
  tx: Tx,
  programId: number,
  asked: { site_id: number; tier_ids: readonly number[]; never: boolean; after: number; except: number[] },
  { after, limit }: Batch,
): Promise<HeldMembership[]> {
  const { rows } = await sql<HeldMembership>`
    select id, enrolled_at, tier_expires_at from customers
      where program_id = ${programId} and id > ${after} and site_id = ${asked.site_id}
        and tier_id = any(${asked.tier_ids}::bigint[]) and enrolled_at is not null
        and case when tier_expires_at is null then ${asked.never}::boolean
          else tier_expires_at > ${timestampText(asked.after)}::timestamptz
            and tier_expires_at <> all(${asked.except.map(timestampText)}::timestamptz[]) end
      order by id limit ${limit} for update`.execute(tx);
  return rows;
}

/** Gives the memberships of locked customers new ends; null: no end. */
export async function moveMembershipEnds(
  tx: Tx,
  programId: number,
  moved: readonly { id: number; ends: number | null }[],
): Promise<void> {
  if (moved.length === 0) return;
  const ids = moved.map(({ id }) => id);
  const ends = moved.map((membership) => (membership.ends === null ? null : timestampText(membership.ends)));
  await sql`
    update customers c
      set version = version + 1, tier_expires_at = moved.ends, next_due_at = least(next_due_at, moved.ends)
      from unnest(${ids}::bigint[], ${ends}::timestamptz[]) as moved (id, ends)
      where c.program_id = ${programId} and c.id = moved.id`.execute(tx);
}

/**
 * Makes the members of these tiers due from `now` on, except blocked customers, which do not rise. If a customer has
 * approvals that are due already, its due moment is set before them. Otherwise a sweep that only approves
 * (approve-batch.ts) would process the customer for the approvals alone.
 */
export async function markDue(
  tx: Tx,
  programId: number,
  tierIds: readonly number[],
  now: number,
  { after, limit }: Batch,
): Promise<number | undefined> {
  const due = timestampText(now);
  const { rows } = await sql<{ last: number | null }>`
    with taken as (
      select id, next_due_at from customers
        where program_id = ${programId} and id > ${after} and blocked_at is null
          and tier_id = any(${tierIds}::bigint[])
        order by id limit ${limit} for update
    ), marked as (
      update customers c
        set version = version + 1, next_due_at = least(c.next_due_at, ${due}::timestamptz) - interval '1 millisecond'
        from taken where c.program_id = ${programId} and c.id = taken.id
          -- Asked of the locked row: whoever held it before may have done what was due under the former program.
          and (taken.next_due_at is null or taken.next_due_at > ${due}::timestamptz or taken.next_due_at >= (
            -- As that sweep asks: one entry of an index for each customer.
            select min(approves_at) from activities a
              where a.program_id = c.program_id and a.customer_id = c.id and a.state = 'pending'))
    )
    select max(id) as last from taken`.execute(tx);
  return rows[0]?.last ?? undefined;
}

import { sql } from 'kysely';
import { timestampText } from '../../db/timestamps.ts';
import type { Tx } from '../transaction.ts';

export interface MembershipBatch {
  /** Customers above this id. */
  after: number;
  limit: number;
  now: number;
}

/**
 * Ends now the memberships of enrolled customers whose tier is not among those given, or who have none while
 * there are some. Returns the highest customer id taken; undefined: there were none.
 */
export async function endMembershipsOutside(
  tx: Tx,
  programId: number,
  tierIds: readonly number[],
  { after, limit, now }: MembershipBatch,
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    with taken as (
      select id from customers
        where program_id = ${programId} and id > ${after} and enrolled_at is not null
          and case when tier_id is null then ${tierIds.length > 0}::boolean else tier_id <> all(${tierIds}::bigint[]) end
          and (tier_expires_at is null or tier_expires_at > ${timestampText(now)}::timestamptz)
        order by id limit ${limit} for update
    ), ended as (
      update customers c
        set version = version + 1, tier_expires_at = ${timestampText(now)}::timestamptz,
          next_due_at = least(next_due_at, ${timestampText(now)}::timestamptz)
        from taken where c.program_id = ${programId} and c.id = taken.id
    )
    select max(id) as last from taken`.execute(tx);
  return rows[0]?.last ?? undefined;
}

/** Gives memberships of one home site that never end the end `ends`; returns as `endMembershipsOutside` does. */
export async function startMembershipTerms(
  tx: Tx,
  programId: number,
  siteId: number,
  tierIds: readonly number[],
  { after, limit, ends }: MembershipBatch & { ends: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    with taken as (
      select id from customers
        where program_id = ${programId} and id > ${after} and site_id = ${siteId}
          and tier_id = any(${tierIds}::bigint[]) and tier_expires_at is null
        order by id limit ${limit} for update
    ), started as (
      update customers c
        set version = version + 1, tier_expires_at = ${timestampText(ends)}::timestamptz,
          next_due_at = least(next_due_at, ${timestampText(ends)}::timestamptz)
        from taken where c.program_id = ${programId} and c.id = taken.id
    )
    select max(id) as last from taken`.execute(tx);
  return rows[0]?.last ?? undefined;
}

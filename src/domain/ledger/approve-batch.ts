import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { timestampText } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { Program } from '../programs/configuration.ts';

/** Customers per batch. An open batch holds back every program's listings, so a batch stays small. */
export const BATCH_SIZE = 1000;

/** A customer for whom something is due, and the moment since when it is due. */
export interface DueCustomer {
  id: number;
  next_due_at: number;
}

const NOBODY: DueCustomer = { id: 0, next_due_at: 0 };

/** The approvals of the next `BATCH_SIZE` customers that are due. */
interface ApprovedBatch {
  /** How many activities were approved. */
  approved: number;
  /** The next batch begins after this customer; undefined: there are no more. */
  last: DueCustomer | undefined;
}

/**
 * Takes the next customers that are due at `now`, longest due first, after `after`. If a customer has only approvals
 * due, it approves all of them in order of due time: one transaction per activity. The counters move by the sums, and
 * the next due moment is computed again.
 *
 * It leaves out customers whose points are in lots, and customers that another transaction holds. It leaves out all
 * customers if points expire, because lots and dates would have to move too, or if a newer version of the program was
 * applied than this process has in memory. It waits for nobody, so the order of its locks does not matter.
 *
 * It is one statement, guarded by the version that it read, like a hot write (guarded.ts). Postgres locks the newest
 * row of a customer and compares the version there. So the customer has not changed since the statement began to read.
 */
export async function approveNext(
  tx: Tx,
  { id: programId, configuration_version }: Pick<Program, 'id' | 'configuration_version'>,
  now: number,
  after: DueCustomer = NOBODY,
): Promise<ApprovedBatch> {
  const due = timestampText(now);
  const { rows } = await sql<DueCustomer & { taken: number; approved: number }>`
    -- Cut off before anything is looked up: a batch then costs the same however many are due.
    with next as materialized (
      select id, next_due_at, version from customers
        where program_id = ${programId} and next_due_at <= ${due}::timestamptz
          and (next_due_at, id) > (${timestampText(after.next_due_at)}::timestamptz, ${after.id}::bigint)
        order by next_due_at, id limit ${BATCH_SIZE}
    ), free as materialized (
      select c.id, greatest(${due}::timestamptz, c.last_entry_at) as at
        from next join customers c on c.program_id = ${programId} and c.id = next.id and c.version = next.version
        where c.lots_since is null
          -- Whoever fell due before its first approval fell due for something else.
          and c.next_due_at >= (select min(approves_at) from activities a
                                  where a.program_id = c.program_id and a.customer_id = c.id and a.state = 'pending')
          -- Under a newer version points may make the tier.
          and exists (select from programs where id = ${programId} and points_expiry_since is null
                        and configuration_version <= ${configuration_version})
          and (c.next_birthday_at is null or c.next_birthday_at > ${due}::timestamptz)
          and (c.tier_expires_at is null or c.tier_expires_at > ${due}::timestamptz)
          and not exists (select from claimed_rewards r where r.program_id = c.program_id and r.customer_id = c.id
                            and r.state = 'approved' and r.usage_status = 'not_used'
                            and (r.auto_refund_at is not null or r.expires_at is not null)
                            and least(r.auto_refund_at, r.expires_at) <= ${due}::timestamptz)
        for update of c skip locked
    ), due as (
      update activities a set state = 'approved', resolved_at = free.at, updated_at = free.at
        from free
        where a.program_id = ${programId} and a.customer_id = free.id
          and a.state = 'pending' and a.approves_at <= ${due}::timestamptz
        returning a.id, a.customer_id, a.value - a.taken_back as value, a.approves_at, free.at
    ), entry as (
      insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
        select ${programId}, customer_id, value, -value, 0, 'activity', id, at
          from due where value <> 0 order by customer_id, approves_at, id
    ), moved as (
      update customers c set
          version = version + 1,
          points_approved = points_approved + d.value,
          points_pending = points_pending - d.value,
          balance_changed_at = case when d.value <> 0 then greatest(c.balance_changed_at, d.approves_at) else c.balance_changed_at end,
          last_entry_at = d.at,
          updated_at = d.at,
          next_due_at = least(
            (select min(approves_at) from activities a where a.program_id = c.program_id and a.customer_id = c.id
               and a.state = 'pending' and a.approves_at > ${due}::timestamptz),
            (select min(least(auto_refund_at, expires_at)) from claimed_rewards r where r.program_id = c.program_id and r.customer_id = c.id
               and r.state = 'approved' and r.usage_status = 'not_used' and (r.auto_refund_at is not null or r.expires_at is not null)),
            c.next_birthday_at, c.tier_expires_at)
        from (select customer_id, at, sum(value)::bigint as value, max(approves_at) as approves_at from due group by customer_id, at) d
        where c.program_id = ${programId} and c.id = d.customer_id
    )
    select id, next_due_at, (select count(*) from next) as taken, (select count(*) from due) as approved
      from next order by next_due_at desc, id desc limit 1`.execute(tx);
  const last = rows[0];
  return {
    approved: last?.approved ?? 0,
    last: last && last.taken === BATCH_SIZE ? { id: last.id, next_due_at: last.next_due_at } : undefined,
  };
}

/** Up to `most` customers after `after` that are due at `now`, longest due first. */
export async function listDueCustomers(
  db: Kysely<DB>,
  programId: number,
  now: number,
  { after = NOBODY, most = BATCH_SIZE }: { after?: DueCustomer | undefined; most?: number },
): Promise<DueCustomer[]> {
  const { rows } = await sql<DueCustomer>`
    select id, next_due_at from customers
      where program_id = ${programId} and next_due_at <= ${timestampText(now)}::timestamptz
        and (next_due_at, id) > (${timestampText(after.next_due_at)}::timestamptz, ${after.id}::bigint)
      order by next_due_at, id limit ${most}`.execute(db);
  return rows;
}

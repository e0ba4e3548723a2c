import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { timestampText } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';

/** Customers per batch. An open batch holds back every program's listings, so a batch stays small. */
export const BATCH_SIZE = 1000;

/** A customer for whom something is due, and the moment since when it is due. */
export interface DueCustomer {
  id: number;
  next_due_at: number;
}

const NOBODY: DueCustomer = { id: 0, next_due_at: 0 };

/** The customers that were locked for approval, of the next `BATCH_SIZE` customers that are due. */
interface LockedForApproval {
  ids: number[];
  /** The next batch begins after this customer; undefined: there are no more. */
  last: DueCustomer | undefined;
}

/**
 * Takes the next customers that are due at `now`, longest due first, from after `after` on. Locks those that have only
 * approvals due. Leaves out customers whose points are in lots and customers that another transaction holds. Bumps
 * their version, as every lock does. It waits for nobody, so the order of its locks does not matter.
 */
export async function lockDueForApproval(
  tx: Tx,
  programId: number,
  now: number,
  after: DueCustomer = NOBODY,
): Promise<LockedForApproval> {
  const due = timestampText(now);
  const { rows } = await sql<DueCustomer & { locked: boolean }>`
    -- Cut off before anything is looked up: a batch then costs the same however many are due.
    with next as materialized (
      select id, next_due_at from customers
        where program_id = ${programId} and next_due_at <= ${due}::timestamptz
          and (next_due_at, id) > (${timestampText(after.next_due_at)}::timestamptz, ${after.id}::bigint)
        order by next_due_at, id limit ${BATCH_SIZE}
    ), free as materialized (
      select c.id from next join customers c on c.program_id = ${programId} and c.id = next.id
        where c.next_due_at <= ${due}::timestamptz and c.lots_since is null
          and (c.next_birthday_at is null or c.next_birthday_at > ${due}::timestamptz)
          and (c.tier_expires_at is null or c.tier_expires_at > ${due}::timestamptz)
          and exists (select from activities a where a.program_id = c.program_id and a.customer_id = c.id
                        and a.state = 'pending' and a.approves_at <= ${due}::timestamptz)
          and not exists (select from claimed_rewards r where r.program_id = c.program_id and r.customer_id = c.id
                            and r.state = 'approved' and r.usage_status = 'not_used'
                            and (r.auto_refund_at is not null or r.expires_at is not null)
                            and least(r.auto_refund_at, r.expires_at) <= ${due}::timestamptz)
        for update of c skip locked
    ), locked as (
      update customers set version = version + 1
        from free where customers.program_id = ${programId} and customers.id = free.id
        returning customers.id
    )
    select next.id, next.next_due_at, locked.id is not null as locked
      from next left join locked on locked.id = next.id order by next.next_due_at, next.id`.execute(tx);
  return {
    ids: rows.filter((row) => row.locked).map((row) => row.id),
    last: rows.length < BATCH_SIZE ? undefined : rows.at(-1),
  };
}

/**
 * Approves everything due at `now` of customers that this transaction has locked, in order of due time. Writes one
 * transaction per activity, moves the counters by the sums, and computes the next due moment anew. Returns how many
 * activities were approved. Approves nothing if points expire, since then lots and dates move with them. The program is
 * asked for that again under the locks.
 */
export async function approveDue(
  tx: Tx,
  programId: number,
  customerIds: readonly number[],
  now: number,
): Promise<number> {
  const due = timestampText(now);
  const { rows } = await sql<{ approved: number }>`
    with due as (
      update activities a set state = 'approved', resolved_at = greatest(${due}::timestamptz, c.last_entry_at),
          updated_at = greatest(${due}::timestamptz, c.last_entry_at)
        from customers c
        where c.program_id = ${programId} and c.id = any(${customerIds}::bigint[])
          and a.program_id = ${programId} and a.customer_id = c.id
          and a.state = 'pending' and a.approves_at <= ${due}::timestamptz
          and (select points_expiry_since from programs where id = ${programId}) is null
        returning a.id, a.customer_id, a.value - a.taken_back as value, a.approves_at
    ), entry as (
      insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
        select ${programId}, d.customer_id, d.value, -d.value, 0, 'activity', d.id, greatest(${due}::timestamptz, c.last_entry_at)
          from due d join customers c on c.program_id = ${programId} and c.id = d.customer_id
          where d.value <> 0
          order by d.customer_id, d.approves_at, d.id
    ), moved as (
      update customers c set
          points_approved = points_approved + d.value,
          points_pending = points_pending - d.value,
          balance_changed_at = case when d.value <> 0 then greatest(c.balance_changed_at, d.approves_at) else c.balance_changed_at end,
          last_entry_at = greatest(${due}::timestamptz, c.last_entry_at),
          updated_at = greatest(${due}::timestamptz, c.last_entry_at),
          next_due_at = least(
            (select min(approves_at) from activities a where a.program_id = c.program_id and a.customer_id = c.id
               and a.state = 'pending' and a.approves_at > ${due}::timestamptz),
            (select min(least(auto_refund_at, expires_at)) from claimed_rewards r where r.program_id = c.program_id and r.customer_id = c.id
               and r.state = 'approved' and r.usage_status = 'not_used' and (r.auto_refund_at is not null or r.expires_at is not null)),
            c.next_birthday_at, c.tier_expires_at)
        from (select customer_id, sum(value)::bigint as value, max(approves_at) as approves_at from due group by customer_id) d
        where c.program_id = ${programId} and c.id = d.customer_id
    )
    select count(*) as approved from due`.execute(tx);
  return rows[0]?.approved ?? 0;
}

/** Up to `most` customers that are due at `now`, longest due first, from after `after` on. */
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

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import { type Drift, recordDrifts, rowsOf, type Step, transactionsOfRecords } from './verify-step.ts';

/**
 * The sums of a step's transactions by customer and record. Activities and claims of a merged customer count for its
 * survivor; adjustments and expiries stay with their customer.
 */
function sumsBy(
  record: 'activity_id' | 'adjustment_id' | 'claimed_reward_id' | 'expiry_id',
  step: Step,
): RawBuilder<unknown> {
  const moves = record === 'activity_id' || record === 'claimed_reward_id';
  const transactions = moves ? transactionsOfRecords(step) : rowsOf('transactions', step);
  return sql`(select program_id, ${sql.ref(moves ? 'owner_id' : 'customer_id')} as customer_id, ${sql.ref(record)} as id,
      sum(points_approved)::bigint as approved, sum(points_pending)::bigint as pending, sum(points_spent)::bigint as spent
    from ${transactions} t where ${sql.ref(record)} is not null group by 1, 2, 3)`;
}

/** The counters of customers are the sums of their transactions. */
export async function counterDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    select coalesce(c.program_id, s.program_id) as program_id, coalesce(c.id, s.customer_id) as customer_id, v.what, null::bigint as id,
        v.stored, v.summed
      from ${rowsOf('customers', step, 'id')} c
      full join (
        select program_id, customer_id, sum(points_approved)::bigint as approved, sum(points_pending)::bigint as pending,
            sum(points_spent)::bigint as spent
          from ${rowsOf('transactions', step)} t group by 1, 2
      ) s on s.program_id = c.program_id and s.customer_id = c.id
      cross join lateral (values
        ('points_approved', coalesce(c.points_approved, 0), coalesce(s.approved, 0)),
        ('points_pending', coalesce(c.points_pending, 0), coalesce(s.pending, 0)),
        ('points_spent', coalesce(c.points_spent, 0), coalesce(s.spent, 0))) v (what, stored, summed)
      where v.stored <> v.summed
      order by 1, 2, 3`.execute(tx);
  return rows;
}

/**
 * An approved activity has added its value, and a pending one holds its value as pending, less the points that were
 * taken back. A declined or void activity holds nothing. Spared points are still in the balance unless they were taken
 * later. Forgone points, which had expired, are not taken either.
 */
export async function activityDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  return recordDrifts(tx, 'activity', rowsOf('activities', step), sumsBy('activity_id', step), [
    [
      sql`case r.state when 'approved' then r.value - r.taken_back when 'void' then 0 end + r.spared - r.reclaimed + r.forgone`,
      sql`s.approved`,
    ],
    [sql`case r.state when 'pending' then r.value - r.taken_back else 0 end`, sql`s.pending`],
    [sql`0`, sql`s.spent`],
  ]);
}

/** An adjustment has moved its points, and changed the lifetime spend by what it says. */
export async function adjustmentDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  return recordDrifts(tx, 'adjustment', rowsOf('adjustments', step), sumsBy('adjustment_id', step), [
    [sql`r.points`, sql`s.approved`],
    [sql`0`, sql`s.pending`],
    [sql`r.points_spent`, sql`s.spent`],
  ]);
}

/** A claim has spent its cost, unless it was taken back. */
export async function claimDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  const cost = sql`case when r.state in ('void', 'declined') then 0 else r.points_cost end`;
  const sums = sumsBy('claimed_reward_id', step);
  return recordDrifts(tx, 'claimed_reward', rowsOf('claimed_rewards', step), sums, [
    [cost, sql`s.spent`],
    [cost, sql`-s.approved`],
    [sql`0`, sql`s.pending`],
  ]);
}

/** An expiry has taken its points. */
export async function expiryDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  return recordDrifts(tx, 'expiry', rowsOf('expiries', step), sumsBy('expiry_id', step), [
    [sql`r.points`, sql`-s.approved`],
    [sql`0`, sql`s.pending`],
    [sql`0`, sql`s.spent`],
  ]);
}

/** Merges brought to survivors exactly the points and the lifetime spend that they took from merged customers. */
export async function mergeDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    select program_id, owner_id as customer_id, 'merges' as what, null::bigint as id,
        0::bigint as stored, v.summed
      from (
        select program_id, owner_id, sum(points)::bigint as points, sum(points_spent)::bigint as points_spent from (
          select a.program_id, a.customer_id as owner_id, a.points, a.points_spent from ${rowsOf('adjustments', step)} a
            where a.reason = 'merge' and not exists (select from customers m
              where m.program_id = a.program_id and m.id = a.customer_id and m.merged_into is not null)
          union all select m.program_id, m.merged_into, a.points, a.points_spent from ${rowsOf('customers', step, 'merged_into')} m
            join adjustments a on a.program_id = m.program_id and a.customer_id = m.id and a.reason = 'merge'
        ) moved group by 1, 2
      ) sums
      cross join lateral (values (points), (points_spent)) v (summed)
      where v.summed <> 0
      order by 1, 2`.execute(tx);
  return rows;
}

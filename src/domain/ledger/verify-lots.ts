import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import { type Drift, inPrograms, ofCustomers, recordDrifts, rowsOf, type Step } from './verify-step.ts';

/**
 * Checks that a step's lots agree with their customers' balances. The lots of a customer sum up to its balance, if it
 * is not below zero. Each lot holds the points it was formed with, less what was taken from it. No transaction moved
 * more points in lots than it moved in all; an expiry or a claim of a customer with lots moved exactly as many.
 */
export async function lotDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  return [
    ...(await balanceDrifts(tx, step)),
    ...(await remainderDrifts(tx, step)),
    ...(await formationDrifts(tx, step)),
    ...(await allocationDrifts(tx, step)),
  ];
}

/** A customer without lots has no points in lots. */
async function balanceDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  const customers = sql`(select *, id as customer_id from ${rowsOf('customers', step, 'id')} c)`;
  const sums = sql`(select program_id, customer_id, customer_id as id, sum(remaining)::bigint as remaining from ${rowsOf('lots', step)} l group by 1, 2)`;
  const drifts = await recordDrifts(tx, 'lots', customers, sums, [
    [sql`case when r.lots_since is not null then greatest(0, r.points_approved) end`, sql`s.remaining`],
  ]);
  return drifts.map((drift) => ({ ...drift, id: null }));
}

/** Checks the rest of each lot, and how much of it expired. */
async function remainderDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  return recordDrifts(tx, 'lot', rowsOf('lots', step), allocationsBy('lot_id', step), [
    [sql`r.remaining`, sql`coalesce(r.points, 0) - coalesce(s.points, 0)`],
    [sql`r.expired`, sql`s.expired`],
  ]);
}

/**
 * A lot is formed with no more points than its source gave; a debt is paid first. Without statistics, as after an
 * import, Postgres expects one row of each and would join them by nested loops, which takes minutes for thousands of
 * lots. A full join is never a nested loop.
 */
async function formationDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  const lots = sql`(select * from ${rowsOf('lots', step)} l where activity_id is not null or adjustment_id is not null)`;
  const { rows } = await sql<Drift>`
    select * from (
      select l.program_id, l.customer_id, 'lot' as what, l.id, l.points as stored,
          coalesce(a.value, j.points, ${ofTheSamePerson('activities', 'value', 'activity_id')},
            ${ofTheSamePerson('adjustments', 'points', 'adjustment_id')}, 0) as summed
        from ${lots} l
        full join ${rowsOf('activities', step)} a on a.program_id = l.program_id and a.id = l.activity_id and a.customer_id = l.customer_id
        full join ${rowsOf('adjustments', step)} j on j.program_id = l.program_id and j.id = l.adjustment_id and j.customer_id = l.customer_id
      ) formed where coalesce(id, 0) > 0 and coalesce(stored, 0) > summed
      order by 1, 2, 4`.execute(tx);
  return rows;
}

/** Finds the source of a lot `l` across a merge: an activity goes over to the survivor, an adjustment stays. */
function ofTheSamePerson(
  table: 'activities' | 'adjustments',
  points: 'value' | 'points',
  named: 'activity_id' | 'adjustment_id',
): RawBuilder<unknown> {
  return sql`(select v.${sql.ref(points)} from ${sql.table(table)} v
    join customers own on own.program_id = v.program_id and own.id = l.customer_id
    join customers other on other.program_id = v.program_id and other.id = v.customer_id
    where v.program_id = l.program_id and v.id = ${sql.ref(`l.${named}`)}
      and coalesce(own.merged_into, own.id) = coalesce(other.merged_into, other.id))`;
}

/**
 * A transaction that removes points takes from lots at least 0 and at most so many points. The same holds for points
 * that a transaction gives back, or that it brings and a debt takes.
 */
async function allocationDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  const transactions = sql`(select t.*, t.resource in ('claimed_reward', 'expiry') and t.points_approved < 0
      and t.created_at > c.lots_since as exact
    from ${rowsOf('transactions', step)} t join customers c on c.program_id = t.program_id and c.id = t.customer_id
    where c.lots_since is not null)`;
  return recordDrifts(tx, 'lot_allocations', transactions, allocationsBy('transaction_id', step), [
    [
      sql`case when r.exact then -r.points_approved
        else least(greatest(coalesce(s.points, 0), least(0, -r.points_approved)), abs(coalesce(r.points_approved, 0))) end`,
      sql`s.points`,
    ],
    [
      sql`r.claimed_reward_id`,
      sql`case when s.id is null then r.claimed_reward_id else s.claimed_reward_id end`,
    ],
  ]);
}

/** The sums of a step's allocations by lot or by transaction. */
function allocationsBy(key: 'lot_id' | 'transaction_id', step: Step): RawBuilder<unknown> {
  return sql`(select a.program_id, a.customer_id, ${sql.ref(`a.${key}`)} as id, sum(a.points)::bigint as points,
      coalesce(sum(a.points) filter (where t.resource = 'expiry'), 0)::bigint as expired, max(a.claimed_reward_id) as claimed_reward_id
    from lot_allocations a
    left join ${rowsOf('transactions', step)} t on t.program_id = a.program_id and t.id = a.transaction_id and t.customer_id = a.customer_id
    where ${inPrograms('a.program_id', step)} and ${ofCustomers('a.customer_id', step)}
    group by 1, 2, 3)`;
}

import { sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import { FLOW_OF_TRANSACTION, figureOf, TRANSACTION_RECORDS } from './flows.ts';
import { type Drift, rowsOf, type Step } from './verify-step.ts';

/**
 * Every transaction that changes approved points has a flow of the roll-forward, and its figure is not below zero where
 * the flow has one sign. So opening, flows and closing of every report tie to the transactions.
 */
export async function flowDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    select program_id, customer_id, 'flow' as what, id, points_approved as stored,
        coalesce(figure, 0)::bigint as summed
      from (
        select t.program_id, t.customer_id, t.id, t.points_approved, f.flow, ${figureOf(sql`f.flow`)} as figure
          from ${rowsOf('transactions', step)} t ${TRANSACTION_RECORDS}
          cross join lateral (select ${FLOW_OF_TRANSACTION} as flow) f
          where t.points_approved <> 0
      ) classified
      where flow is null or (figure < 0 and flow not in ('merged', 'imported'))
      order by 1, 2, 4`.execute(tx);
  return rows;
}

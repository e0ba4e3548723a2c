import { sql } from 'kysely';
import { expect } from 'vitest';
import {
  changeBy,
  FLOW_NAMES,
  FLOW_OF_TRANSACTION,
  type Flow,
  type FlowFigures,
  figureOf,
  TRANSACTION_RECORDS,
} from '../../src/domain/ledger/flows.ts';
import type { LedgerModel } from './ledger-model.ts';
import type { TestDomain } from './test-domain.ts';

const noFigures = () => Object.fromEntries(FLOW_NAMES.map((flow) => [flow, 0])) as FlowFigures;

/** The flows of all transactions of customers, read from the ledger; without ids of the whole program. */
export async function flowsOf(domain: TestDomain, ids: readonly number[] | null = null) {
  const { rows } = await sql<{ flow: Flow; figure: number }>`
    select flow, sum(${figureOf(sql`flow`)})::bigint as figure
      from (select t.points_approved, ${FLOW_OF_TRANSACTION} as flow from transactions t ${TRANSACTION_RECORDS}
        where t.program_id = ${domain.program.id} and (${ids}::bigint[] is null or t.customer_id = any(${ids}::bigint[]))) t
      where flow is not null group by flow`.execute(domain.deps.db);
  const figures = noFigures();
  for (const { flow, figure } of rows) figures[flow] = figure;
  return figures;
}

/** The flows of customers are those of their models together, and explain their balances. Merges move nothing in all. */
export async function expectFlows(
  domain: TestDomain,
  ids: readonly number[],
  models: readonly LedgerModel[],
): Promise<void> {
  const expected = noFigures();
  for (const { flows } of models) for (const flow of FLOW_NAMES) expected[flow] += flows[flow];
  const figures = await flowsOf(domain, ids);
  expect(figures).toEqual(expected);
  const balances = await domain.deps.db
    .selectFrom('customers')
    .select('points_approved')
    .where('program_id', '=', domain.program.id)
    .where('id', 'in', ids)
    .execute();
  expect(changeBy(figures)).toBe(balances.reduce((sum, row) => sum + row.points_approved, 0));
}

import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import {
  FLOW_NAMES,
  FLOW_OF_TRANSACTION,
  type FlowFigures,
  figureOf,
  TRANSACTION_RECORDS,
} from '../../domain/ledger/flows.ts';

/** The number of customers with other names than these. Erased customers have no name. */
export async function countOthers(
  db: Kysely<DB>,
  programId: number,
  merchantIds: readonly string[],
): Promise<number> {
  const { n } = await db
    .selectFrom('customers')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('program_id', '=', programId)
    .where('erased_at', 'is', null)
    .where(sql<boolean>`merchant_key <> all(${merchantIds}::text[])`)
    .executeTakeFirstOrThrow();
  return n;
}

/** The number of servers that are connected to this database. */
export async function countServers(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct client_port) as n from pg_stat_activity
      where datname = current_database() and application_name = 'loyaltyd'`.execute(db);
  return rows[0]!.n;
}

/** The customers with work that is due before `until` (ms), and the moments. */
export async function listDueBefore(
  db: Kysely<DB>,
  programId: number,
  until: number,
): Promise<CustomerRow[]> {
  return db
    .selectFrom('customers')
    .selectAll()
    .where('program_id', '=', programId)
    .where('next_due_at', '<', ts(until))
    .orderBy('next_due_at')
    .orderBy('id')
    .execute();
}

/** The figures of a program since its beginning. */
export interface ProgramFigures {
  customers: number;
  /** Members by the key of their tier. */
  members: Record<string, number>;
  orders: number;
  /** In minor units of the program's currency: without refunds, shipping and tax. */
  net_sales_minor: number;
  flows: FlowFigures;
  pending: number;
  outstanding: number;
}

export async function readFigures(db: Kysely<DB>, programId: number): Promise<ProgramFigures> {
  const { rows: tiers } = await sql<{
    key: string | null;
    members: number;
    approved: number;
    pending: number;
  }>`
    select e.key, count(*) filter (where c.merged_into is null and c.erased_at is null) as members,
        sum(c.points_approved)::bigint as approved, sum(c.points_pending)::bigint as pending
      from customers c left join program_entries e on e.program_id = c.program_id and e.id = c.tier_id
      where c.program_id = ${programId} group by e.key, e.position order by e.position nulls first`.execute(
    db,
  );
  const { rows: orders } = await sql<{ orders: number; net: number }>`
    select count(*) as orders, coalesce(sum(spend_minor), 0)::bigint as net from orders
      where program_id = ${programId}`.execute(db);
  const { rows: flows } = await sql<{ flow: keyof FlowFigures; points: number }>`
    select f.flow, sum(${figureOf(sql`f.flow`)})::bigint as points
      from transactions t ${TRANSACTION_RECORDS}
      cross join lateral (select ${FLOW_OF_TRANSACTION} as flow) f
      where t.program_id = ${programId} and f.flow is not null group by f.flow`.execute(db);
  const known = new Map(flows.map(({ flow, points }) => [flow, points]));
  const sum = (pick: (row: (typeof tiers)[number]) => number) =>
    tiers.reduce((all, row) => all + pick(row), 0);
  return {
    customers: sum((row) => row.members),
    members: Object.fromEntries(tiers.map(({ key, members }) => [key ?? 'none', members])),
    orders: orders[0]!.orders,
    net_sales_minor: orders[0]!.net,
    flows: Object.fromEntries(FLOW_NAMES.map((flow) => [flow, known.get(flow) ?? 0])) as FlowFigures,
    pending: sum((row) => row.pending),
    outstanding: sum((row) => row.approved),
  };
}

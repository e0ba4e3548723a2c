import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import type { Deps } from '../programs/deps.ts';
import { flowDrifts } from './verify-flows.ts';
import { lotDrifts } from './verify-lots.ts';
import { type Drift, recordDrifts, rowsOf, type Step, transactionsOfRecords } from './verify-step.ts';
import { undoneDrifts } from './verify-undone.ts';
import { usageDrifts } from './verify-usage.ts';

export interface Verification {
  customers: number;
  transactions: number;
  drifts: Drift[];
}

interface VerifyOptions {
  /** Verifies only this program; default: all. */
  program_id?: number;
  /** Is told how many of how many customers are done. */
  onProgress?: (done: number, of: number) => void;
}

const CUSTOMERS_A_STEP = 20_000;

/**
 * Proves in one snapshot, while writers write, that the ledger adds up:
 * - every customer's counters are the sums of its transactions;
 * - the transactions of an activity, an adjustment, a claim and an expiry are what the record says;
 * - lots hold the rest of the balance;
 * - merges brought as much as they took;
 * - every transaction has a flow of the roll-forward;
 * - every customer's counters of rewards are the numbers of its claims;
 * - no transaction stands without its record.
 * Takes no lock.
 */
export async function verifyLedger(
  deps: Pick<Deps, 'db'>,
  options: VerifyOptions = {},
): Promise<Verification> {
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => verifyLedgerIn(tx, options));
}

/** The same for whoever has a transaction in which nothing changes. */
export async function verifyLedgerIn(tx: Tx, options: VerifyOptions = {}): Promise<Verification> {
  const counts = await countCustomers(tx, options.program_id);
  const total = counts.reduce((sum, { customers }) => sum + customers, 0);
  const result: Verification = { customers: 0, transactions: 0, drifts: [] };
  for await (const step of stepsThrough(tx, counts)) {
    result.drifts.push(...(await driftsOf(tx, step)));
    result.customers += step.customers;
    result.transactions += await countTransactions(tx, step);
    options.onProgress?.(result.customers, total);
  }
  return result;
}

/** All that does not add up for these customers of a program. Their survivors are among them, where they were merged. */
export function driftsOfCustomers(tx: Tx, programId: number, ids: readonly number[]): Promise<Drift[]> {
  return driftsOf(tx, { ...wholeProgram(programId, ids.length), only: ids });
}

/** The end of a program's last step. */
export const LAST_ID = Number.MAX_SAFE_INTEGER;

/** All that does not add up in a step. */
export async function driftsOf(tx: Tx, step: Step): Promise<Drift[]> {
  return [
    ...(await counterDrifts(tx, step)),
    ...(await activityDrifts(tx, step)),
    ...(await adjustmentDrifts(tx, step)),
    ...(await claimDrifts(tx, step)),
    ...(await expiryDrifts(tx, step)),
    ...(await mergeDrifts(tx, step)),
    ...(await flowDrifts(tx, step)),
    ...(await lotDrifts(tx, step)),
    ...(await undoneDrifts(tx, step)),
    ...(await usageDrifts(tx, step)),
  ];
}

interface CustomerCount {
  program_id: number;
  customers: number;
}

/** The customers of each program, or of the one. */
async function countCustomers(tx: Tx, programId: number | undefined): Promise<CustomerCount[]> {
  const only = programId === undefined ? sql`` : sql`where program_id = ${programId}`;
  const { rows } = await sql<CustomerCount>`
    select program_id, count(*) as customers from customers ${only} group by 1`.execute(tx);
  const counts = new Map(rows.map(({ program_id, customers }) => [program_id, customers]));
  const programs = programId === undefined ? await listProgramIds(tx) : [programId];
  return programs.map((program_id) => ({ program_id, customers: counts.get(program_id) ?? 0 }));
}

/**
 * Steps through programs in the order of their ids. Small ones share a step: each step has the cost of planning all its
 * statements.
 */
async function* stepsThrough(tx: Tx, programs: readonly CustomerCount[]): AsyncGenerator<Step> {
  let shared: Step | undefined;
  for (const { program_id, customers } of programs) {
    if (shared && shared.customers + customers <= CUSTOMERS_A_STEP) {
      shared = { ...shared, last_program: program_id, customers: shared.customers + customers };
      continue;
    }
    if (shared) yield shared;
    const isSmall = customers <= CUSTOMERS_A_STEP;
    shared = isSmall ? wholeProgram(program_id, customers) : undefined;
    if (!isSmall) yield* stepsOfProgram(tx, program_id);
  }
  if (shared) yield shared;
}

function wholeProgram(program_id: number, customers: number): Step {
  return { first_program: program_id, last_program: program_id, from: 0, to: LAST_ID, customers };
}

async function* stepsOfProgram(tx: Tx, programId: number): AsyncGenerator<Step> {
  for (let from = 0; ; ) {
    const step = await nextStep(tx, programId, from);
    yield step;
    if (step.to === LAST_ID) return;
    from = step.to + 1;
  }
}

async function listProgramIds(tx: Tx): Promise<number[]> {
  const programs = await tx.selectFrom('programs').select('id').orderBy('id').execute();
  return programs.map((program) => program.id);
}

/** The step of a program that begins with the customer `from`. */
export async function nextStep(
  tx: Tx,
  programId: number,
  from: number,
  most = CUSTOMERS_A_STEP,
): Promise<Step> {
  const { rows } = await sql<{ to: number | null; customers: number }>`
    select max(id) as "to", count(*) as customers
      from (select id from customers where program_id = ${programId} and id >= ${from}::bigint
        order by id limit ${most}) step`.execute(tx);
  const { to, customers } = rows[0]!;
  const step = wholeProgram(programId, customers);
  return { ...step, from, to: customers === most ? to! : LAST_ID };
}

export async function countTransactions(tx: Tx, step: Step): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${rowsOf('transactions', step)} t`.execute(tx);
  return rows[0]!.count;
}

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

async function counterDrifts(tx: Tx, step: Step): Promise<Drift[]> {
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
async function activityDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  return recordDrifts(tx, 'activity', rowsOf('activities', step), sumsBy('activity_id', step), [
    [
      sql`case r.state when 'approved' then r.value - r.taken_back when 'void' then 0 end + r.spared - r.reclaimed + r.forgone`,
      sql`s.approved`,
    ],
    [sql`case r.state when 'pending' then r.value - r.taken_back else 0 end`, sql`s.pending`],
    [sql`0`, sql`s.spent`],
  ]);
}

async function adjustmentDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  return recordDrifts(tx, 'adjustment', rowsOf('adjustments', step), sumsBy('adjustment_id', step), [
    [sql`r.points`, sql`s.approved`],
    [sql`0`, sql`s.pending`],
    [sql`r.points_spent`, sql`s.spent`],
  ]);
}

/** A claim has spent its cost, unless it was taken back. */
async function claimDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  const cost = sql`case when r.state in ('void', 'declined') then 0 else r.points_cost end`;
  const sums = sumsBy('claimed_reward_id', step);
  return recordDrifts(tx, 'claimed_reward', rowsOf('claimed_rewards', step), sums, [
    [cost, sql`s.spent`],
    [cost, sql`-s.approved`],
    [sql`0`, sql`s.pending`],
  ]);
}

async function expiryDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  return recordDrifts(tx, 'expiry', rowsOf('expiries', step), sumsBy('expiry_id', step), [
    [sql`r.points`, sql`-s.approved`],
    [sql`0`, sql`s.pending`],
    [sql`0`, sql`s.spent`],
  ]);
}

/** Merges brought to survivors exactly the points and the lifetime spend that they took from merged customers. */
async function mergeDrifts(tx: Tx, step: Step): Promise<Drift[]> {
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

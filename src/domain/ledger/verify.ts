import { sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import type { Deps } from '../programs/deps.ts';
import { flowDrifts } from './verify-flows.ts';
import { lotDrifts } from './verify-lots.ts';
import {
  activityDrifts,
  adjustmentDrifts,
  claimDrifts,
  counterDrifts,
  expiryDrifts,
  mergeDrifts,
} from './verify-records.ts';
import { type Drift, rowsOf, type Step } from './verify-step.ts';
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
  /** Called with the number of customers that are done, and of all customers. */
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

/** The same for callers that have a transaction with one snapshot. */
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

/**
 * Everything that does not add up for these customers of a program. For merged customers the caller includes their
 * survivors.
 */
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

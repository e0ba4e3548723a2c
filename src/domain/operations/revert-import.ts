import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { eraseAllIn } from '../customers/erase-in.ts';
import { type DueDeps, processDueIn } from '../due/process-due-in.ts';
import { columnsWith } from '../imports/known-fields.ts';
import { keptWhole, planRevert, type RevertPlan } from '../imports/plan-revert.ts';
import { type ImportedRow, leaseImport, lockImport, setImportState } from '../imports/record-store.ts';
import { takeBackPending } from '../imports/revert-pending.ts';
import {
  countReverted,
  type KeptOfCustomer,
  listKept,
  listRowsToRevert,
  listUsed,
  type RevertCounts,
  setReverted,
} from '../imports/revert-store.ts';
import { insertTierEntries, lockAll, updateImported } from '../imports/store.ts';
import { expiredOf } from '../ledger/attribution.ts';
import { allDueUnderNewer, isDue } from '../ledger/due.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { postOpenings } from '../ledger/post-openings.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';

interface RevertInput {
  program: Program;
  import_id: number;
  by: Actor;
  onProgress?: (customers: number, of: number) => void;
}

export interface RevertOutcome extends RevertCounts {
  /** The first customers of which something was kept. */
  keeps: KeptOfCustomer[];
}

/** Customers per transaction. They are fewer than in an import, since some may have due work first. */
const CHUNK = 500;
const KEEPS_TOLD = 100;

/**
 * Takes an import back, a transaction per 500 customers. An interrupted revert continues when it is run again. An
 * interrupted import is taken back as far as it came. A customer that the import created and that has not been used
 * since is emptied, and its merchant_id is free again. Any other customer loses the imported points that it still has,
 * the imported lifetime spend and the imported pending points. Its fields that have not changed since get their former
 * values. Throws not_found.
 */
export async function revertImport(deps: DueDeps, input: RevertInput): Promise<RevertOutcome> {
  const { program, import_id } = input;
  const isOver = await begin(deps, input);
  if (!isOver) {
    await clawBack(deps, input).catch(async (error) => {
      await leaseImport(deps.db, program.id, import_id, null).catch(() => {});
      throw error;
    });
  }
  return {
    ...(await countReverted(deps.db, program.id, import_id)),
    keeps: await listKept(deps.db, program.id, import_id, KEEPS_TOLD),
  };
}

async function clawBack(deps: DueDeps, input: RevertInput): Promise<void> {
  let counts = await countReverted(deps.db, input.program.id, input.import_id);
  for (;;) {
    input.onProgress?.(counts.done, counts.customers);
    const taken = await runInTransaction(deps, undefined, (tx) => revertChunk(tx, deps, input));
    if (taken === 0) break;
    counts = { ...counts, done: counts.done + taken };
  }
  await finish(deps, input);
}

/** Returns whether it was reverted before. From here on no process continues the import. */
async function begin(
  deps: Pick<Deps, 'db' | 'clock'>,
  { program, import_id }: RevertInput,
): Promise<boolean> {
  return runInTransaction(deps, undefined, async (tx) => {
    const record = await lockImport(tx, program.id, import_id);
    if (!record) throw new DomainError('not_found', `The program ${program.key} has no import ${import_id}.`);
    if (record.state === 'reverted') return true;
    await setImportState(tx, program.id, import_id, 'reverting', null);
    await leaseImport(tx, program.id, import_id, await deps.clock.shared(tx));
    return false;
  });
}

async function finish(deps: DueDeps, { program, import_id, by }: RevertInput): Promise<void> {
  await runInTransaction(deps, undefined, async (tx) => {
    const record = await lockImport(tx, program.id, import_id);
    if (record?.state !== 'reverting') return;
    await setImportState(tx, program.id, import_id, 'reverted', null);
    const { customers, kept } = await countReverted(tx, program.id, import_id);
    await recordAudit(tx, deps, {
      program_id: program.id,
      actor: by,
      action: 'import.reverted',
      subject: { kind: 'import', id: import_id },
      details: { customers, kept },
    });
  });
}

interface Reverted {
  row: ImportedRow;
  customer: CustomerRow;
  plan: RevertPlan;
}

/** Returns the number of customers that it processed; 0: there are none left. */
async function revertChunk(tx: Tx, deps: DueDeps, { program, import_id }: RevertInput): Promise<number> {
  await lockImport(tx, program.id, import_id);
  const rows = await listRowsToRevert(tx, program.id, import_id, CHUNK);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ customer_id }) => customer_id);
  const locked = await lockAll(tx, program.id, ids);
  const now = deps.clock.now(program);
  const customers = new Map<number, CustomerRow>();
  for (const row of locked) {
    const hasDue = row.merged_into === null && isDue(program, row, now);
    customers.set(row.id, hasDue ? await processDueIn(tx, deps, program, row, now) : row);
  }
  const used = await listUsed(tx, program.id, import_id, ids);
  const all: Reverted[] = [];
  for (const row of rows) {
    const held = customers.get(row.customer_id)!;
    const { customer, missing } =
      keptWhole(held) === undefined
        ? await takeBackPending(tx, program, row, held, now)
        : { customer: held, missing: 0 };
    customers.set(customer.id, customer);
    const since = {
      used: used.has(customer.id),
      expired: row.points > 0 ? await expiredOfAll(tx, customer, row.adjustment_ids) : 0,
      missing_pending: missing,
    };
    all.push({ row, customer, plan: planRevert(row, customer, since) });
  }
  await restoreFields(tx, program, all, now);
  const openings = all
    .filter(({ plan }) => plan.points !== 0 || plan.spent !== 0)
    .map(({ row, plan }) => ({
      customer_id: row.customer_id,
      points: plan.points,
      spent: plan.spent,
      undoes: row.adjustment_ids,
    }));
  const note = `Import ${import_id} reverted`;
  await postOpenings(tx, program, [...customers.values()], openings, { now, note });
  const emptied = all.filter(({ plan }) => plan.empties).map(({ customer }) => customer);
  if (emptied.length > 0) {
    const at = emptied.reduce((latest, customer) => Math.max(latest, entryMoment(now, customer)), now);
    await eraseAllIn(tx, deps, program.id, emptied, at);
  }
  const done = all.map(({ row, plan }) => ({ customer_id: row.customer_id, kept: plan.kept }));
  await setReverted(tx, program.id, import_id, done, deps.clock.real());
  await leaseImport(tx, program.id, import_id, await deps.clock.shared(tx));
  return rows.length;
}

async function expiredOfAll(tx: Tx, customer: CustomerRow, adjustmentIds: readonly number[]) {
  let expired = 0;
  for (const id of adjustmentIds) expired += await expiredOf(tx, customer, { kind: 'adjustment', id });
  return expired;
}

async function restoreFields(tx: Tx, program: Program, all: readonly Reverted[], now: number): Promise<void> {
  const restored = all.filter(({ plan }) => Object.keys(plan.fields).length > 0);
  const changes = restored.map(({ customer, plan }) => ({
    customer_id: customer.id,
    ...columnsWith(program, customer, plan.fields, now),
    at: entryMoment(now, customer),
  }));
  await updateImported(tx, program.id, changes);
  const ids = changes.map(({ customer_id }) => customer_id);
  await allDueUnderNewer(tx, program, ids, now);
  const entries = restored.flatMap(({ customer, plan: { fields } }) =>
    fields.tier?.tier_id == null
      ? []
      : [{ customer_id: customer.id, tier_id: fields.tier.tier_id, at: entryMoment(now, customer) }],
  );
  await insertTierEntries(tx, program.id, entries);
}

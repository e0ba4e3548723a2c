import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import type { CodeImportsTable } from '../../db/import-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import { deleteOutdated } from '../core/expired-store.ts';
import type { Tx } from '../core/transaction.ts';
import type { LeasedTask } from './work-through.ts';

type Row = Selectable<CodeImportsTable>;

/** Work on codes that an operator ordered. */
export type CodeImport = Omit<Row, 'lines' | 'kept' | 'outcome'> & {
  /** The place from which a run continues; null: the beginning. */
  kept: Record<string, unknown> | null;
  /** null: the work has not ended, or it failed. */
  outcome: Record<string, unknown> | null;
};

const COLUMNS = [
  'program_id',
  'id',
  'reward_id',
  'kind',
  'operator_id',
  'request_id',
  'state',
  'done',
  'of_all',
  'kept',
  'outcome',
  'mistake',
  'attempts',
  'created_at',
  'finished_at',
  'leased_until',
] as const satisfies (keyof Row)[];

const toCodeImport = (row: Omit<Row, 'lines'>) => row as unknown as CodeImport;

/** Returns false if work on this pool is waiting already. */
export async function insertCodeImport(
  tx: Tx,
  order: Pick<CodeImport, 'program_id' | 'reward_id' | 'kind' | 'operator_id' | 'request_id'> &
    Pick<Row, 'lines' | 'of_all' | 'created_at'>,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('code_imports')
    .values({ ...order, created_at: ts(order.created_at) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The latest work on a pool. */
export async function findCodeImport(
  db: Kysely<DB>,
  programId: number,
  rewardId: number,
): Promise<CodeImport | undefined> {
  const row = await db
    .selectFrom('code_imports')
    .select(COLUMNS)
    .where('program_id', '=', programId)
    .where('reward_id', '=', rewardId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toCodeImport(row);
}

/** The codes as they were sent, one on each line; undefined: they were deleted, or are larger than `mostBytes`. */
export async function codeLinesOf(
  db: Kysely<DB>,
  { program_id, id }: Pick<CodeImport, 'program_id' | 'id'>,
  mostBytes?: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('code_imports')
    .select('lines')
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .$if(mostBytes !== undefined, (query) => query.where(sql`octet_length(lines)`, '<=', mostBytes!))
    .executeTakeFirst();
  return row?.lines;
}

/**
 * The condition of every change: if the lease of a process ends, another process works on it, and the first one changes
 * nothing more.
 */
const isOurs =
  ({ program_id, id, attempts }: LeasedTask) =>
  (eb: ExpressionBuilder<DB, 'code_imports'>) =>
    eb.and({ program_id, id, attempts, state: 'waiting' });

/**
 * Leases the oldest work that no process works on, until `leasedUntil`, except for the programs `except`. Simultaneous
 * callers get different work.
 */
export async function leaseCodeImport(
  db: Kysely<DB>,
  now: number,
  leasedUntil: number,
  except: readonly number[],
): Promise<CodeImport | undefined> {
  const row = await db
    .updateTable('code_imports')
    .set({ leased_until: ts(leasedUntil), attempts: sql`attempts + 1` })
    .where(
      sql<boolean>`(program_id, id) = (
        select program_id, id from code_imports
          where state = 'waiting' and (leased_until is null or leased_until <= ${ts(now)})
            and program_id <> all(${except}::bigint[])
          order by id limit 1 for update skip locked)`,
    )
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toCodeImport(row);
}

/** Notes the progress of the work, and that its process is alive. */
export async function updateCodeImportProgress(
  db: Kysely<DB>,
  task: LeasedTask,
  { leased_until, ...counts }: { done: number; of_all: number; leased_until: number },
): Promise<void> {
  await db
    .updateTable('code_imports')
    .set({ ...counts, leased_until: ts(leased_until) })
    .where(isOurs(task))
    .execute();
}

/**
 * Stores the place from which a run continues. Returns false if another process has the work: this one must then import
 * nothing.
 */
export async function keepCodeImport(tx: Tx, task: LeasedTask, kept: object): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('code_imports')
    .set({ kept: JSON.stringify(kept) })
    .where(isOurs(task))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Releases the work to other processes. The attempt does not count. */
export async function releaseCodeImport(db: Kysely<DB>, task: LeasedTask): Promise<void> {
  await db
    .updateTable('code_imports')
    .set({ leased_until: null, attempts: task.attempts - 1 })
    .where(isOurs(task))
    .execute();
}

export async function endCodeImport(
  db: Kysely<DB>,
  task: LeasedTask,
  end: { state: 'done' | 'failed'; outcome: object | null; mistake: string | null },
  at: number,
): Promise<void> {
  const outcome = end.outcome === null ? null : JSON.stringify(end.outcome);
  await db
    .updateTable('code_imports')
    .set({ ...end, outcome, finished_at: ts(at), leased_until: null })
    .where(isOurs(task))
    .execute();
}

/** Deletes work that was ordered before a moment and that no process works on. Returns how many. */
export function deleteCodeImports(
  db: Kysely<DB>,
  before: number,
  except: readonly number[],
): Promise<number> {
  const which = sql<boolean>`state <> 'waiting'`;
  return deleteOutdated(db, { table: 'code_imports', moment: 'created_at', which }, before, except);
}

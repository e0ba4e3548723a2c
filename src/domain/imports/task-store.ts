import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import type { ImportTasksTable } from '../../db/import-tables.ts';
import { noneOf } from '../../db/none-of.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { DateOrder } from './import-fields.ts';
import type { LeasedTask } from './work-through.ts';

/** The choices of an operator for reading a file. */
export interface ImportChoices {
  /** '': no preset. */
  preset: string;
  /** By field the header, or '' to leave the field out. */
  columns: Record<string, string>;
  dates: DateOrder | null;
  /** The key of the home site of new customers. */
  site: string;
}

type TaskRow = Selectable<ImportTasksTable>;

/** Work on an import that an operator ordered. */
export type ImportTask = Omit<TaskRow, 'choices' | 'outcome'> & {
  /** null: the task is a revert. */
  choices: ImportChoices | null;
  /** The result of the task. While an import waits for a second person and until it ends, the result of its trial. */
  outcome: Record<string, unknown> | null;
};

/** The lease of an unapproved task. Older servers know no second person, but they leave leased tasks alone. */
const UNTIL_APPROVED = Date.UTC(9999, 0);

const toTask = (row: TaskRow) => row as unknown as ImportTask;

export async function insertTask(
  tx: Tx,
  task: Pick<ImportTask, 'program_id' | 'kind' | 'file_id' | 'import_id' | 'choices' | 'operator_id'> &
    Pick<ImportTask, 'request_id' | 'created_at' | 'takes_two' | 'outcome'>,
): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('import_tasks')
    .values({
      ...task,
      choices: task.choices === null ? null : JSON.stringify(task.choices),
      outcome: task.outcome === null ? null : JSON.stringify(task.outcome),
      leased_until: task.takes_two ? ts(UNTIL_APPROVED) : null,
      created_at: ts(task.created_at),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/** The latest task on a file, or on the revert of an import. */
export async function findTask(
  db: Kysely<DB>,
  programId: number,
  of: { file_id: number } | { import_id: number },
): Promise<ImportTask | undefined> {
  const tasks = db.selectFrom('import_tasks').selectAll().where('program_id', '=', programId);
  const own =
    'file_id' in of
      ? tasks.where('file_id', '=', of.file_id)
      : tasks.where('import_id', '=', of.import_id).where('kind', '=', 'revert');
  const row = await own.orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row && toTask(row);
}

/** The task whose run made an import; undefined after the task is deleted. */
export async function findRunOf(
  db: Kysely<DB>,
  programId: number,
  importId: number,
): Promise<ImportTask | undefined> {
  const row = await db
    .selectFrom('import_tasks')
    .selectAll()
    .where('program_id', '=', programId)
    .where('import_id', '=', importId)
    .where('kind', '=', 'run')
    .executeTakeFirst();
  return row && toTask(row);
}

/** The most points that an import gives to or takes from one customer, by its trial; 0: not known. */
export function mostPointsOf({ outcome }: Pick<ImportTask, 'outcome'>): number {
  return Number(outcome?.most_points ?? 0);
}

/** An order that waits for a second person, with the name of its file. */
export type UndecidedTask = ImportTask & { file_name: string };

/** The orders of a program that wait for a second person, oldest first. */
export async function listUndecidedTasks(db: Kysely<DB>, programId: number): Promise<UndecidedTask[]> {
  const rows = await db
    .selectFrom('import_tasks as t')
    .innerJoin('import_files as f', (join) =>
      join.onRef('f.program_id', '=', 't.program_id').onRef('f.id', '=', 't.file_id'),
    )
    .selectAll('t')
    .select('f.name as file_name')
    .where('t.program_id', '=', programId)
    .where('t.state', '=', 'waiting')
    .where('t.takes_two', '=', true)
    .where('t.approved_by', 'is', null)
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({ ...toTask(row), file_name: row.file_name }));
}

/**
 * Locks and returns an order that waits for a second person: if several people decide at once, only one gets it.
 * undefined: it is decided already.
 */
export async function lockUndecidedTask(
  tx: Tx,
  programId: number,
  id: number,
): Promise<ImportTask | undefined> {
  const row = await tx
    .selectFrom('import_tasks')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('takes_two', '=', true)
    .where('approved_by', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row && toTask(row);
}

/** Ends the undecided orders from before a moment. Returns how many. */
export async function endUndecidedTasks(
  db: Kysely<DB>,
  before: number,
  { mistake, at }: { mistake: string; at: number },
  except: readonly number[],
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('import_tasks')
    .set({ state: 'failed', outcome: null, mistake, finished_at: ts(at), leased_until: null })
    .where('state', '=', 'waiting')
    .where('takes_two', '=', true)
    .where('approved_by', 'is', null)
    .where('created_at', '<', ts(before))
    .where(noneOf('program_id', except))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** From now on servers may work on the task. */
export async function updateTaskApproved(
  tx: Tx,
  { program_id, id }: Pick<ImportTask, 'program_id' | 'id'>,
  operatorId: number,
): Promise<void> {
  await tx
    .updateTable('import_tasks')
    .set({ approved_by: operatorId, leased_until: null })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .execute();
}

/** The condition of every change: a process whose lease ended changes nothing more, because another one may have it. */
const isOurs =
  ({ program_id, id, attempts }: LeasedTask) =>
  (eb: ExpressionBuilder<DB, 'import_tasks'>) =>
    eb.and({ program_id, id, attempts, state: 'waiting' });

/**
 * Leases the oldest task that no process works on, until `leasedUntil`, except for the programs `except`. Simultaneous
 * callers get different tasks.
 */
export async function leaseTask(
  db: Kysely<DB>,
  now: number,
  leasedUntil: number,
  except: readonly number[] = [],
): Promise<ImportTask | undefined> {
  const { rows } = await sql<TaskRow>`
    update import_tasks t set leased_until = ${ts(leasedUntil)}, attempts = attempts + 1
      where (t.program_id, t.id) = (
        select program_id, id from import_tasks
          where state = 'waiting' and (approved_by is not null or not takes_two)
            and (leased_until is null or leased_until <= ${ts(now)})
            and program_id <> all(${except}::bigint[])
          order by id limit 1 for update skip locked)
      returning *`.execute(db);
  return rows[0] && toTask(rows[0]);
}

/** Notes the progress of a task, and that its process is alive. */
export async function updateTaskProgress(
  db: Kysely<DB>,
  task: LeasedTask,
  { leased_until, ...counts }: { done: number; of_all: number; leased_until: number },
): Promise<void> {
  await db
    .updateTable('import_tasks')
    .set({ ...counts, leased_until: ts(leased_until) })
    .where(isOurs(task))
    .execute();
}

/** Releases a task to other processes. The attempt does not count. */
export async function releaseTask(db: Kysely<DB>, task: LeasedTask): Promise<void> {
  await db
    .updateTable('import_tasks')
    .set({ leased_until: null, attempts: task.attempts - 1 })
    .where(isOurs(task))
    .execute();
}

/**
 * Notes the import of a run. Returns false if another process has the task: this one must then import nothing. Until
 * the transaction ends no other process takes the task, but the task's progress can be noted meanwhile.
 */
export async function updateTaskImport(tx: Tx, task: LeasedTask, importId: number): Promise<boolean> {
  const ours = tx.selectFrom('import_tasks').select('import_id').where(isOurs(task));
  const held = await ours.forKeyShare().executeTakeFirst();
  if (held && held.import_id !== importId)
    await tx.updateTable('import_tasks').set({ import_id: importId }).where(isOurs(task)).execute();
  return held !== undefined;
}

export async function endTask(
  db: Kysely<DB>,
  task: LeasedTask,
  end: { state: 'done' | 'failed'; outcome: object | null; mistake: string | null; import_id?: number },
  at: number,
): Promise<void> {
  const { outcome, ...rest } = end;
  await db
    .updateTable('import_tasks')
    .set({
      ...rest,
      outcome: outcome === null ? null : JSON.stringify(outcome),
      finished_at: ts(at),
      leased_until: null,
    })
    .where(isOurs(task))
    .execute();
}

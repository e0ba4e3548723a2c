import { type Kysely, type Selectable, sql } from 'kysely';
import type { ImportsTable } from '../../db/import-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { KnownFields } from './known-fields.ts';

export type ImportRecord = Selectable<ImportsTable>;

/**
 * The totals of a file's rows. `points`, `spent`: the sums of all changes of balances and lifetime spends; `pending`:
 * the points that become pending.
 */
export interface RowCounts {
  created: number;
  changed: number;
  unchanged: number;
  refused: number;
  points: number;
  spent: number;
  pending: number;
}

export interface Refusal {
  line: number;
  reason: string;
}

/** The unfinished import of a file with these bytes; undefined: there is none. */
export async function findUnfinished(
  db: Kysely<DB>,
  programId: number,
  fileHash: Buffer,
  options: object,
): Promise<(Pick<ImportRecord, 'id' | 'state' | 'rows_done'> & { same_options: boolean }) | undefined> {
  return db
    .selectFrom('imports')
    .select([
      'id',
      'state',
      'rows_done',
      sql<boolean>`options = ${JSON.stringify(options)}::jsonb`.as('same_options'),
    ])
    .where('program_id', '=', programId)
    .where('file_hash', '=', fileHash)
    .where('state', 'in', ['running', 'reverting'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Longer than any transaction of an import. */
const LEASE_MS = 60_000;

const leaseFrom = (at: number) => ts(at + LEASE_MS);

/** Notes that this process works on the import; with `at: null`, that the process no longer does. */
export async function leaseImport(
  db: Kysely<DB>,
  programId: number,
  id: number,
  at: number | null,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ leased_until: at === null ? null : leaseFrom(at) })
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .execute();
}

/** Whether the import is unfinished and no process works on it. */
export function isInterrupted(
  { state, leased_until }: Pick<ImportRecord, 'state' | 'leased_until'>,
  now: number,
): boolean {
  return (state === 'running' || state === 'reverting') && (leased_until === null || leased_until <= now);
}

export async function insertImport(
  tx: Tx,
  record: { program_id: number; file_name: string; file_hash: Buffer; options: object },
  at: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('imports')
    .values({
      ...record,
      options: JSON.stringify(record.options),
      state: 'running',
      started_at: ts(at),
      leased_until: leaseFrom(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findImport(
  db: Kysely<DB>,
  programId: number,
  id: number,
): Promise<ImportRecord | undefined> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locks an import; undefined: the program has no import with that id. */
export async function lockImport(tx: Tx, programId: number, id: number): Promise<ImportRecord | undefined> {
  return tx
    .selectFrom('imports')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Adds the totals of a chunk of `rows` to the locked import. */
export async function addToImport(
  tx: Tx,
  programId: number,
  id: number,
  rows: number,
  counts: RowCounts,
  at: number,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set((eb) => ({
      rows_done: eb('rows_done', '+', rows),
      created: eb('created', '+', counts.created),
      changed: eb('changed', '+', counts.changed),
      unchanged: eb('unchanged', '+', counts.unchanged),
      refused: eb('refused', '+', counts.refused),
      points: eb('points', '+', counts.points),
      spent: eb('spent', '+', counts.spent),
      pending: eb('pending', '+', counts.pending),
      leased_until: leaseFrom(at),
    }))
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .execute();
}

export async function setImportState(
  tx: Tx,
  programId: number,
  id: number,
  state: ImportRecord['state'],
  finishedAt: number | null,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ state, ...(finishedAt !== null && { finished_at: ts(finishedAt) }) })
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .execute();
}

/** Newest first. */
export async function listImportRecords(db: Kysely<DB>, programId: number): Promise<ImportRecord[]> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('program_id', '=', programId)
    .orderBy('id', 'desc')
    .execute();
}

export interface ImportedRow {
  customer_id: number;
  created: boolean;
  points: number;
  spent: number;
  adjustment_ids: number[];
  activity_ids: number[];
  before: KnownFields | null;
  after: KnownFields;
}

const ids = (member: string) =>
  sql`array(select value::bigint from json_array_elements_text(${sql.ref(member)}) with ordinality order by ordinality)`;

export async function insertImportRows(
  tx: Tx,
  programId: number,
  importId: number,
  rows: readonly ImportedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into import_rows (program_id, import_id, customer_id, created, points, spent, adjustment_ids, activity_ids, before, after)
      select ${programId}, ${importId}, customer_id, created, points, spent, ${ids('adjustment_ids')}, ${ids('activity_ids')}, before, after
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as r (customer_id bigint, created boolean, points bigint, spent bigint, adjustment_ids json, activity_ids json, before jsonb, after jsonb)`.execute(
    tx,
  );
}

export async function insertRefusals(
  tx: Tx,
  programId: number,
  importId: number,
  refusals: readonly Refusal[],
): Promise<void> {
  if (refusals.length === 0) return;
  await sql`
    insert into import_refusals (program_id, import_id, line, reason)
      select ${programId}, ${importId}, line, reason
        from json_to_recordset(${JSON.stringify(refusals)}::json) as r (line bigint, reason text)`.execute(
    tx,
  );
}

/** The refusals after a line of the file, in order. */
export async function listRefusals(
  db: Kysely<DB>,
  programId: number,
  importId: number,
  { after, limit }: { after: number; limit: number },
): Promise<Refusal[]> {
  return db
    .selectFrom('import_refusals')
    .select(['line', 'reason'])
    .where('program_id', '=', programId)
    .where('import_id', '=', importId)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();
}

import { type Kysely, sql } from 'kysely';
import { noneOf } from '../../db/none-of.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CsvFile, CsvSource } from './read-csv.ts';

/** A file that an operator uploaded. */
export interface ImportFile {
  id: number;
  name: string;
  hash: Buffer;
  layout: Omit<CsvFile, 'hash'>;
  created_at: number;
}

/** Files are read in parts of this size, which limits the memory for reading. */
const PART_BYTES = 1024 * 1024;

export async function insertImportFile(
  tx: Tx,
  programId: number,
  file: Omit<ImportFile, 'id'>,
  bytes: Buffer,
): Promise<number> {
  const { id } = await tx
    .insertInto('import_files')
    .values({
      program_id: programId,
      name: file.name,
      hash: file.hash,
      layout: JSON.stringify(file.layout),
      created_at: ts(file.created_at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let place = 0; place * PART_BYTES < bytes.length; place += 1) {
    const part = bytes.subarray(place * PART_BYTES, (place + 1) * PART_BYTES);
    await tx
      .insertInto('import_file_parts')
      .values({ program_id: programId, file_id: id, place, bytes: part })
      .execute();
  }
  return id;
}

/** The stored files, newest first. */
export async function listImportFiles(db: Kysely<DB>, programId: number): Promise<ImportFile[]> {
  const rows = await db
    .selectFrom('import_files')
    .select(['id', 'name', 'hash', 'layout', 'created_at'])
    .where('program_id', '=', programId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, layout: row.layout as ImportFile['layout'] }));
}

export async function findImportFile(
  db: Kysely<DB>,
  programId: number,
  id: number,
): Promise<ImportFile | undefined> {
  return (await listImportFiles(db, programId)).find((file) => file.id === id);
}

/** Makes other orders on a file wait until the transaction ends. Returns false if the file no longer exists. */
export async function lockImportFile(tx: Tx, programId: number, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('import_files')
    .select('id')
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The bytes of a file, part by part. */
export function sourceOf(db: Kysely<DB>, programId: number, { id, name }: ImportFile): CsvSource {
  return {
    name,
    async *open() {
      for (let place = 0; ; place += 1) {
        const part = await db
          .selectFrom('import_file_parts')
          .select('bytes')
          .where('program_id', '=', programId)
          .where('file_id', '=', id)
          .where('place', '=', place)
          .executeTakeFirst();
        if (!part) return;
        yield part.bytes;
      }
    },
  };
}

/**
 * Deletes files and tasks from before a moment that no process works on. An order that was declined, or not decided in
 * time, stays with its file for the same time after its end. Returns how many.
 */
export async function deleteImportFiles(
  db: Kysely<DB>,
  before: number,
  except: readonly number[],
): Promise<number> {
  const { rows: files } = await sql`
    with gone as (
      delete from import_files f
        where f.created_at < ${ts(before)} and ${noneOf('f.program_id', except)} and not exists (
          select from import_tasks t where t.program_id = f.program_id and t.file_id = f.id
            and (t.state = 'waiting' or t.takes_two and t.approved_by is null and t.finished_at >= ${ts(before)}))
        returning f.program_id, f.id
    ), parts as (
      delete from import_file_parts p using gone where p.program_id = gone.program_id and p.file_id = gone.id
    )
    select from gone`.execute(db);
  const tasks = await db
    .deleteFrom('import_tasks')
    .where('created_at', '<', ts(before))
    .where('state', '<>', 'waiting')
    .where(noneOf('program_id', except))
    .where((eb) =>
      eb.or([
        eb('takes_two', '=', false),
        eb('approved_by', 'is not', null),
        eb('finished_at', '<', ts(before)),
      ]),
    )
    .executeTakeFirst();
  return files.length + Number(tasks.numDeletedRows);
}

import { type Kysely, type Selectable, sql } from 'kysely';
import type { AuditEntriesTable } from '../../db/audit-tables.ts';
import type { ProgramDraftsTable } from '../../db/program-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Actor } from '../audit/actor.ts';
import { actorColumns } from '../audit/store.ts';
import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';

/** An actor who saved a draft. */
export interface DraftWriter {
  kind: AuditEntriesTable['actor_kind'];
  /** The id of the key, the app or the operator; null for other actors. */
  id: number | null;
  /** The actor's name when the draft was saved. */
  name: string;
}

/** A draft of a program file. */
export type Draft = Omit<Selectable<ProgramDraftsTable>, 'writers'> & { writers: DraftWriter[] };
export type DraftSummary = Omit<Draft, 'file'>;

const SUMMARY = [
  'program_id',
  'id',
  'base_version',
  'revision',
  'note',
  'writers',
  'published_version',
  'created_at',
  'updated_at',
] as const;

function withWriters<Row extends { writers: unknown }>(row: Row) {
  return { ...row, writers: row.writers as DraftWriter[] };
}

/** The writer as an element of the column `writers`. */
function writerOf(programId: number, by: Actor) {
  const { actor_kind, actor_id, actor_name } = actorColumns(programId, by);
  return sql`jsonb_build_object('kind', ${actor_kind}::text, 'id', ${actor_id}::bigint, 'name', ${actor_name}::text)`;
}

/** Throws DomainError('not_found'). */
export async function getDraft(db: Kysely<DB>, programId: number, id: number): Promise<Draft> {
  const row = await draftQuery(db, programId, id).executeTakeFirst();
  if (!row) throw noSuchDraft();
  return withWriters(row);
}

/** Locks the draft until the transaction ends. Throws DomainError('not_found'). */
export async function lockDraft(tx: Tx, programId: number, id: number): Promise<Draft> {
  const row = await draftQuery(tx, programId, id).forUpdate().executeTakeFirst();
  if (!row) throw noSuchDraft();
  return withWriters(row);
}

function draftQuery(db: Kysely<DB>, programId: number, id: number) {
  return db.selectFrom('program_drafts').selectAll().where('program_id', '=', programId).where('id', '=', id);
}

function noSuchDraft(): DomainError {
  return new DomainError('not_found', 'The program has no such draft.');
}

/** The open drafts, or the published ones: newest first, below an id. */
export async function listDrafts(
  db: Kysely<DB>,
  programId: number,
  { published, before, limit }: { published: boolean; before?: number | undefined; limit: number },
): Promise<DraftSummary[]> {
  const rows = await db
    .selectFrom('program_drafts')
    .select(SUMMARY)
    .where('program_id', '=', programId)
    .where('published_version', published ? 'is not' : 'is', null)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(withWriters);
}

/** The number of drafts that are not published. */
export async function countOpenDrafts(db: Kysely<DB>, programId: number): Promise<number> {
  const { count } = await db
    .selectFrom('program_drafts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('program_id', '=', programId)
    .where('published_version', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** `at`: ms of the wall clock. */
export async function insertDraft(
  tx: Tx,
  { program_id, base_version, file, note }: Pick<Draft, 'program_id' | 'base_version' | 'file' | 'note'>,
  by: Actor,
  at: number,
): Promise<Draft> {
  const row = await tx
    .insertInto('program_drafts')
    .values({
      program_id,
      base_version,
      file,
      note,
      writers: sql<string>`jsonb_build_array(${writerOf(program_id, by)})`,
      created_at: ts(at),
      updated_at: ts(at),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return withWriters(row);
}

/** Saves a locked draft as its next revision. `at`: ms of the wall clock. */
export async function updateDraft(
  tx: Tx,
  { program_id, id }: Pick<Draft, 'program_id' | 'id'>,
  changes: Partial<Pick<Draft, 'file' | 'note' | 'base_version'>>,
  by: Actor,
  at: number,
): Promise<Draft> {
  const { actor_kind, actor_id } = actorColumns(program_id, by);
  const row = await tx
    .updateTable('program_drafts')
    .set((eb) => ({
      ...changes,
      revision: eb('revision', '+', 1),
      writers: sql<string>`case
        when writers @> jsonb_build_array(jsonb_build_object('kind', ${actor_kind}::text, 'id', ${actor_id}::bigint))
        then writers else writers || ${writerOf(program_id, by)} end`,
      updated_at: ts(at),
    }))
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return withWriters(row);
}

/** Ends a locked draft, which became a version. */
export async function endDraft(
  tx: Tx,
  { program_id, id }: Pick<Draft, 'program_id' | 'id'>,
  version: number,
): Promise<void> {
  await tx
    .updateTable('program_drafts')
    .set({ published_version: version })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .execute();
}

export async function deleteDraftRow(
  tx: Tx,
  { program_id, id }: Pick<Draft, 'program_id' | 'id'>,
): Promise<void> {
  await tx.deleteFrom('program_drafts').where('program_id', '=', program_id).where('id', '=', id).execute();
}

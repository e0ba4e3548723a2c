import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';

export interface ProgramStamp {
  program_id: number;
  configuration_version: number;
  clock_offset_ms: number;
}

/**
 * The stamps of all programs, or of the programs with these ids. With a stamp a process knows whether the program in
 * its memory is up to date.
 */
export async function listProgramStamps(db: Kysely<DB>, ids?: readonly number[]): Promise<ProgramStamp[]> {
  const stamps = db
    .selectFrom('programs')
    .select(['id as program_id', 'configuration_version', 'clock_offset_ms'])
    .orderBy('id');
  return (ids ? stamps.where(sql<boolean>`id = any(${ids}::bigint[])`) : stamps).execute();
}

/** The names of a program in lists of programs. */
export type ProgramName = Pick<Selectable<DB['programs']>, 'id' | 'key' | 'name' | 'test'>;

/** In the order of ids. `ids` null: every program. */
export async function listProgramNames(
  db: Kysely<DB>,
  ids: readonly number[] | null,
): Promise<ProgramName[]> {
  const names = db.selectFrom('programs').select(['id', 'key', 'name', 'test']).orderBy('id');
  return (ids ? names.where(sql<boolean>`id = any(${ids}::bigint[])`) : names).execute();
}

export async function countPrograms(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('programs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findProgramId(db: Kysely<DB>, key: string): Promise<number | undefined> {
  const row = await db.selectFrom('programs').select('id').where('key', '=', key).executeTakeFirst();
  return row?.id;
}

/** The program's row and its entries, disabled ones included, in one snapshot; undefined if there is none. */
export async function findProgramRows(db: Kysely<DB>, programId: number) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const program = await tx
        .selectFrom('programs')
        .selectAll()
        .where('id', '=', programId)
        .executeTakeFirst();
      if (!program) return undefined;
      const entries = await tx
        .selectFrom('program_entries')
        .selectAll()
        .where('program_id', '=', programId)
        .orderBy('position')
        .orderBy('id')
        .execute();
      return { program, entries };
    });
}

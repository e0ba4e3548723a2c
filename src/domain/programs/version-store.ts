import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ProgramVersionsTable } from '../../db/program-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Actor } from '../audit/actor.ts';
import { actorColumns } from '../audit/store.ts';
import type { Tx } from '../core/transaction.ts';
import type { ProgramDefinition } from './program-definition.ts';

/** The data about a change that are stored with the resulting definition. */
export interface ChangeOrigin {
  /** The text of the operator's own file. */
  source?: string;
  /** The reason, in the operator's words. */
  note?: string;
  /** The version whose definition is restored. */
  rollback_of?: number;
  /** The newest version that the caller knows; null: the caller knows of no such program. Absent: any version. */
  built_on?: number | null;
}

/**
 * Records the present state of a program as a version and returns the version's number. Call this under the program's
 * lock, which orders the numbers. `at`: ms of the wall clock.
 */
export async function insertVersion(
  tx: Tx,
  programId: number,
  definition: ProgramDefinition,
  by: Actor,
  { source, note, rollback_of }: ChangeOrigin,
  at: number,
): Promise<number> {
  const base_version = await findLatestVersion(tx, programId);
  const version = (base_version ?? 0) + 1;
  await tx
    .insertInto('program_versions')
    .values({
      program_id: programId,
      version,
      definition: JSON.stringify(definition),
      source: source ?? null,
      note: note ?? null,
      base_version,
      rollback_of: rollback_of ?? null,
      ...actorColumns(programId, by),
      created_at: ts(at),
    })
    .execute();
  return version;
}

/** The number of the newest version; null: there is none. */
export async function findLatestVersion(db: Kysely<DB>, programId: number): Promise<number | null> {
  const latest = await db
    .selectFrom('program_versions')
    .select('version')
    .where('program_id', '=', programId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.version ?? null;
}

/** A version without its definition and its source. */
export type VersionSummary = Omit<
  Selectable<ProgramVersionsTable>,
  'program_id' | 'definition' | 'source'
> & {
  /** Whether the follow-up of the change on customers is unfinished. */
  follow_up_unfinished: boolean;
};

/** A version with the definition of the program. */
export interface WholeVersion {
  version: number;
  definition: ProgramDefinition;
  /** The text of the operator's own file; null: the version came without one. */
  source: string | null;
}

/** A version of a program; null: the newest. undefined if the program has no such version. */
export async function findVersion(
  db: Kysely<DB>,
  programId: number,
  version: number | null,
): Promise<WholeVersion | undefined> {
  const row = await db
    .selectFrom('program_versions')
    .select(['version', 'definition', 'source'])
    .where('program_id', '=', programId)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, definition: row.definition as ProgramDefinition };
}

/** The versions of a program, newest first: all of them, or the first below a number. */
export async function listVersions(
  db: Kysely<DB>,
  programId: number,
  { before, limit }: { before?: number | undefined; limit?: number } = {},
): Promise<VersionSummary[]> {
  return db
    .selectFrom('program_versions as v')
    .select([
      'v.version',
      'v.note',
      'v.base_version',
      'v.rollback_of',
      'v.reconstructed',
      'v.actor_kind',
      'v.actor_id',
      'v.actor_name',
      'v.request_id',
      'v.created_at',
      sql<boolean>`exists (select from program_follow_ups f where f.program_id = v.program_id and f.version = v.version)`.as(
        'follow_up_unfinished',
      ),
    ])
    .where('v.program_id', '=', programId)
    .$if(before !== undefined, (query) => query.where('v.version', '<', before!))
    .orderBy('v.version', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute();
}

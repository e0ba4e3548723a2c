import { type Kysely, type Selectable, sql } from 'kysely';
import type { ProgramFollowUpsTable } from '../../db/program-tables.ts';
import type { DB } from '../../db/tables.ts';
import { timestampText, ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { RecountedUsage } from './usage-store.ts';

/** The work on customers that follows from one version of a program. */
export interface FollowUp {
  program_id: number;
  version: number;
  recounted: RecountedSubject[];
  /** Whether the present facts may give a customer a higher tier than before. */
  facts_may_give_more: boolean;
}

/** Moments in ms of the database's clock. */
export async function insertFollowUp(
  tx: Tx,
  followUp: FollowUp,
  times: { now: number; leased_until: number },
): Promise<void> {
  await tx
    .insertInto('program_follow_ups')
    .values({
      ...followUp,
      recounted: JSON.stringify(followUp.recounted),
      leased_until: ts(times.leased_until),
      created_at: ts(times.now),
    })
    .execute();
}

/**
 * Leases the oldest follow-up that no process works on, of one program or of any, except the programs `except`;
 * undefined: there is none.
 */
export async function leaseFollowUp(
  tx: Tx,
  of: { program_id: number | null; except: readonly number[] },
  { now, leased_until }: { now: number; leased_until: number },
): Promise<FollowUp | undefined> {
  const { rows } = await sql<Selectable<ProgramFollowUpsTable>>`
    with free as (
      select program_id, version from program_follow_ups
        where leased_until <= ${timestampText(now)}::timestamptz
          and program_id = coalesce(${of.program_id}::bigint, program_id)
          and program_id <> all(${of.except}::bigint[])
        order by created_at, program_id, version limit 1 for update skip locked
    )
    update program_follow_ups f set leased_until = ${timestampText(leased_until)}::timestamptz
      from free where f.program_id = free.program_id and f.version = free.version
      returning f.*`.execute(tx);
  const [row] = rows;
  return row && { ...row, recounted: row.recounted as RecountedSubject[] };
}

export async function renewLease(
  tx: Tx,
  { program_id, version }: FollowUp,
  leasedUntil: number,
): Promise<void> {
  await tx
    .updateTable('program_follow_ups')
    .set({ leased_until: ts(leasedUntil) })
    .where('program_id', '=', program_id)
    .where('version', '=', version)
    .execute();
}

export async function deleteFollowUp(tx: Tx, { program_id, version }: FollowUp): Promise<void> {
  await tx
    .deleteFrom('program_follow_ups')
    .where('program_id', '=', program_id)
    .where('version', '=', version)
    .execute();
}

/** The keys of programs whose latest changes have not yet reached every customer. */
export async function listUnfinished(db: Kysely<DB>): Promise<{ program: string; version: number }[]> {
  return db
    .selectFrom('program_follow_ups as f')
    .innerJoin('programs as p', 'p.id', 'f.program_id')
    .select(['p.key as program', 'f.version'])
    .orderBy('f.program_id')
    .orderBy('f.version')
    .execute();
}

/** The versions of a program that have not yet reached every customer, oldest first. */
export async function listUnfinishedVersions(db: Kysely<DB>, programId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('program_follow_ups')
    .select('version')
    .where('program_id', '=', programId)
    .orderBy('version')
    .execute();
  return rows.map(({ version }) => version);
}

/** A rule or reward whose uses by customers of one home site must be counted again. */
export type RecountedSubject = Omit<RecountedUsage, 'window_start'>;

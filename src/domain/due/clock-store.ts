import type { Kysely } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';

/** A program's clock: how far it is ahead of real time, and how far an advance still has to move it. */
export interface ProgramClock {
  test: boolean;
  clock_offset_ms: number;
  clock_target_ms: number;
}

export async function readClock(db: Kysely<DB>, programId: number): Promise<ProgramClock> {
  return db
    .selectFrom('programs')
    .select(['test', 'clock_offset_ms', 'clock_target_ms'])
    .where('id', '=', programId)
    .executeTakeFirstOrThrow();
}

/** How many customers have something that falls due up to each of these moments. */
export async function countDue(
  db: Kysely<DB>,
  programId: number,
  moments: readonly number[],
): Promise<number[]> {
  return Promise.all(
    moments.map(async (moment) => {
      const { count } = await db
        .selectFrom('customers')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('program_id', '=', programId)
        .where('next_due_at', '<=', ts(moment))
        .executeTakeFirstOrThrow();
      return count;
    }),
  );
}

/** Locks a program's clock, so that only one transaction advances it at a time. */
export async function lockClock(tx: Tx, programId: number): Promise<ProgramClock> {
  return tx
    .selectFrom('programs')
    .select(['test', 'clock_offset_ms', 'clock_target_ms'])
    .where('id', '=', programId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateClock(
  tx: Tx,
  programId: number,
  clock: Partial<Pick<ProgramClock, 'clock_offset_ms' | 'clock_target_ms'>>,
): Promise<void> {
  await tx.updateTable('programs').set(clock).where('id', '=', programId).execute();
}

/** The programs whose clocks are still being advanced. */
export async function listTurningClocks(db: Kysely<DB>): Promise<number[]> {
  const programs = await db
    .selectFrom('programs')
    .select('id')
    .whereRef('clock_offset_ms', '<', 'clock_target_ms')
    .execute();
  return programs.map((program) => program.id);
}

/** The customer that falls due first, up to `until`; undefined: none does. */
export async function findFirstDue(
  tx: Tx,
  programId: number,
  until: number,
): Promise<{ id: number; next_due_at: number } | undefined> {
  const first = await tx
    .selectFrom('customers')
    .select(['id', 'next_due_at'])
    .where('program_id', '=', programId)
    .where('next_due_at', '<=', ts(until))
    .orderBy('next_due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first && { id: first.id, next_due_at: first.next_due_at! };
}

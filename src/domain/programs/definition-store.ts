import { type Selectable, sql } from 'kysely';
import type { ProgramsTable } from '../../db/program-tables.ts';
import { timestampText, ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { EntryRow, PlannedEntry } from './plan-entries.ts';
import type { ProgramDefinition } from './program-definition.ts';

export type ProgramRow = Selectable<ProgramsTable>;

/**
 * Locks and returns the row of the program with a key. If there is none, it is created at `at`; another process that
 * creates it at the same time waits here.
 */
export async function lockProgram(
  tx: Tx,
  definition: ProgramDefinition,
  at: number,
): Promise<{ program: ProgramRow; created: boolean }> {
  const created = await tx
    .insertInto('programs')
    .values({
      ...programColumns(definition),
      key: definition.key,
      points_expiry_since: definition.settings.points_expiry === null ? null : ts(at),
      configuration_version: 1,
      created_at: ts(at),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (created) return { program: created, created: true };
  const program = await tx
    .selectFrom('programs')
    .selectAll()
    .where('key', '=', definition.key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { program, created: false };
}

export async function findProgramByKey(tx: Tx, key: string): Promise<ProgramRow | undefined> {
  return tx.selectFrom('programs').selectAll().where('key', '=', key).executeTakeFirst();
}

/**
 * Writes the program's own properties from the definition, and the number of a new version of the whole configuration.
 * `expirySince`: the moment since which the mode of points expiry is on.
 */
export async function updateProgram(
  tx: Tx,
  program: ProgramRow,
  definition: ProgramDefinition,
  expirySince: number | null,
): Promise<void> {
  await tx
    .updateTable('programs')
    .set((eb) => ({
      ...programColumns(definition),
      points_expiry_since: expirySince === null ? null : ts(expirySince),
      configuration_version: eb('configuration_version', '+', 1),
    }))
    .where('id', '=', program.id)
    .execute();
}

function programColumns(definition: ProgramDefinition) {
  return {
    name: definition.name,
    currency: definition.currency,
    test: definition.test,
    settings: JSON.stringify(definition.settings),
  };
}

/**
 * Keeps the program at the version that was read, until the transaction ends: another application of its file has to
 * wait. Returns false if another version was applied meanwhile.
 */
export async function holdVersion(
  tx: Tx,
  { id, configuration_version }: Pick<ProgramRow, 'id' | 'configuration_version'>,
): Promise<boolean> {
  const held = await tx
    .selectFrom('programs')
    .select('id')
    .where('id', '=', id)
    .where('configuration_version', '=', configuration_version)
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}

export async function hasCustomers(tx: Tx, programId: number): Promise<boolean> {
  const customer = await tx
    .selectFrom('customers')
    .select('id')
    .where('program_id', '=', programId)
    .limit(1)
    .executeTakeFirst();
  return customer !== undefined;
}

export async function listEntries(tx: Tx, programId: number): Promise<EntryRow[]> {
  return tx
    .selectFrom('program_entries')
    .selectAll()
    .where('program_id', '=', programId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Writes new entries, whose ids are in their order. Returns the ids. */
export async function insertEntries(
  tx: Tx,
  programId: number,
  entries: readonly PlannedEntry[],
  at: number,
): Promise<number[]> {
  const { rows } = await sql<Pick<EntryRow, 'id' | 'kind' | 'key'>>`
    insert into program_entries (program_id, kind, key, position, enabled, definition, created_at)
      select ${programId}, kind, key, position, enabled, definition::jsonb, ${timestampText(at)}::timestamptz
        from unnest(
          ${entries.map(({ kind }) => kind)}::text[], ${entries.map(({ key }) => key)}::text[],
          ${entries.map(({ position }) => position)}::int[], ${entries.map(({ enabled }) => enabled)}::boolean[],
          ${entries.map(({ definition }) => JSON.stringify(definition))}::text[]
        ) with ordinality as new (kind, key, position, enabled, definition, place)
        order by place
      returning id, kind, key`.execute(tx);
  const ids = new Map(rows.map(({ id, kind, key }) => [`${kind} ${key}`, id]));
  return entries.map(({ kind, key }) => ids.get(`${kind} ${key}`)!);
}

/** Writes the new state of an entry that the program has. */
export async function updateEntry(tx: Tx, programId: number, entry: PlannedEntry): Promise<void> {
  await tx
    .updateTable('program_entries')
    .set({
      position: entry.position,
      enabled: entry.enabled,
      definition: JSON.stringify(entry.definition),
    })
    .where('program_id', '=', programId)
    .where('id', '=', entry.held!.id)
    .execute();
}

/**
 * Makes a reward's stock rows equal to `wanted`. A new row begins full. If the number changes, the rest changes by the
 * difference. If more were given than the new number, the rest is 0 and the row is overdrawn by the difference. If a
 * variant is no longer counted, its row is deleted. `wanted` is by variant id; '' counts the reward as a whole.
 */
export async function putStock(
  tx: Tx,
  programId: number,
  rewardId: number,
  wanted: ReadonlyMap<string, number>,
): Promise<void> {
  const variants = [...wanted.keys()];
  await sql`
    delete from reward_stock
      where program_id = ${programId} and reward_id = ${rewardId} and variant_id <> all(${variants}::text[])`.execute(
    tx,
  );
  await sql`
    insert into reward_stock as held (program_id, reward_id, variant_id, initial, remaining)
      select ${programId}, ${rewardId}, variant_id, initial, initial
        from unnest(${variants}::text[], ${[...wanted.values()]}::int[]) as wanted (variant_id, initial)
        order by variant_id
      on conflict (program_id, reward_id, variant_id) do update
        set initial = excluded.initial,
          remaining = greatest(0, held.remaining - held.overdrawn + excluded.initial - held.initial),
          overdrawn = greatest(0, held.overdrawn - held.remaining - excluded.initial + held.initial)
        where held.initial <> excluded.initial`.execute(tx);
}

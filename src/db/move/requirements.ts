import type pg from 'pg';
import { listFilled } from '../copy/copied-table.ts';
import { CopyError } from '../copy/copy-error.ts';
import type { ProgramTable } from './program-table.ts';
import type { MoveState } from './watch.ts';

export interface MovingProgram {
  id: number;
  key: string;
  site_ids: number[];
}

/** The first key of the lock under which a program arrives at its target. */
const ARRIVAL = 0x6d_6f_61;

/** Throws CopyError if the role may not write rows with triggers off. */
export async function requireSilence(client: pg.ClientBase): Promise<void> {
  try {
    await client.query('begin; set local session_replication_role = replica');
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    const { rows } = await client
      .query('rollback')
      .then(() =>
        client.query<{ role: string; database: string }>(
          'select quote_ident(current_user) as role, current_database() as database',
        ),
      );
    const { role, database } = rows[0]!;
    throw new CopyError(
      `In the database ${database} the owner of the tables may not write rows without triggers. As a superuser, once: grant set on parameter session_replication_role to ${role}`,
    );
  }
  await client.query('rollback');
}

/**
 * The program with its sites. If its rows are dropped already, the record of its move gives the program, without sites.
 * Throws CopyError if there is no such program.
 */
export async function findProgram(
  source: pg.ClientBase,
  key: string,
  state: MoveState | undefined,
): Promise<MovingProgram> {
  const [found] = await listPrograms(source, 'p.key = $1', [key]);
  if (found) return found;
  if (!state) throw new CopyError(`There is no program ${key}.`);
  return { id: state.program_id, key: state.program_key, site_ids: [] };
}

async function listPrograms(
  client: pg.ClientBase,
  condition: string,
  values: unknown[],
): Promise<MovingProgram[]> {
  const { rows } = await client.query<MovingProgram>(
    `select p.id, p.key, array(select e.id from program_entries e where e.program_id = p.id and e.kind = 'site' order by 1) as site_ids
       from programs p where ${condition}`,
    values,
  );
  return rows;
}

/**
 * Keeps other processes from moving the program to this place, until the transaction ends. Returns false if another
 * process is moving it.
 */
export async function lockArrival(target: pg.ClientBase, programId: number): Promise<boolean> {
  const { rows } = await target.query<{ held: boolean }>(
    `select pg_try_advisory_xact_lock(${ARRIVAL}, hashint8($1::bigint) # (schema_number() << 20)) as held`,
    [programId],
  );
  return rows[0]!.held;
}

/** The program, if it is at the target. Throws CopyError if another program has its id or its key. */
export async function findArrived(
  target: pg.ClientBase,
  { id, key }: MovingProgram,
): Promise<MovingProgram | undefined> {
  const found = await listPrograms(target, 'p.id = $1 or p.key = $2', [id, key]);
  if (found.some((one) => one.id !== id || one.key !== key)) {
    throw new CopyError(
      'The target has another program with the same id or key. Ids differ where both schemas are in one directory: loyaltyd shards add',
    );
  }
  return found[0];
}

/**
 * Throws CopyError if the target has a row of the program, or a site with the id of one of its sites. Rows of tables
 * that are copied once do not count: a server may have written some after the program had left this place.
 */
export async function requireNoTrace(
  target: pg.ClientBase,
  { id, site_ids }: MovingProgram,
  tables: readonly ProgramTable[],
): Promise<void> {
  const filled = await listFilled(
    target,
    tables.filter(({ program, watched }) => watched && program === 'program_id').map(({ name }) => name),
    { program_id: id },
  );
  if (filled.length > 0)
    throw new CopyError(`The target has rows of the program ${id} already, in ${filled.join(', ')}.`);
  const { rows } = await target.query('select from program_entries where id = any($1) limit 1', [site_ids]);
  if (rows.length > 0) throw new CopyError('The target has a site with the id of one of the sites.');
}

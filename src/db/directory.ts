import type pg from 'pg';
import { HIGHEST_SHARD_NUMBER, IDS_OF_A_SHARD, shardNumberOf } from './shard-numbers.ts';

/**
 * making: not all of its tables exist yet; open: it gets new programs; closed: it serves its programs and gets no new
 * ones.
 */
export type ShardState = 'making' | 'open' | 'closed';

/** A schema of the directory, with a group of programs. */
export interface Shard {
  /** The number; 0: the home, whose database has the directory. */
  number: number;
  /** The name of the schema in its database. */
  name: string;
  /** The environment variable with the address of its database; null: it is in the database of the home. */
  url_variable: string | null;
  /**
   * The environment variable with the address for the owner of its tables; null: `url_variable` is also for the owner.
   */
  owner_url_variable: string | null;
  state: ShardState;
}

/** A program that has left the schema in which it was made. */
export interface MovedProgram {
  program_id: number;
  key: string;
  site_ids: number[];
  /** The number of the schema in which the program is now. */
  shard_number: number;
  /** The numbers of all earlier schemas: ids and links that were given out there contain these numbers for ever. */
  was_in: number[];
}

export interface Directory {
  /** In ascending order of their numbers. */
  shards: Shard[];
  moved: MovedProgram[];
}

type Client = Pick<pg.ClientBase, 'query'>;

/**
 * Makes the directory, in its own schema beside the home, if it is missing, and lets the server's role read it. `home`
 * is the name of the home's schema. The owner of the home's tables calls this in a transaction.
 */
export async function makeDirectory(owner: Client, home: string, serverRole: string): Promise<void> {
  // One process at a time: if two run at once, `if not exists` fails for the second. No other lock has these keys.
  await owner.query('select pg_advisory_xact_lock(730551194, 1)');
  await owner.query(`
    create schema if not exists loyaltyd;
    create table if not exists loyaltyd.shards (
      number integer primary key check (number between 0 and ${HIGHEST_SHARD_NUMBER}),
      name text not null,
      url_variable text,
      owner_url_variable text,
      state text not null check (state in ('making', 'open', 'closed')),
      unique nulls not distinct (name, url_variable)
    );
    create table if not exists loyaltyd.moved_programs (
      program_id bigint primary key,
      key text not null,
      site_ids bigint[] not null,
      shard_number integer not null references loyaltyd.shards,
      was_in integer[] not null
    );
    create index if not exists moved_programs_by_shard on loyaltyd.moved_programs (shard_number)`);
  await owner.query(
    "insert into loyaltyd.shards values (0, $1, null, null, 'open') on conflict (number) do nothing",
    [home],
  );
  const { rows } = await owner.query<{ grantee: string; own: boolean }>(
    'select quote_ident($1) as grantee, current_user = $1 as own',
    [serverRole],
  );
  const { grantee, own } = rows[0]!;
  if (own) return;
  await owner.query(`
    grant usage on schema loyaltyd to ${grantee};
    grant select on loyaltyd.shards, loyaltyd.moved_programs to ${grantee}`);
}

/** It is one statement, so that a reader who sees a program in a new schema also sees that schema. */
export const READ_DIRECTORY = {
  name: 'read_directory',
  text: `
select json_build_object(
  'shards', (select json_agg(s order by number) from loyaltyd.shards s),
  'moved', (select coalesce(json_agg(m order by program_id), '[]') from loyaltyd.moved_programs m)
) as directory`,
};

/** The whole directory; undefined: this database has none. */
export async function readDirectory(client: Client): Promise<Directory | undefined> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('loyaltyd.moved_programs') is not null as exists",
  );
  if (!found[0]!.exists) return undefined;
  const { rows } = await client.query<{ directory: Directory }>(READ_DIRECTORY.text);
  return rows[0]!.directory;
}

/**
 * Registers a schema under the next number, in the state `making`, unless it is registered. Returns it as it is then;
 * undefined: there is no free number.
 */
export async function registerShard(
  owner: Client,
  shard: Pick<Shard, 'name' | 'url_variable' | 'owner_url_variable'>,
): Promise<Shard | undefined> {
  const { name, url_variable, owner_url_variable } = shard;
  for (;;) {
    // A number is never given twice, because ids of a removed schema are still in use outside. If another process takes
    // the number first, the next one is tried.
    await owner.query(
      `insert into loyaltyd.shards
         select n, $1, $2, $3, 'making' from (select max(number) + 1 as n from loyaltyd.shards) next
           where n <= ${HIGHEST_SHARD_NUMBER}
         on conflict do nothing`,
      [name, url_variable, owner_url_variable],
    );
    const { rows } = await owner.query<{ shard: Shard | null; is_full: boolean }>(
      `select (select row_to_json(s) from loyaltyd.shards s where name = $1 and url_variable is not distinct from $2) as shard,
              (select max(number) >= ${HIGHEST_SHARD_NUMBER} from loyaltyd.shards) as is_full`,
      [name, url_variable],
    );
    const { shard: registered, is_full } = rows[0]!;
    if (registered || is_full) return registered ?? undefined;
  }
}

/** Returns false if the directory has no schema of that number. */
export async function updateShardState(owner: Client, number: number, state: ShardState): Promise<boolean> {
  const { rowCount } = await owner.query('update loyaltyd.shards set state = $2 where number = $1', [
    number,
    state,
  ]);
  return rowCount === 1;
}

/**
 * Records the present schema of a program. This row alone decides: a program without a row is in the schema in which it
 * was made. A program that came back keeps its row, because links that other schemas gave out lead to it.
 */
export async function recordMove(owner: Client, moved: Omit<MovedProgram, 'was_in'>): Promise<void> {
  const { program_id, key, site_ids, shard_number } = moved;
  await owner.query(
    `insert into loyaltyd.moved_programs as m (program_id, key, site_ids, shard_number, was_in)
       values ($1, $2, $3, $4, array_remove(array[$5::integer], $4::integer))
       on conflict (program_id) do update
         set key = excluded.key, site_ids = excluded.site_ids, shard_number = excluded.shard_number,
             was_in = array(select distinct n from unnest(m.was_in || m.shard_number) n
                              where n <> excluded.shard_number order by n)`,
    [program_id, key, site_ids, shard_number, shardNumberOf(program_id)],
  );
}

/**
 * Makes the sequence for ids of programs, sites, rules and rewards in the schema of this connection begin at the range
 * of this number. Returns false, and changes nothing, if the schema has given an id outside that range.
 */
export async function beginIdsOf(owner: Client, number: number): Promise<boolean> {
  const first = number * IDS_OF_A_SHARD + 1;
  const { rows } = await owner.query<{ last: string | null }>(
    "select pg_sequence_last_value('configuration_ids') as last",
  );
  const last = rows[0]!.last;
  if (last !== null) return Number(last) >= first && Number(last) < first + IDS_OF_A_SHARD - 1;
  await owner.query(`alter sequence configuration_ids restart with ${first}`);
  return true;
}

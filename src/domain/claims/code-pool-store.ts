import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { timestampText, ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { RewardProperties } from '../programs/reward-kinds.ts';

/**
 * Takes the next code of a reward's pool. A claim locks this last. It waits for nobody: it skips a code that another
 * transaction is taking. undefined: the pool is empty, or other transactions are taking the rest of it.
 */
export async function takePooledCode(
  tx: Tx,
  programId: number,
  rewardId: number,
  at: number,
): Promise<string | undefined> {
  const taken = await tx
    .updateTable('voucher_codes')
    .set({ taken_at: ts(at) })
    .where('program_id', '=', programId)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('voucher_codes as free')
        .select('free.id')
        .where('free.program_id', '=', programId)
        .where('free.reward_id', '=', rewardId)
        .where('free.taken_at', 'is', null)
        .orderBy('free.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning('code')
    .executeTakeFirst();
  return taken?.code;
}

/** A reward that a program file offers with codes from a pool, by the keys of the file. */
interface OfferedPool {
  program: string;
  reward: string;
  properties: RewardProperties;
  /** How many codes are left, counted up to a bound. */
  left: number;
}

/**
 * The offered pools of some programs or of all (null), in the order of the program files. Reads a few rows of each
 * pool.
 */
export async function listOfferedPools(
  db: Kysely<DB>,
  programIds: readonly number[] | null,
  bound: number,
): Promise<OfferedPool[]> {
  const whose = programIds ? sql`and e.program_id = any(${programIds}::bigint[])` : sql``;
  const { rows } = await sql<OfferedPool>`
    select p.key as program, e.key as reward, e.definition -> 'properties' as properties, free.count as "left"
      from program_entries e join programs p on p.id = e.program_id
        cross join lateral (select count(*) as count from (
          select from voucher_codes c
            where c.program_id = e.program_id and c.reward_id = e.id and c.taken_at is null limit ${bound}) as bounded) as free
      where e.kind = 'reward' and e.enabled and e.definition -> 'codes' ->> 'kind' = 'pool' ${whose}
      order by e.program_id, e.position, e.id`.execute(db);
  return rows;
}

/** How many codes are left in a reward's pool. Counts up to `bound` only. */
export async function poolRemaining(
  db: Kysely<DB>,
  programId: number,
  rewardId: number,
  bound: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from voucher_codes c
        where c.program_id = ${programId} and c.reward_id = ${rewardId} and c.taken_at is null limit ${bound}) as bounded`.execute(
    db,
  );
  return rows[0]!.count;
}

/** The rewards, of those given, whose pool has no code left. Reads a row of each pool. */
export async function listDryPools(
  db: Kysely<DB>,
  programId: number,
  rewardIds: readonly number[],
): Promise<Set<number>> {
  if (rewardIds.length === 0) return new Set();
  // `limit 1` makes Postgres look into the index for each pool. A join might read all codes.
  const { rows } = await sql<{ id: number }>`
    select r.id from unnest(${rewardIds}::bigint[]) as r (id)
      where (select c.id from voucher_codes c
        where c.program_id = ${programId} and c.reward_id = r.id and c.taken_at is null limit 1) is null`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** How many codes were ever imported for a reward. Reads the whole pool. */
export async function countPool(
  db: Kysely<DB>,
  programId: number,
  rewardId: number,
): Promise<{ given: number; remaining: number }> {
  return db
    .selectFrom('voucher_codes')
    .select([
      sql<number>`count(*) filter (where taken_at is not null)`.as('given'),
      sql<number>`count(*) filter (where taken_at is null)`.as('remaining'),
    ])
    .where('program_id', '=', programId)
    .where('reward_id', '=', rewardId)
    .executeTakeFirstOrThrow();
}

/** The highest id that a code of the program has, as far as this reader sees. */
export async function latestPooledId(db: Kysely<DB>, programId: number): Promise<number> {
  const row = await db
    .selectFrom('voucher_codes')
    .select('id')
    .where('program_id', '=', programId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** The given keys whose code was given without a pool, to a claim or to a referred friend. */
export async function listGivenKeys(
  tx: Tx,
  programId: number,
  keys: readonly string[],
): Promise<Set<string>> {
  const given = await tx
    .selectFrom('claimed_rewards')
    .select('code_key')
    .where('program_id', '=', programId)
    .where('code_key', '=', sql<string>`any(${keys}::text[])`)
    .unionAll(
      tx
        .selectFrom('referrals')
        .select('code_key')
        .where('program_id', '=', programId)
        .where('code_key', '=', sql<string>`any(${keys}::text[])`),
    )
    .execute();
  return new Set(given.map((row) => row.code_key!));
}

interface PooledCode {
  id: number;
  reward_id: number;
  code_key: string;
}

export async function listPooledCodes(
  tx: Tx,
  programId: number,
  keys: readonly string[],
): Promise<PooledCode[]> {
  return tx
    .selectFrom('voucher_codes')
    .select(['id', 'reward_id', 'code_key'])
    .where('program_id', '=', programId)
    .where('code_key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
}

/** Puts codes into a reward's pool in the given order. Returns the keys of the codes that were in no pool yet. */
export async function insertPooledCodes(
  tx: Tx,
  programId: number,
  rewardId: number,
  codes: readonly { code: string; code_key: string }[],
  at: number,
): Promise<Set<string>> {
  const texts = codes.map((code) => code.code);
  const keys = codes.map((code) => code.code_key);
  const { rows } = await sql<{ code_key: string }>`
    insert into voucher_codes (program_id, reward_id, code, code_key, created_at)
    select ${programId}::bigint, ${rewardId}::bigint, code, code_key, ${timestampText(at)}::timestamptz
      from unnest(${texts}::text[], ${keys}::text[]) with ordinality as given (code, code_key, place)
      order by place
    on conflict do nothing
    returning code_key`.execute(tx);
  return new Set(rows.map((row) => row.code_key));
}

/** The code of a pool, by its key: when it was imported, and when a claim took it. */
export async function findPooledCode(
  db: Kysely<DB>,
  programId: number,
  key: string,
): Promise<{ reward_id: number; created_at: number; taken_at: number | null } | undefined> {
  return db
    .selectFrom('voucher_codes')
    .select(['reward_id', 'created_at', 'taken_at'])
    .where('program_id', '=', programId)
    .where('code_key', '=', key)
    .executeTakeFirst();
}

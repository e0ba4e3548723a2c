import { type Kysely, sql } from 'kysely';
import { noneOf } from '../../db/none-of.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { CoreDeps } from '../core/deps.ts';
import type { Tx } from '../core/transaction.ts';

/** A stored answer. `body` is encrypted; `fingerprint` shows whether a repetition makes the same request. */
interface IdempotencyRecord {
  fingerprint: Buffer;
  status: number;
  body: Buffer;
}

/** The record of an effect, with the hash of the key that it belongs to. */
export interface FoundRecord extends Omit<IdempotencyRecord, 'status'> {
  key_hash: Buffer;
  /** null: there is no answer yet, and `body` is its draft. */
  status: number | null;
  /** The row that the effect made, if the answer is made from that row. */
  effect_id: number | null;
}

/**
 * Answers are promised for at least 24 hours. The extra hour protects against clocks that differ: a server whose clock
 * is ahead must not delete an answer too early, because the request would have its effect again.
 */
const KEPT_MS = 25 * 60 * 60 * 1000;
const PURGE_BATCH = 1_000;

/**
 * Takes the lock of one key until the transaction ends. Returns false if another request has it. The lock key is two
 * int4s, a separate space: the listings' horizon reads every lock with one bigint as its key.
 */
export async function tryLockIdempotencyKey(tx: Tx, keyHash: Buffer): Promise<boolean> {
  const [high, low] = lockHalves(keyHash);
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${high}::int4, ${low}::int4) as locked`.execute(tx);
  return rows[0]!.locked;
}

export function lockHalves(keyHash: Buffer): [high: number, low: number] {
  return [keyHash.readInt32BE(0), keyHash.readInt32BE(4)];
}

/** Takes the same lock, and waits for it. */
export async function lockIdempotencyKey(tx: Tx, keyHash: Buffer): Promise<void> {
  const [high, low] = lockHalves(keyHash);
  await sql`select pg_advisory_xact_lock(${high}::int4, ${low}::int4)`.execute(tx);
}

/** The stored answer of a key, unless it has expired. The key may be stored under any of the hashes. */
export async function findIdempotencyRecord(
  db: Kysely<DB>,
  key: { program_id: number; key_hashes: readonly Buffer[]; now: number },
): Promise<FoundRecord | undefined> {
  return db
    .selectFrom('idempotency_records')
    .select(['key_hash', 'fingerprint', 'status', 'body', 'effect_id'])
    .where('program_id', '=', key.program_id)
    .where('key_hash', '=', sql<Buffer>`any(${key.key_hashes}::bytea[])`)
    .where('expires_at', '>', ts(key.now))
    .executeTakeFirst();
}

/**
 * Stores an answer for a day and a little more. The key is locked, so an answer that is already stored under it has
 * expired.
 */
export async function insertIdempotencyRecord(
  tx: Tx,
  key: { program_id: number; key_hash: Buffer; now: number },
  record: IdempotencyRecord & { customer_id: number | null },
): Promise<void> {
  const values = {
    ...record,
    effect_id: null,
    created_at: ts(key.now),
    expires_at: ts(keptUntil(key.now)),
  };
  await tx
    .insertInto('idempotency_records')
    .values({ program_id: key.program_id, key_hash: key.key_hash, ...values })
    .onConflict((conflict) => conflict.columns(['program_id', 'key_hash']).doUpdateSet(values))
    .execute();
}

export function keptUntil(now: number): number {
  return now + KEPT_MS;
}

/** Deletes expired answers, by the real clock. Returns how many. */
export async function purgeExpiredIdempotencyRecords(
  deps: Pick<CoreDeps, 'db' | 'clock'>,
  except: readonly number[] = [],
): Promise<number> {
  const now = deps.clock.real();
  let purged = 0;
  for (;;) {
    const { rows } = await sql<{ deleted: number }>`
      with expired as (
        select program_id, key_hash from idempotency_records
        where expires_at <= ${ts(now)} and ${noneOf('program_id', except)} order by expires_at limit ${PURGE_BATCH} for update skip locked
      ), gone as (
        delete from idempotency_records r using expired e
        where r.program_id = e.program_id and r.key_hash = e.key_hash returning 1
      ) select count(*)::int as deleted from gone`.execute(deps.db);
    purged += rows[0]!.deleted;
    if (rows[0]!.deleted < PURGE_BATCH) return purged;
  }
}

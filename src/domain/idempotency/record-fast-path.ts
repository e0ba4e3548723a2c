import { byteaText } from '../../db/bytea-text.ts';
import type { NamedStatement, NamedStatements } from '../../db/named-statements.ts';
import { timestampText } from '../../db/timestamps.ts';
import { noRow } from '../core/any-row.ts';
import { type FoundRecord, keptUntil, lockHalves } from './store.ts';

/** The columns of a record that a hot write stores together with its effect. */
export const RECORD_COLUMNS = `key_high int, key_low int, key_hash bytea, fingerprint bytea, answer_status smallint, answer bytea,
      answered_at timestamptz, kept_until timestamptz`;

/** Takes the lock of `tryLockIdempotencyKey` for a row of `asked`, unless its key has a record. */
export const KEY_IS_FREE = `pg_try_advisory_xact_lock(asked.key_high, asked.key_low) and ${noRow(`
      idempotency_records r where r.program_id = $1::bigint and r.key_hash = asked.key_hash and r.expires_at > asked.answered_at`)}`;

/**
 * Writes the records of the rows `w`. If another transaction wrote a record for the key meanwhile, the primary key is
 * violated, which undoes the whole statement.
 */
export function writeRecord(effectId: string, from: string): string {
  return `, recorded_answer as (
  insert into idempotency_records (program_id, key_hash, fingerprint, status, body, effect_id, customer_id, created_at, expires_at)
    select $1::bigint, w.key_hash, w.fingerprint, w.answer_status, w.answer, ${effectId}, w.customer_id, w.answered_at, w.kept_until
    from ${from} order by w.key_hash
)`;
}

/** The record as parameters of a hot write. `status`: null if `body` is a draft. */
export function recordColumns(
  { key_hash, fingerprint, status, body }: Omit<FoundRecord, 'effect_id'>,
  now: number,
): object {
  const [key_high, key_low] = lockHalves(key_hash);
  return {
    key_high,
    key_low,
    key_hash: byteaText(key_hash),
    fingerprint: byteaText(fingerprint),
    answer_status: status,
    answer: byteaText(body),
    answered_at: timestampText(now),
    kept_until: timestampText(keptUntil(now)),
  };
}

// `limit 1` makes Postgres look each key up, even while it estimates that the table is empty. The place of the row
// (ctid) avoids a join.
const ANSWER: NamedStatement = {
  name: 'answer_idempotency_record',
  bytes: 'body',
  text: `
update idempotency_records r set status = a.status, body = substring($3::bytea from a.bytes_at for a.bytes_count)
  from (select q.*, k.place
    from json_to_recordset($2::json) as q (ord int, key_hash bytea, status smallint, bytes_at int, bytes_count int)
    cross join lateral (select ctid as place from idempotency_records
      where program_id = $1::bigint and key_hash = q.key_hash and status is null limit 1) k) a
  where r.ctid = a.place and r.status is null
  returning a.ord`,
};

/**
 * Stores the answer that was made from a draft. Returns false if another request stored it before, if the record is
 * gone, or if it was just moved.
 */
export async function keepMadeAnswer(
  hot: NamedStatements,
  programId: number,
  { key_hash, status, body }: Pick<FoundRecord, 'key_hash' | 'body'> & { status: number },
): Promise<boolean> {
  const row = { key_hash: byteaText(key_hash), status, body };
  return (await hot.runEach<{ ord: number }>(ANSWER, { program_id: programId }, row)) !== undefined;
}

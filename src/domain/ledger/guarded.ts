import { byteaText } from '../../db/bytea-text.ts';
import type { BatchKey, NamedStatement } from '../../db/named-statements.ts';
import { RowInTwo } from '../../db/statement-batch.ts';
import { timestampText } from '../../db/timestamps.ts';
import {
  isConflict,
  isConstraintViolation,
  isRefusedByPostgres,
  isUnavailable,
  isUnsent,
} from '../core/database-errors.ts';
import type { UsageCounter } from '../core/limits.ts';
import { type AnswerRecord, lostInCommit } from '../core/transaction.ts';
import { KEY_IS_FREE, RECORD_COLUMNS, writeRecord } from '../idempotency/record-fast-path.ts';
import type { RunEach } from '../programs/key-lookup.ts';

/**
 * The first part of a hot write. One statement serves all requests that arrive together (NamedStatements.runEach), and
 * the version of each customer guards it. Every writer of a customer bumps the version with the row lock
 * (lock-customer.ts). So an answer proves that the customer has not changed since the decision read it. No answer means
 * that another transaction writes or wrote the customer: take the ordinary path.
 *
 * The statement skips a customer that another transaction holds. So a slow transaction delays no batch, and the order
 * of locks does not matter. Postgres locks the newest version of a row and checks the guard again there, so a locked
 * row has the guarded version. If several rows belong to one customer, UPDATE … FROM writes one of them.
 *
 * The statement writes nothing under another version of the program than the caller knows. Under that version, points may
 * expire otherwise, and then lots or dates would have to move too. Its follow-up may also have passed this customer
 * already, and then nobody would look whether the new facts give another tier.
 */
const held = (columns: string, guard: Guard, more: string) => `
with held as materialized (
  select asked.*, c.place
    from json_to_recordset($2::json) as asked (ord int, customer_id bigint, version bigint, configuration_version int, at timestamptz, due timestamptz, ${columns}${guard.columns})
    cross join lateral (
      select c.ctid as place from customers c where c.program_id = $1::bigint and c.id = asked.customer_id and c.version = asked.version${guard.customer}
        for no key update skip locked) c
    where (select configuration_version from programs where id = $1::bigint) = asked.configuration_version${more}
)`;

/** The part of a hot write that depends on whether points expire. */
interface Guard {
  /** More columns of the rows. */
  columns: string;
  /** A condition beside the versions. */
  customer: string;
}

/** The guard of points that never expire. */
const NO_EXPIRY: Guard = {
  columns: '',
  customer: ' and c.lots_since is null',
};

/** A hot write: the statement by itself, and with the record of the answer to an Idempotency-Key. */
export interface HotWrite {
  alone: NamedStatement;
  keyed: NamedStatement;
}

interface Parts {
  /** The rows that may be written, with these columns. */
  held: (columns: string) => string;
  /** The last part before the answer. `effect_id`: the id that the effect got; `from`: the rows written, among them `w`. */
  kept: (effect_id: string, from: string) => string;
}

/** Both statements of a hot write. They skip a key that another request holds, like a customer. */
export function hotWrite(name: string, write: (parts: Parts) => string, guard = NO_EXPIRY): HotWrite {
  const alone = (columns: string) => held(columns, guard, '');
  const keyed = (columns: string) => held(`${columns}, ${RECORD_COLUMNS}`, guard, ` and ${KEY_IS_FREE}`);
  return {
    alone: { name, text: write({ held: alone, kept: () => '' }) },
    keyed: { name: `${name}_keyed`, text: write({ held: keyed, kept: writeRecord }) },
  };
}

/**
 * Finds the held rows by their places, which cannot change under their locks. Postgres plans a statement for the
 * average program. By the program and a key, it would read all customers of a large program beside many small ones.
 */
export const IS_HELD = `c.ctid = any(array(select place from held)) and c.ctid = held.place`;

/**
 * Finds rows of held customers by their places too: they have not changed since the version was read. By several ids at
 * once, Postgres 15 would read all rows of a large program. `ids`: a query with a column `id`.
 */
export const isAt = (row: string, table: string, ids: string) =>
  `${row}.ctid = any(array(select (select ctid from ${table} where program_id = $1::bigint and id = asked.id) from (${ids}) asked))`;

/** The columns of a counter after one more use. */
export const USAGE =
  'usage_total int, usage_window_start timestamptz, usage_window_count int, usage_last_at timestamptz';

/** Writes the counters of `rows`, which have a customer, a subject and the columns of USAGE. */
export const COUNT_USAGE = (subject: string, rows: string) => `
  insert into usage_counters as u (program_id, customer_id, subject_id, total, window_start, window_count, last_at)
    select $1::bigint, customer_id, ${subject}, usage_total, usage_window_start, usage_window_count, usage_last_at from ${rows}
    on conflict (program_id, customer_id, subject_id) do update set
      total = excluded.total, window_start = excluded.window_start, window_count = excluded.window_count, last_at = excluded.last_at`;

/** The versions of the customer and of its program that a hot write was decided on. */
export interface Versions {
  version: number;
  configuration_version: number;
}

/** The parameters of every hot write. `due`: the customer falls due then at the latest. */
export function guarded(customerId: number, versions: Versions, at: number, due: number | null) {
  const { version, configuration_version } = versions;
  return { customer_id: customerId, version, configuration_version, at: timestampText(at), due: text(due) };
}

/** A counter as a parameter. Its latest use is never null. */
export function counted({ total, window_start, window_count, last_at }: UsageCounter) {
  return {
    usage_total: total,
    usage_window_start: timestampText(window_start),
    usage_window_count: window_count,
    usage_last_at: text(last_at),
  };
}

export function bytes(value: Buffer | null): string | null {
  return value && byteaText(value);
}

export function text(ms: number | null): string | null {
  return ms === null ? null : timestampText(ms);
}

/**
 * Writes the row together with the record. undefined: nothing was written, because another request has written or is
 * writing the customer or the key, or a CHECK or a unique index refused the row. The statement commits by itself. If
 * its answer is lost, nobody knows whether it committed.
 */
export async function runGuarded<A extends { ord: number }>(
  hot: RunEach,
  { alone, keyed }: HotWrite,
  key: BatchKey,
  row: object,
  record: AnswerRecord | undefined,
): Promise<A | undefined> {
  try {
    if (!record) return await hot.runEach<A>(alone, key, row);
    const answer = await hot.runEach<A>(keyed, key, new RowInTwo(row, record.columns));
    if (answer) record.written();
    return answer;
  } catch (error) {
    if (isConstraintViolation(error) || isConflict(error)) return undefined;
    if (!isUnavailable(error) || isUnsent(error) || isRefusedByPostgres(error)) throw error;
    throw lostInCommit(error);
  }
}

import type { Transaction } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { CustomerBusy } from './customer-line.ts';
import {
  isConflict,
  isOverSetting,
  isRefusedByPostgres,
  isUnavailable,
  whyUnavailable,
} from './database-errors.ts';
import type { CoreDeps } from './deps.ts';
import { Unavailable } from './errors.ts';
import { type RetryReason, transactionRetried } from './signals.ts';

/** Every writer takes a Tx, so the compiler refuses a write outside a transaction. */
export type Tx = Transaction<DB>;

/**
 * Work that a caller wants inside the effect's own transaction: `begin` runs before anything else, `beforeCommit` runs
 * last, with the result. An error that either throws rolls the effect back. Both may run more than once, since a
 * transaction that Postgres chose as a victim is run again.
 */
export interface Hooks<R, D = never> {
  /** How a use case may leave out the hooks if it does its work in one statement. Absent: it may not leave them out. */
  skippable?: Skipped<D>;
  begin(tx: Tx): Promise<void>;
  beforeCommit(tx: Tx, result: R): Promise<void>;
}

/**
 * The part of the hooks that one statement writes when it leaves them out. `D`: the data of the result without the new
 * ids.
 */
export interface Skipped<D> {
  /** The record of the answer. Absent: the request has no idempotency key. */
  record?(draft: D): Promise<AnswerRecord>;
}

/** A record that is written with an effect, or not at all. */
export interface AnswerRecord {
  /** The values of the record, for the statement of the effect. */
  columns: object;
  /** The statement has written both. */
  written(): void;
}

/** How the hooks may be left out; undefined: the use case must run them. */
export function skipped<D>(hooks: Hooks<never, D> | undefined): Skipped<D> | undefined {
  return hooks ? hooks.skippable : {};
}

const ATTEMPTS = 5;

/**
 * How long a transaction waits in line for a customer, without a connection. On a busy machine forty writers of one
 * customer take their time.
 */
const PATIENCE_MS = 20_000;

/**
 * Runs `fn` in one READ COMMITTED transaction. Deadlocks and serialisation failures are run again, up to five times in
 * all. A COMMIT that failed is never run again, for it may have succeeded. Throws Unavailable if the connection to the
 * database is lost meanwhile.
 */
export async function runInTransaction<R>(
  deps: Pick<CoreDeps, 'db'>,
  hooks: Hooks<R, never> | undefined,
  fn: (tx: Tx) => Promise<R>,
): Promise<R> {
  let patience: AbortSignal | undefined;
  for (let attempt = 1; ; ) {
    const outcome = await attemptOnce(deps, hooks, fn);
    if (outcome.done) return outcome.result;
    const { error, committing } = outcome;
    if (error instanceof CustomerBusy) {
      patience ??= AbortSignal.timeout(PATIENCE_MS);
      await error.turn(patience);
      transactionRetried.publish('busy' satisfies RetryReason);
      continue;
    }
    if (isConflict(error)) {
      if (!committing && attempt < ATTEMPTS) {
        attempt += 1;
        transactionRetried.publish('conflict' satisfies RetryReason);
        continue;
      }
      throw collided(error);
    }
    if (isUnavailable(error))
      throw committing && !isRefusedByPostgres(error) ? lostInCommit(error) : away(error);
    throw error;
  }
}

type Outcome<R> = { done: true; result: R } | { done: false; error: unknown; committing: boolean };

async function attemptOnce<R>(
  deps: Pick<CoreDeps, 'db'>,
  hooks: Hooks<R> | undefined,
  fn: (tx: Tx) => Promise<R>,
): Promise<Outcome<R>> {
  // If the ROLLBACK fails as well, Kysely throws its error. The first error is the one that counts.
  let failure: { error: unknown } | undefined;
  let committing = false;
  try {
    const result = await deps.db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (tx) => {
        try {
          await hooks?.begin(tx);
          const result = await fn(tx);
          await hooks?.beforeCommit(tx, result);
          committing = true;
          return result;
        } catch (error) {
          failure = { error };
          throw error;
        }
      });
    return { done: true, result };
  } catch (error) {
    return { done: false, error: failure ? failure.error : error, committing };
  }
}

export function collided(cause?: unknown): Unavailable {
  return new Unavailable('none', 'The request collided with others. Nothing was changed; send it again.', {
    cause,
  });
}

/** The refusal of a request that the database never got. */
export function away(cause: unknown): Unavailable {
  const outcome = isOverSetting(cause)
    ? 'Nothing was changed. Sent again, it would be refused again until whoever runs the server has raised the limit that its log names.'
    : 'Nothing was changed; send the request again.';
  return new Unavailable('none', `${whyUnavailable(cause)} ${outcome}`, { cause });
}

/** The refusal after a COMMIT whose answer was lost. It also serves a statement that commits by itself. */
export function lostInCommit(cause: unknown): Unavailable {
  return new Unavailable(
    'unknown',
    'The database was lost while the change was being committed: it may or may not have taken effect. Find out before sending it again, or send it with the Idempotency-Key it had.',
    { cause },
  );
}

import type { Transaction } from 'kysely';
import type { DB } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { isConflict, isUnavailable } from './database-errors.ts';
import { DomainError } from './errors.ts';

/** Every writer takes one of these, so that the compiler refuses a write outside a transaction. */
export type Tx = Transaction<DB>;

/**
 * What a caller wants done inside the effect's own transaction: `begin` before anything else, `beforeCommit`
 * as the last thing, with the result. Whatever either throws rolls the effect back. Both may run more than
 * once, since a transaction that Postgres chose as a victim is run again.
 */
export interface Hooks<R> {
  begin(tx: Tx): Promise<void>;
  beforeCommit(tx: Tx, result: R): Promise<void>;
}

const ATTEMPTS = 5;

/**
 * Runs `fn` in one READ COMMITTED transaction. Deadlocks and serialisation failures are run again, up to
 * five times in all; a COMMIT that failed never is, for it may have succeeded.
 * Throws DomainError('unavailable') when the database is lost on the way.
 */
export async function runInTransaction<R>(
  deps: Pick<Deps, 'db'>,
  hooks: Hooks<R> | undefined,
  fn: (tx: Tx) => Promise<R>,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptOnce(deps, hooks, fn);
    if (outcome.done) return outcome.result;
    const { error, committing } = outcome;
    if (isConflict(error)) {
      if (!committing && attempt < ATTEMPTS) continue;
      throw unavailable('The request collided with others. Nothing was changed; send it again.', error);
    }
    if (isUnavailable(error)) {
      throw unavailable(
        committing
          ? 'The database was lost while the change was being committed: it may or may not have taken effect. Find out before sending it again, or send it with the Idempotency-Key it had.'
          : 'The database is not available. Nothing was changed; send the request again.',
        error,
      );
    }
    throw error;
  }
}

type Outcome<R> = { done: true; result: R } | { done: false; error: unknown; committing: boolean };

async function attemptOnce<R>(
  deps: Pick<Deps, 'db'>,
  hooks: Hooks<R> | undefined,
  fn: (tx: Tx) => Promise<R>,
): Promise<Outcome<R>> {
  // Kysely throws the ROLLBACK's error when that fails as well: the first one is what counts.
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

function unavailable(message: string, cause: unknown): DomainError {
  const error = new DomainError('unavailable', message, { retry_after_seconds: 1 });
  error.cause = cause;
  return error;
}

import type { CoreDeps } from './deps.ts';
import { retryOnStaleRead } from './stale-read.ts';
import { runInTransaction, type Tx } from './transaction.ts';

/** Carries a result out of a transaction that must not commit. */
class Rehearsed<R> extends Error {
  constructor(readonly result: R) {
    super('a rehearsal ends with a rollback');
  }
}

/** Runs `fn` in a transaction that is rolled back, and returns its result. Nothing that `fn` writes stays. */
export async function rehearse<R>(deps: Pick<CoreDeps, 'db'>, fn: (tx: Tx) => Promise<R>): Promise<R> {
  try {
    return await retryOnStaleRead(() =>
      runInTransaction<never>(deps, undefined, async (tx) => {
        throw new Rehearsed(await fn(tx));
      }),
    );
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as R;
    throw error;
  }
}

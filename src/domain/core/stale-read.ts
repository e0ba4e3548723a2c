import { type RetryReason, transactionRetried } from './signals.ts';
import { collided } from './transaction.ts';

/**
 * A transaction reads which customers to lock, then locks them. This is thrown if the rows changed in between: no
 * decision can rest on them.
 */
export class StaleReadError extends Error {
  constructor() {
    super('what was read changed before its customers were locked');
    this.name = 'StaleReadError';
  }
}

const ATTEMPTS = 5;

/** Runs a transaction again after a StaleReadError. Throws `unavailable` after five attempts. */
export async function retryOnStaleRead<R>(run: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof StaleReadError)) throw error;
      if (attempt >= ATTEMPTS) throw collided(error);
      transactionRetried.publish('stale' satisfies RetryReason);
    }
  }
}

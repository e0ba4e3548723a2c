import { collided } from './transaction.ts';

/** What was read to know whom to lock has changed by the time they were locked: nothing can be decided on it. */
export class StaleReadError extends Error {
  constructor() {
    super('what was read changed before its customers were locked');
    this.name = 'StaleReadError';
  }
}

const ATTEMPTS = 5;

/** Runs a transaction once more where it was overtaken; `unavailable` after five times in all. */
export async function retryOnStaleRead<R>(run: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof StaleReadError)) throw error;
      if (attempt < ATTEMPTS) continue;
      throw collided(error);
    }
  }
}

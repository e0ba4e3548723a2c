/**
 * How long anything of ours may hold Postgres. The longest transaction stays under the 10 s on which
 * the listings' horizon and the shutdown rely; its statements and pauses end sooner.
 */
export interface TimeLimits {
  statement_ms: number;
  idle_in_transaction_ms: number;
  transaction_ms: number;
}

export const SERVER_LIMITS: TimeLimits = {
  statement_ms: 8_000,
  idle_in_transaction_ms: 5_000,
  transaction_ms: 9_500,
};

/** For operators' commands that read everything there is; they take no locks that a writer waits for. */
export const NO_LIMITS: TimeLimits = { statement_ms: 0, idle_in_transaction_ms: 0, transaction_ms: 0 };

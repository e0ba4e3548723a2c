import type pg from 'pg';

/**
 * How long our work may keep Postgres busy, in milliseconds; 0: without limit. The longest transaction is shorter than
 * the 10 s that the listings' horizon and the shutdown assume. Its statements and pauses end sooner.
 */
export interface TimeLimits {
  statement_ms: number;
  idle_in_transaction_ms: number;
  transaction_ms: number;
  /** How long one statement waits for a lock. */
  lock_ms: number;
  /** How long a caller waits for a Postgres that does not answer at all. */
  silence_ms: number;
}

export const SERVER_LIMITS: TimeLimits = {
  statement_ms: 8_000,
  idle_in_transaction_ms: 5_000,
  transaction_ms: 9_500,
  lock_ms: 3_000,
  silence_ms: 1_800,
};

/** For operators' commands that read everything. They take no locks for which a writer would wait. */
export const NO_LIMITS: TimeLimits = {
  statement_ms: 0,
  idle_in_transaction_ms: 0,
  transaction_ms: 0,
  lock_ms: 0,
  silence_ms: 0,
};

/** The limits as start-up parameters of a connection. A pgbouncer refuses such parameters. */
export function startupLimits(limits: TimeLimits): pg.ClientConfig {
  return {
    statement_timeout: limits.statement_ms || undefined,
    idle_in_transaction_session_timeout: limits.idle_in_transaction_ms || undefined,
    lock_timeout: limits.lock_ms || undefined,
  };
}

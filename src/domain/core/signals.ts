import { channel } from 'node:diagnostics_channel';

/**
 * A transaction that is run again. conflict: Postgres chose it as the victim of a deadlock; busy: its customer was
 * locked by others; stale: what it had read changed before it was locked.
 */
export type RetryReason = 'conflict' | 'busy' | 'stale';

/** Publishes a RetryReason. */
export const transactionRetried = channel('loyaltyd:retry');

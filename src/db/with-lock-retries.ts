import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

export interface LockRetries {
  /** How long a statement waits for a lock. All later statements on the table wait behind it. */
  lock_timeout_ms: number;
  attempts: number;
  /** The pause between two attempts, in which others go on. */
  pause_ms: number;
}

/**
 * Sends statements that lock a table, in their own transaction. Tries again if other transactions used the table for
 * too long.
 */
export async function withLockRetries(
  client: pg.Client,
  statements: string,
  { lock_timeout_ms, attempts, pause_ms }: LockRetries,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`begin; set local lock_timeout = ${lock_timeout_ms}`);
      await client.query(statements);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      if (!isInTheWay(error) || attempt === attempts) throw error;
    }
    await delay(pause_ms);
  }
}

/**
 * Whether another transaction used the same thing: a table, or its description, for example when a starting server
 * grants rights. Postgres has no error code of its own for the latter.
 */
function isInTheWay(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return ['40P01', '55P03'].includes(code) || /^tuple concurrently (updated|deleted)$/.test(message);
}

/** Postgres chose this transaction as the victim. The same transaction may well succeed when it is run again. */
const CONFLICTS = new Set(['40001', '40P01']);

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Messages of pg and its pool that come without a code. */
const LOST =
  /connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|timeout expired|query read timeout|after calling end on the pool|client was closed/i;

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** A deadlock or a serialisation failure. The whole transaction was rolled back. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error) ?? '');
}

/**
 * The database is away, shutting down, full, or too slow for its time limit. It says nothing about the
 * caller's request, and unless the statement was known not to have been sent, nothing about its effect.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && NETWORK_CODES.has(code)) return true;
  // 08: connection; 53: resources; 57: shutdown, start-up, cancelled; 55P03: lock not available; 25006: a standby.
  if (code !== undefined && /^(08|53|57)...$|^55P03$|^25006$/.test(code)) return true;
  return code === undefined && error instanceof Error && LOST.test(error.message);
}

/** The statement waited for a lock for as long as it may. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Postgres itself refused a statement or a COMMIT and went on running. It has undone the transaction. */
export function isRefusedByPostgres(error: unknown): boolean {
  return (error as { severity?: unknown } | null)?.severity === 'ERROR';
}

/**
 * The statement was never sent: there was no connection, or the statement still waited for one. 53300, 57P03: Postgres
 * takes no more connections, or none yet; 53400: ours.
 */
export function isUnsent(error: unknown): boolean {
  return /^(53300|53400|57P03|ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN)$/.test(codeOf(error) ?? '');
}

/** A CHECK or a unique index refused the statement: it changed nothing. */
export function isConstraintViolation(error: unknown): boolean {
  const code = codeOf(error);
  return code === '23514' || code === '23505';
}

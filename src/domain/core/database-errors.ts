import {
  isDiskFault,
  isFaultOfOnePlace,
  isLost,
  isNoConnection,
  MOVING,
} from '../../db/connection-errors.ts';

/** Postgres chose this transaction as the victim. The same transaction may well succeed when it is run again. */
const CONFLICTS = new Set(['40001', '40P01']);

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** A deadlock or a serialisation failure. The whole transaction was rolled back. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error) ?? '');
}

/** The program is being moved to another schema and takes no writes for a moment. Nothing was changed. */
export function isMoving(error: unknown): boolean {
  const { cause } = (error ?? {}) as { cause?: unknown };
  return codeOf(error) === MOVING || codeOf(cause) === MOVING;
}

/** The program whose move made Postgres refuse a statement over several programs; undefined: it was no such refusal. */
export function movingProgram(error: unknown): number | undefined {
  if (!isMoving(error)) return undefined;
  const { detail, cause } = error as { detail?: string; cause?: { detail?: string } };
  const id = Number(detail ?? cause?.detail);
  return id > 0 ? id : undefined;
}

/**
 * No database accepts writes now, or it has no room for them. This leaves out a statement that took too long, waited
 * for a lock or met damaged data: other statements may succeed.
 */
export function isAway(error: unknown): boolean {
  const { cause } = (error ?? {}) as { cause?: unknown };
  return [error, cause].some(
    (one) =>
      isLost(one) ||
      isUnsent(one) ||
      (isDiskFault(one) && !isFaultOfOnePlace(one)) ||
      /^(08|57P0|25006|53100)/.test(codeOf(one) ?? ''),
  );
}

/**
 * The database is away, shutting down, full or too slow for its time limit, its disk fails, or the program is being
 * moved. The caller's request may be right. Unless the statement was certainly not sent, its effect is unknown.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  // 08: connection; 53: resources; 57: shutdown, start-up, cancelled; 55P03: lock not available; 25006: a standby.
  return (
    isLost(error) ||
    isNoConnection(error) ||
    isDiskFault(error) ||
    code === MOVING ||
    /^(08|53|57)...$|^55P03$|^25006$/.test(code ?? '')
  );
}

/** The statement waited for a lock until its time limit. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Postgres itself refused a statement or a COMMIT and went on running. It has undone the transaction. */
export function isRefusedByPostgres(error: unknown): boolean {
  return (error as { severity?: unknown } | null)?.severity === 'ERROR';
}

/**
 * The statement was never sent: there was no connection, or the statement still waited for one. 53300, 57P03: Postgres
 * takes no more connections, or none yet; 08001: our own code, for a database that does not answer.
 */
export function isUnsent(error: unknown): boolean {
  if (hasWaitedForConnection(error) || isNoConnection(error)) return true;
  return /^(53300|08001|57P03|ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN)$/.test(codeOf(error) ?? '');
}

/** The request waited for one of our connections for as long as it may, while the database worked for others. */
export function hasWaitedForConnection(error: unknown): boolean {
  return codeOf(error) === '53400' && !isOfPostgres(error);
}

/** Postgres undid the statement because of a limit in its settings, such as `temp_file_limit`. It would do so again. */
export function isOverSetting(error: unknown): boolean {
  return codeOf(error) === '53400' && isOfPostgres(error);
}

/** Postgres itself sent this error, in any language. Our own errors use its codes too, but have no severity. */
function isOfPostgres(error: unknown): boolean {
  return (error as { severity?: unknown } | null)?.severity !== undefined;
}

/** Why the database cannot do it now, in one sentence for the caller. */
export function whyUnavailable(error: unknown): string {
  if (isDiskFault(error)) return 'The database cannot read or write its files.';
  if (hasWaitedForConnection(error)) return 'The database has too much to do.';
  switch (codeOf(error)) {
    case '53400':
      return 'The request needs more of the database than its settings allow.';
    case '53300':
      return 'The database takes no more connections.';
    case '55P03':
      return 'Others are changing what the request needs.';
    case '57014':
      return 'The database took too long.';
    case MOVING:
      return 'The program is being moved to another schema.';
    case '25006':
      return 'The database takes no changes now.';
    default:
      return 'The database is not available.';
  }
}

/** The CHECK that examples/partitions keeps on the ledger as long as its partitions are being made. */
const END_OF_LEDGER = 'transactions_up_to';

/**
 * A CHECK or a unique index refused the statement for its values: it changed nothing. If a table accepts no more ids,
 * other values would not help: this is an error of the database.
 */
export function isConstraintViolation(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== '23514') return code === '23505';
  // If no partition accepts the row, Postgres gives this code without a constraint.
  const { constraint } = error as { constraint?: string };
  return constraint !== undefined && constraint !== END_OF_LEDGER;
}

import pg from 'pg';

/**
 * Whether the server became a standby or was fenced. Our own stop of writes is raised by a trigger, with another code.
 */
export function isReadOnlyServer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006' && error.routine !== 'exec_stmt_raise';
}

/** The code of the refusal when a program that is being moved gets a write. The class LD is our own. */
export const MOVING = 'LD001';

/** Whether Postgres closed the connection, or is starting or stopping. */
export function hangsUp(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(57P|25P03|25P04|08)/.test(error.code ?? '');
}

/** Whether a healthy server has no room for another connection. */
export function isFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^53/.test(error.code ?? '');
}

/**
 * Whether a healthy server refuses a connection: it has no room, does not know the role or database, or rejects the
 * password.
 */
export function isRefusal(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && !hangsUp(error);
}

/**
 * Files of Postgres's source that read and write its own files. Errors about missing rights to a table have the same
 * code, but come from other source files.
 */
const FILE_WORK =
  /^(md|smgr|fd|fileset|sharedfileset|buffile|bufmgr|copydir|reinit|xlog|xlogutils|slru|relmapper|twophase)\.c$/;

/**
 * Whether Postgres cannot read or write its own files, or finds them damaged: the disk fails or became read-only, a
 * quota is used up, or the files have another owner now. A full disk is not such a fault.
 */
export function isDiskFault(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '', file = '' } = error;
  // XX001, XX002: damaged data, damaged index; 58030: an error of the device. errcode_for_file_access() gives the
  // others: 42501 for EROFS, EACCES and EPERM, 58P01 for ENOENT, XX000 for every error that it does not know, including
  // EDQUOT.
  return /^(XX00[12]|58030)$/.test(code) || (/^(42501|58...|XX000)$/.test(code) && FILE_WORK.test(file));
}

/**
 * Whether a disk fault may concern one place only: damaged data, an unreadable block, or a missing file. Postgres may
 * still read and write everything else.
 */
export function isFaultOfOnePlace(error: unknown): boolean {
  return isDiskFault(error) && /^(XX00[12]|58...)$/.test((error as pg.DatabaseError).code ?? '');
}

const notConnected = new WeakSet<object>();

/**
 * Marks an error as one of making a connection, since errors of statements may have the same codes. Errors of TLS, such
 * as an expired certificate, have codes of their own or none.
 */
export function noteNoConnection(error: unknown): void {
  if (error instanceof Error) notConnected.add(error);
}

/** Whether there was no connection, for any reason, so that no statement was sent. */
export function isNoConnection(error: unknown): boolean {
  return error instanceof Error && notConnected.has(error);
}

/**
 * No connection can be made with this address: a file that it names cannot be read, or its parts contradict each other.
 */
export class UnusableAddress extends Error {
  override readonly name = 'UnusableAddress';

  constructor(why: unknown) {
    super(`the address of the database, or a file that it names, cannot be used: ${(why as Error).message}`);
  }
}

/**
 * The side with the certificate that prevents the connection. `theirs`: this server rejects the certificate of
 * Postgres, because it expired, has another name, or is signed by nobody known. `ours`: Postgres rejects the
 * certificate of this server, and says so by a TLS alert. undefined: no certificate is the cause. If the error is about
 * several servers, its cause is judged.
 */
export function refusedCertificate(error: unknown): 'theirs' | 'ours' | undefined {
  const { cause } = (error ?? {}) as { cause?: unknown };
  const { code } = (cause ?? error ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return undefined;
  if (code.includes('_ALERT_')) return /CERTIFICATE|UNKNOWN_CA/.test(code) ? 'ours' : undefined;
  return /CERT|LEAF_SIGNATURE/.test(code) ? 'theirs' : undefined;
}

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

/** Messages of pg and its pool that have no code. */
const LOST =
  /connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|timeout expired|query read timeout|after calling end on the pool|client was closed/i;

/** Whether there was no connection, or it broke, or no answer came over it in time. */
export function isLost(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') return NETWORK_CODES.has(code);
  return error instanceof Error && LOST.test(error.message);
}

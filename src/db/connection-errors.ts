import pg from 'pg';

/** Whether the server has become a standby or was fenced. Our own stop of writes is raised by a trigger. */
export function isReadOnlyServer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006' && error.routine !== 'exec_stmt_raise';
}

/** The code with which a program that is being moved refuses writes: a class of our own. */
export const MOVING = 'LD001';

/** Whether Postgres has ended the connection, or is starting or stopping. */
export function hangsUp(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(57P|25P03|25P04|08)/.test(error.code ?? '');
}

/** Whether a server that is well has no room for another connection. */
export function isFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^53/.test(error.code ?? '');
}

/**
 * Whether a server that is well refuses a connection: it has no room, knows no such role or database, or takes another
 * password.
 */
export function isRefusal(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && !hangsUp(error);
}

/** Files of Postgres's source that work on its own files. Missing rights to a table are told by others, in the same code. */
const FILE_WORK =
  /^(md|smgr|fd|fileset|sharedfileset|buffile|bufmgr|copydir|reinit|xlog|xlogutils|slru|relmapper|twophase)\.c$/;

/**
 * Whether Postgres cannot read or write its own files, or finds them damaged: the disk fails or has become read-only, a quota
 * is used up, or the files belong to somebody else by now. A full disk is no such fault.
 */
export function isDiskFault(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '', file = '' } = error;
  // XX001, XX002: damaged data, damaged index; 58030: an error of the device. errcode_for_file_access() gives the others:
  // 42501 for EROFS, EACCES and EPERM, 58P01 for ENOENT, XX000 for whatever it does not know, EDQUOT among it.
  return /^(XX00[12]|58030)$/.test(code) || (/^(42501|58...|XX000)$/.test(code) && FILE_WORK.test(file));
}

/**
 * Whether a fault of the disk may be one of a single place: damaged data, a block that cannot be read, or a file that is gone.
 * Postgres may well read and write everything else.
 */
export function isFaultOfOnePlace(error: unknown): boolean {
  return isDiskFault(error) && /^(XX00[12]|58...)$/.test((error as pg.DatabaseError).code ?? '');
}

const notConnected = new WeakSet<object>();

/**
 * Tells errors of connections that were never there from those of statements, which may have the same codes. Those of
 * TLS, such as a certificate that has expired, have codes of their own or none.
 */
export function noteNoConnection(error: unknown): void {
  if (error instanceof Error) notConnected.add(error);
}

/** Whether there was no connection, for whatever reason, so that no statement was sent. */
export function isNoConnection(error: unknown): boolean {
  return error instanceof Error && notConnected.has(error);
}

/**
 * An address of which no connection can be made: a file that it names cannot be read, or its words contradict each other.
 */
export class UnusableAddress extends Error {
  override readonly name = 'UnusableAddress';

  constructor(why: unknown) {
    super(`the address of the database, or a file that it names, cannot be used: ${(why as Error).message}`);
  }
}

/**
 * The side whose certificate stands in the way. `theirs`: that of Postgres is not taken, since it has expired, is of
 * another name, or nobody known vouches for it. `ours`: Postgres does not take that of this server, which it says by an alert of TLS.
 * undefined: none does. Of an error about several servers its cause counts.
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

/** Messages of pg and its pool that come without a code. */
const LOST =
  /connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|timeout expired|query read timeout|after calling end on the pool|client was closed/i;

/** Whether there was no connection, or it broke, or nothing came over it in time. */
export function isLost(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') return NETWORK_CODES.has(code);
  return error instanceof Error && LOST.test(error.message);
}

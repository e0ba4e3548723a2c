import pg from 'pg';

/**
 * The schema of a connection, under a name that is the same in all copies of its database cluster; an SQL expression.
 */
export const WHICH_DATABASE = `((select system_identifier from pg_control_system()) || '/' || current_database() || '/' || current_schema())`;

/**
 * A place in the log of a database, as its primary reports it. Places of two histories cannot be compared: after a
 * promotion both servers may have written at the same place.
 */
export interface LogPlace {
  /** The value of `WHICH_DATABASE`. */
  database: string;
  timeline: number;
  /** The log before this place includes everything that was visible, committed or not yet written to the disk. */
  lsn: string;
}

/**
 * Whether an error says that a server does not show its log: a managed service may lack these functions, may not allow
 * them, or may not show its log.
 */
export function isLogHidden(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^(0A|42|55)/.test(error.code ?? '');
}

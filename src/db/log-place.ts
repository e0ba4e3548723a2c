import pg from 'pg';

/** The schema in which a connection finds its tables, as all copies of its database cluster name it; an SQL expression. */
export const WHICH_DATABASE = `((select system_identifier from pg_control_system()) || '/' || current_database() || '/' || current_schema())`;

/**
 * A place in the log of a database, as its primary tells it. Places of two histories do not compare: after a promotion
 * both servers may have written at the same place.
 */
export interface LogPlace {
  /** The value of `WHICH_DATABASE`. */
  database: string;
  timeline: number;
  /** Everything that was visible stands before it in the log, committed or not yet written to the disk. */
  lsn: string;
}

/**
 * Whether an error says that a server does not tell its log: a managed service may not have these functions, not allow
 * them, or keep its log to itself.
 */
export function isLogUntold(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^(0A|42|55)/.test(error.code ?? '');
}

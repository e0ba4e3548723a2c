import pg from 'pg';

interface StartupParameters {
  [name: string]: string;
}

/**
 * A client that sets the format of dates in its start-up packet. pgbouncer knows these two parameters and keeps them
 * per client. A SET would reach the next user of the connection.
 */
export class Client extends pg.Client {
  getStartupConf(): StartupParameters {
    const ours = pg.Client.prototype as unknown as { getStartupConf(): StartupParameters };
    return { ...ours.getStartupConf.call(this), DateStyle: 'ISO, YMD', TimeZone: 'UTC' };
  }
}

const lost = new WeakSet<pg.ClientBase>();

/** Cuts the connection now: everything that waits on it fails, and Postgres rolls back its open transaction. */
export function cutConnection(client: pg.ClientBase, reason: string): void {
  lost.add(client);
  const error = Object.assign(new Error(reason), { code: 'ECONNABORTED' });
  (client as pg.Client).connection.stream.destroy(error);
}

export function isCut(client: pg.ClientBase): boolean {
  return lost.has(client);
}

export const NO_ANSWER = 'the database does not answer';

/** A query of ours. With `name` it becomes a prepared statement of the connection, planned once. */
export interface Statement {
  name?: string;
  text: string;
}

interface TimedQuery extends pg.QueryConfig {
  query_timeout: number;
}

/**
 * Sends one statement and gives up after `timeout_ms` (0: never). Then `onTimeout` cuts the connection: the late answer
 * would be taken for the answer to its next query.
 */
export async function sendStatement(
  client: pg.ClientBase,
  statement: Statement,
  values: unknown[],
  timeout_ms: number,
  onTimeout: () => void,
): Promise<pg.QueryResult> {
  const query: TimedQuery = { ...statement, values, query_timeout: timeout_ms };
  try {
    return await client.query(query);
  } catch (error) {
    if ((error as Error).message === TIMED_OUT) onTimeout();
    else if (hangsUp(error)) cutConnection(client, (error as Error).message);
    throw error;
  }
}

/** pg's own message for a statement whose answer has not come yet. */
const TIMED_OUT = 'Query read timeout';

function hangsUp(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(57P|25P03|25P04|08)/.test(error.code ?? '');
}

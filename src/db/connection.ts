import pg from 'pg';

interface StartupParameters {
  [name: string]: string;
}

/**
 * Says in its start-up packet how it wants dates written. pgbouncer knows these two parameters and
 * keeps them per client, where a SET would reach whoever gets the connection next.
 */
export class Client extends pg.Client {
  getStartupConf(): StartupParameters {
    const ours = pg.Client.prototype as unknown as { getStartupConf(): StartupParameters };
    return { ...ours.getStartupConf.call(this), DateStyle: 'ISO, YMD', TimeZone: 'UTC' };
  }
}

const lost = new WeakSet<pg.ClientBase>();

/** Cuts the connection now: whatever waits on it fails, and Postgres rolls back what was open. */
export function cutConnection(client: pg.ClientBase, reason: string): void {
  lost.add(client);
  const error = Object.assign(new Error(reason), { code: 'ECONNABORTED' });
  (client as pg.Client).connection.stream.destroy(error);
}

export function isCut(client: pg.ClientBase): boolean {
  return lost.has(client);
}

export const NO_ANSWER = 'the database does not answer';

/** A query of ours. `name` makes it a prepared statement of the connection, planned once. */
export interface Statement {
  name?: string;
  text: string;
}

interface TimedQuery extends pg.QueryConfig {
  query_timeout: number;
}

/**
 * Sends one statement and gives up after `timeout_ms` (0: never). The connection is cut then, by `onTimeout`: the
 * answer that comes too late would be taken for that of its next query.
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

/** pg's own words for a statement of which the answer is still to come. */
const TIMED_OUT = 'Query read timeout';

function hangsUp(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(57P|25P03|25P04|08)/.test(error.code ?? '');
}

import { createHash } from 'node:crypto';
import type pg from 'pg';

/**
 * From now on the client sends each statement with values under a name, so Postgres parses and plans it once a connection.
 * To parse and to plan is a quarter of Postgres's work for tests, whose role gets a plan without values either way.
 */
export function prepareStatements(client: pg.PoolClient): void {
  const names = new Map<string, string>();
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (...args: unknown[]) => {
    const [statement] = args as [Partial<pg.QueryConfig> | undefined];
    const { text, values } = statement ?? {};
    if (text === undefined || statement!.name !== undefined || !values?.length) return query(...args);
    const name = names.get(text) ?? createHash('sha1').update(text).digest('hex');
    names.set(text, name);
    return query({ ...statement, name }, ...args.slice(1));
  };
  client.query = named as typeof client.query;
}

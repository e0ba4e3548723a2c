import { createHash } from 'node:crypto';
import type pg from 'pg';

/**
 * From now on the client sends a statement under a name once it has sent the same text before, so Postgres plans it once
 * a connection. Planning is a third of Postgres's work for tests, whose role gets a plan without values either way.
 */
export function prepareRepeated(client: pg.PoolClient): void {
  const sent = new Set<string>();
  const names = new Map<string, string>();
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (...args: unknown[]) => {
    const [statement] = args as [Partial<pg.QueryConfig> | undefined];
    const { text, values } = statement ?? {};
    if (text === undefined || statement!.name !== undefined || !values?.length) return query(...args);
    if (!sent.has(text)) {
      sent.add(text);
      return query(...args);
    }
    const name = names.get(text) ?? createHash('sha1').update(text).digest('hex');
    names.set(text, name);
    return query({ ...statement, name }, ...args.slice(1));
  };
  client.query = named as typeof client.query;
}

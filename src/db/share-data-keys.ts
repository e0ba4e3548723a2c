import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/**
 * Gives a schema in which nobody has opened data keys yet those of another one, wrapped as they are there; where that has
 * none yet, either, both get a new one. Schemas that programs move between need the same keys: idempotency keys, codes of
 * gift cards and secrets of webhooks are hashed and sealed under them. A schema with keys keeps them.
 */
export async function shareDataKeys(from: pg.Client, to: pg.Client): Promise<void> {
  await withKeysLocked(from, () =>
    from.query(
      `insert into data_keys (origin, value, created_at) select 'made', $1, now() where not exists (select from data_keys)`,
      [randomBytes(32)],
    ),
  );
  const { rows } = await from.query<{ keys: string }>(
    'select jsonb_agg(k order by id)::text as keys from data_keys k',
  );
  await withKeysLocked(to, async () => {
    await to.query(
      `insert into data_keys select * from jsonb_populate_recordset(null::data_keys, $1)
         where not exists (select from data_keys)`,
      [rows[0]!.keys],
    );
    await to.query(
      "select setval(pg_get_serial_sequence('data_keys', 'id'), greatest(max(id), 1)) from data_keys",
    );
  });
}

/** Other processes that open or change the keys wait. */
async function withKeysLocked(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin; lock table data_keys in share row exclusive mode');
  await work();
  await client.query('commit');
}

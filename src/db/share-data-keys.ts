import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/**
 * Gives a schema without data keys the keys of another schema, wrapped as they are there. If neither has keys, both get
 * the same new key. Schemas between which programs move need the same keys, because idempotency keys, codes of gift
 * cards and secrets of webhooks are hashed and encrypted with them. A schema that has keys keeps them.
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

/** Runs `work` under a lock, so that other processes that open or change the keys wait. */
async function withKeysLocked(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin; lock table data_keys in share row exclusive mode');
  await work();
  await client.query('commit');
}

import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from './tables.ts';
import { ts } from './timestamps.ts';

/**
 * The 32 bytes that authenticate cursors and encrypt stored answers: from SECRET_KEY, else made by
 * whichever process came first and kept in the database, the same for all.
 */
export async function loadSecret(db: Kysely<DB>, secretKey: string | null): Promise<Buffer> {
  if (secretKey !== null) return createHash('sha256').update(secretKey).digest();
  await db
    .insertInto('server_secrets')
    .values({ name: 'server', value: randomBytes(32), created_at: ts(Date.now()) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('server_secrets')
    .select('value')
    .where('name', '=', 'server')
    .executeTakeFirstOrThrow();
  return row.value;
}

import type { Kysely } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';

/** Extends the life of a listening command's endpoint. Returns whether the endpoint still exists. */
export async function keepListening(
  db: Kysely<DB>,
  endpoint: { program_id: number; endpoint_id: number },
  until: number,
): Promise<boolean> {
  const updated = await db
    .updateTable('webhook_endpoints')
    .set({ listens_until: ts(until) })
    .where('program_id', '=', endpoint.program_id)
    .where('id', '=', endpoint.endpoint_id)
    .where('listens_until', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

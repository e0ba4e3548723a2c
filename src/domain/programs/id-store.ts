import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';

/** The sequences that give ids to listed resources. */
export type IdSequence =
  | 'transaction_ids'
  | 'entry_ids'
  | 'customer_ids'
  | 'order_ids'
  | 'audit_ids'
  | 'webhook_ids';

/** The highest id that a sequence has ever given, as far as the database knows. */
export async function highestId(db: Kysely<DB>, sequence: IdSequence): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select last_value - (not is_called)::int as id from ${sql.ref(sequence)}`.execute(db);
  return rows[0]!.id;
}

import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';

export type EmailMatch = 'contains' | 'prefix' | 'exact';

/** The conditions repeat the indexes' own expressions. Each implies that there is an email. */
export function emailMatches(email: string, match: EmailMatch): RawBuilder<SqlBool> {
  if (match === 'exact') return sql`lower(email) = lower(${email})`;
  const literal = email.replace(/[\\%_]/g, '\\$&');
  const pattern = match === 'prefix' ? `${literal}%` : `%${literal}%`;
  return sql`lower(email) like lower(${pattern})`;
}

/** Whether a part of an email can be searched for: Postgres has trigrams, and their index is complete. */
export async function canSearchPartsOfEmails(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ usable: boolean }>`
    select indisvalid as usable from pg_index where indexrelid = to_regclass('customers_by_email_part')`.execute(
    db,
  );
  return rows[0]?.usable ?? false;
}

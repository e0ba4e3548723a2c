import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';

export type EmailMatch = 'contains' | 'prefix' | 'exact';

/** The conditions repeat the expressions of the indexes. Each condition is only true if there is an email. */
export function emailMatches(email: string, match: EmailMatch): RawBuilder<SqlBool> {
  if (match === 'exact') return sql`lower(email) = lower(${email})`;
  const literal = email.replace(/[\\%_]/g, '\\$&');
  const pattern = match === 'prefix' ? `${literal}%` : `%${literal}%`;
  return sql`lower(email) like lower(${pattern})`;
}

/** Whether parts of emails can be searched: Postgres has trigrams, and their index is complete. */
export async function canSearchPartsOfEmails(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ usable: boolean }>`
    select indisvalid as usable from pg_index where indexrelid = to_regclass('customers_by_email_part')`.execute(
    db,
  );
  return rows[0]?.usable ?? false;
}

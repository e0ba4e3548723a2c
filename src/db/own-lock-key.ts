import { type RawBuilder, sql } from 'kysely';

/**
 * The second key of an advisory lock with two keys, combined with the number of the server's own schema, so that
 * servers in other schemas of the database do not wait for it.
 */
export function ownLockKey(key: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`(${key} # (schema_number() << 20))`;
}

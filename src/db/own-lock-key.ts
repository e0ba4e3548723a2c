import { type RawBuilder, sql } from 'kysely';

/**
 * The second key of an advisory lock of two keys, as the server's own schema has it: servers in other schemas of the
 * database do not wait for each other.
 */
export function ownLockKey(key: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`(${key} # (schema_number() << 20))`;
}

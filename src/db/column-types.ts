import type { JSONColumnType } from 'kysely';

/**
 * Column types as the pool's parsers return them: timestamptz is a whole number of milliseconds since the epoch (write
 * it with `ts()` of timestamps.ts), int8 a safe integer, jsonb its parsed value.
 */
export type Timestamp = number;

/** jsonb that is never null. */
export type Json = JSONColumnType<object, string, string>;

import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { NamedStatements } from '../../db/named-statements.ts';
import type { DB } from '../../db/tables.ts';
import type { Outbound } from '../../outbound/outbound.ts';

/** Where the domain gets the time. Milliseconds since the epoch, always whole. */
export interface Clock {
  /** The time a program lives in: real time plus what a test program's clock was advanced. */
  now(program: { clock_offset_ms: number }): number;
  /** The wall clock: rate limits, sessions, tokens, idempotency, logs. */
  real(): number;
}

export interface Random {
  bytes(size: number): Buffer;
}

/** What the whole domain is handed. */
export interface CoreDeps {
  db: Kysely<DB>;
  /** Sends the two hot writes and the customer read as named statements on the same pool. */
  hot: NamedStatements;
  clock: Clock;
  random: Random;
  logger: Logger;
  /** The key of new data, 32 bytes: gift card codes, referred friends, cursors, stored answers, webhook secrets. */
  secret: Buffer;
  /** The keys under which older data may stand. */
  formerSecrets: readonly Buffer[];
  /** Where shoppers and integrators reach this server; no trailing slash. */
  publicUrl: string;
  /** The way to servers that others named: receivers of webhooks, hosts of images. */
  outbound: Outbound;
}

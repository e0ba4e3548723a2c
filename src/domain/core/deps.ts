import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { NamedStatements } from '../../db/named-statements.ts';
import type { Replicas } from '../../db/replicas.ts';
import type { DB } from '../../db/tables.ts';
import type { Outbound } from '../../outbound/outbound.ts';

/** The source of time for the domain, in whole milliseconds since the epoch. */
export interface Clock {
  /** The time of a program: real time plus the advance of a test program's clock. */
  now(program: { clock_offset_ms: number }): number;
  /** The wall clock of this process, for rate limits, sessions, tokens, idempotency and logs. */
  real(): number;
  /**
   * The wall clock of the database, which all servers have in common: for leases, heartbeats and other moments that one
   * process writes and another compares. The clocks of two servers may be minutes apart.
   */
  shared(db: Kysely<DB>): Promise<number>;
}

export interface Random {
  bytes(size: number): Buffer;
}

/** The work that the hash of a password takes: scrypt's N = 2^log2_n, r and p. */
export interface PasswordCost {
  log2_n: number;
  r: number;
  p: number;
}

/** The dependencies of the whole domain. */
export interface CoreDeps {
  db: Kysely<DB>;
  /** Sends the hot writes and the reads before them, and the customer read, as named statements on the same pool. */
  hot: NamedStatements;
  /** Copies of the database from which listings, reports and exports may be read; absent: there are none. */
  replicas?: Replicas | undefined;
  clock: Clock;
  random: Random;
  /** The cost of new hashes. A hash that is stored keeps its own. */
  password_cost: PasswordCost;
  logger: Logger;
  /** The key of new data, 32 bytes: gift card codes, referred friends, cursors, stored answers, webhook secrets. */
  secret: Buffer;
  /** Former keys. Older data may still be encrypted under them. */
  formerSecrets: readonly Buffer[];
  /** The address at which shoppers and integrators reach this server; no trailing slash. */
  publicUrl: string;
  /** Sends requests to servers that other people name: receivers of webhooks, hosts of images. */
  outbound: Outbound;
}

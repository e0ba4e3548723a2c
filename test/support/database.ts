import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { NO_LIMITS } from '../../src/db/limits.ts';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import { prepareStatements } from './prepared.ts';
import { urlOf } from './test-cluster.ts';

export interface TestDatabase extends Database {
  /** As the server's role: a test cannot do anything through it that the role was not granted. */
  serverUrl: string;
  /** As the owner of the tables: past the grants but not past the triggers. */
  ownerUrl: string;
  /** One statement as the owner. */
  asOwner(text: string): Promise<pg.QueryResult>;
}

export interface TestDatabaseOptions {
  poolSize?: number;
  namedStatements?: boolean;
  /** An empty database instead of the migrated one. */
  empty?: boolean;
  /** Its `clock_timestamp()` stands still, for tests of things within one second on a machine that may be busy. */
  heldClock?: boolean;
  /** Without time limits, for tests whose results must not depend on a busy machine. */
  patient?: boolean;
}

/** Options of `openDatabase` under which nothing fails because it waited. */
export const PATIENT = { limits: NO_LIMITS, connectTimeoutMs: 0 };

/** A database of the caller's own. `close` drops it. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const name = cluster.template.replace(/template$/, randomBytes(5).toString('hex'));
  const source = options.empty ? 'template0' : cluster.template;
  await runOnce(
    cluster.adminUrl,
    `create database ${name} owner ${cluster.owner} template ${source} strategy file_copy`,
  );
  // Unqualified names are looked up among the test's own functions first.
  const path = options.heldClock ? `${cluster.schema ?? 'public'},pg_catalog` : cluster.schema;
  const serverUrl = urlOf(cluster, cluster.server, name, path);
  const ownerUrl = urlOf(cluster, cluster.owner, name, path);
  if (options.heldClock) await runOnce(ownerUrl, HELD_CLOCK);
  const database = openDatabase({
    url: serverUrl,
    poolSize: options.poolSize ?? 10,
    namedStatements: options.namedStatements ?? true,
    applicationName: 'loyaltyd tests',
    logger: console,
    ...(options.patient ? PATIENT : {}),
  });
  if (options.namedStatements !== false) database.pool.on('connect', prepareStatements);
  return {
    ...database,
    serverUrl,
    ownerUrl,
    asOwner: (text) => runOnce(ownerUrl, text),
    async close() {
      await database.close();
      await runOnce(cluster.adminUrl, `drop database ${name} with (force)`);
    },
  };
}

const HELD_CLOCK = `create function clock_timestamp() returns timestamptz language sql stable as
  $$ select timestamptz '2026-01-14 12:00:00Z' $$`;

async function runOnce(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

import { pino } from 'pino';
import { expect, inject, vi } from 'vitest';
import { Closers } from '../../src/cli/closers.ts';
import { locateDatabase } from '../../src/cli/databases.ts';
import { errorForLog } from '../../src/cli/error-for-log.ts';
import { runApp } from '../../src/cli/run-app.ts';
import { loadConfig } from '../../src/config.ts';
import { addressInSchema } from '../../src/database-address.ts';
import { openDataKeys } from '../../src/db/data-keys.ts';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import { systemClock } from '../../src/deps.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { TestClock } from './clock.ts';
import { freePort } from './command.ts';
import { PATIENT, type TestDatabase } from './database.ts';
import { createDatabaseOfSchemas } from './database-of-schemas.ts';
import { expectLedgerBalanced } from './expect-ledger-balanced.ts';
import { sendJson } from './send-json.ts';
import { depsOn } from './test-domain-deps.ts';

/** One schema of a server, as tests write to it past the server. */
export interface OwnSchema {
  name: string;
  number: number;
  ownerUrl: string;
  deps: Deps;
}

/** A server over several schemas, as `serve` runs it, in this process. */
export interface ServedSchemas {
  url: string;
  database: TestDatabase;
  /** By their numbers; the home is the first. */
  schemas: OwnSchema[];
  /** All lines of its log. */
  logged: string[];
  close(): Promise<void>;
}

/** Serves a home and so many schemas beside it, all of one database. `close` proves their ledgers first. */
export async function serveSchemas(beside: number, env: Record<string, string> = {}): Promise<ServedSchemas> {
  const ends = Array.from({ length: beside }, (_, index) => `shard_${index + 1}`);
  const { database, names } = await createDatabaseOfSchemas(...ends);
  const { serverUrl, ownerUrl } = database;
  const port = String(await freePort());
  const settings = {
    DATABASE_URL: serverUrl,
    DATABASE_OWNER_URL: ownerUrl,
    SCHEMAS: '1',
    PORT: port,
    FAILED_AUTHENTICATION_PER_SECOND: '0',
    RATE_LIMIT_REQUESTS_PER_SECOND: '0',
    OUTBOUND_PRIVATE_ADDRESSES: 'on',
    ...env,
  };
  const config = loadConfig(settings);
  const closers = new Closers();
  const logged: string[] = [];
  const logger = pino(
    { level: 'info', serializers: { err: errorForLog } },
    { write: (line: string) => logged.push(line) },
  );
  const location = await locateDatabase(config, logger, 'server');
  const holding = { close: async () => {} };
  const terms = { env: settings, people: false, tracing: undefined };
  await runApp(config, location, logger, closers, holding, terms);
  const url = `http://127.0.0.1:${port}`;
  for (let n = 1; n <= beside; n += 1) await untilServed(url, n);
  const opened: Database[] = [];
  const schemas: OwnSchema[] = [];
  for (const [number, name] of ['', ...names].entries()) {
    const at = (address: string) => (name ? addressInSchema(address, name) : address);
    const own = openDatabase({
      url: at(serverUrl),
      poolSize: 2,
      namedStatements: true,
      applicationName: 'loyaltyd tests',
      logger: console,
      ...PATIENT,
    });
    opened.push(own);
    const keys = await openDataKeys(own.db, null, 'command');
    const deps = { ...depsOn(own, new TestClock()), clock: systemClock, ...keys };
    const schema = name || (inject('cluster').schema ?? '');
    schemas.push({ name: schema, number, ownerUrl: at(ownerUrl), deps });
  }
  return {
    url,
    database,
    schemas,
    logged,
    async close() {
      await closers.closeAll();
      for (const { deps } of schemas) await expectLedgerBalanced(deps);
      for (const own of opened) await own.close();
      await database.close();
    },
  };
}

/** Resolves once the server serves the schema with that number. */
export async function untilServed(url: string, number: number): Promise<void> {
  await vi.waitFor(
    async () => expect((await sendJson(url, 'GET', `/s/${number}/health/ready`, undefined)).status).toBe(200),
    { timeout: 60_000, interval: 50 },
  );
}

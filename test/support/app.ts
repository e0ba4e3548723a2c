import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import type { Test } from 'supertest';
import supertest from 'supertest';
import { type AppOptions, buildApp } from '../../src/app.ts';
import { errorForLog } from '../../src/cli/error-for-log.ts';
import type { Trouble } from '../../src/db/troubles.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { ProgramCache } from '../../src/domain/programs/cache.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { KeyUsage } from '../../src/domain/programs/key-usage.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import { RecentRequests } from '../../src/domain/programs/recent-requests.ts';
import type { Scope } from '../../src/domain/programs/scopes.ts';
import type { App } from '../../src/http/app-types.ts';
import { FailedAttempts } from '../../src/http/failed-attempts.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import { TestClock } from './clock.ts';
import { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './database.ts';
import { createKey, programDefinition } from './factories.ts';
import { LIGHT_PASSWORDS } from './light-passwords.ts';
import { TESTER } from './tester.ts';

export interface TestAppOptions {
  /** The differences from `programDefinition()`. */
  program?: Partial<ProgramDefinition>;
  app?: Partial<AppOptions>;
  /** Options of its database. */
  database?: TestDatabaseOptions;
  /** Whether it can serve; default: it can. */
  ready?: () => Promise<boolean>;
  /** The troubles of its database; default: none. */
  troubles?: Trouble[];
  publicUrl?: string;
  /** Routes of the test's own, after everything that the server's routes pass. */
  extend?: (app: App, deps: Deps) => void;
  /** A second process on the database of the first, with its program and its keys. */
  beside?: TestApp;
}

export interface TestApp {
  app: App;
  deps: Deps;
  clock: TestClock;
  database: TestDatabase;
  /** The address on which it listens: http://127.0.0.1:… */
  url: string;
  /** A key with every scope; `get` and `post` send it. */
  key: string;
  /** The program as it is now. */
  program(): Promise<Program>;
  createKey(scopes: readonly Scope[]): Promise<string>;
  get(path: string): Test;
  /** The OpenAPI document, which the server without options of its own makes once for all test files. */
  document(): Promise<object>;
  post(path: string, body?: object): Test;
  key_usage: KeyUsage;
  recent_requests: RecentRequests;
  /** Every line logged so far, as written. */
  logged: string[];
  close(): Promise<void>;
}

const documents = new Map<string, Promise<object>>();

/** The server as it runs, on a database of its own, listening on a free port of this machine. */
export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.beside?.database ?? (await createTestDatabase(options.database));
  const clock = options.beside?.clock ?? new TestClock();
  const logged: string[] = [];
  const deps: Deps = {
    db: database.db,
    hot: database.hot,
    programs: new ProgramCache(database.db),
    clock,
    random: { bytes: randomBytes },
    password_cost: LIGHT_PASSWORDS,
    logger: pino(
      { level: 'trace', serializers: { err: errorForLog } },
      { write: (line: string) => logged.push(line) },
    ),
    secret: Buffer.alloc(32, 7),
    formerSecrets: [],
    publicUrl: options.publicUrl ?? 'https://loyalty.example',
    outbound: new Outbound({ allow_private: true }),
  };
  if (!options.beside) await applyProgram(deps, programDefinition(options.program), TESTER);
  const key = options.beside?.key ?? (await createKey(deps, options.program?.key));
  const key_usage = new KeyUsage(deps.db);
  const recent_requests = new RecentRequests(deps);
  const app = await buildApp(deps, {
    trust_proxy: false,
    request_timeout_seconds: 30,
    body_limit_bytes: 1_048_576,
    shutdown_timeout_seconds: 8,
    failed_attempts: new FailedAttempts(deps.clock, 0),
    key_usage,
    recent_requests,
    rate_limit_requests_per_second: 0,
    // On a busy machine many wait long.
    patience_ms: 60_000,
    version: '0.0.0-test',
    health: {
      ready: options.ready ?? (async () => true),
      db: database.db,
      troubles: () => options.troubles ?? [],
    },
    ...options.app,
  });
  options.extend?.(app, deps);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const authorized = (test: Test) => test.set('authorization', `Bearer ${key}`);
  return {
    app,
    deps,
    clock,
    database,
    url,
    key,
    program: async () => (await deps.programs.all())[0]!,
    createKey: (scopes) => createKey(deps, options.program?.key, scopes),
    get: (path) => authorized(supertest(url).get(path)),
    async document() {
      const read = async () => (await supertest(url).get('/openapi.json').expect(200)).body as object;
      if (options.app || options.extend) return read();
      const document = documents.get(deps.publicUrl) ?? read();
      documents.set(deps.publicUrl, document);
      return document;
    },
    post: (path, body) => authorized(supertest(url).post(path)).send(body),
    logged,
    key_usage,
    recent_requests,
    async close() {
      await app.close();
      if (!options.beside) await database.close();
    },
  };
}

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { Client } from './connection.ts';
import { noteNoConnection } from './connection-errors.ts';
import { grantAnalyst, grantServerRole } from './grants.ts';
import { isOneByOne, statementsOf } from './migration-statements.ts';
import { listLackingNumber, makeSchema, migrationsFor, numberSchema, readOwnSchema } from './own-schema.ts';
import {
  APPLICATION_NAME,
  inLockedTransaction,
  type OnBlocked,
  runAlone,
  runWhole,
  untilFree,
} from './run-migration.ts';
import { SchemaMismatch } from './schema-mismatch.ts';

/** The path is the same from src/db and from dist/db. */
const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

export interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

interface MigrationStatus {
  applied: string[];
  /** The missing migrations, and the other repairs that `migrate` would make. */
  pending: string[];
}

/** The files `0001-….sql` of a folder, in the order of their numbers. */
export async function readMigrations(folder: string = MIGRATIONS): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file, index) => {
      const number = Number(file.slice(0, 4));
      if (number !== index + 1) throw new Error(`the migrations skip or repeat a number at ${file}`);
      // A checkout with other line ends contains the same migration.
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { number, name: file.slice(0, -'.sql'.length), sql, checksum };
    }),
  );
}

export interface MigrateOptions {
  ownerUrl: string;
  serverUrl: string;
  migrations?: Migration[];
  /** Called each time that a migration does not get a lock that others have, and will be tried again. */
  onBlocked?: OnBlocked;
  /** How long a migration is tried again while others have a lock that it needs. */
  patience_ms?: number;
}

const PATIENCE_MS = 600_000;

/**
 * Applies the missing migrations in the schema of the owner's connection, which it makes if it is missing, and grants
 * the server's role and the analysts' role their rights. A file is one transaction, unless its first line says that its
 * statements commit one by one; if such a file is interrupted, the next run does the rest of it. No statement waits so
 * long for a lock that writers behind it notice: it gives up and is tried again. Any number of processes may do this at
 * once: one of them applies a file while the others wait. Throws SchemaMismatch if the schema is newer than this
 * server, or if a file was changed after it was applied, and MigrationBlocked if others keep a lock for too long.
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const { ownerUrl, serverUrl } = options;
  const known = options.migrations ?? (await readMigrations());
  const serverRole = await withClient(
    serverUrl,
    async (client) => {
      await readOwnSchema(client, serverUrl);
      return currentUser(client);
    },
    READ_LIMITS,
  );
  return withClient(ownerUrl, async (client) => {
    const schema = await readOwnSchema(client, ownerUrl);
    const migrations = migrationsFor(schema.name, known);
    const isOwner = (await currentUser(client)) === serverRole;
    const grantAll = async () => {
      if (!isOwner) await grantServerRole(client, schema.name, serverRole);
      await grantAnalyst(client, schema.name);
    };
    const free = untilFree(client, { patience_ms: PATIENCE_MS, ...options });
    const applied: string[] = [];
    let first: Migration | undefined;
    for (;;) {
      const next = await free(() =>
        inLockedTransaction(client, async () => {
          if (!schema.exists) await makeSchema(client, schema.name);
          const migration = await findNext(client, migrations);
          if (migration && !isOneByOne(migration)) {
            await runWhole(client, migration.sql);
            await recordApplied(client, migration);
          }
          await numberSchema(client);
          first ??= migration;
          // While a schema is being made, others read only its progress, and its first file grants that right.
          const isMaking = first?.number === 1 && migration !== undefined && migration !== first;
          if (!isMaking) await grantAll();
          return migration;
        }),
      );
      if (!next) return { applied };
      if (!isOneByOne(next) || (await applyOneByOne(ownerUrl, client, next, free))) applied.push(next.name);
    }
  });
}

/** Returns false if another process applied it meanwhile. */
function applyOneByOne(
  ownerUrl: string,
  client: pg.Client,
  migration: Migration,
  free: ReturnType<typeof untilFree>,
): Promise<boolean> {
  return withClient(ownerUrl, (holder) =>
    inLockedTransaction(holder, async () => {
      await holder.query('set local idle_in_transaction_session_timeout = 0');
      if ((await readApplied(client)).length >= migration.number) return false;
      for (const statement of statementsOf(migration.sql)) await runAlone(client, statement, free);
      await recordApplied(client, migration);
      return true;
    }),
  );
}

/**
 * The applied and the missing migrations. It only reads. In a database without any migration all are missing. Throws
 * SchemaMismatch as `migrate` does.
 */
export async function migrationStatus(url: string, migrations?: Migration[]): Promise<MigrationStatus> {
  const known = migrations ?? (await readMigrations());
  return withClient(
    url,
    async (client) => {
      await readOwnSchema(client, url);
      const { rows } = await client.query<{ exists: boolean }>(
        "select to_regclass('migrations') is not null as exists",
      );
      const applied = rows[0]?.exists ? await readApplied(client) : [];
      return {
        applied: applied.map((row) => row.name),
        pending: [
          ...pendingOf(known, applied).map((migration) => migration.name),
          ...(await listLackingNumber(client)),
        ],
      };
    },
    READ_LIMITS,
  );
}

/** The next missing migration; undefined: none is missing. */
async function findNext(client: pg.Client, migrations: Migration[]): Promise<Migration | undefined> {
  await client.query(
    `create table if not exists migrations (
       number integer primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz(3) not null default now()
     )`,
  );
  return pendingOf(migrations, await readApplied(client))[0];
}

async function recordApplied(client: pg.Client, { number, name, checksum }: Migration): Promise<void> {
  await client.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ]);
}

interface AppliedMigration {
  number: number;
  name: string;
  checksum: string;
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const result = await client.query<AppliedMigration>(
    'select number, name, checksum from migrations order by number',
  );
  return result.rows;
}

function pendingOf(known: Migration[], applied: AppliedMigration[]): Migration[] {
  for (const row of applied) {
    const migration = known[row.number - 1];
    if (!migration) {
      throw new SchemaMismatch(
        `The database's schema is newer than this server: ${row.name} was applied by a later version. Start that version, or restore a backup made before it.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new SchemaMismatch(
        `The migration ${migration.name} is not the one that was applied to this database (as ${row.name}). Applied migrations never change; a change is a new file.`,
      );
    }
  }
  return known.slice(applied.length);
}

async function currentUser(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_user as name');
  return rows[0]!.name;
}

const CONNECT_TIMEOUT_MS = 5_000;

/** Statements that read a few rows are answered soon, or not at all. */
const READ_LIMITS: pg.ClientConfig = { query_timeout: 10_000 };

/** Runs `work` on a connection without the server's time limits, and closes it. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  options: pg.ClientConfig = {},
): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    ...options,
  });
  await client.connect().catch((error: unknown) => {
    noteNoConnection(error);
    throw error;
  });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

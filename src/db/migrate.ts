import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { Client } from './connection.ts';
import { grantAnalyst, grantServerRole } from './grants.ts';

/** The path is the same from src/db and from dist/db. */
const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

/**
 * A migrating process holds this lock in its transaction. A session lock would not survive a pgbouncer in transaction
 * mode.
 */
const LOCK_KEY = 730_551_194;

export interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

interface MigrationStatus {
  applied: string[];
  pending: string[];
}

/** The database and this server disagree about the applied migrations. The message says what to do. */
export class SchemaMismatch extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SchemaMismatch';
  }
}

/** The files `0001-….sql` of a folder, in the order of their numbers. */
export async function readMigrations(folder: string = MIGRATIONS): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file, index) => {
      const number = Number(file.slice(0, 4));
      if (number !== index + 1) throw new Error(`the migrations skip or repeat a number at ${file}`);
      // A checkout with other line ends holds the same migration.
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { number, name: file.slice(0, -'.sql'.length), sql, checksum };
    }),
  );
}

/**
 * Applies the missing migrations, one transaction per file, and grants the server's role and the analysts' role their rights. Any number of
 * processes may do this at once: one of them applies a file while the others wait. Throws SchemaMismatch if the schema
 * is newer than this server, or if a file was changed after it was applied.
 */
export async function migrate(options: {
  ownerUrl: string;
  serverUrl: string;
  migrations?: Migration[];
}): Promise<{ applied: string[] }> {
  const migrations = options.migrations ?? (await readMigrations());
  const serverRole = await withClient(options.serverUrl, currentUser, READ_LIMITS);
  return withClient(options.ownerUrl, async (client) => {
    const grants = (await currentUser(client)) !== serverRole;
    const applied: string[] = [];
    for (;;) {
      const migration = await inLockedTransaction(client, async () => {
        const next = await applyNext(client, migrations);
        if (grants) await grantServerRole(client, serverRole);
        await grantAnalyst(client);
        return next;
      });
      if (!migration) break;
      applied.push(migration.name);
    }
    return { applied };
  });
}

/**
 * The applied and the missing migrations. It only reads. In a database that we never migrated all are missing. Throws
 * SchemaMismatch as `migrate` does.
 */
export async function migrationStatus(url: string, migrations?: Migration[]): Promise<MigrationStatus> {
  const known = migrations ?? (await readMigrations());
  return withClient(
    url,
    async (client) => {
      const { rows } = await client.query<{ exists: boolean }>(
        "select to_regclass('migrations') is not null as exists",
      );
      const applied = rows[0]?.exists ? await readApplied(client) : [];
      return {
        applied: applied.map((row) => row.name),
        pending: pendingOf(known, applied).map((migration) => migration.name),
      };
    },
    READ_LIMITS,
  );
}

async function applyNext(client: pg.Client, migrations: Migration[]): Promise<Migration | undefined> {
  await client.query(
    `create table if not exists migrations (
       number integer primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz(3) not null default now()
     )`,
  );
  const [next] = pendingOf(migrations, await readApplied(client));
  if (!next) return undefined;
  await client.query(next.sql);
  await client.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
    next.number,
    next.name,
    next.checksum,
  ]);
  return next;
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

async function inLockedTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

const CONNECT_TIMEOUT_MS = 5_000;

/** Statements that read a few rows are answered soon, or not at all. */
const READ_LIMITS: pg.ClientConfig = { query_timeout: 10_000 };

/** A connection of its own, without the server's time limits. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  options: pg.ClientConfig = {},
): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'loyaltyd migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    ...options,
  });
  client.on('error', () => {}); // The query that waits fails with the same error.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

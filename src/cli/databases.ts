import type { Logger } from 'pino';
import { archivingInto } from '../backup/archiver.ts';
import { removeAbandoned } from '../backup/scratch-folder.ts';
import type { Config } from '../config.ts';
import { parseDatabaseAddress, schemaOfAddress } from '../database-address.ts';
import { startOrJoinEmbedded } from '../db/embedded/start-or-join.ts';
import type { TimeLimits } from '../db/limits.ts';
import { migrate, migrationStatus } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './outcome.ts';

/** The address of the configured database. */
export interface DatabaseLocation {
  serverUrl: string;
  ownerUrl: string;
  /** The database in words, without passwords: `embedded Postgres 18.4 in ./data`. */
  description: string;
  embedded: boolean;
  /** The embedded database's address for its superuser; null: the database is not embedded. */
  superuserUrl: string | null;
  stop(): Promise<void>;
}

/** The configured database, or the embedded one. An embedded one that runs is joined; otherwise it is started. */
export async function locateDatabase(
  config: Pick<Config, 'database' | 'data_dir' | 'backup'>,
  logger: Pick<Logger, 'info' | 'warn' | 'error'>,
  lifetime: 'server' | 'command',
): Promise<DatabaseLocation> {
  if (config.database) {
    const { url, owner_url } = config.database;
    return {
      serverUrl: url,
      ownerUrl: owner_url,
      description: describeUrl(url),
      embedded: false,
      superuserUrl: null,
      stop: async () => {},
    };
  }
  const archiving = config.backup ? archivingInto(config.backup, logger) : undefined;
  const postgres = await startOrJoinEmbedded({ dataDir: config.data_dir, logger, lifetime, archiving });
  if (lifetime === 'server') {
    removeAbandoned(config.data_dir).catch((error: unknown) =>
      logger.warn({ err: error }, 'what a killed proof of a backup left was not removed'),
    );
  }
  return {
    serverUrl: postgres.serverUrl,
    ownerUrl: postgres.ownerUrl,
    description: `embedded Postgres ${postgres.version} in ${config.data_dir}`,
    embedded: true,
    superuserUrl: postgres.superuserUrl,
    stop: () => postgres.stop(),
  };
}

function describeUrl(text: string): string {
  const { urls, servers } = parseDatabaseAddress(text)!;
  const { pathname, username } = new URL(urls[0]!);
  const schema = schemaOfAddress(text);
  return `Postgres at ${servers.join(', ')}${pathname}${schema ? `, schema ${schema},` : ''}${username ? ` as ${decodeURIComponent(username)}` : ''}`;
}

/** A command has no time limit while Postgres works on it. If Postgres is silent for this time, the command ends. */
const SILENCE_MS = 10_000;

/** A logger for commands: without the log lines of a server. */
const QUIET = { info() {}, warn() {}, error() {} };

/** Runs `work` on the configured database, embedded or not. Afterwards an embedded one runs only if it ran before. */
export async function withLocation<T>(
  config: Pick<Config, 'database' | 'data_dir' | 'backup'>,
  work: (location: DatabaseLocation) => Promise<T>,
): Promise<T> {
  const location = await locateDatabase(config, QUIET, 'command');
  try {
    return await work(location);
  } finally {
    await location.stop();
  }
}

/**
 * Runs `work` on a database with this version's schema. The embedded database is migrated first; other databases are
 * migrated by an operator.
 */
export async function withDatabase<T>(
  config: Config,
  limits: TimeLimits,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  return withLocation(config, async (location) => {
    if (location.embedded) await migrate(location);
    const { pending } = await migrationStatus(location.serverUrl);
    if (pending.length > 0) {
      throw new CommandError(
        EXIT.failed,
        `The database lacks ${pending.join(', ')}. Run: loyaltyd migrate up`,
      );
    }
    const database = openDatabase({
      url: location.serverUrl,
      replicaUrl: config.database_read_url ?? undefined,
      poolSize: 4,
      namedStatements: config.named_statements,
      applicationName: 'loyaltyd command',
      logger: QUIET,
      limits: { ...limits, silence_ms: limits.silence_ms || SILENCE_MS },
    });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  });
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { migrate, migrationStatus } from '../db/migrate.ts';
import { MigrationBlocked } from '../db/run-migration.ts';
import { SchemaMismatch } from '../db/schema-mismatch.ts';
import { isUnavailable } from '../domain/core/database-errors.ts';

const RETRY_MS = 1_000;

/**
 * Resolves once the database has this version's schema, and returns the migrations that were applied. Waits for an
 * unreachable database. If a migration fails, or none may be run here, waits until an operator has applied the missing
 * ones. Throws SchemaMismatch if waiting cannot help.
 */
export async function prepareSchema(
  urls: { serverUrl: string; ownerUrl: string },
  options: { migrate: boolean; logger: Logger; signal: AbortSignal },
): Promise<{ applied: string[] }> {
  const { logger, signal } = options;
  let mayMigrate = options.migrate;
  let said = '';
  // The same trouble is logged only once, not every second.
  const say = (message: string, error?: unknown) => {
    if (message !== said) logger.error({ err: error }, message);
    said = message;
  };
  for (;;) {
    signal.throwIfAborted();
    try {
      if (mayMigrate) return await migrate({ ...urls, onBlocked: (message) => say(`not ready: ${message}`) });
      const { pending } = await migrationStatus(urls.serverUrl);
      if (pending.length === 0) return { applied: [] };
      say(`not ready: the database lacks ${pending.join(', ')}; run "loyaltyd migrate up"`);
    } catch (error) {
      if (error instanceof SchemaMismatch) throw error;
      if (error instanceof MigrationBlocked) continue;
      if (isUnavailable(error)) say('not ready: the database cannot be reached; trying again', error);
      else if (mayMigrate) {
        say('not ready: a migration failed and was undone', error);
        mayMigrate = false;
      } else say('not ready: the schema cannot be read', error);
    }
    await delay(RETRY_MS, undefined, { signal });
  }
}

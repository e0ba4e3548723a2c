import type pg from 'pg';
import type { Logger } from 'pino';
import { ledgerHeldByGrants } from '../db/grants.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './outcome.ts';

const OLDEST_VERSION = 150_000;

/**
 * Checks that the database has everything that the server needs, and logs missing protections of the ledger. Returns
 * the version of Postgres.
 */
export async function checkPostgres(client: pg.ClientBase, logger: Logger): Promise<string> {
  const { version, number } = await readVersion(client);
  if (number < OLDEST_VERSION) {
    throw new CommandError(EXIT.failed, `Postgres ${version} is too old: 15 to 18 are supported.`);
  }
  if (!(await ledgerHeldByGrants(client))) {
    logger.warn(
      "triggers alone protect the ledger: the server's role may act as the owner of its tables; give DATABASE_URL a role of its own and the owner's to DATABASE_OWNER_URL",
    );
  }
  return version;
}

async function readVersion(client: pg.ClientBase): Promise<{ version: string; number: number }> {
  try {
    const { rows } = await client.query<{ version: string; number: number }>(
      `select split_part(current_setting('server_version'), ' ', 1) as version,
              current_setting('server_version_num')::int as number`,
    );
    return rows[0]!;
  } catch (error) {
    if (!/unsupported startup parameter/.test((error as Error).message)) throw error;
    throw new CommandError(
      EXIT.usage,
      `A pooler refused the connection (${(error as Error).message}): set NAMED_STATEMENTS=off.`,
    );
  }
}

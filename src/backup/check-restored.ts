import type pg from 'pg';
import { NO_LIMITS } from '../db/limits.ts';
import { migrate, withClient } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { verifyLedger } from '../domain/ledger/verify.ts';
import { BackupError } from './backup-error.ts';

/** The facts of a restored database. */
export interface Restored {
  customers: number;
  transactions: number;
  /** The moment of the last commit in the database, in ms; null: the log after the backup had none. */
  last_commit_at: number | null;
}

interface Urls {
  serverUrl: string;
  ownerUrl: string;
}

type OnProgress = (done: number, of: number) => void;

/** Migrates a newly restored database to this version's schema, and verifies its ledger. */
export async function checkScratch(urls: Urls, least: number, onProgress?: OnProgress): Promise<Restored> {
  const last_commit_at = await withClient(urls.ownerUrl, readLastCommit);
  await migrate(urls);
  return { ...(await checkRestored(urls.serverUrl, least, onProgress)), last_commit_at };
}

/** Verifies the ledger of a restored database and only reads. `least`: the least number of transactions. */
export async function checkRestored(url: string, least: number, onProgress?: OnProgress): Promise<Restored> {
  const last_commit_at = await withClient(url, readLastCommit);
  const database = openDatabase({
    url,
    poolSize: 2,
    namedStatements: true,
    applicationName: 'loyaltyd backup',
    logger: { warn() {} },
    limits: NO_LIMITS,
  });
  try {
    const { customers, transactions, drifts } = await verifyLedger(database, { onProgress });
    const [drift] = drifts;
    if (drift) {
      throw new BackupError(
        `The ledger of the restored database does not add up: ${drifts.length} things, the first of program ${drift.program_id}, customer ${drift.customer_id}, ${drift.what}.`,
      );
    }
    if (transactions < least) {
      throw new BackupError(
        `The restored database has ${transactions} transactions, and ${least} were there before the backup began.`,
      );
    }
    return { customers, transactions, last_commit_at };
  } finally {
    await database.close();
  }
}

/** Postgres knows this until it is restarted. */
async function readLastCommit(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ at: number | null }>(
    'select floor(extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::float8 as at',
  );
  return rows[0]!.at;
}

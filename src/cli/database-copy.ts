import { type Config, loadConfig } from '../config.ts';
import { addressInSchema, isSchemaName, parseDatabaseAddress, schemaOfAddress } from '../database-address.ts';
import { type Copied, copyDatabase } from '../db/copy/copy-database.ts';
import { migrate } from '../db/migrate.ts';
import { resumeWrites, stopWrites } from '../db/stopped-writes.ts';
import { type Verification, verifyLedgerIn } from '../domain/ledger/verify.ts';
import { SCHEMA_NAMES } from '../variables.ts';
import { type DatabaseLocation, withLocation } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { Interruption } from './interruption.ts';
import { CommandError, type Outcome } from './outcome.ts';
import { progressPrinter, ratedProgressPrinter } from './progress.ts';
import type { Shell } from './shell.ts';

export interface CopyDatabaseOptions {
  to: string;
  schema?: string;
  stopWrites?: boolean;
}

/** `loyaltyd database copy --to TARGET [--schema NAME] [--stop-writes]`: progress goes to stderr. */
export async function copyDatabaseCommand(shell: Shell, options: CopyDatabaseOptions): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const place = placeOf(options, config.database && schemaOfAddress(config.database.url));
  return withLocation(config, async (source) => {
    if (source.embedded) await migrate(source);
    return withLocation(place, (target) =>
      options.stopWrites
        ? withoutWrites(shell, source, () => copyTo(shell, source, target, true))
        : copyTo(shell, source, target, false),
    );
  });
}

/**
 * The target: the address of a Postgres, in which the copy gets a schema of the same name, or a folder for an embedded
 * one.
 */
function placeOf(
  { to, schema }: CopyDatabaseOptions,
  sourceSchema: string | null | undefined,
): Pick<Config, 'database' | 'data_dir' | 'backup'> {
  const isAddress = /^\w+:/.test(to);
  if (schema !== undefined && !(isAddress && isSchemaName(schema))) {
    throw new CommandError(EXIT.usage, `--schema must be ${SCHEMA_NAMES}. It goes with an address as --to.`);
  }
  if (!isAddress) return { database: null, data_dir: to, backup: null };
  if (!parseDatabaseAddress(to)) {
    throw new CommandError(
      EXIT.usage,
      '--to must be an address, postgres://OWNER@HOST/NAME without query_timeout, or a folder.',
    );
  }
  const own = schema ?? (schemaOfAddress(to) === undefined ? sourceSchema : undefined);
  const url = own ? addressInSchema(to, own) : to;
  return { database: { url, owner_url: url }, data_dir: '', backup: null };
}

/** If the copy fails, the source takes writes again. If this process is killed, the source's writes stay stopped. */
async function withoutWrites<T>(
  { stderr }: Shell,
  { ownerUrl }: DatabaseLocation,
  work: () => Promise<T>,
): Promise<T> {
  try {
    await stopWrites(ownerUrl);
    return await work();
  } catch (error) {
    await resumeWrites(ownerUrl).catch((failure: Error) => {
      stderr.write(
        `The writes of the source are still stopped (${failure.message}): loyaltyd database resume-writes\n`,
      );
    });
    throw error;
  }
}

async function copyTo(
  shell: Shell,
  source: DatabaseLocation,
  target: DatabaseLocation,
  stopped: boolean,
): Promise<Outcome> {
  const interruption = new Interruption(
    shell,
    'The source is as it was and the target is empty; run the same command to begin again.',
  );
  const print = {
    rows: interruption.progress(ratedProgressPrinter(shell.stderr, 'rows')),
    indexes: interruption.progress(progressPrinter(shell.stderr, 'indexes')),
  };
  const onProgress = interruption.progress(progressPrinter(shell.stderr, 'customers'));
  const copied = await copyDatabase({
    sourceUrl: source.ownerUrl,
    target,
    onProgress: (what, done, of) => print[what](done, of),
    prove: async (copy, original) => {
      const verified = await verifyLedgerIn(copy, { onProgress });
      // A ledger that already had drifts is copied with exactly these drifts. The copy must not have others.
      const before = verified.drifts.length > 0 ? await verifyLedgerIn(original) : verified;
      if (JSON.stringify(before.drifts) === JSON.stringify(verified.drifts)) return verified;
      throw new CommandError(
        EXIT.failed,
        'The ledger of the copy does not add up as that of the source does.',
      );
    },
  });
  return outcomeOf(copied, target, stopped);
}

function outcomeOf(copied: Copied<Verification>, target: DatabaseLocation, stopped: boolean): Outcome {
  const { moment, rows, proof } = copied;
  const counts = Object.values(rows);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const at = new Date(moment).toISOString();
  const { customers, transactions, drifts } = proof;
  const checked = `${customers} customers and ${transactions} transactions checked there`;
  const lines = [
    `Copied ${total} rows of ${counts.length} tables, as they were at ${at}, to ${target.description}.`,
    drifts.length === 0
      ? `${checked}: all adds up.`
      : `${checked}: ${drifts.length} do not add up, as in the source. verify-ledger names them.`,
    stopped
      ? 'The source takes no writes any more. Start the servers on the copy; if they stay here, run: loyaltyd database resume-writes'
      : 'What is written to the source after that moment is not in the copy. To move, copy with --stop-writes.',
  ];
  return {
    exit_code: EXIT.ok,
    text: lines.join('\n'),
    json: { moment: at, rows, customers, transactions, drifts: drifts.length, writes_stopped: stopped },
  };
}

/** `loyaltyd database resume-writes` */
export async function resumeWritesCommand(shell: Shell): Promise<Outcome> {
  const resumed = await withLocation(loadConfig(shell.env), ({ ownerUrl }) => resumeWrites(ownerUrl));
  return {
    exit_code: EXIT.ok,
    text: resumed ? 'The database takes writes again.' : 'Its writes were not stopped.',
    json: { resumed },
  };
}

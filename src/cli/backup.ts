import { readArchiveFailure } from '../backup/archiver.ts';
import { type Backup, listBackups, sizeOf } from '../backup/catalogue.ts';
import { checkRestored, type Restored } from '../backup/check-restored.ts';
import { createBackup } from '../backup/create-backup.ts';
import { pruneBackups } from '../backup/prune.ts';
import { recorded } from '../backup/recorded.ts';
import { type Proven, restoreBackup, verifyBackup } from '../backup/restore-backup.ts';
import { openVault } from '../backup/vault.ts';
import { listWal, segmentsOf } from '../backup/wal-archive.ts';
import { type Config, loadConfig } from '../config.ts';
import { marksFolder } from '../db/embedded/archiving.ts';
import { isRunning } from '../db/embedded/replace-cluster.ts';
import { migrationStatus } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { systemClock } from '../deps.ts';
import { VERSION } from '../version.ts';
import { type BackupChoiceOptions, readBackupChoice } from './backup-choice.ts';
import { type DatabaseLocation, withLocation } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import { progressPrinter } from './progress.ts';
import type { Shell } from './shell.ts';
import { textTable } from './text-table.ts';

export interface VerifyOptions extends BackupChoiceOptions {
  url?: string;
  prune?: boolean;
}

/** `loyaltyd backup create` */
export async function createBackupCommand(shell: Shell): Promise<Outcome> {
  const config = loadConfig(shell.env);
  requireEmbedded(config);
  const place = requirePlace(config);
  const backup = await withLocation(config, ({ superuserUrl, ownerUrl, serverUrl }) =>
    recordedIn(shell, serverUrl, 'create', () =>
      createBackup({
        place,
        superuserUrl: superuserUrl!,
        ownerUrl,
        archiveFailure: () => readArchiveFailure(marksFolder(config.data_dir)),
        version: VERSION,
      }),
    ),
  );
  const seconds = (backup.finished_at - backup.started_at) / 1000;
  return {
    exit_code: EXIT.ok,
    text: `Backup ${backup.name}: ${megabytes(sizeOf(backup))} in ${seconds.toFixed(1)} s. Prove it: loyaltyd backup verify`,
    json: shown(backup),
  };
}

/** `loyaltyd backup list` */
export async function listBackupsCommand(shell: Shell): Promise<Outcome> {
  const vault = await openVault(requirePlace(loadConfig(shell.env)));
  const { backups, unfinished } = await listBackups(vault);
  const last_segment = segmentsOf(await listWal(vault)).at(-1) ?? null;
  const rows = backups.map((backup) => [
    backup.name,
    momentText(backup.finished_at),
    `Postgres ${backup.postgres}`,
    megabytes(sizeOf(backup)),
  ]);
  const lines = [
    rows.length === 0 ? 'No backup.' : textTable(['Backup', 'Restores from', 'Of', 'Size'], rows, 3),
    ...unfinished.map(({ name, reason }) => `${name} is no backup: ${reason}.`),
    last_segment === null ? 'No log is archived.' : `The log is archived up to ${last_segment}.`,
  ];
  const json = {
    backups: backups.map(shown),
    unfinished: unfinished.map(({ name, reason }) => ({ name, reason })),
    last_segment,
  };
  return { exit_code: EXIT.ok, text: lines.join('\n'), json };
}

/** `loyaltyd backup verify [NAME] [--to MOMENT] [--prune] [--url URL]` */
export async function verifyBackupCommand(
  shell: Shell,
  name: string | undefined,
  options: VerifyOptions,
): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const onProgress = progressPrinter(shell.stderr, 'customers');
  if (options.url !== undefined) {
    const { to, timeline, prune } = options;
    if (name !== undefined || to !== undefined || timeline !== undefined || prune)
      throw new CommandError(EXIT.usage, '--url stands alone: it names a database that is restored already.');
    const url = options.url;
    const prove = async () => ({ backup: null, ...(await verifyElsewhere(url, onProgress)) });
    const json = config.database
      ? await recordedIn(shell, config.database.url, 'verify', prove)
      : await prove();
    return { exit_code: EXIT.ok, text: `The restored database is good: ${restoredText(json)}.`, json };
  }
  requireEmbedded(config);
  const place = requirePlace(config);
  const choice = readBackupChoice(name, options);
  const prove = () => verifyBackup({ place, dataDir: config.data_dir, choice, onProgress });
  const proveThere = async ({ serverUrl, superuserUrl }: DatabaseLocation) => {
    const proven = await recordedIn(shell, serverUrl, 'verify', prove);
    return options.prune ? pruneAfter(proven, place, superuserUrl!) : provenOutcome(proven);
  };
  if (await isRunning(config.data_dir)) return withLocation(config, proveThere);
  if (options.prune) {
    throw new CommandError(
      EXIT.unavailable,
      '--prune needs a running server: only the backups of its own database are removed.',
    );
  }
  // Without a server there is no database in which to record the result.
  return provenOutcome(await prove());
}

function provenOutcome(proven: Proven): Outcome {
  return {
    exit_code: EXIT.ok,
    text: `Backup ${proven.backup} is good: ${restoredText(proven)}.`,
    json: proven,
  };
}

/** Old backups are removed once a later one is proven. */
async function pruneAfter(
  proven: Proven,
  place: NonNullable<Config['backup']>,
  superuserUrl: string,
): Promise<Outcome> {
  const { exit_code, text } = provenOutcome(proven);
  const pruned = await pruneBackups(place, superuserUrl, proven.backup).catch((error: Error) => {
    throw new CommandError(EXIT.failed, `${text} Old backups were not removed: ${error.message}`);
  });
  const { removed, removed_log_files } = pruned;
  const names = removed.length === 0 ? 'no backup, BACKUP_KEEP keeps all' : removed.join(', ');
  const log = `${removed_log_files} ${removed_log_files === 1 ? 'file' : 'files'} of the log`;
  return { exit_code, text: `${text}\nRemoved: ${names}; ${log}.`, json: { ...proven, ...pruned } };
}

/** `loyaltyd backup restore [NAME] [--to MOMENT]` */
export async function restoreBackupCommand(
  shell: Shell,
  name: string | undefined,
  options: BackupChoiceOptions,
): Promise<Outcome> {
  const config = loadConfig(shell.env);
  requireEmbedded(config);
  const json = await restoreBackup({
    place: requirePlace(config),
    dataDir: config.data_dir,
    choice: readBackupChoice(name, options),
    onProgress: progressPrinter(shell.stderr, 'customers'),
  });
  const lines = [
    `Restored from backup ${json.backup}: ${restoredText(json)}.`,
    json.kept === null ? 'There was no database before.' : `The former database is kept in ${json.kept}.`,
    'Before you start the server: loyaltyd ids advance --above N, with N above any id that a consumer has seen.',
  ];
  return { exit_code: EXIT.ok, text: lines.join('\n'), json };
}

function requirePlace({ backup }: Config): NonNullable<Config['backup']> {
  if (backup) return backup;
  throw new CommandError(EXIT.usage, 'BACKUP_DIR is not set: there is no folder for backups.');
}

/** Records the result of an attempt in the database at this address. */
async function recordedIn<T extends { name: string } | { backup: string | null }>(
  { stderr }: Shell,
  url: string,
  kind: 'create' | 'verify',
  attempt: () => Promise<T>,
): Promise<T> {
  const { db, close } = openDatabase({
    url,
    poolSize: 1,
    namedStatements: false,
    applicationName: 'loyaltyd backup',
    logger: { warn() {} },
  });
  const onLost = (error: unknown) =>
    stderr.write(`The database did not take down what became of it: ${(error as Error).message}\n`);
  try {
    return await recorded({ db, clock: systemClock, onLost }, kind, attempt);
  } finally {
    await close();
  }
}

/** Another Postgres has its own tools for backups, and they are better. */
function requireEmbedded({ database }: Config): void {
  if (!database) return;
  throw new CommandError(
    EXIT.usage,
    'DATABASE_URL names a Postgres of your own: back it up with pgBackRest, WAL-G or the service that runs it (docs/backups.md), restore it there, and prove what was restored with "loyaltyd backup verify --url URL".',
  );
}

async function verifyElsewhere(
  url: string,
  onProgress: (done: number, of: number) => void,
): Promise<Restored> {
  const { pending } = await migrationStatus(url);
  if (pending.length > 0) {
    throw new CommandError(
      EXIT.failed,
      `The database lacks ${pending.join(', ')}. Run loyaltyd migrate up on it first, as its owner.`,
    );
  }
  return checkRestored(url, 0, onProgress);
}

function restoredText({ customers, transactions, last_commit_at }: Restored): string {
  const until =
    last_commit_at === null ? '' : `, the last commit of ${new Date(last_commit_at).toISOString()}`;
  return `${customers} customers and ${transactions} transactions, all adds up${until}`;
}

function shown(backup: Backup): object {
  const { name, postgres, loyaltyd, timeline, transactions } = backup;
  return {
    name,
    started_at: momentText(backup.started_at),
    finished_at: momentText(backup.finished_at),
    bytes: sizeOf(backup),
    postgres,
    loyaltyd,
    timeline,
    transactions,
  };
}

function momentText(at: number): string {
  return new Date(at).toISOString();
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

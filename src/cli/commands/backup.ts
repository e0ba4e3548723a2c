import type { Command } from 'commander';
import type { VerifyOptions } from '../backup.ts';
import type { BackupChoiceOptions } from '../backup-choice.ts';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

const TO = [
  '--to <moment>',
  'as the database was at that moment: 2026-11-22T20:15:00Z; otherwise the end of the archive',
] as const;
const TIMELINE = [
  '--timeline <number>',
  'the history to follow, after earlier restores; otherwise the newest',
] as const;

export function addBackup(program: Command, shell: Shell): void {
  const backup = program
    .command('backup')
    .description('Backups of the embedded Postgres in BACKUP_DIR, while servers run.');
  add(backup, 'create', 'Make a backup now. Servers go on serving.', {
    ok: 'made; with the log in BACKUP_DIR it is whole',
    failed: 'not made, and nothing is left of it',
  }).action((options: Options) =>
    run(shell, options, async () => (await import('../backup.ts')).createBackupCommand(shell)),
  );
  add(backup, 'list', 'List the backups, and up to where the archive of the log goes.', {
    ok: 'listed; a backup that is not sound is named',
    failed: 'there is no folder of backups',
  }).action((options: Options) =>
    run(shell, options, async () => (await import('../backup.ts')).listBackupsCommand(shell)),
  );
  add(
    backup,
    'verify',
    'Restore a backup and the log after it beside the database, prove its ledger, and remove it again. Removes older backups only with --prune.',
    {
      ok: 'it restores, and its ledger adds up',
      failed: 'it does not, or old backups were not removed, and the reason is said',
    },
  )
    .argument('[name]', 'the backup; otherwise the last')
    .option(...TO)
    .option(...TIMELINE)
    .option(
      '--prune',
      'then remove the backups that BACKUP_KEEP does not keep, and the log that no other needs; needs a running server',
    )
    .option(
      '--url <url>',
      'instead: prove the ledger of a database that was restored by other tools, at this URL',
    )
    .action((name: string | undefined, options: Options & VerifyOptions) =>
      run(shell, options, async () =>
        (await import('../backup.ts')).verifyBackupCommand(shell, name, options),
      ),
    );
  add(
    backup,
    'restore',
    'Put a backup and the log after it in the place of the embedded database, which is kept beside. Needs a stopped server.',
    {
      ok: 'restored, proven and in place',
      failed: 'nothing was changed, and the reason is said',
    },
  )
    .argument('[name]', 'the backup to begin with; otherwise the last that leads there')
    .option(...TO)
    .option(...TIMELINE)
    .action((name: string | undefined, options: Options & BackupChoiceOptions) =>
      run(shell, options, async () =>
        (await import('../backup.ts')).restoreBackupCommand(shell, name, options),
      ),
    );
}

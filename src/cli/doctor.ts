import { stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Config, ConfigError, loadConfig } from '../config.ts';
import { type DatabaseLocation, withLocation } from './databases.ts';
import { Examination } from './doctor/examination.ts';
import { examineDatabase } from './doctor/examine-database.ts';
import { problem } from './doctor/finding.ts';
import { judgeAway, judgeBackupDisk, judgeDisk } from './doctor/judge-postgres.ts';
import { judgeProxy, judgeSettings } from './doctor/judge-settings.ts';
import { lookAtAddress } from './doctor/look-at-address.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';
import { TurnedShell } from './turned-shell.ts';

/** `loyaltyd doctor`: checks everything that an operator should know, and changes nothing. */
export async function doctor(shell: Shell): Promise<Outcome> {
  const examination = new Examination();
  let config: Config;
  try {
    config = loadConfig(shell.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const cure = 'docs/configuration.md says what each variable may be.';
    examination.add(
      'configuration',
      error.complaints.map((complaint) => problem(`${complaint}.`, cure)),
    );
    return outcomeOf(examination, EXIT.usage);
  }
  examination.add('configuration', judgeSettings(config, shell.env));
  examination.add('proxy', judgeProxy(config));
  if (shell.env.PUBLIC_URL || shell.env.PUBLIC_URL_FILE)
    await examination.look('public_url', () => lookAtAddress(config.public_url));
  const variable = shell instanceof TurnedShell ? shell.url_variable : 'DATABASE_URL';
  let unreachable = false;
  try {
    await withLocation(config, (location) => examineAll(examination, config, location, variable));
  } catch (error) {
    unreachable = true;
    examination.add('database', [judgeAway(error, variable)]);
  }
  const failed = unreachable ? EXIT.unavailable : EXIT.failed;
  return outcomeOf(examination, examination.count('problem') > 0 ? failed : EXIT.ok);
}

async function examineAll(
  examination: Examination,
  config: Config,
  location: DatabaseLocation,
  variable: string,
): Promise<void> {
  if (location.embedded) {
    await examination.look('disk', async () => {
      const { bsize, bavail, blocks } = await statfs(config.data_dir);
      return judgeDisk({ free: bavail * bsize, total: blocks * bsize });
    });
    const { backup, data_dir } = config;
    if (backup) {
      await examination.look('backup_disk', async () => {
        const disks = [diskOf(backup.dir), diskOf(data_dir), diskOf('/')] as const;
        const [of_backups, of_data, of_system] = await Promise.all(disks);
        return judgeBackupDisk(backup.dir, { of_backups, of_data, of_system });
      });
    }
  }
  await examineDatabase(examination, config, { url: location.serverUrl, variable });
}

/** The number of the disk that contains this folder, or would contain it. */
async function diskOf(folder: string): Promise<number> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    try {
      return (await stat(path)).dev;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

function outcomeOf(examination: Examination, exit_code: ExitCode): Outcome {
  const [problems, warnings] = [examination.count('problem'), examination.count('warning')];
  return {
    exit_code,
    text: `${examination.text()}\n${problems} problems, ${warnings} warnings.`,
    json: { checks: examination.checks, problems, warnings },
  };
}

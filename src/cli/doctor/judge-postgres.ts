import {
  isDiskFault,
  isFull,
  isRefusal,
  refusedCertificate,
  UnusableAddress,
} from '../../db/connection-errors.ts';
import { EmbeddedPostgresError } from '../../db/embedded/embedded-error.ts';
import type { BloatedTable, Holdup, PostgresFacts } from '../../db/inspect-postgres.ts';
import { messageOf } from '../outcome.ts';
import { bytesText, type Finding, note, problem, spanText, warning } from './finding.ts';

const DISK_CURE =
  "Look at the kernel's log (dmesg) and Postgres's log for the disk, at its quota, and at the owner of Postgres's files. A disk that became read-only is checked (fsck) and mounted anew.";

/**
 * The finding for a database that cannot be examined. `error`: the error of the attempt. `variable` has the address.
 */
export function judgeAway(error: unknown, variable: string): Finding {
  const message = messageOf(error);
  if (error instanceof EmbeddedPostgresError)
    return problem(
      `The embedded Postgres cannot be used: ${message.replace(/\.$/, '')}.`,
      'Mend that, or set DATABASE_URL to a Postgres of your own.',
    );
  const cure = wayTo(error, variable);
  if (isDiskFault(error)) return problem(`The database cannot read its files: ${message}.`, cure);
  if (isFull(error)) return problem(`The database takes no more connections: ${message}.`, cure);
  if (isRefusal(error)) return problem(`The database refuses this server: ${message}.`, cure);
  return problem(`The database cannot be reached: ${message}.`, cure);
}

/** The remedy for an unreachable database. `error`: the error of the attempt. `variable` has the address. */
export function wayTo(error: unknown, variable: string): string {
  if (isDiskFault(error)) return DISK_CURE;
  if (isFull(error))
    return 'Raise max_connections of Postgres, or lower DATABASE_POOL_SIZE or the number of servers.';
  if (isRefusal(error)) return `Look at ${variable}, its role and its password.`;
  if (error instanceof UnusableAddress)
    return `Let this user read the files that ${variable} names (sslrootcert, sslcert, sslkey), or mend ${variable}.`;
  switch (refusedCertificate(error)) {
    case 'theirs':
      return `Renew the certificate of Postgres, name whoever signed it (sslrootcert in ${variable}), or write the host as the certificate does.`;
    case 'ours':
      return `Renew the certificate that sslcert in ${variable} names, or let Postgres know whoever signed it (ssl_ca_file).`;
    default:
      return `Start it, or mend ${variable}.`;
  }
}

/** The versions of Node and Postgres. */
export function judgeVersions(node: string, facts: Pick<PostgresFacts, 'version' | 'number'>): Finding[] {
  const [major = 0, minor = 0] = node.replace(/^v/, '').split('.').map(Number);
  const findings: Finding[] = [];
  if (!((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22))
    findings.push(problem(`Node ${node} is too old.`, 'Install Node 22.12 or newer, or 20 from 20.19 on.'));
  if (facts.number < 150_000)
    findings.push(problem(`Postgres ${facts.version} is too old.`, 'Upgrade it: 15 to 18 are supported.'));
  if (facts.number >= 190_000)
    findings.push(warning(`Postgres ${facts.version} was not tried.`, 'Use one of 15 to 18.'));
  return findings;
}

/** The settings of Postgres on which the promises of the ledger depend. `variable` has its address. */
export function judgePostgres(facts: PostgresFacts, poolSize: number, variable: string): Finding[] {
  const { settings, superuser, read_only, oldest_transaction_age } = facts;
  const findings: Finding[] = [];
  for (const name of ['fsync', 'full_page_writes'] as const)
    if (!settings[name])
      findings.push(
        problem(`${name} is off: a crash may destroy the database.`, `Set ${name} = on in Postgres.`),
      );
  if (settings.synchronous_commit === 'off') {
    findings.push(
      problem(
        'synchronous_commit is off: a crash loses the last changes, which callers were told are done.',
        'Set synchronous_commit = on for the database.',
      ),
    );
  }
  if (read_only) {
    findings.push(
      problem(
        'The database takes no writes: it is read-only, or a standby.',
        `Point ${variable} at the primary.`,
      ),
    );
  }
  if (superuser) {
    findings.push(
      problem(
        "The server's role is a superuser: nothing protects the ledger from it.",
        `Give ${variable} a role of its own: docs/installing.md, "Your own Postgres".`,
      ),
    );
  }
  if (settings.max_connections < poolSize + 5) {
    findings.push(
      warning(
        `Postgres allows ${settings.max_connections} connections in all, and one server process opens up to ${poolSize}.`,
        'Lower DATABASE_POOL_SIZE, or raise max_connections.',
      ),
    );
  }
  if (oldest_transaction_age > 1_000_000_000) {
    findings.push(
      problem(
        `The oldest row is ${Math.round(oldest_transaction_age / 1e6)} million transactions old; Postgres stops at 2,147.`,
        'Find out why autovacuum does not come to an end, and run VACUUM.',
      ),
    );
  }
  return findings;
}

const CLOCK_MS = 1_000;

export function judgeClock(facts: Pick<PostgresFacts, 'clock_ahead_ms' | 'clock_exact_to_ms'>): Finding[] {
  const { clock_ahead_ms, clock_exact_to_ms } = facts;
  if (Math.abs(clock_ahead_ms) - clock_exact_to_ms <= CLOCK_MS) return [];
  const seconds = Math.abs(clock_ahead_ms / 1000).toFixed(1);
  const way = clock_ahead_ms > 0 ? 'ahead of' : 'behind';
  return [
    problem(
      `The clock of Postgres is ${seconds} seconds ${way} the clock of this machine: what is due comes early or late.`,
      'Let both machines take their time from NTP (chrony, systemd-timesyncd).',
    ),
  ];
}

/** The disk of the embedded Postgres. The disk of any other Postgres cannot be seen from this machine. */
export function judgeDisk({ free, total }: { free: number; total: number }): Finding[] {
  const cure = 'Make room, or move DATA_DIR to a larger disk while no server runs.';
  const message = `${bytesText(free)} of ${bytesText(total)} are free where DATA_DIR is.`;
  if (free < 1e9) return [problem(message, cure)];
  const isLow = free < total * 0.03 || (free < 5e9 && free < total * 0.15);
  return isLow ? [warning(message, cure)] : [];
}

/**
 * Whether the backups would be lost together with the database. If a folder's mount is missing, the folder is on the
 * disk of its parent folder. `disks`: the numbers of the disks of BACKUP_DIR, of DATA_DIR and of `/`.
 */
export function judgeBackupDisk(
  dir: string,
  disks: { of_backups: number; of_data: number; of_system: number },
): Finding[] {
  const cure =
    'Mount another disk or machine there before the server starts, or let BACKUP_DIR name a folder on one.';
  if (disks.of_backups === disks.of_data) {
    const message = `BACKUP_DIR ${dir} is on the disk of DATA_DIR: who loses that disk loses the backups too. Maybe its mount is missing.`;
    return [warning(message, cure)];
  }
  if (disks.of_backups !== disks.of_system) return [];
  const message = `BACKUP_DIR ${dir} is on the disk of this machine's system. If a disk or store should be mounted there, it is missing.`;
  return [note(message, cure)];
}

export function judgeCollation({ recorded, installed }: PostgresFacts['collation']): Finding[] {
  if (recorded === null || installed === null || recorded === installed) return [];
  return [
    problem(
      `The database was sorted by version ${recorded} of its collation, and ${installed} is installed: indexes of texts may miss rows.`,
      'As the owner: REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION.',
    ),
  ];
}

const HOLDUPS: Record<Holdup['kind'], (holdup: Holdup) => [message: string, cure: string]> = {
  transaction: ({ name, about, seconds }) => [
    `A transaction has been open for ${spanText(seconds)} (process ${name}: ${about}). It holds listings and clearing up back.`,
    `End it in its program, or: select pg_terminate_backend(${name})`,
  ],
  prepared: ({ name, about, seconds }) => [
    `The prepared transaction ${name} of ${about} has waited for ${spanText(seconds)}.`,
    `COMMIT PREPARED '${name}' or ROLLBACK PREPARED '${name}'`,
  ],
  slot: ({ name }) => [
    `Nobody reads the replication slot ${name}: Postgres keeps everything written since, until the disk is full.`,
    `Start its standby, or: select pg_drop_replication_slot('${name}')`,
  ],
};

/** Whether this role can see a long transaction of another role. */
export function judgeSight({
  role,
  sees_transactions,
}: Pick<PostgresFacts, 'role' | 'sees_transactions'>): Finding[] {
  if (sees_transactions) return [];
  return [
    note(
      'The transactions of other roles cannot be seen from here: one of theirs may hold listings and clearing up back.',
      `As a superuser: grant pg_read_all_stats to "${role.replaceAll('"', '""')}"`,
    ),
  ];
}

export function judgeHoldups(holdups: readonly Holdup[]): Finding[] {
  return holdups.map((holdup) => warning(...HOLDUPS[holdup.kind](holdup)));
}

export function judgeBloat(tables: readonly BloatedTable[]): Finding[] {
  return tables.map(({ table, live, dead }) =>
    warning(
      `The table ${table} has ${dead} dead rows beside ${live} live ones.`,
      `Look why autovacuum does not clear them up (an old transaction?), then as the owner: VACUUM ${table}`,
    ),
  );
}

/** Postgres's own archive of its log: the only backup that Postgres itself knows of. */
export function judgeBackup({ archiver }: Pick<PostgresFacts, 'archiver'>, now: number): Finding[] {
  const { on, last_archived_ms, last_failed_ms } = archiver;
  if (!on) {
    return [
      note(
        'No backup is known to Postgres: it archives no log.',
        'Set BACKUP_DIR for the embedded Postgres, or make sure that another way makes backups: docs/backups.md.',
      ),
    ];
  }
  if (last_failed_ms !== null && last_failed_ms > (last_archived_ms ?? 0))
    return [problem('Postgres could not archive its log.', 'See archive_command, and the log of Postgres.')];
  const age = last_archived_ms === null ? undefined : (now - last_archived_ms) / 1000;
  if (age !== undefined && age <= 86_400) return [];
  return [
    warning(
      age === undefined
        ? 'Postgres has archived nothing yet.'
        : `Postgres last archived its log ${spanText(age)} ago.`,
      'See archive_mode, archive_command and archive_timeout.',
    ),
  ];
}

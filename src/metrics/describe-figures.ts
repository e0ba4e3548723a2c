import { CODES_BOUND, type OperatingFigures, WAITING_BOUND } from '../domain/operating/read-figures.ts';
import type { Metrics, Sample } from './registry.ts';

/** Gives the last figures, or undefined if they cannot be read. */
type Figures = () => OperatingFigures | undefined;

/**
 * The figures of all programs together; every server gives the same. `programs`: the keys of the programs that also
 * have figures of their own.
 */
export function describeFigures(metrics: Metrics, figures: Figures, programs: readonly string[]): void {
  const gauge = (
    name: string,
    help: string,
    read: (figures: OperatingFigures) => Iterable<Sample> | number,
    labels?: string[],
  ) =>
    metrics.gauge({
      name,
      help,
      labels,
      read: () => {
        const now = figures();
        return now && read(now);
      },
    });
  describeWork(gauge);
  describeWebhooks(gauge);
  describePools(gauge);
  describeLedger(gauge);
  describeBackups(gauge);
  describePrograms(gauge, programs);
}

type DefineGauge = (
  name: string,
  help: string,
  read: (figures: OperatingFigures) => Iterable<Sample> | number,
  labels?: string[],
) => void;

const longest = (waits: readonly { seconds: number }[]) =>
  Math.max(0, ...waits.map(({ seconds }) => seconds));

function describeWork(gauge: DefineGauge): void {
  gauge(
    'loyaltyd_due_oldest_seconds',
    'How long the oldest thing that is due has waited for the sweep: approvals, lapses, expiries, tier reviews.',
    ({ due }) => longest(due),
  );
  gauge(
    'loyaltyd_horizon_lag_ids',
    'Ids of transactions that were given and that listings do not show yet.',
    ({ horizon }) => horizon.ids,
  );
  gauge(
    'loyaltyd_horizon_lag_seconds',
    'How long the oldest transaction that holds listings back has run.',
    ({ horizon }) => horizon.seconds,
  );
  gauge(
    'loyaltyd_imports',
    'Imports that are not finished. interrupted: no process works on them.',
    ({ imports }) => [
      [{ state: 'running' }, imports.running],
      [{ state: 'interrupted' }, imports.interrupted],
    ],
    ['state'],
  );
  gauge(
    'loyaltyd_import_rows_done',
    'Rows that are done of the imports that are not finished.',
    ({ imports }) => imports.rows_done,
  );
  gauge(
    'loyaltyd_program_changes_unfinished',
    'Changes of programs that have not reached every customer yet.',
    ({ program_changes_unfinished }) => program_changes_unfinished,
  );
}

function describeWebhooks(gauge: DefineGauge): void {
  gauge(
    'loyaltyd_outbox_events',
    `Events that wait to become deliveries, counted up to ${WAITING_BOUND}.`,
    ({ waiting }) => waiting.events,
  );
  gauge(
    'loyaltyd_outbox_oldest_seconds',
    'How long the oldest event has waited to become deliveries.',
    ({ outbox }) => longest(outbox),
  );
  gauge(
    'loyaltyd_deliveries_waiting',
    `Deliveries of webhooks that wait, the first of each customer, counted up to ${WAITING_BOUND}.`,
    ({ waiting }) => waiting.deliveries,
  );
  gauge(
    'loyaltyd_deliveries_oldest_seconds',
    'How long deliveries have waited. due: since they could be sent; paused, disabled: since their endpoint failed.',
    ({ deliveries }) =>
      (['due', 'paused', 'disabled'] as const).map((state): Sample => {
        const waited = deliveries.find((one) => one.state === state);
        return [{ state }, waited?.seconds ?? 0];
      }),
    ['state'],
  );
  gauge(
    'loyaltyd_webhooks_ailing',
    'Webhooks that are disabled, or to which no delivery got through for an hour.',
    ({ webhooks }) => [
      [{ state: 'disabled' }, webhooks.disabled],
      [{ state: 'failing' }, webhooks.failing],
    ],
    ['state'],
  );
}

function describePools(gauge: DefineGauge): void {
  gauge(
    'loyaltyd_code_pools',
    'Pools of voucher codes that claims draw from. low: under 100 codes are left.',
    ({ code_pools }) => {
      const count = (has: (left: number) => boolean) => code_pools.filter(({ left }) => has(left)).length;
      return [
        [{ state: 'empty' }, count((left) => left === 0)],
        [{ state: 'low' }, count((left) => left > 0 && left < 100)],
        [{ state: 'enough' }, count((left) => left >= 100)],
      ];
    },
    ['state'],
  );
  gauge(
    'loyaltyd_code_pool_least_left',
    `The codes left in the pool that has the fewest, counted up to ${CODES_BOUND}.`,
    ({ code_pools }) => Math.min(CODES_BOUND, ...code_pools.map(({ left }) => left)),
  );
}

function describeLedger(gauge: DefineGauge): void {
  gauge(
    'loyaltyd_ledger_drifts',
    'Things in the ledger that do not add up, as far as the ledger check found them.',
    ({ ledger }) => ledger.drifts,
  );
  gauge(
    'loyaltyd_ledger_check_last_timestamp_seconds',
    'When the last round of the ledger check ended, in seconds since 1970.',
    ({ ledger }) => (ledger.last ? ledger.last.finished_at / 1000 : []),
  );
  gauge(
    'loyaltyd_ledger_check_since_timestamp_seconds',
    'Since when the ledger check has come to no end, in seconds since 1970: the beginning of the present round, or the end of the last.',
    ({ ledger }) => (ledger.since === null ? [] : ledger.since / 1000),
  );
  gauge(
    'loyaltyd_ledger_check_customers',
    'Customers that the ledger check went through, in its last round and in the present one.',
    ({ ledger }) => [
      [{ round: 'last' }, ledger.last?.customers ?? 0],
      [{ round: 'present' }, ledger.running?.customers ?? 0],
    ],
    ['round'],
  );
  gauge(
    'loyaltyd_ledger_check_busy_seconds',
    'Time that the ledger check took, in its last round and in the present one.',
    ({ ledger }) => [
      [{ round: 'last' }, (ledger.last?.busy_ms ?? 0) / 1000],
      [{ round: 'present' }, (ledger.running?.busy_ms ?? 0) / 1000],
    ],
    ['round'],
  );
}

function describeBackups(gauge: DefineGauge): void {
  gauge(
    'loyaltyd_backup_last_timestamp_seconds',
    'When the last backup was made, in seconds since 1970.',
    ({ backups }) => (backups.made ? backups.made.finished_at / 1000 : []),
  );
  gauge(
    'loyaltyd_backup_verified_timestamp_seconds',
    'When a backup was last restored and proven, in seconds since 1970.',
    ({ backups }) => (backups.proven ? backups.proven.finished_at / 1000 : []),
  );
  gauge(
    'loyaltyd_backup_failing',
    'Whether the last attempt to make, or to verify, a backup failed.',
    ({ backups }) =>
      (['create', 'verify'] as const).map(
        (attempt): Sample => [{ attempt }, backups.failures.some(({ kind }) => kind === attempt) ? 1 : 0],
      ),
    ['attempt'],
  );
  gauge(
    'loyaltyd_archive_last_timestamp_seconds',
    'When the log of Postgres was last archived, in seconds since 1970.',
    ({ backups: { archive } }) => (archive?.last_at ? archive.last_at / 1000 : []),
  );
  gauge(
    'loyaltyd_archive_failing',
    'Whether the log of Postgres cannot be archived.',
    ({ backups: { archive } }) => (archive ? Number(archive.fails) : []),
  );
}

function describePrograms(gauge: DefineGauge, programs: readonly string[]): void {
  const waitsOf = (waits: OperatingFigures['due']) =>
    programs.map((program): Sample => {
      const waited = waits.find((one) => one.program === program);
      return [{ program }, waited?.seconds ?? 0];
    });
  gauge(
    'loyaltyd_program_due_oldest_seconds',
    'The same as loyaltyd_due_oldest_seconds, for the programs that METRICS_PROGRAMS names.',
    ({ due }) => waitsOf(due),
    ['program'],
  );
  gauge(
    'loyaltyd_program_outbox_oldest_seconds',
    'The same as loyaltyd_outbox_oldest_seconds, for the programs that METRICS_PROGRAMS names.',
    ({ outbox }) => waitsOf(outbox),
    ['program'],
  );
  gauge(
    'loyaltyd_program_codes_left',
    `The codes left in the fullest and in the emptiest pool of a program that METRICS_PROGRAMS names, counted up to ${CODES_BOUND}.`,
    ({ code_pools }) =>
      programs.flatMap((program): Sample[] => {
        const left = code_pools.filter((pool) => pool.program === program).map((pool) => pool.left);
        if (left.length === 0) return [];
        return [
          [{ program, pool: 'fullest' }, Math.max(...left)],
          [{ program, pool: 'emptiest' }, Math.min(...left)],
        ];
      }),
    ['program', 'pool'],
  );
}

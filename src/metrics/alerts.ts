import { stringify } from 'yaml';

interface Alert {
  alert: string;
  expr: string;
  for: string;
  severity: 'critical' | 'warning';
  summary: string;
}

const ALERTS: readonly Alert[] = [
  {
    alert: 'LoyaltydDown',
    expr: 'up{job="loyaltyd"} == 0',
    for: '2m',
    severity: 'critical',
    summary: 'The server {{ $labels.instance }} does not answer.',
  },
  {
    alert: 'LoyaltydErrors',
    expr: 'sum(rate(loyaltyd_http_errors_total[5m])) / sum(rate(loyaltyd_http_requests_total[5m])) > 0.01',
    for: '5m',
    severity: 'critical',
    summary: '{{ $value | humanizePercentage }} of requests end in an error of the server.',
  },
  {
    alert: 'LoyaltydSlow',
    expr: 'histogram_quantile(0.95, sum by (le, family) (rate(loyaltyd_http_request_duration_seconds_bucket{family=~"headless|v2"}[5m]))) > 0.5',
    for: '10m',
    severity: 'warning',
    summary: 'One in twenty requests of {{ $labels.family }} takes more than half a second.',
  },
  {
    alert: 'LoyaltydConnectionsShort',
    expr: 'min_over_time(loyaltyd_pool_waiting[2m]) > 0',
    for: '3m',
    severity: 'warning',
    summary: 'Callers on {{ $labels.instance }} wait for a connection to Postgres all the time.',
  },
  {
    alert: 'LoyaltydDatabaseTrouble',
    expr: 'max by (trouble) (loyaltyd_database_trouble) > 0',
    for: '0m',
    severity: 'critical',
    summary: 'The database has a trouble: {{ $labels.trouble }}.',
  },
  {
    alert: 'LoyaltydSchemaAway',
    expr: 'min by (number, schema) (loyaltyd_schema_served) == 0',
    for: '5m',
    severity: 'critical',
    summary:
      'The schema {{ $labels.schema }} ({{ $labels.number }}) is not served, and its programs are not.',
  },
  {
    alert: 'LoyaltydFiguresUnread',
    expr: 'absent(loyaltyd_figures_timestamp_seconds) or time() - max(loyaltyd_figures_timestamp_seconds) > 300',
    for: '10m',
    severity: 'warning',
    summary: 'No server can read its figures from the database.',
  },
  {
    alert: 'LoyaltydEventLoopBusy',
    expr: 'min_over_time(nodejs_eventloop_lag_p99_seconds[5m]) > 0.25',
    for: '5m',
    severity: 'warning',
    summary: 'The processor of {{ $labels.instance }} is not enough for its work.',
  },
  {
    alert: 'LoyaltydDueLate',
    expr: 'max(loyaltyd_due_oldest_seconds) > 600',
    for: '5m',
    severity: 'critical',
    summary: 'Approvals, lapses or expiries are late by {{ $value | humanizeDuration }}.',
  },
  {
    alert: 'LoyaltydJobFails',
    expr: 'sum by (job) (increase(loyaltyd_job_failures_total[15m])) > 3',
    for: '0m',
    severity: 'warning',
    summary: 'Work in the background fails again and again: {{ $labels.job }}.',
  },
  {
    alert: 'LoyaltydListingsHeld',
    expr: 'max(loyaltyd_horizon_lag_seconds) > 60',
    for: '2m',
    severity: 'warning',
    summary: 'A transaction has kept listings back for {{ $value | humanizeDuration }}.',
  },
  {
    alert: 'LoyaltydEventsLate',
    expr: 'max(loyaltyd_outbox_oldest_seconds) > 300 or max(loyaltyd_deliveries_oldest_seconds{state="due"}) > 900',
    for: '5m',
    severity: 'warning',
    summary: 'Webhooks are late by {{ $value | humanizeDuration }}.',
  },
  {
    alert: 'LoyaltydWebhookAils',
    expr: 'max by (state) (loyaltyd_webhooks_ailing) > 0',
    for: '10m',
    severity: 'warning',
    summary: '{{ $value }} webhooks are {{ $labels.state }}.',
  },
  {
    alert: 'LoyaltydCodesRunOut',
    expr: 'max by (state) (loyaltyd_code_pools{state=~"empty|low"}) > 0',
    for: '5m',
    severity: 'warning',
    summary: '{{ $value }} pools of codes are {{ $labels.state }}.',
  },
  {
    alert: 'LoyaltydWorkUnfinished',
    expr: 'max(loyaltyd_imports{state="interrupted"}) > 0 or max(loyaltyd_program_changes_unfinished) > 0',
    for: '30m',
    severity: 'warning',
    summary: 'An import or a change of a program was not finished.',
  },
  {
    alert: 'LoyaltydLedgerDrift',
    expr: 'max(loyaltyd_ledger_drifts) > 0',
    for: '0m',
    severity: 'critical',
    summary: '{{ $value }} things in the ledger do not add up.',
  },
  {
    alert: 'LoyaltydLedgerUnchecked',
    expr: 'time() - max(loyaltyd_ledger_check_since_timestamp_seconds) > 3 * 86400',
    for: '1h',
    severity: 'warning',
    summary: 'The ledger check has come to no end for {{ $value | humanizeDuration }}.',
  },
  {
    alert: 'LoyaltydBackupFails',
    expr: 'max by (attempt) (loyaltyd_backup_failing) > 0',
    for: '0m',
    severity: 'critical',
    summary: 'The last attempt at a backup failed: {{ $labels.attempt }}.',
  },
  {
    alert: 'LoyaltydBackupOld',
    expr: 'time() - max(loyaltyd_backup_last_timestamp_seconds) > 8 * 86400',
    for: '1h',
    severity: 'warning',
    summary: 'No backup was made for {{ $value | humanizeDuration }}.',
  },
  {
    alert: 'LoyaltydArchiveFails',
    expr: 'max(loyaltyd_archive_failing) > 0',
    for: '10m',
    severity: 'critical',
    summary:
      'The log of Postgres cannot be archived: backups end where it began to fail, and the disk fills.',
  },
];

/** The rules of Prometheus, as YAML. Every rule describes the fault; docs/operating.md describes the remedy. */
export function alertRules(): string {
  const rules = ALERTS.map(({ alert, expr, for: lasting, severity, summary }) => ({
    alert,
    expr,
    for: lasting,
    labels: { severity },
    annotations: { summary },
  }));
  return stringify({ groups: [{ name: 'loyaltyd', rules }] }, { lineWidth: 0 });
}

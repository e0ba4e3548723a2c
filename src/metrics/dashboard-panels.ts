/** A plot of the dashboard. */
export interface Panel {
  title: string;
  /** The unit by Grafana's name. */
  unit: 's' | 'reqps' | 'ops' | 'short' | 'bytes' | 'percentunit';
  /** The queries, and the names of their lines. */
  queries: readonly (readonly [expr: string, legend: string])[];
}

const OF = '{instance=~"$instance"}';
const rate = (metric: string, by: string) => `sum by (${by}) (rate(${metric}${OF}[$__rate_interval]))`;

/** The plots of the dashboard, by rows. */
export const ROWS: readonly (readonly [row: string, panels: readonly Panel[]])[] = [
  [
    'Requests',
    [
      {
        title: 'Requests by route',
        unit: 'reqps',
        queries: [
          [`topk(12, ${rate('loyaltyd_http_requests_total', 'method, route')})`, '{{method}} {{route}}'],
        ],
      },
      {
        title: 'Refusals and errors',
        unit: 'reqps',
        queries: [
          [`sum(rate(loyaltyd_http_refusals_total${OF}[$__rate_interval]))`, '4xx'],
          [`sum(rate(loyaltyd_http_errors_total${OF}[$__rate_interval]))`, '5xx'],
        ],
      },
      {
        title: 'Time, 95th percentile',
        unit: 's',
        queries: [
          [
            `histogram_quantile(0.95, ${rate('loyaltyd_http_request_duration_seconds_bucket', 'le, family')})`,
            '{{family}}',
          ],
        ],
      },
      {
        title: 'Mean time by route',
        unit: 's',
        queries: [
          [
            `topk(12, ${rate('loyaltyd_http_request_seconds_total', 'method, route')} / ${rate('loyaltyd_http_requests_total', 'method, route')})`,
            '{{method}} {{route}}',
          ],
        ],
      },
      {
        title: 'Conflicts of Idempotency-Keys, and transactions run again',
        unit: 'ops',
        queries: [
          [rate('loyaltyd_idempotency_conflicts_total', 'code'), '{{code}}'],
          [rate('loyaltyd_transactions_retried_total', 'reason'), 'again: {{reason}}'],
        ],
      },
      {
        title: 'Requests by program',
        unit: 'reqps',
        queries: [[rate('loyaltyd_program_requests_total', 'program'), '{{program}}']],
      },
    ],
  ],
  [
    'Postgres',
    [
      {
        title: 'Connections',
        unit: 'short',
        queries: [
          [`sum by (state) (loyaltyd_pool_connections${OF})`, '{{state}}'],
          [`sum(loyaltyd_pool_waiting${OF})`, 'callers that wait'],
          [`sum(loyaltyd_pool_connections_limit${OF})`, 'limit'],
        ],
      },
      {
        title: 'Time in statements, seconds a second',
        unit: 'short',
        queries: [[`topk(12, ${rate('loyaltyd_statement_seconds_total', 'statement')})`, '{{statement}}']],
      },
      {
        title: 'Mean time of statements',
        unit: 's',
        queries: [
          [
            `topk(12, ${rate('loyaltyd_statement_seconds_total', 'statement')} / ${rate('loyaltyd_statements_total', 'statement')})`,
            '{{statement}}',
          ],
        ],
      },
      {
        title: 'Requests that share a statement',
        unit: 'short',
        queries: [
          [
            `sum(rate(loyaltyd_statement_batch_rows_sum${OF}[$__rate_interval])) / sum(rate(loyaltyd_statement_batch_rows_count${OF}[$__rate_interval]))`,
            'mean',
          ],
        ],
      },
      {
        title: 'Reads at replicas',
        unit: 'ops',
        queries: [[rate('loyaltyd_replica_reads_total', 'outcome'), '{{outcome}}']],
      },
      {
        title: 'Schemas that are served, and the oldest due in each',
        unit: 'short',
        queries: [
          [`sum(min by (number) (loyaltyd_schema_served${OF}))`, 'served'],
          [
            `max by (number, schema) (loyaltyd_schema_due_oldest_seconds${OF})`,
            'due in {{schema}} ({{number}}), seconds',
          ],
        ],
      },
      {
        title: 'Failed statements, and troubles',
        unit: 'short',
        queries: [
          [`sum(rate(loyaltyd_statement_errors_total${OF}[$__rate_interval]))`, 'failed'],
          [`max by (trouble) (loyaltyd_database_trouble${OF})`, '{{trouble}}'],
        ],
      },
    ],
  ],
  [
    'Work in the background',
    [
      {
        title: 'Lag',
        unit: 's',
        queries: [
          ['max(loyaltyd_due_oldest_seconds)', 'oldest due'],
          ['max(loyaltyd_horizon_lag_seconds)', 'listings'],
          ['max(loyaltyd_outbox_oldest_seconds)', 'events'],
          ['max by (state) (loyaltyd_deliveries_oldest_seconds)', 'deliveries: {{state}}'],
        ],
      },
      {
        title: 'Waiting',
        unit: 'short',
        queries: [
          ['max(loyaltyd_outbox_events)', 'events'],
          ['max(loyaltyd_deliveries_waiting)', 'deliveries'],
          ['max(loyaltyd_horizon_lag_ids)', 'ids before listings'],
          ['max by (state) (loyaltyd_webhooks_ailing)', 'webhooks: {{state}}'],
        ],
      },
      {
        title: 'Jobs, seconds a second',
        unit: 'short',
        queries: [[rate('loyaltyd_job_seconds_total', 'job'), '{{job}}']],
      },
      {
        title: 'Jobs that fail',
        unit: 'ops',
        queries: [[rate('loyaltyd_job_failures_total', 'job'), '{{job}}']],
      },
      {
        title: 'Imports and changes of programs',
        unit: 'short',
        queries: [
          ['max by (state) (loyaltyd_imports)', 'imports: {{state}}'],
          ['max(loyaltyd_import_rows_done)', 'rows done'],
          ['max(loyaltyd_program_changes_unfinished)', 'changes of programs'],
        ],
      },
      {
        title: 'Codes',
        unit: 'short',
        queries: [
          ['max by (state) (loyaltyd_code_pools)', 'pools: {{state}}'],
          ['min(loyaltyd_code_pool_least_left)', 'least left'],
        ],
      },
    ],
  ],
  [
    'Ledger check and process',
    [
      {
        title: 'Things that do not add up',
        unit: 'short',
        queries: [['max(loyaltyd_ledger_drifts)', 'drifts']],
      },
      {
        title: 'Time since the last round, and without an end',
        unit: 's',
        queries: [
          ['time() - max(loyaltyd_ledger_check_last_timestamp_seconds)', 'since the last round'],
          ['time() - max(loyaltyd_ledger_check_since_timestamp_seconds)', 'without an end'],
        ],
      },
      {
        title: 'Progress of the present round',
        unit: 'short',
        queries: [['max by (round) (loyaltyd_ledger_check_customers)', '{{round}}']],
      },
      {
        title: 'Time since the last backup',
        unit: 's',
        queries: [
          ['time() - max(loyaltyd_backup_last_timestamp_seconds)', 'made'],
          ['time() - max(loyaltyd_backup_verified_timestamp_seconds)', 'proven'],
          ['time() - max(loyaltyd_archive_last_timestamp_seconds)', 'log archived'],
        ],
      },
      {
        title: 'Backups and archive that fail',
        unit: 'short',
        queries: [
          ['max by (attempt) (loyaltyd_backup_failing)', '{{attempt}}'],
          ['max(loyaltyd_archive_failing)', 'archive'],
        ],
      },
      {
        title: 'Memory',
        unit: 'bytes',
        queries: [[`process_resident_memory_bytes${OF}`, '{{instance}}']],
      },
      {
        title: 'Processor',
        unit: 'percentunit',
        queries: [[`rate(process_cpu_seconds_total${OF}[$__rate_interval])`, '{{instance}}']],
      },
      {
        title: 'Delay of the event loop',
        unit: 's',
        queries: [[`nodejs_eventloop_lag_p99_seconds${OF}`, '{{instance}}']],
      },
    ],
  ],
];

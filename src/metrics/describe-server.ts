import type { Database } from '../db/open-database.ts';
import { READ_OUTCOMES } from '../db/replica.ts';
import type { Replicas } from '../db/replicas.ts';
import { TROUBLES } from '../db/troubles.ts';
import type { Clock } from '../domain/core/deps.ts';
import type { Metrics, Sample } from './registry.ts';
import { Tally } from './tally.ts';

/** The sources of the server's figures about itself. */
export interface ServerSources {
  clock: Pick<Clock, 'real'>;
  load: Database['load'];
  /** The replicas of all schemas; absent: there are none. */
  replicas?: () => readonly Pick<Replicas, 'reads'>[];
  /** The present troubles of the database. */
  troubles: () => readonly string[];
  /** The programs that have figures of their own, by key. */
  programs: readonly string[];
}

const SECONDS = [0.005, 0.025, 0.1, 0.5, 2.5];
const ROWS = [1, 2, 5, 10, 25, 50, 100];

/** The metrics of requests, statements, connections and jobs. Returns the tally, which counts until it is stopped. */
export function describeServer(metrics: Metrics, sources: ServerSources): Tally {
  const requests = metrics.histogram(
    'loyaltyd_http_request_duration_seconds',
    'Time from the arrival of a request until its connection is done with it, by part of the server.',
    SECONDS,
    ['family'],
  );
  const batches = metrics.histogram(
    'loyaltyd_statement_batch_rows',
    'How many requests share one statement.',
    ROWS,
  );
  const tally = new Tally(
    sources.clock,
    {
      request: (family, seconds) => requests.observe({ family }, seconds),
      batch: (rows) => batches.observe(rows),
    },
    sources.programs,
  );
  describeRequests(metrics, tally);
  describeStatements(metrics, tally);
  describeConnections(metrics, sources);
  describeJobs(metrics, tally);
  return tally;
}

/** The samples of a map, one for each entry. */
function each<T>(entries: ReadonlyMap<string, T>, label: string, value: (entry: T) => number): Sample[] {
  return [...entries].map(([name, entry]) => [{ [label]: name }, value(entry)]);
}

function describeRequests(metrics: Metrics, { routes, programs, idempotency }: Tally): void {
  // Values of 0 are included: a rate cannot see a rise in a series that begins with the rise.
  const ofRoutes = (value: 'requests' | 'seconds' | 'refusals' | 'errors') => (): Sample[] =>
    [...routes.values()].map((tally) => [{ method: tally.method, route: tally.route }, tally[value]]);
  const labels = ['method', 'route'];
  metrics.counter({
    name: 'loyaltyd_http_requests_total',
    help: 'Requests by route.',
    labels,
    read: ofRoutes('requests'),
  });
  metrics.counter({
    name: 'loyaltyd_http_request_seconds_total',
    help: 'Time of requests by route.',
    labels,
    read: ofRoutes('seconds'),
  });
  metrics.counter({
    name: 'loyaltyd_http_refusals_total',
    help: 'Requests that were answered with a status from 400 to 499.',
    labels,
    read: ofRoutes('refusals'),
  });
  metrics.counter({
    name: 'loyaltyd_http_errors_total',
    help: 'Requests that were answered with a status of 500 or more.',
    labels,
    read: ofRoutes('errors'),
  });
  metrics.counter({
    name: 'loyaltyd_idempotency_conflicts_total',
    help: 'Requests that were refused because of their Idempotency-Key.',
    labels: ['code'],
    read: () => each(idempotency, 'code', (count) => count),
  });
  metrics.counter({
    name: 'loyaltyd_program_requests_total',
    help: 'Requests of the programs that METRICS_PROGRAMS names.',
    labels: ['program'],
    read: () => each(programs, 'program', (count) => count),
  });
}

function describeStatements(metrics: Metrics, { statements, retries }: Tally): void {
  const labels = ['statement'];
  metrics.counter({
    name: 'loyaltyd_statements_total',
    help: 'Statements sent to Postgres: by name, or by kind for those without a name.',
    labels,
    read: () => each(statements, 'statement', (tally) => tally.statements),
  });
  metrics.counter({
    name: 'loyaltyd_statement_seconds_total',
    help: 'Time until Postgres answered statements.',
    labels,
    read: () => each(statements, 'statement', (tally) => tally.seconds),
  });
  metrics.counter({
    name: 'loyaltyd_statement_errors_total',
    help: 'Statements that failed.',
    read: () => [...statements.values()].reduce((sum, tally) => sum + tally.errors, 0),
  });
  metrics.counter({
    name: 'loyaltyd_transactions_retried_total',
    help: 'Transactions that were run again. conflict: a deadlock; busy: the customer was locked; stale: what was read had changed.',
    labels: ['reason'],
    read: () => each(retries, 'reason', (count) => count),
  });
}

function describeConnections(metrics: Metrics, { load, replicas, troubles }: ServerSources): void {
  metrics.gauge({
    name: 'loyaltyd_pool_connections',
    help: 'Connections to Postgres by state.',
    labels: ['state'],
    read: () => {
      const { busy, idle } = load();
      return [
        [{ state: 'busy' }, busy],
        [{ state: 'idle' }, idle],
      ];
    },
  });
  metrics.gauge({
    name: 'loyaltyd_pool_connections_limit',
    help: 'How many connections to Postgres this process opens at most.',
    read: () => load().most,
  });
  metrics.gauge({
    name: 'loyaltyd_pool_waiting',
    help: 'Callers that wait for a connection.',
    read: () => load().waiting,
  });
  metrics.counter({
    name: 'loyaltyd_replica_reads_total',
    help: 'Reads that may be done at a replica. served: were done there. At the primary, because the replica was behind; away: it could not be read from; unfit: it is no replica of this database.',
    labels: ['outcome'],
    read: () => {
      const all = replicas?.() ?? [];
      return READ_OUTCOMES.map(
        (outcome): Sample => [{ outcome }, all.reduce((sum, { reads }) => sum + reads[outcome], 0)],
      );
    },
  });
  metrics.gauge({
    name: 'loyaltyd_database_trouble',
    help: '1 while the database has this trouble.',
    labels: ['trouble'],
    read: () => {
      const present = troubles();
      return TROUBLES.map((trouble): Sample => [{ trouble }, present.includes(trouble) ? 1 : 0]);
    },
  });
}

function describeJobs(metrics: Metrics, { jobs }: Tally): void {
  const labels = ['job'];
  metrics.counter({
    name: 'loyaltyd_job_runs_total',
    help: 'Runs of work in the background.',
    labels,
    read: () => each(jobs, 'job', (tally) => tally.runs),
  });
  metrics.counter({
    name: 'loyaltyd_job_seconds_total',
    help: 'Time of work in the background.',
    labels,
    read: () => each(jobs, 'job', (tally) => tally.seconds),
  });
  metrics.counter({
    name: 'loyaltyd_job_failures_total',
    help: 'Runs of work in the background that failed.',
    labels,
    read: () => each(jobs, 'job', (tally) => tally.failures),
  });
  metrics.gauge({
    name: 'loyaltyd_job_last_success_timestamp_seconds',
    help: 'When work in the background last succeeded in this process, in seconds since 1970. The sweep lags behind by the time since.',
    labels,
    read: () =>
      each(
        new Map([...jobs].filter(([, tally]) => tally.last_success > 0)),
        'job',
        (tally) => tally.last_success,
      ),
  });
}

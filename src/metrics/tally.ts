import type { Channel } from 'node:diagnostics_channel';
import { type BatchSent, batchSent, type StatementEnded, statementEnded } from '../db/signals.ts';
import type { Clock } from '../domain/core/deps.ts';
import { type RetryReason, transactionRetried } from '../domain/core/signals.ts';
import { type RequestEnded, requestEnded, requestRefused } from '../http/signals.ts';
import { type JobEnded, jobEnded } from '../jobs/signals.ts';
import { familyOf, routeName } from './route-names.ts';
import { statementName } from './statement-names.ts';

/** The requests of one route and method. */
export interface RouteTally {
  method: string;
  route: string;
  requests: number;
  seconds: number;
  refusals: number;
  errors: number;
}

export interface StatementTally {
  statements: number;
  seconds: number;
  errors: number;
}

export interface JobTally {
  runs: number;
  seconds: number;
  failures: number;
  /** In seconds since the epoch; 0: never. */
  last_success: number;
}

/** The receivers of the values of a histogram, as the values occur. */
interface Observers {
  request(family: string, seconds: number): void;
  batch(rows: number): void;
}

/** The most routes with figures of their own: those that are asked first. All others share one. */
const MOST_ROUTES = 64;
const OTHER = { method: 'any', route: 'other' };

/**
 * Counts the signals of this process in plain numbers: a request costs about a microsecond. They become metrics at a
 * scrape.
 */
export class Tally {
  readonly routes = new Map<string, RouteTally>();
  readonly statements = new Map<string, StatementTally>();
  readonly jobs = new Map<string, JobTally>();
  readonly retries = new Map<RetryReason, number>([
    ['conflict', 0],
    ['busy', 0],
    ['stale', 0],
  ]);
  readonly idempotency = new Map<string, number>([
    ['idempotency_in_progress', 0],
    ['idempotency_key_reused', 0],
  ]);
  /** By the keys of the programs that have figures of their own. */
  readonly programs: Map<string, number>;
  private readonly subscriptions: [Channel, (message: unknown) => void][] = [];

  constructor(
    private readonly clock: Pick<Clock, 'real'>,
    private readonly observers: Observers,
    programs: readonly string[],
  ) {
    this.programs = new Map(programs.map((key) => [key, 0]));
    this.subscribe<RequestEnded>(requestEnded, (request) => this.noteRequest(request));
    this.subscribe<string>(requestRefused, (code) => addTo(this.idempotency, code));
    this.subscribe<StatementEnded>(statementEnded, (statement) => this.noteStatement(statement));
    this.subscribe<BatchSent>(batchSent, ({ rows }) => observers.batch(rows));
    this.subscribe<RetryReason>(transactionRetried, (reason) => addTo(this.retries, reason));
    this.subscribe<JobEnded>(jobEnded, (job) => this.noteJob(job));
  }

  stop(): void {
    for (const [channel, listener] of this.subscriptions) channel.unsubscribe(listener);
  }

  private subscribe<M>(channel: Channel, note: (message: M) => void): void {
    const listener = (message: unknown) => note(message as M);
    channel.subscribe(listener);
    this.subscriptions.push([channel, listener]);
  }

  private noteRequest({ method, route, status, ms, program }: RequestEnded): void {
    const seconds = ms / 1000;
    // Unknown addresses have one tally for all methods: a caller who tries out addresses must not fill the places of
    // real routes.
    const tally = this.routeOf(route === null ? 'any' : method, routeName(route));
    tally.requests += 1;
    tally.seconds += seconds;
    if (status >= 500) tally.errors += 1;
    else if (status >= 400) tally.refusals += 1;
    this.observers.request(familyOf(route), seconds);
    if (program !== null) addTo(this.programs, program);
  }

  private routeOf(method: string, route: string): RouteTally {
    const known = this.routes.get(`${method} ${route}`);
    if (known) return known;
    const own = this.routes.size < MOST_ROUTES ? { method, route } : OTHER;
    const name = `${own.method} ${own.route}`;
    const tally = this.routes.get(name) ?? { ...own, requests: 0, seconds: 0, refusals: 0, errors: 0 };
    this.routes.set(name, tally);
    return tally;
  }

  private noteStatement({ name, text, ms, failed }: StatementEnded): void {
    const known = name ?? statementName(text);
    let tally = this.statements.get(known);
    if (!tally) {
      tally = { statements: 0, seconds: 0, errors: 0 };
      this.statements.set(known, tally);
    }
    tally.statements += 1;
    tally.seconds += ms / 1000;
    if (failed) tally.errors += 1;
  }

  private noteJob({ name, ms, failed }: JobEnded): void {
    const tally = this.jobs.get(name) ?? { runs: 0, seconds: 0, failures: 0, last_success: 0 };
    this.jobs.set(name, tally);
    tally.runs += 1;
    tally.seconds += ms / 1000;
    if (failed) tally.failures += 1;
    else tally.last_success = this.clock.real() / 1000;
  }
}

/** Counts only names that the map already has. */
function addTo<N>(counts: Map<N, number>, name: N): void {
  const count = counts.get(name);
  if (count !== undefined) counts.set(name, count + 1);
}

import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { mustTakeWrites, parseDatabaseAddress } from '../database-address.ts';
import { askServer, type Server } from './ask-server.ts';
import { isRefusal, refusedCertificate } from './connection-errors.ts';

/** The answers to a search so far. */
interface Answers {
  found: Server[];
  /** Errors with which healthy servers refused to say whether they accept writes. */
  refusals: pg.DatabaseError[];
  /** Errors of unreachable servers. */
  failures: unknown[];
  /** One text for people about each server that does not accept writes, or did not answer. */
  complaints: string[];
  /** How many servers have not answered. Each of them may accept writes. */
  away: number;
}

/** How long a server may take to answer. */
const PATIENCE_MS = 1_500;
/**
 * After the answer of a server that accepts writes, the other servers have this long to show that they took over from
 * it. In the first search they have all of PATIENCE_MS, because this process does not yet know which server was
 * promoted later.
 */
const GRACE_MS = 250;

/** While there are watchers, all servers are asked at this interval which of them was promoted last. */
const LOOK_EVERY_MS = 2_000;
/** A look is too old after this time: this process may have been suspended since, so nobody gets a connection by it. */
const STALE_MS = 5_000;

/**
 * Finds the server that accepts writes, among those that an address names. All are asked at once, so an unreachable one
 * delays nobody. If several accept writes, the last promoted one counts. A server that was promoted before one that
 * this process has seen never counts: a former primary that came back by mistake gets no more connections.
 */
export class PrimaryFinder {
  private known: Server | undefined;
  /** The server that was found last, even after it was forgotten. */
  private last: Server | undefined;
  private searching: Promise<Server> | undefined;
  private latest_timeline = 0;
  private looking: Promise<void> | undefined;
  /** The time of the last look at the servers, by a clock that only goes forward. */
  private looked_at = Number.NEGATIVE_INFINITY;
  private readonly watchers = new Set<(server: Server) => void>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    readonly urls: readonly string[],
    private readonly names: readonly string[],
  ) {}

  /** Whether `find` answers without asking the servers. */
  get knows(): boolean {
    return this.known !== undefined;
  }

  find(): Promise<Server> {
    if (this.known) return Promise.resolve(this.known);
    this.searching ??= this.search().finally(() => {
      this.searching = undefined;
    });
    return this.searching;
  }

  /**
   * Throws if another server took over from this one, to which a connection was just made: connecting may take long,
   * and the address may lead to another server than before.
   */
  confirm(server: Server): void {
    if (this.last && !isSame(this.last, server))
      throw noPrimary(`${server.name} was left for ${this.last.name}`);
    this.noteTimeline(server);
  }

  /**
   * From now on `onMoved` is called when a server takes over, even while nobody connects or writes. Otherwise a process
   * that was idle meanwhile would go on using its former primary. Returns the function that ends this.
   */
  watch(onMoved: (server: Server) => void): () => void {
    const watcher = (server: Server) => onMoved(server);
    this.watchers.add(watcher);
    // If there is only one server, no other can take over.
    if (this.urls.length > 1) this.timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    return () => {
      this.watchers.delete(watcher);
      if (this.watchers.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  /** Whether the last look is too old to use, so that the servers must be asked first. */
  get isStale(): boolean {
    return this.timer !== undefined && this.knows && performance.now() - this.looked_at > STALE_MS;
  }

  /** From now on the last look counts as too old: an idle connection was lost, maybe with its server. */
  doubt(): void {
    this.looked_at = Number.NEGATIVE_INFINITY;
  }

  /** Asks all servers whether one of them was promoted after the known one, and forgets the known one then. */
  look(): Promise<void> {
    this.looking ??= this.leaveFormer().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  private async leaveFormer(): Promise<void> {
    const { found } = await this.askAll(() => []);
    const newest = found.toSorted((a, b) => b.timeline - a.timeline)[0];
    if (!newest || newest.timeline <= this.latest_timeline) return;
    this.settleOn(newest);
    for (const watcher of this.watchers) watcher(newest);
  }

  /**
   * The next caller searches again: this server was lost, or accepts no writes. Absent: the known one, whichever it is.
   */
  forget(server?: Address): void {
    if (!server || (this.known && isSame(this.known, server))) this.known = undefined;
  }

  private async search(): Promise<Server> {
    return this.choose(await this.askAll((one, wait) => (this.last ? [one.then(() => wait(GRACE_MS))] : [])));
  }

  /**
   * `enough`: gets the promise of the first answer by a server that accepts writes, and returns promises that end the
   * search before all servers have answered.
   */
  private async askAll(
    enough: (one: Promise<void>, wait: (ms: number) => Promise<void>) => Promise<void>[],
  ): Promise<Answers> {
    const answers: Answers = {
      found: [],
      refusals: [],
      failures: [],
      complaints: this.names.map((name) => `${name} does not answer`),
      away: this.urls.length,
    };
    const began = performance.now();
    const end = new AbortController();
    let first = () => {};
    const one = new Promise<void>((resolve) => {
      first = resolve;
    });
    const wait = (ms: number) => delay(ms, undefined, { ref: false, signal: end.signal });
    const asked = this.urls.map(async (_url, index) => {
      await this.ask(index, answers, end.signal);
      if (answers.found.length > 0) first();
    });
    await Promise.race([Promise.all(asked), wait(PATIENCE_MS), ...enough(one, wait)]);
    end.abort();
    this.looked_at = began;
    return answers;
  }

  private async ask(index: number, answers: Answers, end: AbortSignal): Promise<void> {
    const name = this.names[index]!;
    try {
      const server = await askServer(this.urls[index]!, name, end);
      if (server) answers.found.push(server);
      else answers.complaints[index] = `${name} takes no writes`;
      answers.away -= 1;
    } catch (error) {
      answers.complaints[index] = `${name}: ${(error as Error).message}`;
      if (isRefusal(error)) {
        answers.refusals.push(error);
        answers.away -= 1;
      } else answers.failures.push(error);
    }
  }

  private choose({ found, refusals, failures, complaints, away }: Answers): Server {
    const isLast = (server: Server) => Number(this.last !== undefined && isSame(this.last, server));
    const newest = found.toSorted((a, b) => b.timeline - a.timeline || isLast(b) - isLast(a))[0];
    // An unreachable server may be the primary. Then a refusal by another server is not the cause.
    if (!newest && away === 0 && refusals[0]) throw refusals[0];
    if (!newest)
      throw noPrimary(`no server takes writes: ${complaints.join('; ')}`, failures.find(refusedCertificate));
    this.settleOn(newest);
    return newest;
  }

  private settleOn(server: Server): void {
    this.noteTimeline(server);
    this.known = server;
    this.last = server;
  }

  /** Throws if this server was promoted before one that this process has seen. */
  private noteTimeline({ name, timeline }: Server): void {
    if (timeline > 0 && timeline < this.latest_timeline) {
      throw noPrimary(
        `${name} takes writes on timeline ${timeline}, but another took over from it on timeline ${this.latest_timeline}`,
      );
    }
    this.latest_timeline = Math.max(this.latest_timeline, timeline);
  }
}

type Address = Pick<Server, 'host' | 'port'>;

function isSame(one: Address, other: Address): boolean {
  return one.host === other.host && one.port === other.port;
}

/**
 * No statement was sent: callers treat this like a database that refuses connections. `cause`: the error that an
 * operator can repair.
 */
function noPrimary(why: string, cause?: unknown): Error {
  return Object.assign(new Error(why, { cause }), { code: 'ECONNREFUSED' });
}

const finders = new Map<string, PrimaryFinder>();

/** The only finder of this process for an address; undefined: the address names one server only. */
export function primaryFinderOf(url: string | undefined): PrimaryFinder | undefined {
  if (url === undefined) return undefined;
  const held = finders.get(url);
  if (held) return held;
  const address = parseDatabaseAddress(url);
  if (!address || !mustTakeWrites(address)) return undefined;
  const finder = new PrimaryFinder(address.urls, address.servers);
  finders.set(url, finder);
  return finder;
}

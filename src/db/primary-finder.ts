import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { mustTakeWrites, parseDatabaseAddress } from '../database-address.ts';
import { askServer, type Server } from './ask-server.ts';
import { isRefusal, refusedCertificate } from './connection-errors.ts';

/** The answers to a search so far. */
interface Answers {
  found: Server[];
  /** Errors by which servers that are well refused to say whether they take writes. */
  refusals: pg.DatabaseError[];
  /** Errors of servers that are away. */
  failures: unknown[];
  /** For people, about each server that was not found to take writes. */
  complaints: string[];
  /** How many servers have not answered. Each of them may take writes. */
  away: number;
}

/** A server that is away without a word is given up after this time. */
const PATIENCE_MS = 1_500;
/**
 * When a server takes writes, the others have so long to show that they took over from it. The first time they have
 * all of the time above: nothing is known then of which one is the later.
 */
const GRACE_MS = 250;

/** While somebody watches, all servers are asked so often which of them was promoted last. */
const LOOK_EVERY_MS = 2_000;
/** Nobody gets a connection on the word of a look from longer ago: this process may have stood still since. */
const STALE_MS = 5_000;

/**
 * Finds the server that takes writes, among those that an address names. All are asked at once, so that one that is
 * away holds up nobody. Of several that take writes the one that was promoted last counts, and none that was promoted
 * before one that this process has seen: a former primary that came back by mistake gets no more connections.
 */
export class PrimaryFinder {
  private known: Server | undefined;
  /** The server that was found last, also after it was forgotten. */
  private last: Server | undefined;
  private searching: Promise<Server> | undefined;
  private latest_timeline = 0;
  private looking: Promise<void> | undefined;
  /** When the servers were last asked, by a clock that only goes forward. */
  private looked_at = Number.NEGATIVE_INFINITY;
  private readonly watchers = new Set<(server: Server) => void>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    readonly urls: readonly string[],
    private readonly names: readonly string[],
  ) {}

  /** Whether it answers without asking the servers. */
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
   * Throws if another server took over from this one, to which a connection was just made: making it may take long, and
   * its address may lead elsewhere than before.
   */
  confirm(server: Server): void {
    if (this.last && !isSame(this.last, server))
      throw noPrimary(`${server.name} was left for ${this.last.name}`);
    this.noteTimeline(server);
  }

  /**
   * From now on `onMoved` hears of a server that took over, also while nobody connects or writes: else a process that was
   * idle meanwhile would find its former primary as it left it. Returns what ends that.
   */
  watch(onMoved: (server: Server) => void): () => void {
    const watcher = (server: Server) => onMoved(server);
    this.watchers.add(watcher);
    // One server has no other that could take over from it.
    if (this.urls.length > 1) this.timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    return () => {
      this.watchers.delete(watcher);
      if (this.watchers.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  /** Whether what it knows is too old to go by, so that it has to look first. */
  get isStale(): boolean {
    return this.timer !== undefined && this.knows && performance.now() - this.looked_at > STALE_MS;
  }

  /** From now on its knowledge counts as stale: an idle connection was lost, maybe with its server. */
  doubt(): void {
    this.looked_at = Number.NEGATIVE_INFINITY;
  }

  /** Asks all servers whether one of them was promoted after the one that it knows, and leaves that one then. */
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

  /** The next caller searches anew: this server was lost, or takes no writes. Absent: whichever it is. */
  forget(server?: Address): void {
    if (!server || (this.known && isSame(this.known, server))) this.known = undefined;
  }

  private async search(): Promise<Server> {
    return this.choose(await this.askAll((one, wait) => (this.last ? [one.then(() => wait(GRACE_MS))] : [])));
  }

  /** `enough`: what ends it before all have answered, from the first answer of a server that takes writes. */
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
    // One that is away may be the primary: then a refusal by another is not the cause.
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

/** Nothing was sent: for callers this is a database that refuses connections. `cause`: what an operator can mend. */
function noPrimary(why: string, cause?: unknown): Error {
  return Object.assign(new Error(why, { cause }), { code: 'ECONNREFUSED' });
}

const finders = new Map<string, PrimaryFinder>();

/** The one finder of this process for an address; undefined: the address names a server that need not be found. */
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

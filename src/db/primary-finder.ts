import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { mustTakeWrites, parseDatabaseAddress } from '../database-address.ts';

/** A server to which a connection is made. */
export interface Server {
  name: string;
  host: string;
  port: number;
}

interface Primary extends Server {
  /** Each promotion begins a new one; 0: the server does not tell. */
  timeline: number;
}

/** A server that is away without a word is given up after this time. */
const PATIENCE_MS = 1_500;
/** When a server takes writes, the others have so long to show that they took over from it. */
const GRACE_MS = 250;

/**
 * Finds the server that takes writes, among those that an address names. All are asked at once, so that one that is
 * away holds up nobody. Of several that take writes the one that was promoted last counts, and none that was promoted
 * before one that this process has seen: a former primary that came back by mistake gets no more connections.
 */
export class PrimaryFinder {
  private known: Primary | undefined;
  private searching: Promise<Primary> | undefined;
  private latest_timeline = 0;

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

  /** The next caller searches anew: this server was lost, or takes no writes. Absent: whichever it is. */
  forget(server?: Pick<Server, 'host' | 'port'>): void {
    if (!server || (this.known?.host === server.host && this.known.port === server.port))
      this.known = undefined;
  }

  private async search(): Promise<Primary> {
    const found: Primary[] = [];
    const complaints = this.names.map((name) => `${name} does not answer`);
    const end = new AbortController();
    let first = () => {};
    const one = new Promise<void>((resolve) => {
      first = resolve;
    });
    const asked = this.urls.map(async (url, index) => {
      try {
        const server = await askServer(url, this.names[index]!, end.signal);
        if (server === undefined) complaints[index] = `${this.names[index]} takes no writes`;
        else {
          found.push(server);
          first();
        }
      } catch (error) {
        complaints[index] = `${this.names[index]}: ${(error as Error).message}`;
      }
    });
    const all = Promise.all(asked);
    await Promise.race([all, one, delay(PATIENCE_MS, undefined, { ref: false, signal: end.signal })]);
    if (found.length > 0) await Promise.race([all, delay(GRACE_MS, undefined, { signal: end.signal })]);
    end.abort();
    return this.choose(found, complaints);
  }

  private choose(found: readonly Primary[], complaints: readonly string[]): Primary {
    const newest = found.toSorted((a, b) => b.timeline - a.timeline)[0];
    if (!newest) throw noPrimary(complaints.join('; '));
    if (newest.timeline > 0 && newest.timeline < this.latest_timeline) {
      throw noPrimary(
        `${newest.name} takes writes on timeline ${newest.timeline}, but another took over from it on timeline ${this.latest_timeline}`,
      );
    }
    this.latest_timeline = Math.max(this.latest_timeline, newest.timeline);
    this.known = newest;
    return newest;
  }
}

/** Nothing was sent: for callers this is a database that refuses connections. */
function noPrimary(why: string): Error {
  return Object.assign(new Error(`no server takes writes: ${why}`), { code: 'ECONNREFUSED' });
}

/** Returns undefined if it takes no writes. */
async function askServer(url: string, name: string, end: AbortSignal): Promise<Primary | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'loyaltyd watch' });
  client.on('error', () => {}); // The query that waits fails with the same error.
  const { stream } = client.connection;
  const cut = () => stream.destroy();
  end.addEventListener('abort', cut);
  try {
    await client.connect();
    const { rows } = await client.query<{ read_only: string }>(
      "select current_setting('transaction_read_only') as read_only",
    );
    if (rows[0]!.read_only === 'on') return undefined;
    return { name, host: client.host, port: client.port, timeline: await readTimeline(client) };
  } finally {
    end.removeEventListener('abort', cut);
    client.connection.stream.destroy();
  }
}

/** A file of the log is named after its timeline, also right after a promotion. */
async function readTimeline(client: pg.Client): Promise<number> {
  try {
    const { rows } = await client.query<{ file: string }>(
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as file',
    );
    return Number.parseInt(rows[0]!.file.slice(0, 8), 16);
  } catch (error) {
    if (error instanceof pg.DatabaseError) return 0; // A managed service may keep its log to itself.
    throw error;
  }
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

import pg from 'pg';
import { Client } from './connection.ts';
import { refusedCertificate, UnusableAddress } from './connection-errors.ts';
import { awaitSilence, bytesOf } from './silence.ts';

interface SilenceWatchOptions {
  url: string;
  /** A caller learns of a silence after this time at the latest. */
  silence_ms: number;
  /** False if there is a pooler in between: Postgres then knows our connections by other process ids. */
  knows_backends: boolean;
  /** Called for each connection that no longer receives anything. */
  onSilent(client: pg.ClientBase): void;
  /** Called once for each silence of Postgres as a whole. */
  onDown(): void;
}

/** A connection with unanswered statements, and the time since nothing arrived, in ms of `performance.now()`. */
interface Waiting {
  since: number;
  statements: number;
}

interface Backend {
  pid: number;
  state: string | null;
  idle_ms: number;
}

/**
 * Parts of `silence_ms`: the time until a statement is suspected, the time without any sign of Postgres after which it
 * counts as silent, and the time after which a question without an answer is put again on another connection.
 */
const SUSPECTED = 0.3;
const ASKED = 0.6;
const ASKED_AGAIN = 2;
const LOOKS = 20;

/**
 * Finds connections that died without notice: behind a firewall that forgot them, or to a machine that is gone. If a
 * statement waits long, a new connection asks Postgres about it. If nothing at all arrives from Postgres then, or it
 * says that the statement's connection is idle, the statement waits in vain. If Postgres is working on the statement,
 * or answers others, the time limits of statements apply: a busy Postgres takes long to answer on a new connection.
 */
export class SilenceWatch {
  private readonly waiting = new Map<pg.ClientBase, Waiting>();
  private readonly timer: NodeJS.Timeout | undefined;
  private looking = false;
  private next_look = 0;
  /** How many answers have come from Postgres. */
  answers = 0;
  private readonly suspicion_ms: number;

  constructor(private readonly options: SilenceWatchOptions) {
    this.suspicion_ms = options.silence_ms * SUSPECTED;
    if (options.silence_ms === 0) return;
    this.timer = setInterval(() => this.look(), options.silence_ms / LOOKS);
    this.timer.unref();
  }

  begin(client: pg.ClientBase): void {
    const { since = performance.now(), statements = 0 } = this.waiting.get(client) ?? {};
    this.waiting.set(client, { since, statements: statements + 1 });
  }

  end(client: pg.ClientBase): void {
    const statements = (this.waiting.get(client)?.statements ?? 0) - 1;
    if (statements > 0) this.waiting.set(client, { since: performance.now(), statements });
    else this.waiting.delete(client);
  }

  /** Postgres has answered a statement. */
  noteAnswer(): void {
    this.answers += 1;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    if (this.looking || this.waiting.size === 0) return;
    const now = performance.now();
    if (now < this.next_look) return;
    const late = [...this.waiting].filter(([, { since }]) => since <= now - this.suspicion_ms);
    if (late.length === 0) return;
    this.next_look = now + this.suspicion_ms;
    this.looking = true;
    this.lookInto(new Map(late)).finally(() => {
      this.looking = false;
    });
  }

  private async lookInto(late: Map<pg.ClientBase, Waiting>): Promise<void> {
    const backends = await this.askPostgres([...late.keys()]);
    const stillLate = [...late].filter(([client, waiting]) => this.waiting.get(client) === waiting);
    const silent = stillLate.filter(([client]) => !backends || this.isForgotten(client, backends));
    for (const [client] of silent) this.options.onSilent(client);
    if (!backends && silent.length > 0) this.options.onDown();
  }

  /** Whether Postgres has no such connection, or has long been idle on it. */
  private isForgotten(client: pg.ClientBase, backends: readonly Backend[] | 'unknown'): boolean {
    if (backends === 'unknown') return false;
    const backend = backends.find(({ pid }) => pid === pidOf(client));
    return !backend || (/^idle/.test(backend.state ?? '') && backend.idle_ms >= this.suspicion_ms / 2);
  }

  /** undefined if nothing answers in time; `unknown` if something answers without a list of connections. */
  private async askPostgres(clients: pg.ClientBase[]): Promise<Backend[] | 'unknown' | undefined> {
    const client = new Client({
      connectionString: this.options.url,
      application_name: 'loyaltyd watch',
    });
    let answer: Backend[] | 'unknown' | undefined;
    const asking = this.readBackends(client, clients.map(pidOf)).then(
      (backends) => {
        answer = backends;
      },
      (error: unknown) => {
        // Postgres itself has refused, so it is alive: it has no free connection, or is just starting. Or a certificate
        // or its file prevents new connections, which says nothing about open ones.
        const isKeptOut = error instanceof UnusableAddress || refusedCertificate(error) !== undefined;
        if (isKeptOut || error instanceof pg.DatabaseError) answer = 'unknown';
      },
    );
    const waited = await this.waitFor(asking, client);
    client.connection.stream.destroy();
    return answer ?? waited;
  }

  /** Waits as long as anything arrives, over this connection or as an answer to others, but not for ever. */
  private async waitFor(asking: Promise<void>, client: Client): Promise<'unknown' | undefined> {
    const { silence_ms } = this.options;
    let end = () => {};
    const inVain = new Promise<'unknown' | undefined>((resolve) => {
      const endOfSilence = awaitSilence({
        silence_ms: silence_ms * ASKED,
        signs: () => this.answers + bytesOf(client),
        onSilence: () => resolve(undefined),
      });
      const again = setTimeout(() => resolve('unknown'), silence_ms * ASKED_AGAIN);
      again.unref();
      end = () => {
        endOfSilence();
        clearTimeout(again);
      };
    });
    const waited = await Promise.race([asking.then(() => undefined), inVain]);
    end();
    return waited;
  }

  private async readBackends(client: pg.Client, pids: number[]): Promise<Backend[] | 'unknown'> {
    await client.connect();
    const { rows } = await client.query<Backend>(
      `select pid, state, (extract(epoch from clock_timestamp() - state_change) * 1000)::float8 as idle_ms
       from pg_stat_activity where pid = any($1)`,
      [pids],
    );
    return this.options.knows_backends ? rows : 'unknown';
  }
}

/** The process id that Postgres gave. pg stores it for cancelling, but its types do not declare it. */
function pidOf(client: pg.ClientBase): number {
  return (client as unknown as { processID: number }).processID;
}

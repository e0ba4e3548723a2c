import pg from 'pg';
import { readTimeline, type Server } from './ask-server.ts';
import { hangsUp, isFull, isReadOnlyServer, UnusableAddress } from './connection-errors.ts';
import { type PrimaryFinder, primaryFinderOf } from './primary-finder.ts';
import { awaitSilence, bytesOf } from './silence.ts';

export interface PooledClientConfig extends pg.ClientConfig {
  /**
   * While a connection is made, it is given up once nothing has arrived for this time: neither over it, nor as an answer
   * on another connection of its pool. Absent: never.
   */
  silence?: { silence_ms: number; answers: () => number };
}

interface StartupParameters {
  [name: string]: string;
}

/**
 * A client that sets the format of dates in its start-up packet. pgbouncer knows these two parameters and keeps them
 * per client. A SET would reach the next user of the connection.
 *
 * Its address may name several servers: the client connects to the server that accepts writes. When that server no
 * longer accepts writes, the connection is not used again.
 */
export class Client extends pg.Client {
  /** After connecting: the server that was found, and its timeline. Absent if no server must be found. */
  server: string | undefined;
  private readonly finder: PrimaryFinder | undefined;
  /** The reason why no connection is possible: pg reads the files of certificates when a client is made. */
  private readonly unusable: UnusableAddress | undefined;
  private readonly silence: PooledClientConfig['silence'];

  // biome-ignore lint/correctness/noUnreachableSuper: a call that throws has made nothing, so the other is the only one.
  constructor(config: PooledClientConfig = {}) {
    const finder = primaryFinderOf(config.connectionString);
    try {
      super(finder ? { ...config, connectionString: finder.urls[0] } : config);
    } catch (error) {
      super();
      this.unusable = new UnusableAddress(error);
    }
    this.finder = finder;
    this.silence = config.silence;
    // Callers that wait on this connection get the same error from their queries. Without a listener the process would
    // end: Postgres can say in one packet that it is ready and that it ends.
    this.on('error', () => {});
    if (finder) this.watchForFencing(finder);
  }

  getStartupConf(): StartupParameters {
    const ours = pg.Client.prototype as unknown as { getStartupConf(): StartupParameters };
    return { ...ours.getStartupConf.call(this), DateStyle: 'ISO, YMD', TimeZone: 'UTC' };
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null, client?: pg.Client) => void): undefined;
  override connect(
    callback?: (error: Error | null, client?: pg.Client) => void,
  ): Promise<pg.Client> | undefined {
    const connected = this.unlessSilent(this.connectToServer());
    if (!callback) return connected;
    connected.then((client) => callback(null, client), callback);
    return undefined;
  }

  /** Gives a connection up that nobody makes. */
  private async unlessSilent(connecting: Promise<pg.Client>): Promise<pg.Client> {
    if (!this.silence) return connecting;
    const { silence_ms, answers } = this.silence;
    const end = awaitSilence({
      silence_ms,
      signs: () => answers() + bytesOf(this),
      onSilence: () => this.connection.stream.destroy(),
    });
    try {
      return await connecting;
    } finally {
      end();
    }
  }

  private connectToServer(): Promise<pg.Client> {
    if (this.unusable) return Promise.reject(this.unusable);
    return this.finder ? this.connectToPrimary(this.finder) : super.connect();
  }

  private async connectToPrimary(finder: PrimaryFinder): Promise<pg.Client> {
    const found = await finder.find();
    // The caller that waited for this connection may have given up.
    if (this.connection.stream.destroyed) throw new Error('Connection terminated');
    this.host = found.host;
    this.port = found.port;
    try {
      await super.connect();
      const server = { ...found, timeline: await readTimeline(this) };
      if (isCut(this)) throw takesNoWrites(this.host);
      finder.confirm(server);
      this.server = nameOf(server);
      return this;
    } catch (error) {
      if (isCut(this) || !isFull(error)) finder.forget(this);
      this.connection.stream.destroy();
      throw error;
    }
  }

  /** Postgres reports at the start, and with each answer after a change, whether it is a standby or read-only. */
  private watchForFencing(finder: PrimaryFinder): void {
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterValue !== 'on' || !READ_ONLY.has(parameterName)) return;
      lost.add(this);
      finder.forget(this);
    });
  }
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}
const READ_ONLY = new Set(['in_hot_standby', 'default_transaction_read_only']);

/**
 * The name of a server. It includes the timeline, because a provider may move an address to another server, which has
 * another timeline.
 */
export function nameOf({ host, port, timeline }: Server): string {
  return timeline > 0 ? `${host}:${port} on timeline ${timeline}` : `${host}:${port}`;
}

function takesNoWrites(host: string): Error {
  return Object.assign(new Error(`${host} takes no writes any more`), { code: 'ECONNREFUSED' });
}

const lost = new WeakSet<pg.ClientBase>();

/** Cuts the connection now: every statement that waits on it fails, and Postgres rolls back its open transaction. */
export function cutConnection(client: pg.ClientBase, reason: string): void {
  lost.add(client);
  const error = Object.assign(new Error(reason), { code: 'ECONNABORTED' });
  (client as pg.Client).connection.stream.destroy(error);
}

export function isCut(client: pg.ClientBase): boolean {
  return lost.has(client);
}

export const NO_ANSWER = 'the database does not answer';

/** The answer to an earlier statement of the same packet, for which this statement waits. */
export type Before = Promise<unknown> | undefined;

/** A query of ours. With `name` it becomes a prepared statement of the connection, planned once. */
export interface Statement {
  name?: string;
  text: string;
}

/**
 * Sends one statement and gives up after `timeout_ms` (0: never). `onTimeout` must then cut the connection: otherwise
 * the late answer would be taken for the answer to its next query. `before`: an earlier statement in the same packet;
 * the time begins when it ends.
 */
export async function sendStatement(
  client: pg.ClientBase,
  statement: Statement,
  values: unknown[],
  { timeout_ms, onTimeout, before }: { timeout_ms: number; onTimeout: () => void; before?: Before },
): Promise<pg.QueryResult> {
  try {
    return await answerOf(client, { ...statement, values }, timeout_ms, before);
  } catch (error) {
    if (error instanceof StatementTimeout) onTimeout();
    else if (hangsUp(error) || isReadOnlyServer(error)) cutConnection(client, (error as Error).message);
    // The stack trace shows the caller, not the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/**
 * Lets `send` send several statements in one packet, before the first of them is answered. Each commits by itself, and
 * a failed one does not stop the others. When all of them have `ended`, the connection takes one statement at a time
 * again.
 */
export function sendTogether<A extends Promise<unknown>[]>(
  client: pg.ClientBase,
  send: () => [...A],
): { answers: [...A]; ended: Promise<void> } {
  const { stream } = (client as pg.Client).connection;
  const pipelined = client as pg.ClientBase & { pipeline: boolean };
  pipelined.pipeline = true;
  stream.cork();
  try {
    const answers = send();
    const ended = Promise.allSettled(answers).then(() => {
      pipelined.pipeline = false;
    });
    return { answers, ended };
  } finally {
    stream.uncork();
  }
}

class StatementTimeout extends Error {
  constructor() {
    super('Query read timeout');
  }
}

/**
 * pg's own promises and its own time limits assign a function to a member of each query. V8 moves such functions to its
 * old generation, where they keep the query and all its rows alive until it is collected.
 */
function answerOf(
  client: pg.ClientBase,
  query: pg.QueryConfig,
  timeout_ms: number,
  before: Before,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let isAnswered = false;
    const limit = () => {
      if (timeout_ms > 0 && !isAnswered) timer = setTimeout(() => reject(new StatementTimeout()), timeout_ms);
    };
    if (before) before.then(limit, limit);
    else limit();
    client.query(query, (error: Error | null, result: pg.QueryResult) => {
      isAnswered = true;
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(result);
    });
  });
}

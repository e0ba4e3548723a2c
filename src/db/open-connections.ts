import type pg from 'pg';
import type { Logger } from 'pino';
import { type Client, cutConnection } from './connection.ts';

/**
 * The open connections of a pool, all to the server of the newest one. If another server takes the place of a server,
 * connections to the former one are cut, even while a caller uses them.
 */
export class OpenConnections {
  private readonly all = new Set<Client>();
  private readonly idle = new Set<Client>();
  /** The server of the newest connection; undefined also if the address names one server only. */
  private server: string | undefined;
  private readonly movedListeners: (() => void)[] = [];

  constructor(
    pool: pg.Pool,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    const each = (work: (client: Client) => void) => (client: pg.PoolClient) =>
      work(client as unknown as Client);
    pool.on(
      'connect',
      each((client) => this.add(client)),
    );
    pool.on(
      'acquire',
      each((client) => this.idle.delete(client)),
    );
    pool.on('release', (_error, client) => this.idle.add(client as unknown as Client));
    pool.on(
      'remove',
      each((client) => {
        this.all.delete(client);
        this.idle.delete(client);
      }),
    );
  }

  whenMoved(listener: () => void): void {
    this.movedListeners.push(listener);
  }

  cutIdle(reason: string): void {
    for (const client of this.idle) cutConnection(client, reason);
  }

  private add(client: Client): void {
    this.all.add(client);
    this.follow(client.server);
  }

  /** From now on all connections have to lead to this server. */
  follow(server: string | undefined): void {
    const former = this.server;
    this.server = server;
    if (former === undefined || former === this.server) return;
    this.logger.warn({ from: former, to: this.server }, 'another server of the database takes the writes');
    // A transaction under way would commit at the former server, and be missing at the new one.
    for (const other of this.all)
      if (other.server !== this.server) cutConnection(other, 'another server took over');
    for (const listener of this.movedListeners) listener();
  }
}

import type { Client } from 'undici';
import { Connection } from './connection.ts';
import type { Opener } from './opener.ts';

/** The most unused connections to one origin that are kept. */
const MOST_IDLE = 256;

/** The connections to other servers: those in use, and those that are kept for the next request to the same origin. */
export class KeptConnections {
  readonly #all = new Set<Connection>();
  /** By origin. The connection that was used last is used next. */
  readonly #idle = new Map<string, Connection[]>();

  constructor(private readonly options: { Client: typeof Client; opener: Opener }) {}

  /** A connection for one request. `fresh`: it must not have been used before. */
  take(origin: string, fresh: boolean): Connection {
    const kept = fresh ? undefined : this.#idle.get(origin)?.pop();
    if (kept) return kept;
    const connection = new Connection(origin, {
      ...this.options,
      onClosed: (closed) => this.#noteClosed(closed),
    });
    this.#all.add(connection);
    return connection;
  }

  /** Keeps a connection that has answered. */
  keep(connection: Connection): void {
    const idle = this.#idle.get(connection.origin) ?? [];
    if (idle.length < MOST_IDLE) {
      idle.push(connection);
      this.#idle.set(connection.origin, idle);
    } else this.drop(connection);
  }

  drop(connection: Connection): void {
    this.#all.delete(connection);
    connection.cut();
  }

  /** Cuts all connections, also those in use. */
  close(): void {
    this.#idle.clear();
    for (const connection of this.#all) this.drop(connection);
  }

  /** A connection that is in use opens itself again, or its request fails. */
  #noteClosed(connection: Connection): void {
    const idle = this.#idle.get(connection.origin) ?? [];
    if (!idle.includes(connection)) return;
    const others = idle.filter((other) => other !== connection);
    if (others.length > 0) this.#idle.set(connection.origin, others);
    else this.#idle.delete(connection.origin);
    this.drop(connection);
  }
}

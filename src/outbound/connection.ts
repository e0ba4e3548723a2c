import type { Socket } from 'node:net';
import type { buildConnector, Client, Dispatcher } from 'undici';
import type { Opener } from './opener.ts';
import { OutboundError } from './outbound-error.ts';

const IDLE_CONNECTION_MS = 30_000;

/** A connection to an origin. It opens when a request needs it, and is kept for the next request. */
export class Connection {
  readonly #client: Client;
  readonly #opener: Opener;
  #opening: Socket | undefined;
  #connectTimeoutMs = 0;
  /** The number of requests that were answered since the connection was opened. */
  #answered = 0;

  constructor(
    readonly origin: string,
    options: { Client: typeof Client; opener: Opener; onClosed: (connection: Connection) => void },
  ) {
    this.#opener = options.opener;
    this.#client = new options.Client(origin, {
      connect: (where, opened) => this.#open(where, opened),
      keepAliveTimeout: IDLE_CONNECTION_MS,
      keepAliveMaxTimeout: IDLE_CONNECTION_MS,
      // Each request has its own time limits.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#client.on('disconnect', () => options.onClosed(this));
  }

  /** Whether the connection was kept after an earlier request. Then the other side may have closed it meanwhile. */
  get isReused(): boolean {
    return this.#answered > 0;
  }

  /**
   * Begins a request. Only one request may run at a time. `connect_timeout_ms` counts only if the connection must be
   * opened.
   */
  send(
    request: Dispatcher.DispatchOptions & { connect_timeout_ms: number },
    handler: Dispatcher.DispatchHandler,
  ): void {
    this.#connectTimeoutMs = request.connect_timeout_ms;
    this.#client.dispatch(request, handler);
  }

  noteAnswered(): void {
    this.#answered += 1;
  }

  /** Cuts the connection, whatever it is doing. */
  cut(): void {
    this.#opening?.destroy();
    void this.#client.destroy();
  }

  #open(where: buildConnector.Options, opened: buildConnector.Callback): void {
    this.#answered = 0;
    const socket = this.#opener.open(where, (...outcome) => {
      this.#opening = undefined;
      clearTimeout(waiting);
      opened(...outcome);
    });
    const giveUp = () => socket.destroy(new OutboundError('connect_timeout'));
    const waiting = setTimeout(giveUp, this.#connectTimeoutMs);
    socket.once('close', () => clearTimeout(waiting));
    this.#opening = socket;
  }
}

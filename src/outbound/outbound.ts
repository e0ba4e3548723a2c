import { lookup } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { addressComplaint } from './address-complaint.ts';
import { Exchange, type ExchangeLimits, type OutboundAnswer } from './exchange.ts';
import { KeptConnections } from './kept-connections.ts';
import { Opener } from './opener.ts';
import { OutboundError } from './outbound-error.ts';
import { lookupWith, type ResolveHost } from './public-addresses.ts';

export interface OutboundRequest extends ExchangeLimits {
  url: string;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The limit for the name, the connection and its encryption together. */
  connect_timeout_ms: number;
}

export interface OutboundOptions {
  /** Whether private addresses, plain http and every port are allowed. */
  allow_private: boolean;
  /** The ports of public addresses that may be reached; absent: the ports of https. */
  ports?: readonly number[];
  resolve?: ResolveHost;
  /** Wraps each request, and may send it with more headers. */
  around?: (
    request: OutboundRequest,
    send: (request: OutboundRequest) => Promise<OutboundAnswer>,
  ) => Promise<OutboundAnswer>;
}

/** The port of https, and the port of many receivers that share an address with another server. */
const HTTPS_PORTS = [443, 8443];

/** The most checked addresses that are remembered. */
const MOST_TARGETS = 1_000;

type Complaint = ReturnType<typeof addressComplaint>;
type Target = { complaint: NonNullable<Complaint> } | { complaint: undefined; origin: string; path: string };

/**
 * The only way to servers that other people name. It connects only to public addresses over https, unless
 * `allow_private` is set. It follows no redirect. No server can occupy it for longer than the request's time limits.
 */
export class Outbound {
  readonly #terms: { allow_private: boolean; ports: readonly number[] };
  readonly #targets = new LRUCache<string, Target>({ max: MOST_TARGETS });
  readonly #opener: Opener;
  readonly #around: OutboundOptions['around'];
  #connections: Promise<KeptConnections> | undefined;

  constructor(options: OutboundOptions) {
    this.#terms = { allow_private: options.allow_private, ports: options.ports ?? HTTPS_PORTS };
    this.#around = options.around;
    this.#opener = new Opener(
      lookupWith(options.resolve ?? lookup, { refuse_private: !options.allow_private }),
    );
  }

  /** Throws OutboundError if no complete answer came. An answer may have any status. */
  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    return this.#around ? this.#around(request, (sent) => this.#send(sent)) : this.#send(request);
  }

  async #send(request: OutboundRequest): Promise<OutboundAnswer> {
    const target = this.#target(request.url);
    if (target.complaint) throw new OutboundError(target.complaint.code);
    this.#connections ??= this.#load().catch((error) => {
      // The next request tries again.
      this.#connections = undefined;
      throw error;
    });
    const connections = await this.#connections;
    const first = await attempt(connections, target, request, { fresh: false });
    if (first !== 'stale connection') return first;
    // The other side may close a kept connection at the moment when it is used again. That does not count as an
    // attempt.
    const second = await attempt(connections, target, request, { fresh: true });
    if (second === 'stale connection') throw new OutboundError('connection_lost');
    return second;
  }

  /** The reason, in words, why nothing may be sent to an address; undefined for a valid address. */
  addressComplaint(url: string): string | undefined {
    return addressComplaint(url, this.#terms)?.message;
  }

  /** Closes all connections. */
  close(): void {
    void this.#connections?.then(
      (connections) => connections.close(),
      () => {},
    );
  }

  #target(address: string): Target {
    const known = this.#targets.get(address);
    if (known) return known;
    const complaint = addressComplaint(address, this.#terms);
    const target = complaint ? { complaint } : { complaint, ...placeOf(address) };
    this.#targets.set(address, target);
    return target;
  }

  /** The HTTP client takes some MB. Servers that send nothing save them. */
  async #load(): Promise<KeptConnections> {
    const { default: Client } = await import('undici/lib/dispatcher/client.js');
    return new KeptConnections({ Client, opener: this.#opener });
  }
}

function placeOf(address: string): { origin: string; path: string } {
  const { origin, pathname, search } = new URL(address);
  return { origin, path: pathname + search };
}

function attempt(
  connections: KeptConnections,
  { origin, path }: { origin: string; path: string },
  request: OutboundRequest,
  { fresh }: { fresh: boolean },
): Promise<OutboundAnswer | 'stale connection'> {
  const { method, headers, body, connect_timeout_ms } = request;
  return new Promise((resolve, reject) => {
    const connection = connections.take(origin, fresh);
    const exchange = new Exchange(request, ({ result, answered, whole }) => {
      if (!(result instanceof OutboundError)) resolve(result);
      else if (result.code === 'connection_lost' && connection.isReused && !answered)
        resolve('stale connection');
      else reject(result);
      if (!whole) return connections.drop(connection);
      connection.noteAnswered();
      connections.keep(connection);
    });
    connection.send({ path, method, headers, body, connect_timeout_ms }, exchange);
  });
}

import net, { type LookupFunction, type Socket } from 'node:net';
import tls from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { buildConnector } from 'undici';

/** If a host has several addresses, each is tried for this time before the next. */
const ADDRESS_ATTEMPT_MS = 1_500;

/** The most servers whose last TLS session is kept. A kept session makes the next handshake cheaper. */
const MOST_SESSIONS = 100;

/** Opens connections to the addresses that `lookup` gives, and to no others. */
export class Opener {
  readonly #sessions = new LRUCache<string, Buffer>({ max: MOST_SESSIONS });

  constructor(private readonly lookup: LookupFunction) {}

  /** Calls `opened` once: with the error, or with the socket once it can be written to. */
  open({ protocol, hostname, port }: buildConnector.Options, opened: buildConnector.Callback): Socket {
    const secure = protocol === 'https:';
    const options = {
      host: hostname,
      port: Number(port || (secure ? 443 : 80)),
      lookup: this.lookup,
      autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    };
    const socket = secure ? this.#openSecure(options) : net.connect(options);
    const fail = (error: Error) => opened(error, null);
    socket.setNoDelay(true).once('error', fail);
    return socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.off('error', fail);
      opened(null, socket);
    });
  }

  #openSecure(options: tls.ConnectionOptions & { host: string; port: number }): Socket {
    const server = `${options.host} ${options.port}`;
    const socket = tls.connect({
      ...options,
      // The certificate of an IP address is compared with the address. TLS does not allow an IP address as the server's
      // name.
      servername: net.isIP(options.host) === 0 ? options.host : '',
      session: this.#sessions.get(server),
      ALPNProtocols: ['http/1.1'],
    });
    return socket.on('session', (session) => this.#sessions.set(server, session));
  }
}

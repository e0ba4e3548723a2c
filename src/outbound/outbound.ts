import { lookup } from 'node:dns/promises';
import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { addressComplaint } from './address-complaint.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';
import { lookupWith, type ResolveHost } from './public-addresses.ts';

export interface OutboundRequest {
  url: string;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** For the name, the connection and its encryption together. */
  connect_timeout_ms: number;
  /** For everything, until the answer has arrived whole. */
  timeout_ms: number;
  /** How many bytes of the answer's body are read. A longer one is refused (`too_large`), or cut off there. */
  max_answer_bytes: number;
  too_long: 'refuse' | 'cut';
}

interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface OutboundOptions {
  /** Whether private addresses, plain http and every port are allowed. */
  allow_private: boolean;
  /** Ports of the public internet that may be reached; absent: those of https. */
  ports?: readonly number[];
  resolve?: ResolveHost;
}

/** The port of https, and that of many receivers that share an address with another server. */
const HTTPS_PORTS = [443, 8443];

const IDLE_CONNECTION_MS = 30_000;
/** If a host has several addresses, each is tried for so long before the next. */
const ADDRESS_ATTEMPT_MS = 1_500;

/**
 * The only way to servers that other people name. It connects only to public addresses over https, unless told
 * otherwise. It follows no redirect. No server can hold it up for longer than the request's time limits.
 */
export class Outbound {
  readonly #terms: { allow_private: boolean; ports: readonly number[] };
  readonly #agents: { 'http:': http.Agent; 'https:': https.Agent };

  constructor(options: OutboundOptions) {
    this.#terms = { allow_private: options.allow_private, ports: options.ports ?? HTTPS_PORTS };
    const agent = {
      keepAlive: true,
      maxFreeSockets: 256,
      timeout: IDLE_CONNECTION_MS,
      autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
      lookup: lookupWith(options.resolve ?? lookup, { refuse_private: !options.allow_private }),
    };
    this.#agents = { 'http:': new http.Agent(agent), 'https:': new https.Agent(agent) };
  }

  /** Throws OutboundError if no whole answer came, whatever its status. */
  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    const complaint = addressComplaint(request.url, this.#terms);
    if (complaint) throw new OutboundError(complaint.code);
    const first = await this.#attempt(request);
    // The other side may close a kept connection just when it is used again. That does not count as an attempt.
    const answer = first === 'stale connection' ? await this.#attempt(request) : first;
    if (answer === 'stale connection') throw new OutboundError('connection_lost');
    return answer;
  }

  /** The reason, in words, why nothing may be sent to an address; undefined for a good one. */
  addressComplaint(url: string): string | undefined {
    return addressComplaint(url, this.#terms)?.message;
  }

  /** Closes the kept connections. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  #attempt(request: OutboundRequest): Promise<OutboundAnswer | 'stale connection'> {
    return new Promise((resolve, reject) => {
      const url = new URL(request.url);
      const { body, method } = request;
      const headers = {
        ...request.headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      };
      const sent =
        url.protocol === 'https:'
          ? https.request(url, { method, headers, agent: this.#agents['https:'] })
          : http.request(url, { method, headers, agent: this.#agents['http:'] });
      let reason: OutboundError | undefined;
      const giveUp = (code: 'connect_timeout' | 'timeout') => () => {
        reason = new OutboundError(code);
        sent.destroy(reason);
      };
      const connecting = setTimeout(giveUp('connect_timeout'), request.connect_timeout_ms);
      const waiting = setTimeout(giveUp('timeout'), request.timeout_ms);
      const settle = () => {
        clearTimeout(connecting);
        clearTimeout(waiting);
      };
      whenConnected(sent, url.protocol === 'https:', () => clearTimeout(connecting));
      let answered = false;
      const fail = (error: unknown) => {
        settle();
        sent.destroy();
        const known = reason ?? toOutboundError(error);
        if (known.code === 'connection_lost' && sent.reusedSocket && !answered) resolve('stale connection');
        else reject(known);
      };
      sent.on('error', fail);
      sent.on('response', (answer) => {
        answered = true;
        readAnswer(answer, request).then((body) => {
          settle();
          resolve({ status: answer.statusCode!, headers: answer.headers, body });
        }, fail);
      });
      sent.end(body);
    });
  }
}

function whenConnected(sent: ClientRequest, secure: boolean, connected: () => void): void {
  sent.on('socket', (socket) => {
    if (sent.reusedSocket) connected();
    else socket.once(secure ? 'secureConnect' : 'connect', connected);
  });
}

/** Leaving the loop closes the connection if there is more to come. */
async function readAnswer(
  answer: IncomingMessage,
  { max_answer_bytes, too_long }: OutboundRequest,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    parts.push(part);
    if (size <= max_answer_bytes) continue;
    if (too_long === 'refuse') throw new OutboundError('too_large');
    return Buffer.concat(parts).subarray(0, max_answer_bytes);
  }
  return Buffer.concat(parts);
}

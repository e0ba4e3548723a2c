import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A message as it arrived. */
export interface Received {
  headers: Record<string, string>;
  body: string;
  message: { id: string; topic: string; created_at: string; payload: Record<string, never> };
}

/** A receiver's reaction to a message: a status, a status with headers, or no answer (`hang`, `hang_up`). */
export type Reaction = number | { status: number; headers: Record<string, string> } | 'hang' | 'hang_up';

/** A real HTTP server on loopback that keeps the bodies posted to it. */
export class Receiver {
  readonly received: Received[] = [];
  /** How many requests it is working on, and the greatest number so far. */
  working = 0;
  most = 0;
  react: (received: Received) => Reaction | Promise<Reaction> = () => 204;
  readonly #server = http.createServer((request, response) => void this.#take(request, response));
  readonly #sockets = new Set<Socket>();
  #waiting: (() => void)[] = [];

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.on('connection', (socket) => receiver.#sockets.add(socket));
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  get topics(): string[] {
    return this.received.map(({ message }) => message.topic.replace('program_events/customer.', ''));
  }

  /** Resolves once it has got so many messages in all. */
  async until(count: number): Promise<void> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    const received = { headers: request.headers as Record<string, string>, body, message: JSON.parse(body) };
    this.working += 1;
    this.most = Math.max(this.most, this.working);
    this.received.push(received);
    for (const resolve of this.#waiting.splice(0)) resolve();
    const reaction = await this.react(received);
    this.working -= 1;
    if (reaction === 'hang') return;
    if (reaction === 'hang_up') return void request.socket.destroy();
    const { status, headers } = typeof reaction === 'number' ? { status: reaction, headers: {} } : reaction;
    response.writeHead(status, headers).end('ok');
  }
}

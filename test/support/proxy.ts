import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What Postgres ends each answer with; a byte follows. */
const READY = 'Z\0\0\0\x05';

/** A way to Postgres that a test can freeze or cut. */
export interface Proxy {
  url: string;
  /** From now on nothing comes back from Postgres. */
  freeze(): void;
  /** Like a firewall that forgot them: nothing passes on open connections, and neither side is told. */
  forget(): void;
  /** From now on nothing passes in either direction, new connections included; `thaw` ends that for new ones. */
  swallow(): void;
  thaw(): void;
  /** From now on new connections get no word from Postgres until `admit`. Open ones go on. */
  keepWaiting(): void;
  admit(): void;
  /** Passes on what Postgres has said so far to connections that wait. Returns whether it has said anything. */
  passOn(): boolean;
  /** How many connections were closed while they waited. */
  readonly given_up: number;
  /**
   * After a request with `text` was sent and answered, closes every connection and takes no new one until `thaw`. The
   * answer has come through, or is lost.
   */
  endAfter(text: string, answer: 'passed' | 'lost'): void;
  /** Closes every connection that is open through it. */
  cut(): void;
  close(): Promise<void>;
}

export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const sockets = new Set<Socket>();
  let frozen = false;
  let swallowing = false;
  const forgotten = new WeakSet<Socket>();
  let keeping = false;
  let given_up = 0;
  /** What Postgres has said to connections that wait. */
  const kept = new Map<Socket, Buffer[]>();
  let refusing = false;
  let ending: { text: string; answer: 'passed' | 'lost'; on?: Socket } | undefined;
  const server = createServer((client) => {
    if (refusing) return client.destroy();
    if (swallowing) forgotten.add(client);
    if (keeping) kept.set(client, []);
    client.on('close', () => {
      if (kept.delete(client)) given_up += 1;
    });
    const upstream = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      if (ending && !ending.on && chunk.includes(ending.text)) ending.on = client;
      if (!forgotten.has(client)) upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (kept.get(client)?.push(chunk)) return;
      if (ending?.on === client) {
        // Answers of one packet may come together: the first alone may pass.
        const end = chunk.indexOf(READY) + READY.length + 1;
        if (ending.answer === 'passed' && end <= READY.length) return client.write(chunk);
        if (ending.answer === 'passed') client.end(chunk.subarray(0, end));
        ending = undefined;
        refusing = true;
        return setImmediate(cut);
      }
      if (!frozen && !forgotten.has(client)) client.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const forget = () => {
    for (const socket of sockets) forgotten.add(socket);
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.toString(),
    freeze() {
      frozen = true;
    },
    forget,
    swallow() {
      swallowing = true;
      forget();
    },
    endAfter(text, answer) {
      ending = { text, answer };
    },
    thaw() {
      swallowing = false;
      refusing = false;
    },
    keepWaiting() {
      keeping = true;
    },
    admit() {
      keeping = false;
      for (const [client, chunks] of kept) client.write(Buffer.concat(chunks));
      kept.clear();
    },
    passOn() {
      const said = [...kept].filter(([, chunks]) => chunks.length > 0);
      for (const [client, chunks] of said) client.write(Buffer.concat(chunks.splice(0)));
      return said.length > 0;
    },
    get given_up() {
      return given_up;
    },
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

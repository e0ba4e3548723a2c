import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../connection.ts';
import type { Lifetime } from './connections.ts';

/**
 * A connection by which a process says that it uses another's Postgres. The kernel closes it when the
 * process dies, so nobody waits for the dead.
 */
export interface Holder {
  /** Resolves once Postgres is gone, or `release` was called. */
  ended: Promise<void>;
  release(): Promise<void>;
}

const NAME = 'loyaltyd holds:';

/** Undefined when no Postgres takes connections there. */
export async function hold(url: string, lifetime: Lifetime): Promise<Holder | undefined> {
  const client = newClient(url, `${NAME} ${lifetime}`);
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    if (isAbsent(error)) return undefined;
    throw error;
  }
  return { ended, release: () => client.end().catch(() => {}) };
}

/**
 * Waits until no command holds the Postgres any more, `patience_ms` at most.
 * Resolves with whether servers still do.
 */
export async function waitForCommands(url: string, patience_ms: number): Promise<boolean> {
  const client = newClient(url, 'loyaltyd ends');
  const deadline = Date.now() + patience_ms;
  try {
    await client.connect();
    for (;;) {
      const { rows } = await client.query<{ commands: boolean | null; servers: boolean | null }>(
        `select bool_or(application_name = $1) as commands, bool_or(application_name = $2) as servers
         from pg_stat_activity`,
        [`${NAME} command`, `${NAME} server`],
      );
      if (!rows[0]?.commands || Date.now() >= deadline) return rows[0]?.servers === true;
      await delay(50);
    }
  } catch {
    return false; // It is gone already.
  } finally {
    await client.end().catch(() => {});
  }
}

function newClient(url: string, name: string): Client {
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => {}); // Its end is what counts.
  return client;
}

/** No socket, nobody listening, hung up in between, or Postgres is starting or ending (57P0x). */
function isAbsent(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  if (code && /^(ENOENT|ECONNREFUSED|ECONNRESET|EPIPE|57P0\d)$/.test(code)) return true;
  return /Connection terminated|timeout/.test(message);
}

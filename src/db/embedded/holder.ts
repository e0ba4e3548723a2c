import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../connection.ts';
import type { Lifetime } from './connections.ts';

/**
 * The connection of a process that uses another process's Postgres, and so keeps it running. The kernel closes the
 * connection when the process dies, so nobody waits for a dead process.
 */
export interface Holder {
  /** Resolves when Postgres is gone, or after `release`. */
  ended: Promise<void>;
  release(): Promise<void>;
}

const NAME = 'loyaltyd holds:';

/**
 * Connects to the Postgres that answers at `url`, and keeps it running, if it belongs to `folder`. `absent`: no
 * Postgres accepts connections there. `foreign`: it works in another folder; `folder` may be a copy of that one.
 */
export async function hold(
  url: string,
  folder: string,
  lifetime: Lifetime,
): Promise<Holder | 'absent' | 'foreign'> {
  const client = newClient(url, `${NAME} ${lifetime}`);
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  try {
    await client.connect();
    if (await worksIn(client, folder)) return { ended, release: () => client.end().catch(() => {}) };
  } catch (error) {
    await client.end().catch(() => {});
    if (isAbsent(error)) return 'absent';
    if (!isStranger(error)) throw error;
  }
  await client.end().catch(() => {});
  return 'foreign';
}

/**
 * Whether that Postgres sees, in its own folder, a file that was just made in `folder` under a name that nobody can
 * know. The addresses and passwords prove nothing, because a copy of the folder has them too.
 */
async function worksIn(client: Client, folder: string): Promise<boolean> {
  const name = `loyaltyd-proof.${randomBytes(16).toString('hex')}`;
  const path = join(folder, name);
  // Postgres may run as another user than this process. The name alone is the proof.
  await writeFile(path, '', { flag: 'wx', mode: 0o644 });
  try {
    const { rows } = await client.query<{ seen: boolean }>(
      'select (pg_stat_file($1, true)).size is not null as seen',
      [name],
    );
    return rows[0]!.seen;
  } finally {
    await rm(path, { force: true });
  }
}

/** Waits at most `patience_ms` until no command uses the Postgres any more. Returns whether servers still use it. */
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
  return new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
}

/** Whether that Postgres does not know our roles or passwords, or has another superuser. */
function isStranger(error: unknown): boolean {
  return /^(28...|3D000|42501)$/.test((error as { code?: string }).code ?? '');
}

/** Whether nothing answers: no socket, no listener, a broken connection, or Postgres is starting or ending (57P0x). */
function isAbsent(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  if (code && /^(ENOENT|ECONNREFUSED|ECONNRESET|EPIPE|57P0\d)$/.test(code)) return true;
  return /Connection terminated|timeout/.test(message);
}

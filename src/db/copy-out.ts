import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { cutConnection } from './connection.ts';

/**
 * Runs `COPY … TO STDOUT` and yields its bytes as Postgres sends them. The connection is held, and the
 * statement open, for as long as the reader takes: read on without waiting for anybody slow.
 * A statement still running after `timeout_ms` (0: never), or one whose reader stopped early, loses its connection.
 */
export async function* copyOut(pool: pg.Pool, text: string, timeout_ms: number): AsyncGenerator<Buffer> {
  const client = await pool.connect();
  const deadline =
    timeout_ms > 0
      ? setTimeout(() => cutConnection(client, `a COPY outlived ${timeout_ms} ms`), timeout_ms)
      : undefined;
  let finished = false;
  try {
    yield* client.query(copyTo(text)) as AsyncIterable<Buffer>;
    finished = true;
  } finally {
    clearTimeout(deadline);
    client.release(!finished);
  }
}

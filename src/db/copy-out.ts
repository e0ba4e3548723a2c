import { to as copyTo } from 'pg-copy-streams';
import { cutConnection } from './connection.ts';
import type { Connections } from './connection-pool.ts';

/** An active reader never pauses this long, be it a slow network or a person who reads a pager. */
const PATIENCE_MS = 300_000;

/**
 * Runs `COPY … TO STDOUT` and yields its bytes as Postgres sends them. The statement stays open and uses the connection
 * until the reader has read all bytes, so read without waiting for a slow consumer. The connection is cut if the
 * statement still runs after its time limit, if the reader stops early, or if it reads nothing for `patience_ms`.
 * Otherwise the snapshot of a statement without a limit would delay the vacuum of the whole database.
 */
export async function* copyOut(
  connections: Connections,
  text: string,
  patience_ms = PATIENCE_MS,
): AsyncGenerator<Buffer> {
  const timeout_ms = connections.statement_timeout_ms;
  const client = await connections.take();
  const deadline =
    timeout_ms > 0
      ? setTimeout(() => cutConnection(client, `a COPY outlived ${timeout_ms} ms`), timeout_ms)
      : undefined;
  let finished = false;
  try {
    for await (const bytes of client.query(copyTo(text)) as AsyncIterable<Buffer>) {
      const unread = setTimeout(() => cutConnection(client, 'nobody read the rows'), patience_ms);
      try {
        yield bytes;
      } finally {
        clearTimeout(unread);
      }
    }
    finished = true;
  } finally {
    clearTimeout(deadline);
    connections.release(client, !finished);
  }
}

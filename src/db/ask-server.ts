import pg from 'pg';

/** A server that accepts writes. */
export interface Server {
  name: string;
  host: string;
  port: number;
  /** The timeline of the server. Each promotion begins a new one; 0: the server does not say. */
  timeline: number;
}

/** Returns undefined if the server does not accept writes. */
export async function askServer(url: string, name: string, end: AbortSignal): Promise<Server | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'loyaltyd watch' });
  client.on('error', () => {}); // The query that waits fails with the same error.
  const { stream } = client.connection;
  const cut = () => stream.destroy();
  end.addEventListener('abort', cut);
  try {
    await client.connect();
    const { rows } = await client.query<{ read_only: string }>(
      "select current_setting('transaction_read_only') as read_only",
    );
    if (rows[0]!.read_only === 'on') return undefined;
    return { name, host: client.host, port: client.port, timeline: await readTimeline(client) };
  } finally {
    end.removeEventListener('abort', cut);
    client.connection.stream.destroy();
  }
}

/** The name of a log file begins with its timeline, also right after a promotion. 0: the server does not say. */
export async function readTimeline(client: pg.Client): Promise<number> {
  try {
    const { rows } = await client.query<{ file: string }>(
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as file',
    );
    return Number.parseInt(rows[0]!.file.slice(0, 8), 16);
  } catch (error) {
    // A managed service may lack the function, may not allow it, or may not show its log.
    if (error instanceof pg.DatabaseError && /^(0A|42|55)/.test(error.code ?? '')) return 0;
    throw error;
  }
}

import type pg from 'pg';

/**
 * Counts what is sent to Postgres through a pool, every statement being a round trip. Those that only make plans are left out:
 * a connection sends them once, after the answer to its caller.
 */
export class SentStatements {
  private readonly watched = new WeakSet<pg.ClientBase>();
  /** Those that were sent since `during` began. */
  texts: string[] = [];

  constructor(pool: pg.Pool) {
    pool.on('acquire', (client) => this.watch(client as pg.PoolClient));
  }

  /** The statements that `work` sends, shortened to one line each. */
  async during(work: () => Promise<unknown>): Promise<string[]> {
    this.texts = [];
    await work();
    return this.texts;
  }

  private watch(client: pg.PoolClient): void {
    if (this.watched.has(client)) return;
    this.watched.add(client);
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    const counted = (...parameters: unknown[]) => {
      const text = (parameters[0] as pg.QueryConfig).text.replace(/\s+/g, ' ').trim();
      if (!text.includes('; explain execute ')) this.texts.push(text);
      return query(...parameters);
    };
    client.query = counted as pg.PoolClient['query'];
  }
}

import { readdir, rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedPostgres } from '../../src/db/embedded/keeper.ts';
import { type BackedUp, backup, plantBackedUp, query, startBackedUp } from '../support/backups.ts';
import { makeFastFolder } from '../support/fast-folder.ts';

const KEY = 'a key of backups that has more than thirty-two characters';

let root: string;
let running: EmbeddedPostgres | undefined;

beforeAll(async () => {
  root = await makeFastFolder('backups');
});
afterEach(stop);
afterAll(() => rm(root, { recursive: true, force: true }));

async function start(place: BackedUp): Promise<EmbeddedPostgres> {
  running = await startBackedUp(place);
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

/** 50 writers, each of which notes what was acknowledged. */
class Load {
  readonly acknowledged: number[] = [];
  private readonly writers: Promise<void>[];
  private isOver = false;
  private pause: Promise<void> | undefined;
  private underway = 0;

  constructor(url: string, writers = 50) {
    this.writers = Array.from({ length: writers }, (_none, writer) => this.write(url, writer));
  }

  private async write(url: string, writer: number): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (let turn = 0; !this.isOver; turn += 1) {
      await this.pause;
      this.underway += 1;
      const id = writer * 1_000_000 + turn;
      await client.query('insert into noted values ($1)', [id]);
      this.acknowledged.push(id);
      this.underway -= 1;
    }
    await client.end();
  }

  /** Resolves once so many more were acknowledged. */
  async more(count: number): Promise<void> {
    const goal = this.acknowledged.length + count;
    while (this.acknowledged.length < goal) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** A moment of the database's clock at which no writer writes, and all that was acknowledged before. */
  async moment(url: string): Promise<{ at: string; acknowledged: number[] }> {
    let resume!: () => void;
    this.pause = new Promise((resolve) => {
      resume = resolve;
    });
    while (this.underway > 0) await new Promise((resolve) => setTimeout(resolve, 2));
    const acknowledged = [...this.acknowledged].sort((one, other) => one - other);
    const [row] = await query<{ at: string }>(
      url,
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from pg_sleep(0.01)`,
    );
    await query(url, 'select pg_sleep(0.01)');
    this.pause = undefined;
    resume();
    return { at: row!.at, acknowledged };
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.writers);
  }
}

async function noted(url: string): Promise<number[]> {
  const rows = await query<{ id: number }>(url, 'select id::int from noted order by id');
  return rows.map(({ id }) => id);
}

describe('a backup under the load of 50 writers', () => {
  it('is restored to a moment in between with exactly what was acknowledged before', async () => {
    const place = await plantBackedUp(root, KEY);
    const { ownerUrl } = await start(place);
    await query(ownerUrl, 'create table noted (id bigint primary key)');
    const load = new Load(ownerUrl);
    await load.more(500);
    const made = await backup(place, 'create');
    expect(made).toMatchObject({ code: 0 });
    await load.more(500);
    const first = await load.moment(ownerUrl);
    await load.more(500);
    const second = await load.moment(ownerUrl);
    await load.more(500);
    await load.end();
    expect((await backup(place, 'restore')).answer.error.message).toMatch(
      /is running. Stop the server first/,
    );
    await stop();

    for (const { at, acknowledged } of [second, first]) {
      const restored = await backup(place, 'restore', '--to', at, '--timeline', '1');
      expect(restored).toMatchObject({ code: 0, answer: { backup: made.answer.name } });
      const { ownerUrl: url } = await start(place);
      expect(await noted(url)).toEqual(acknowledged);
      await stop();
      expect(await readdir(restored.answer.kept)).toContain('PG_VERSION');
    }
    expect((await readdir(place.dataDir)).filter((name) => name.startsWith('restoring-'))).toEqual([]);

    // The archive goes on from the restored database, on a timeline of its own.
    const { ownerUrl: later } = await start(place);
    await query(later, 'insert into noted values (-1)');
    await stop();
    expect(await backup(place, 'restore')).toMatchObject({ code: 0 });
    const { ownerUrl: last } = await start(place);
    expect(await noted(last)).toEqual([-1, ...first.acknowledged]);
  });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { it } from 'vitest';
import { nothingIsLost, serverUnderLoad } from '../support/server-under-load.ts';

const KILLS_OF_A_BACKEND = 5;
const KILLS_OF_POSTGRES = 3;
/** Recoveries take their time on a busy machine. */
const PATIENCE = { timeout: 300_000 };
const world = serverUnderLoad();

async function killBackend(): Promise<void> {
  await world.besideServer(async ({ superuserUrl }) => {
    const client = new pg.Client({ connectionString: superuserUrl });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'loyaltyd' order by query_start desc limit 1",
    );
    process.kill(rows[0]!.pid, 'SIGKILL');
    // Postgres ends all connections then, since the one may have spoilt what they share.
    await client.end().catch(() => {});
  });
}

async function killPostgres(): Promise<void> {
  const [pid] = (await readFile(join(world.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

it(
  `a process of Postgres is killed ${KILLS_OF_A_BACKEND} times under load, and the server goes on by itself`,
  PATIENCE,
  async () => {
    for (let kill = 0; kill < KILLS_OF_A_BACKEND; kill += 1) {
      await world.progress();
      await killBackend();
    }
    await world.progress();
  },
);

it(
  `Postgres itself is killed ${KILLS_OF_POSTGRES} times under load, and the server brings it up again`,
  PATIENCE,
  async () => {
    for (let kill = 0; kill < KILLS_OF_POSTGRES; kill += 1) {
      await world.progress();
      await killPostgres();
    }
    await world.progress();
    await world.load.stop();
  },
);

nothingIsLost(world, KILLS_OF_POSTGRES);

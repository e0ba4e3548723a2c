import pg from 'pg';
import { openDataKeys } from '../../src/db/data-keys.ts';
import { encodeCursor } from '../../src/http/cursors.ts';
import { type Bench, type Check, openDeps } from './bench.ts';
import { atMost } from './report.ts';
import { compare } from './rounds.ts';
import { SECRET_KEY, startServer } from './server-process.ts';
import { runWrk } from './wrk.ts';

const PAGE = 9_000;
const AIM = 1.15;
const WARM_UP_SECONDS = 2;

/** Page 9,000 of the program's transactions against page 1: of 500 where there are as many, else of 100. */
export const listingCheck: Check = {
  name: 'listing',
  about: 'page 9,000 of the transactions against page 1',
  least_transactions: PAGE * 100,
  run: async (bench) => {
    const { rounds, seconds } = bench.options;
    const size = bench.options.transactions >= PAGE * 500 ? 500 : 100;
    const cursor = await cursorBefore(bench, size);
    const server = await startServer(bench.database);
    try {
      const page = (query: string) => async (length: number) => {
        const url = `${server.url}/v2/transactions?limit=${size}${query}`;
        return 1000 / (await runWrk({ url, key: bench.key }, { connections: 1, seconds: length }));
      };
      const far = page(`&cursor=${cursor}`);
      const first = page('');
      await first(WARM_UP_SECONDS);
      await far(WARM_UP_SECONDS);
      const { ours, limit } = await compare(
        rounds,
        () => far(seconds),
        () => first(seconds),
      );
      const ratio = ours / limit;
      bench.report({
        name: `listing, page ${PAGE.toLocaleString('en')} against page 1, of ${size}`,
        ours: `${ours.toFixed(2)} ms`,
        limit: `${limit.toFixed(2)} ms`,
        ratio,
        better: 'less',
        aim: atMost(ratio, AIM),
      });
    } finally {
      await server.stop();
    }
  },
};

/** The cursor of a client that has come to the page by following cursors from the first. */
async function cursorBefore({ database, program }: Bench, size: number): Promise<string> {
  const client = new pg.Client({ connectionString: database.serverUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    'select id from transactions where program_id = $1 order by id desc offset $2 limit 1',
    [program.id, (PAGE - 1) * size - 1],
  );
  await client.end();
  const filters = { customer_id: null, since_id: null, created_at_min: null, created_at_max: null };
  const opened = openDeps(database.serverUrl, 2);
  const { secret } = await openDataKeys(opened.database.db, SECRET_KEY, 'command');
  await opened.database.close();
  return encodeCursor({ secret }, `transactions ${program.id}`, {
    way: 'next',
    id: Number(rows[0]!.id),
    order: 'newest_first',
    filters,
  });
}

import pg from 'pg';
import type { Bench, Check } from './bench.ts';
import { CSV_QUERY } from './reference-statements.ts';
import { amount, memoryFinding, rateFinding } from './report.ts';
import { compare } from './rounds.ts';
import { runTool } from './run-tool.ts';
import { peakMemory, type ServerProcess, startServer } from './server-process.ts';

const ROWS = 1_000_000;
const AIMS = { ratio: 0.95, megabytes: 60 };

/** A million transactions as csv over HTTP, taken by curl, against one COPY of the same query, taken by psql. */
export const csvExportCheck: Check = {
  name: 'csv',
  about: 'csv of 1,000,000 transactions, and the memory that it takes',
  least_transactions: ROWS + 1,
  run: async (bench) => {
    const since = await lastIdBefore(bench);
    const server = await startServer(bench.database);
    try {
      const ours = () => rowsPerSecond(() => download(bench, server, since));
      const limit = () => rowsPerSecond(() => copy(bench, since));
      const rest = await server.memory();
      const peak = await peakMemory(server, ours());
      await limit();
      const figures = await compare(bench.options.rounds, ours, limit);
      bench.report(rateFinding(`csv of ${ROWS.toLocaleString('en')} rows, in rows`, figures, AIMS.ratio));
      bench.report(
        memoryFinding(`csv, memory growth from ${amount(rest / 1e6)} MB`, peak - rest, AIMS.megabytes),
      );
    } finally {
      await server.stop();
    }
  },
};

async function rowsPerSecond(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (ROWS * 1000) / (performance.now() - start);
}

async function download(bench: Bench, server: ServerProcess, since: number): Promise<void> {
  const url = `${server.url}/v2/transactions?type=csv&all=true&since_id=${since}`;
  const words = ['--silent', '--fail', '-H', `Authorization: Bearer ${bench.key}`, '-o', '/dev/null'];
  await runTool('curl', [...words, url]);
}

async function copy({ database, program }: Bench, since: number): Promise<void> {
  const query = CSV_QUERY(program.id, since).replace(/\s+/g, ' ');
  const command = `\\copy (${query}) to '/dev/null' (format csv)`;
  await runTool('psql', ['--no-psqlrc', '--quiet', '-c', command, database.serverUrl]);
}

/** The id above which there are exactly as many transactions. */
async function lastIdBefore({ database, program }: Bench): Promise<number> {
  const client = new pg.Client({ connectionString: database.serverUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    'select id from transactions where program_id = $1 order by id desc offset $2 limit 1',
    [program.id, ROWS],
  );
  await client.end();
  return Number(rows[0]!.id);
}

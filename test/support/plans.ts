import type { Kysely } from 'kysely';
import pg from 'pg';
import type { DB } from '../../src/db/tables.ts';
import type { TestDatabase } from './database.ts';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** A part of a plan that reads a table. */
export interface Scan {
  kind: string;
  table: string;
  index: string | undefined;
  /** The rows that it read, whether they were wanted or not. */
  rows: number;
}

/** The scans of the statements that `run` sends, by plans for all values alike. */
export async function scansOf(
  database: TestDatabase,
  run: (db: Kysely<DB>) => Promise<unknown>,
): Promise<Scan[]> {
  const sent: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = database.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      sent.push(database.db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await run(db);
  const client = new pg.Client({ connectionString: database.serverUrl });
  await client.connect();
  const scans: Scan[] = [];
  for (const { sql, parameters } of sent) {
    await client.query('begin');
    await client.query('set local plan_cache_mode = force_generic_plan');
    await client.query(`prepare tried as ${sql}`);
    const values = parameters.length === 0 ? '' : `(${parameters.map(literal).join(', ')})`;
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, timing off, format json) execute tried ${values}`,
    );
    await client.query('rollback');
    await client.query('deallocate tried');
    scans.push(...scansIn(rows[0]!['QUERY PLAN'][0].Plan));
  }
  await client.end();
  return scans;
}

function scansIn({ Plans: parts = [], ...node }: Node): Scan[] {
  const table = node['Relation Name'];
  const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const own =
    table === undefined ? [] : [{ kind: node['Node Type'], table, index: node['Index Name'], rows }];
  return [...own, ...parts.flatMap(scansIn)];
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  return pg.escapeLiteral(textOf(value));
}

function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map((one) => JSON.stringify(textOf(one))).join(',')}}`;
  return String(value);
}

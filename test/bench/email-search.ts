import pg from 'pg';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { createApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import { programDefinition } from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';
import { type Bench, type Check, openDeps } from './bench.ts';
import { timeFinding } from './report.ts';
import { startServer } from './server-process.ts';

const CUSTOMERS = 200_000;
const MOST_MS = 20;
const ROUNDS = 20;

const SEARCHES = {
  'a whole email': 'email=person-150000@mail-7.example&email_match=exact',
  'a beginning': 'email=PERSON-1500&email_match=prefix',
  'a part of one': 'email=son-150000@',
  'a part of a hundred': 'email=-1500',
  'a part of every one': 'email=mail',
  'a part of none': 'email=nobody-here',
  'a part of the oldest thousand': 'email=early',
  'a beginning of the oldest thousand': 'email=early&email_match=prefix',
};

/** The search for customers by email, over HTTP. */
export const emailSearchCheck: Check = {
  name: 'email-search',
  about: `the search by email among ${CUSTOMERS.toLocaleString('en')} customers`,
  run: async (bench) => {
    const key = await makeCustomers(bench);
    const server = await startServer(bench.database);
    try {
      for (const [name, query] of Object.entries(SEARCHES)) {
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const began = performance.now();
          const response = await fetch(`${server.url}/v2/customers?limit=50&${query}`, {
            headers: { authorization: `Bearer ${key}` },
          });
          await response.arrayBuffer();
          if (!response.ok) throw new Error(`a search was answered ${response.status}`);
          times.push(performance.now() - began);
        }
        times.sort((a, b) => a - b);
        bench.report(timeFinding(`search for ${name}`, times[ROUNDS / 2]!, MOST_MS));
      }
    } finally {
      await server.stop();
    }
  },
};

/** A program of its own with so many customers; returns its key. */
async function makeCustomers({ database }: Bench): Promise<string> {
  const { deps, database: pool } = openDeps(database.serverUrl, 2);
  try {
    await applyProgram(deps, programDefinition({ key: 'searched' }), TESTER);
    const program = (await deps.programs.all()).find((found) => found.key === 'searched')!;
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    await client.query(
      `insert into customers (program_id, site_id, merchant_id, merchant_key, email, referral_id,
         last_entry_at, created_at, updated_at)
       select $1, $2, n, n, case when n <= 1000 then 'early-' else 'person-' end || n || '@mail-' || n % 10 || '.example',
         'searched-' || n, now(), now(), now()
       from generate_series(1, $3::int) as n`,
      [program.id, program.sites[0]!.id, CUSTOMERS],
    );
    await client.query('vacuum analyze customers');
    await client.end();
    const { key } = await createApiKey(deps, {
      program_key: 'searched',
      name: 'bench',
      scopes: ['read_customers'],
      by: TESTER,
    });
    return key;
  } finally {
    await pool.close();
  }
}

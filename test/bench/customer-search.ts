import { sql } from 'kysely';
import pg from 'pg';
import { searchCustomers } from '../../src/domain/listings/customer-search.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { programDefinition } from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';
import { type Bench, type Check, openDeps } from './bench.ts';
import { rateFinding, timeFinding } from './report.ts';
import { median } from './rounds.ts';

const CUSTOMERS = 1_000_000;
const MOST_MS = 50;
const ROUNDS = 20;

const SEARCHES = {
  'a letter that everybody has': 'p',
  'the beginning of a name': 'first77',
  'a whole name': 'Last123456, First123456',
  'the beginning of an email': 'person-9999',
  'a whole id': '500000',
  'an order': '#77777',
  'a code': 'CODE-123456',
  nobody: 'xyz',
};

/** The search of the console over a million customers, each with an order and every tenth with a code. */
export const customerSearchCheck: Check = {
  name: 'search',
  about: `the console's search among ${CUSTOMERS.toLocaleString('en')} customers`,
  run: async (bench) => {
    const { deps, database } = openDeps(bench.database.serverUrl, 2);
    try {
      const program = await makeCustomers(bench, deps);
      const bare = await timed((n) => lookUp(deps, program, n));
      for (const [name, asked] of Object.entries(SEARCHES)) {
        const question = { asked, tier_id: null, state: null, orders: true, codes: true, limit: 50 };
        const ms = await timed(() => searchCustomers(deps, program.id, question));
        bench.report(timeFinding(`console search for ${name}`, ms, MOST_MS));
        if (name === 'a whole id')
          bench.report(rateFinding('console search, against a bare look-up', perSecond(ms, bare), null));
      }
    } finally {
      await database.close();
    }
  },
};

const perSecond = (ours: number, limit: number) => ({ ours: 1_000 / ours, limit: 1_000 / limit });

async function timed(run: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await run(round);
    times.push(performance.now() - began);
  }
  return median(times);
}

/** The least that a search can be: one row by one index. */
function lookUp({ db }: Deps, { id }: Program, round: number) {
  const key = String(round * 1_000 + 1);
  return sql`select * from customers where program_id = ${id} and merchant_key = ${key}`.execute(db);
}

async function makeCustomers({ database }: Bench, deps: Deps): Promise<Program> {
  await applyProgram(deps, programDefinition({ key: 'found' }), TESTER);
  const program = (await deps.programs.all()).find(({ key }) => key === 'found')!;
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(
    `insert into customers (program_id, site_id, merchant_id, merchant_key, email, first_name, last_name, referral_id,
       last_entry_at, created_at, updated_at)
     select $1, $2, n, n, 'person-' || n || '@mail-' || n % 10 || '.example', 'First' || n, 'Last' || n, 'found-' || n,
       now(), now(), now()
     from generate_series(1, $3::int) as n`,
    [program.id, program.sites[0]!.id, CUSTOMERS],
  );
  await client.query(
    `insert into orders (program_id, merchant_id, merchant_key, number, customer_id, total_minor, shipping_minor, paid_minor,
       spend_minor, payment_status, line_items, discount_codes, date, created_at, updated_at)
     select program_id, 'order-' || merchant_id, 'order-' || merchant_id, '#' || merchant_id, id, 0, 0, 0, 0, 'not_paid',
       '[]', '[]', now(), now(), now()
     from customers where program_id = $1`,
    [program.id],
  );
  await client.query(
    `insert into claimed_rewards (program_id, customer_id, reward_id, kind, title, state, source_kind, points_cost,
       claimed_at, created_at, terms, code, code_key)
     select program_id, id, 0, 'cart_discount_voucher', '', 'approved', 'points_redemption', 0, now(), now(), '{}',
       'CODE-' || merchant_id, 'CODE' || merchant_id
     from customers where program_id = $1 and id % 10 = 0`,
    [program.id],
  );
  for (const table of ['customers', 'orders', 'claimed_rewards'])
    await client.query(`vacuum analyze ${table}`);
  await client.end();
  return program;
}

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { rebuildFigures } from '../../src/domain/operations/rebuild-figures.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { expectFiguresVerified } from '../support/expect-figures.ts';
import { adjust } from '../support/lots.ts';
import { orderInput } from '../support/orders.ts';
import { type Job, openProcesses } from '../support/processes.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();
let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: domain.database.ownerUrl });
  await owner.connect();
});
afterAll(() => owner.end());

/** The tables that a batch writes, in their order: at each of them a process is held, and killed. */
const POINTS = [
  'report_zones',
  'report_figures',
  'report_months',
  'report_cohorts',
  'report_vintages',
  'report_ages',
  'report_members',
  'report_sales',
] as const;

async function live(): Promise<void> {
  const { id } = await domain.customer();
  await adjust(domain, id, 300);
  await domain.claim('mug', { variant_id: '902' });
  await recordOrder(domain.deps, orderInput(domain.program));
  // A clock that goes back.
  domain.turnTo('2026-01-03T12:00:00Z');
  await adjust(domain, (await domain.customer({ merchant_id: 'early' })).id, 20);
}

/** Whether a process waits for a table. */
async function isAwaited(table: string): Promise<boolean> {
  const { rows } = await owner.query(
    'select exists (select from pg_locks where relation = $1::regclass and not granted) as awaited',
    [table],
  );
  return rows[0].awaited;
}

/** Runs the job in a process of its own, which is killed while it waits to write a table. */
async function killAt(table: string, kind: 'count' | 'rebuild'): Promise<void> {
  const processes = await openProcesses(1, domain.database.serverUrl);
  const job: Job = {
    now: domain.clock.real(),
    program_id: domain.program.id,
    kind,
    id: 0,
    merchant_id: '',
    count: 1,
  };
  await owner.query('begin');
  await owner.query(`lock table ${table} in share row exclusive mode`);
  await processes.killDuring(job, async () => {
    while (!(await isAwaited(table)));
  });
  await owner.query('commit');
}

/** All figures that reports read, without the generation. */
async function kept(): Promise<unknown[]> {
  const tables = ['figures', 'months', 'cohorts', 'members', 'sales', 'vintages', 'ages', 'late'];
  return Promise.all(
    tables.map(async (name) => {
      const { rows } = await sql`
        select to_jsonb(f) - 'generation' as row from ${sql.table(`report_${name}`)} f
          join report_states s on s.program_id = f.program_id and s.generation = f.generation
          where f.program_id = ${domain.program.id} order by 1`.execute(domain.deps.db);
      return [name, rows];
    }),
  );
}

/** The dying process holds the program until Postgres sees that it is gone: whoever counts meanwhile passes it over. */
async function countRest(): Promise<void> {
  const behind = async () => {
    const { rows } = await sql<{ behind: boolean }>`
      select exists (select from transactions t left join report_states s using (program_id)
        where program_id = ${domain.program.id} and t.id > coalesce(s.counted_to, 0)) as behind`.execute(
      domain.deps.db,
    );
    return rows[0]!.behind;
  };
  do await countFigures(domain.deps);
  while (await behind());
}

it.each(POINTS)('counts everything once, though a process that counts is killed at %s', async (table) => {
  await domain.begin();
  await live();
  await killAt(table, 'count');
  await countRest();
  await expectFiguresVerified(domain);
  const counted = await kept();
  await rebuildFigures(domain.deps, domain.program.id);
  expect(await kept()).toEqual(counted);
});

it.each(['report_figures', 'report_ages', 'report_sales'])(
  'leaves reports as they are when a rebuild is killed at %s',
  async (table) => {
    await domain.begin();
    await live();
    await countFigures(domain.deps);
    const counted = await kept();
    await killAt(table, 'rebuild');
    expect(await kept()).toEqual(counted);
    await rebuildFigures(domain.deps, domain.program.id);
    expect(await kept()).toEqual(counted);
    await expectFiguresVerified(domain);
  },
);

import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { copyDatabase } from '../../src/db/copy/copy-database.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { rebuildFigures } from '../../src/domain/operations/rebuild-figures.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { ProgramCache } from '../../src/domain/programs/cache.ts';
import { createTestDatabase } from '../support/database.ts';
import { expectFiguresVerified } from '../support/expect-figures.ts';
import { killWhileItWaits } from '../support/killed-at-table.ts';
import { adjust } from '../support/lots.ts';
import { orderInput } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

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

/** All figures that reports read, without the generation. */
async function kept(db = domain.deps.db): Promise<unknown[]> {
  const tables = [
    'figures',
    'months',
    'cohorts',
    'tier_cohorts',
    'members',
    'sales',
    'vintages',
    'ages',
    'late',
    'late_sales',
  ];
  return Promise.all(
    tables.map(async (name) => {
      const { rows } = await sql`
        select to_jsonb(f) - 'generation' as row from ${sql.table(`report_${name}`)} f
          join report_states s on s.program_id = f.program_id and s.generation = f.generation
          where f.program_id = ${domain.program.id} order by 1`.execute(db);
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
  await killWhileItWaits(domain, table, { kind: 'count' });
  await countRest();
  await expectFiguresVerified(domain);
  const counted = await kept();
  await rebuildFigures(domain.deps, domain.program.id);
  expect(await kept()).toEqual(counted);
});

it('counts everything once after a restore from a copy that was made while a process counted and was killed', async () => {
  await domain.begin();
  await live();
  await countFigures(domain.deps);
  const { id } = await domain.customer({ merchant_id: 'later' });
  await adjust(domain, id, 70);
  const restored = await createTestDatabase({ empty: true });
  const { ownerUrl: sourceUrl } = domain.database;
  const copy = { sourceUrl, target: restored, onProgress: () => {}, prove: async () => {} };
  await killWhileItWaits(domain, 'report_months', { kind: 'count' }, () => copyDatabase(copy));
  await countRest();
  const deps = { ...domain.deps, db: restored.db, programs: new ProgramCache(restored.db) };
  await countFigures(deps);
  expect(await kept(restored.db)).toEqual(await kept());

  // From here on both live their own lives, with the same ids for other things.
  await adjust(domain, id, 5);
  const { program } = domain;
  await adjustPoints(deps, { program, customer_id: id, points: -60, note: null, by: TESTER });
  await Promise.all([countRest(), countFigures(deps)]);
  await expectFiguresVerified(domain);
  await expectFiguresVerified({ deps, program });
  const counted = await kept(restored.db);
  expect(counted).not.toEqual(await kept());
  await rebuildFigures(deps, program.id);
  expect(await kept(restored.db)).toEqual(counted);
  await restored.close();
});

it.each(['report_figures', 'report_ages', 'report_sales'])(
  'leaves reports as they are when a rebuild is killed at %s',
  async (table) => {
    await domain.begin();
    await live();
    await countFigures(domain.deps);
    const counted = await kept();
    await killWhileItWaits(domain, table, { kind: 'rebuild' });
    expect(await kept()).toEqual(counted);
    await rebuildFigures(domain.deps, domain.program.id);
    expect(await kept()).toEqual(counted);
    await expectFiguresVerified(domain);
  },
);

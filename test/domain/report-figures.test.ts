import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ReportAgesTable, ReportFiguresTable } from '../../src/db/report-tables.ts';
import { changeBy, FLOW_NAMES, type FlowFigures } from '../../src/domain/ledger/flows.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { rebuildFigures } from '../../src/domain/operations/rebuild-figures.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { readReport } from '../../src/domain/reports/read-report.ts';
import { verifyFigures } from '../../src/domain/reports/verify-store.ts';
import { expectFiguresVerified } from '../support/expect-figures.ts';
import { programSettings, ruleDefinition, siteDefinition, tierDefinition } from '../support/factories.ts';
import { flowsOf } from '../support/flows.ts';
import { type History, historySteps } from '../support/history-steps.ts';
import { beginModelProgram } from '../support/ledger-program.ts';
import { adjust } from '../support/lots.ts';
import { manyCustomers } from '../support/many-customers.ts';
import { erase, merge } from '../support/merging.ts';
import { orderInput } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

/** Random histories for each way in which points expire. A long run takes thousands. */
const HISTORIES = Number(process.env.HISTORIES ?? 8);
/** A long run takes other histories than the one before. */
const SEED = process.env.SEED === undefined ? {} : { seed: Number(process.env.SEED) };

type Kept = Omit<ReportFiguresTable, 'program_id' | 'generation'>;

/** The figures that reports read. */
async function kept(): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select f.day, f.site_id, f.tier_id, f.rule_id, f.reward_id, f.flow, f.points, f.transactions
      from report_figures f join report_states s on s.program_id = f.program_id and s.generation = f.generation
      where f.program_id = ${domain.program.id} order by 1, 2, 3, 4, 5, 6`.execute(domain.deps.db);
  return rows;
}

const told = async () => (await kept()).map(({ day, flow, points }) => `${day} ${flow} ${points}`);

function sums(rows: readonly Kept[]): FlowFigures {
  const of = (flow: string) => rows.reduce((sum, row) => sum + (row.flow === flow ? row.points : 0), 0);
  return Object.fromEntries(FLOW_NAMES.map((flow) => [flow, of(flow)])) as FlowFigures;
}

/** The other figures that reports read: members and net sales by day, and flows by cohort. */
async function keptBesides(): Promise<unknown[]> {
  const of = (table: string) =>
    sql`
    select to_jsonb(f) - 'generation' as row from ${sql.table(table)} f
      join report_states s on s.program_id = f.program_id and s.generation = f.generation
      where f.program_id = ${domain.program.id} order by 1`.execute(domain.deps.db);
  return [
    (await of('report_members')).rows,
    (await of('report_sales')).rows,
    (await of('report_cohorts')).rows,
    (await of('report_tier_cohorts')).rows,
    (await of('report_referrals')).rows,
  ];
}

/** Members in all, and in each tier, are those who are there. */
async function expectMembers(): Promise<void> {
  const { rows } = await sql<{ tier_id: number; counted: number; there: number }>`
    select tier_id, sum(counted)::int as counted, sum(there)::int as there from (
      select m.tier_id, m.came - m.went as counted, 0 as there from report_members m
        join report_states s on s.program_id = m.program_id and s.generation = m.generation
        where m.program_id = ${domain.program.id}
      union all select t.tier_id, 0, 1 from customers c cross join lateral (values (0::bigint), (c.tier_id)) t (tier_id)
        where c.program_id = ${domain.program.id} and c.enrolled_at is not null and c.erased_at is null and t.tier_id is not null
    ) members group by tier_id`.execute(domain.deps.db);
  expect(rows.filter(({ counted, there }) => counted !== there)).toEqual([]);
  expect(rows.length).toBeGreaterThan(1);
}

/** Nothing falls due in the program any more: the next begins at an earlier time, and its sweeps would do it all. */
async function endProgram(): Promise<void> {
  const { id } = domain.program;
  await domain.deps.db
    .updateTable('customers')
    .set({ next_due_at: null })
    .where('program_id', '=', id)
    .execute();
}

/** Figures that are counted anew are the same. */
async function expectRebuilt(): Promise<void> {
  await expectMembers();
  const before = [await kept(), await keptBesides()];
  await rebuildFigures(domain.deps, domain.program.id);
  expect([await kept(), await keptBesides()]).toEqual(before);
}

describe.each([
  ['never expire', null, 'allow'],
  ['expire after four months', { mode: 'after_earning', duration_months: 4 }, 'within_balance'],
  ["expire at the year's end", { mode: 'calendar_date', month: 12, day: 31 }, 'allow'],
  [
    'go after two months without a change',
    { mode: 'inactivity_since_balance_change', duration_months: 2 },
    'allow',
  ],
  [
    'go after three months without a purchase',
    { mode: 'inactivity_since_purchase', duration_months: 3 },
    'within_balance',
  ],
] as const)('where points %s, any history', (_, expiry, negative) => {
  it(
    'ties to the transactions to the point, whenever its figures were counted',
    async () => {
      let histories = 0;
      const property = fc.asyncProperty(historySteps(30), async (steps) => {
        histories += 1;
        await beginModelProgram(domain, expiry, negative);
        const history: History = { domain, name: `h${histories}`, orders: [], imports: [] };
        for (let who = 0; who < 3; who += 1) await domain.customer({ merchant_id: `h${histories}-${who}` });
        for (const step of steps) await step.act(history);
        await countFigures(domain.deps);
        await expectFiguresVerified(domain);
        const figures = sums(await kept());
        expect(figures).toEqual(await flowsOf(domain));
        expect(figures.merged).toBe(0);
        const { rows } = await sql<{ approved: number; pending: number }>`
        select sum(points_approved)::bigint as approved, sum(points_pending)::bigint as pending
          from customers where program_id = ${domain.program.id}`.execute(domain.deps.db);
        expect(changeBy(figures)).toBe(rows[0]!.approved);
        const pending = (await kept()).filter(({ flow }) => flow === 'pending');
        expect(pending.reduce((sum, { points }) => sum + points, 0)).toBe(rows[0]!.pending);
        await expectRebuilt();
        await endProgram();
      });
      await fc.assert(property, { numRuns: HISTORIES, ...SEED });
    },
    HISTORIES * 60_000,
  );
});

describe('counting', () => {
  it('rests between the batches of a long backlog, and not after the last', async () => {
    await domain.begin({
      rules: [{ key: 'follow', definition: ruleDefinition({ approval_period_seconds: 3600 }) }],
    });
    await manyCustomers(domain, 5_100);
    let rests = 0;
    const rest = async () => {
      rests += 1;
    };
    await countFigures(domain.deps, undefined, rest);
    expect(rests).toBe(1);
    await countFigures(domain.deps, undefined, rest);
    expect(rests).toBe(1);
  });
});

describe('a figure', () => {
  it("is of the day of the customer's home site, and keeps it when the site changes its zone", async () => {
    await domain.begin();
    const [abroad, home] = domain.program.sites;
    const { id } = await domain.customer({ merchant_id: 'home', site: home });
    const { id: far } = await domain.customer({ merchant_id: 'far', site: abroad });
    domain.turnTo('2026-03-01T02:00:00Z');
    await adjust(domain, id, 10);
    await adjust(domain, far, 20);
    await countFigures(domain.deps);
    expect(await told()).toEqual(['2026-02-28 added 10', '2026-03-01 added 20']);
    await domain.change({
      sites: [
        { key: 'abroad', definition: siteDefinition({ time_zone: 'Pacific/Auckland' }) },
        { key: 'main', definition: siteDefinition({ time_zone: 'Asia/Tokyo' }) },
      ],
    });
    await adjust(domain, id, 5);
    await countFigures(domain.deps);
    const after = ['2026-02-28 added 10', '2026-03-01 added 5', '2026-03-01 added 20'];
    expect((await told()).sort()).toEqual(after.sort());
    await rebuildFigures(domain.deps, domain.program.id);
    expect((await told()).sort()).toEqual(after.sort());
  });

  it('is of the day of its record, also if an order is dated last month', async () => {
    await domain.begin();
    await domain.customer();
    domain.turnTo('2026-03-10T12:00:00Z');
    const date = Date.parse('2026-02-10T12:00:00Z');
    await recordOrder(domain.deps, orderInput(domain.program, { date }));
    await countFigures(domain.deps);
    expect((await kept()).map(({ day }) => day.slice(0, 7))).toEqual(['2026-03']);
  });

  it('is of the tier that the customer was in before, and stays there', async () => {
    await domain.begin({
      settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
      tiers: [
        { key: 'base', definition: tierDefinition({ lower_bound: 0 }) },
        { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 1000 }) },
      ],
    });
    const { id } = await domain.customer();
    await adjust(domain, id, 10);
    await recordOrder(domain.deps, orderInput(domain.program));
    await adjust(domain, id, 5);
    await countFigures(domain.deps);
    const [base, gold] = domain.program.tiers;
    const of = (rows: Kept[], tier: { id: number } | undefined) =>
      rows
        .filter(({ tier_id, flow }) => tier_id === tier?.id && flow === 'added')
        .map(({ points }) => points);
    expect([of(await kept(), base), of(await kept(), gold)]).toEqual([[10], [5]]);
    await rebuildFigures(domain.deps, domain.program.id);
    expect([of(await kept(), base), of(await kept(), gold)]).toEqual([[10], [5]]);
  });

  it('of a cohort is told by tier too, and catches up where a server of an older version counted', async () => {
    await domain.begin({
      settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
      tiers: [
        { key: 'base', definition: tierDefinition({ lower_bound: 0 }) },
        { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 1000 }) },
      ],
    });
    const { id } = await domain.customer({ points: 300 });
    await domain.claim('mug', { variant_id: '902' });
    await recordOrder(domain.deps, orderInput(domain.program));
    await adjust(domain, id, 300);
    await domain.claim('mug', { variant_id: '902' });
    await countFigures(domain.deps);
    const redeemed = async (tier?: string) => {
      const { as_of, rows } = await readReport(domain.deps, domain.program, 'cohorts', { tier });
      return [as_of.transaction_id, ...rows.map((row) => [row.members, row.redeemed])];
    };
    const [counted, ...all] = await redeemed();
    expect(all).toEqual([[1, 400]]);
    const told = [counted, [1, 200]];
    expect([await redeemed('base'), await redeemed('gold')]).toEqual([told, told]);
    const mine = sql`where program_id = ${domain.program.id}`;
    await sql`delete from report_tier_cohorts ${mine}`.execute(domain.deps.db);
    await sql`update report_states set tier_cohorts_to = 0 ${mine}`.execute(domain.deps.db);
    expect(await redeemed('base')).toEqual([0]);
    expect((await verifyFigures(domain.deps, domain.program.id)).tier_cohorts_to).toBe(0);
    await countFigures(domain.deps);
    expect([await redeemed('base'), await redeemed('gold')]).toEqual([told, told]);
    await expectFiguresVerified(domain);
    // A rebuild by a server of the version before leaves them in the former generation.
    await sql`update report_tier_cohorts set generation = generation - 1 ${mine}`.execute(domain.deps.db);
    await countFigures(domain.deps);
    expect([await redeemed('base'), await redeemed('gold')]).toEqual([told, told]);
    await expectFiguresVerified(domain);
    await sql`update report_tier_cohorts set points = 7 ${mine} and flow = 'added'`.execute(domain.deps.db);
    const base = { tier_id: domain.program.tiers[0]!.id, flow: 'added', stored: 7, summed: 300 };
    expect((await verifyFigures(domain.deps, domain.program.id)).wrong_cohorts).toEqual([
      expect.objectContaining(base),
      expect.objectContaining({ ...base, tier_id: domain.program.tiers[1]!.id }),
    ]);
    await rebuildFigures(domain.deps, domain.program.id);
    await expectFiguresVerified(domain);
  });

  it('of the past is moved by no merge and by no erasure', async () => {
    await domain.begin();
    for (const merchant_id of ['a', 'b']) await domain.customer({ merchant_id, points: 300 });
    await domain.claim('mug', { variant_id: '902' }, { customer: 'a' });
    await countFigures(domain.deps);
    const before = await kept();
    domain.turnTo(domain.clock.real() + 20 * 3_600_000);
    await merge(domain, 'a', 'b');
    await erase(domain, 'b');
    await countFigures(domain.deps);
    const after = await kept();
    expect(after.filter(({ day }) => day <= before.at(-1)!.day)).toEqual(before);
    expect(sums(after)).toEqual(sums(before));
    await rebuildFigures(domain.deps, domain.program.id);
    expect(await kept()).toEqual(after);
  });
});

/** An adjustment that has its transaction's id and is not committed yet. */
async function heldAdjustment(customer_id: number, points: number) {
  let commit = () => {};
  const committed = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let done: Promise<unknown> = Promise.resolve();
  await new Promise<void>((written) => {
    const hooks = {
      begin: async () => {},
      beforeCommit: async () => {
        written();
        await committed;
      },
    };
    const input = { program: domain.program, customer_id, points, note: null, by: TESTER };
    done = adjustPoints(domain.deps, input, hooks);
  });
  return {
    async commit() {
      commit();
      await done;
    },
  };
}

/** How many transactions of a program are not counted yet. */
async function transactionsBehind(programId: number): Promise<number> {
  const { rows } = await sql<{ behind: number }>`
    select count(*) as behind from transactions t left join report_states s using (program_id)
      where program_id = ${programId} and t.id > coalesce(s.counted_to, 0)`.execute(domain.deps.db);
  return rows[0]!.behind;
}

describe('counting', () => {
  it('counts each transaction once, however many processes count while others write', async () => {
    await domain.begin();
    const customers = await Promise.all(
      [1, 2, 3, 4].map((number) => domain.customer({ merchant_id: `c${number}` })),
    );
    const write = async (id: number) => {
      for (let time = 0; time < 15; time += 1)
        await adjustPoints(domain.deps, {
          program: domain.program,
          customer_id: id,
          points: 1,
          note: null,
          by: TESTER,
        });
    };
    let writing = true;
    const count = async () => {
      while (writing) await countFigures(domain.deps);
    };
    const counters = [count(), count(), count()];
    await Promise.all(customers.map(({ id }) => write(id)));
    writing = false;
    await Promise.all(counters);
    await countFigures(domain.deps);
    expect(sums(await kept()).added).toBe(60);
    await expectFiguresVerified(domain);
  });

  it('passes over no transaction that is still under way', async () => {
    await domain.begin();
    const { id } = await domain.customer({ merchant_id: 'a' });
    const { id: other } = await domain.customer({ merchant_id: 'b' });
    const held = await heldAdjustment(id, 3);
    await adjust(domain, other, 5);
    await countFigures(domain.deps);
    expect(sums(await kept()).added).toBe(0);
    await held.commit();
    await countFigures(domain.deps);
    expect(sums(await kept()).added).toBe(8);
  });

  it('of much in one program does not hold up another', async () => {
    const rules = [{ key: 'follow', definition: ruleDefinition() }];
    const busy = await domain.begin({ rules });
    await manyCustomers(domain, 5_001);
    const quiet = await domain.begin({ rules });
    await manyCustomers(domain, 1);
    let batches = 0;
    const afterTwoBatches = {
      get aborted() {
        batches += 1;
        return batches > 2;
      },
    } as AbortSignal;
    await countFigures(domain.deps, afterTwoBatches);
    expect(await transactionsBehind(busy.id)).toBe(1);
    expect(await transactionsBehind(quiet.id)).toBe(0);
    await countFigures(domain.deps);
    expect(await transactionsBehind(busy.id)).toBe(0);
  });

  it('of much in one program lets in what another records meanwhile', async () => {
    const rules = [{ key: 'follow', definition: ruleDefinition() }];
    const busy = await domain.begin({ rules });
    await manyCustomers(domain, 10_001);
    const quiet = await domain.begin({ rules });
    const behind: [number, number][] = [];
    await countFigures(domain.deps, undefined, async () => {
      behind.push([await transactionsBehind(busy.id), await transactionsBehind(quiet.id)]);
      if (behind.length === 1) await manyCustomers(domain, 1);
    });
    expect(behind).toEqual([
      [5_001, 0],
      [1, 0],
    ]);
    expect(await transactionsBehind(quiet.id)).toBe(0);
  });
});

describe('points of a month', () => {
  type Age = Omit<ReportAgesTable, 'program_id' | 'generation'>;

  async function ages(): Promise<Age[]> {
    const { rows } = await sql<Age>`
      select vintage, month, got, undone, redeemed, expired
        from report_ages a join report_states s using (program_id, generation)
        where program_id = ${domain.program.id} order by 1, 2`.execute(domain.deps.db);
    return rows;
  }

  const age = (vintage: string, month: string, became: Partial<Age>): Age => ({
    ...{ vintage, month, got: 0, undone: 0, redeemed: 0, expired: 0 },
    ...became,
  });

  it('are spent before those of later months, and come back last', async () => {
    await domain.begin();
    const { id } = await domain.customer();
    domain.turnTo('2026-01-20T12:00:00Z');
    await adjust(domain, id, 40);
    domain.turnTo('2026-02-20T12:00:00Z');
    await adjust(domain, id, 300);
    await countFigures(domain.deps);
    domain.turnTo('2026-03-20T12:00:00Z');
    // 200 points.
    const { claimed_reward_id } = await domain.claim('mug', { variant_id: '902' });
    await countFigures(domain.deps);
    const got = [age('2026-01-01', '2026-01-01', { got: 40 }), age('2026-02-01', '2026-02-01', { got: 300 })];
    const spent = (await ages()).filter(({ redeemed }) => redeemed > 0);
    expect(spent).toEqual([
      age('2026-01-01', '2026-03-01', { redeemed: 40 }),
      age('2026-02-01', '2026-03-01', { redeemed: 160 }),
    ]);
    await refundReward(domain.deps, {
      program: domain.program,
      customer_id: id,
      claimed_reward_id,
      by: TESTER,
    });
    await countFigures(domain.deps);
    expect((await ages()).filter(({ redeemed }) => redeemed !== 0)).toEqual([]);
    expect((await ages()).filter((one) => one.got > 0)).toEqual(got);
    await expectFiguresVerified(domain);
  });

  it('are the same when they are counted anew', async () => {
    await domain.begin();
    const { id } = await domain.customer();
    for (const points of [50, -20, 70, -90]) await adjust(domain, id, points);
    await countFigures(domain.deps);
    const before = await ages();
    await rebuildFigures(domain.deps, domain.program.id);
    expect(await ages()).toEqual(before);
    expect(before).toMatchObject([{ got: 120, undone: 110 }]);
  });
});

describe('verifying', () => {
  it('names each customer whose points by month are not the balance, and each month that does not add up', async () => {
    await domain.begin();
    const { id } = await domain.customer();
    await adjust(domain, id, 7);
    await countFigures(domain.deps);
    await domain.deps.db
      .updateTable('report_vintages')
      .set({ points_left: 8 })
      .where('program_id', '=', domain.program.id)
      .execute();
    expect(await verifyFigures(domain.deps, domain.program.id)).toMatchObject({
      wrong: [],
      wrong_balances: [{ customer_id: id, stored: 8, summed: 7 }],
      wrong_vintages: [{ stored: 8, summed: 7 }],
    });
    await rebuildFigures(domain.deps, domain.program.id);
    await expectFiguresVerified(domain);
  });

  it('names each figure that is not the sum of its transactions', async () => {
    await domain.begin();
    const { id } = await domain.customer();
    await adjust(domain, id, 7);
    await countFigures(domain.deps);
    await domain.deps.db
      .updateTable('report_figures')
      .set({ points: 8 })
      .where('program_id', '=', domain.program.id)
      .execute();
    const { wrong } = await verifyFigures(domain.deps, domain.program.id);
    // The day is not its transactions, and so the month is not its days.
    expect(wrong).toMatchObject([
      { flow: 'added', stored: 8, summed: 7 },
      { flow: 'added', stored: 7, summed: 8 },
    ]);
    await rebuildFigures(domain.deps, domain.program.id);
    await expectFiguresVerified(domain);
  });

  it('names each sum of members and of cohorts that is not their changes and transactions', async () => {
    await domain.begin();
    const { id } = await domain.customer();
    await adjust(domain, id, 7);
    await countFigures(domain.deps);
    const { db } = domain.deps;
    await db
      .updateTable('report_members')
      .set({ came: 3 })
      .where('program_id', '=', domain.program.id)
      .execute();
    await db
      .updateTable('report_cohorts')
      .set({ points: 8 })
      .where('program_id', '=', domain.program.id)
      .execute();
    expect(await verifyFigures(domain.deps, domain.program.id)).toMatchObject({
      wrong: [],
      wrong_cohorts: [{ flow: 'added', stored: 8, summed: 7 }],
      wrong_members: [{ tier_id: 0, stored: 3, summed: 1 }],
    });
    await rebuildFigures(domain.deps, domain.program.id);
    await expectFiguresVerified(domain);
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { NO_LIMITS } from '../../src/db/limits.ts';
import { FLOW_NAMES } from '../../src/domain/ledger/flows.ts';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import { planProgram } from '../../src/domain/operations/plan-program.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import { type ReportRequest, readReport } from '../../src/domain/reports/read-report.ts';
import { REPORT_NAMES, type ReportName, reportKind } from '../../src/domain/reports/report-kinds.ts';
import { anyOf, type Bench, type BenchDeps, type Check, countAll, openDeps } from './bench.ts';
import { BENCH_PROGRAM, COMPLETED_RULE } from './bench-program.ts';
import { CustomerLoader, merchantId } from './load.ts';
import { asOwner } from './prepare-changes.ts';
import { memoryFinding, timeFinding } from './report.ts';
import { median } from './rounds.ts';
import { startServer } from './server-process.ts';

const AIMS = { report_ms: 100, lag_ms: 5_000, plan_ms: 10_000, plan_megabytes: 100 };

/** Each report of twelve months, against what a person waits for without noticing. */
export const reportsCheck: Check = {
  name: 'reports',
  about: 'each report of twelve months',
  run: (bench) =>
    withDeps(bench, async ({ deps }) => {
      await loadReferrals(bench);
      await loadLate(bench);
      for (const name of REPORT_NAMES) {
        for (const { about, ...asked } of questionsOf(bench, name)) {
          const read = () => timed(() => readReport(deps, bench.program, name, asked));
          await read();
          const times: number[] = [];
          for (let round = 0; round < bench.options.rounds; round += 1) times.push(await read());
          bench.report(timeFinding(about, median(times), AIMS.report_ms));
        }
      }
      await removeLate(bench);
    }),
};

const REFERRALS = 200_000;

/** A friend every three minutes of the year, brought by one customer after another. Each asked; some bought. */
async function loadReferrals({ database, program, groups: { writers } }: Bench): Promise<void> {
  await asOwner(
    database.ownerUrl,
    `
    insert into referral_changes (program_id, referral_id, customer_id, site_id, day, told_at, asked, used, completed)
      select ${program.id}, k, ${writers.first} + k % ${writers.last - writers.first + 1}, ${program.sites[0]!.id}, told_at::date, told_at,
          1, (k % 3 = 0)::int, (k % 4 = 0)::int
        from (select k, now() - (${REFERRALS} - k) * interval '300 days' / ${REFERRALS} as told_at from generate_series(1, ${REFERRALS}) k) friends`,
  );
  await countAll(database);
}

/** As if something of every month of the year had come late for each month before, in every flow. */
async function loadLate({ database, program }: Bench): Promise<void> {
  const months = `
    from report_states s, generate_series(0, 11) b, generate_series(1, 12) d
      cross join lateral (select date_trunc('month', now())::date as this_month) t
      cross join lateral (select (this_month - b * interval '1 month')::date as booked, (this_month - (b + d) * interval '1 month')::date as dated) m`;
  await asOwner(
    database.ownerUrl,
    `
    insert into report_late (program_id, generation, booked, dated, flow, points, transactions)
      select s.program_id, s.generation, booked, dated, flow, 1200, 10
        ${months}, unnest(array['${FLOW_NAMES.join("','")}']) flow where s.program_id = ${program.id};
    insert into report_late_sales (program_id, generation, booked, dated, orders, net_minor)
      select s.program_id, s.generation, booked, dated, 10, 24000 ${months} where s.program_id = ${program.id}`,
  );
}

async function removeLate({ database, program }: Bench): Promise<void> {
  await asOwner(
    database.ownerUrl,
    `
    delete from report_late where program_id = ${program.id};
    delete from report_late_sales where program_id = ${program.id}`,
  );
}

/** A report as a whole, and of one tier, if it can be. */
function questionsOf({ program }: Bench, name: ReportName): (ReportRequest & { about: string })[] {
  const span = spanOf(name);
  const tier = program.tiers[0]!.key;
  const about = `report ${name}`;
  const ofTier = { ...span, tier, about: `${about} of a tier` };
  return [{ ...span, about }, ...(reportKind(name).filters.includes('tier') ? [ofTier] : [])];
}

/** The finest interval that the report has for twelve months. */
function spanOf(name: ReportName): { interval: 'month' | 'day' } {
  return { interval: reportKind(name).monthly ? 'month' : 'day' };
}

const WRITES = { a_second: 500, at_once: 5 };

/** How far a server's figures are behind the ledger while 500 rules a second are completed. */
export const lagCheck: Check = {
  name: 'report-lag',
  about: 'how far figures are behind 500 writes a second',
  run: async (bench) => {
    await countAll(bench.database);
    const server = await startServer(bench.database);
    try {
      await withDeps(bench, async (opened) => {
        const ends = performance.now() + 3 * bench.options.seconds * 1000;
        let longest = 0;
        let writing = true;
        const writes = writeEvenly(bench, opened, ends).finally(() => {
          writing = false;
        });
        while (writing) {
          longest = Math.max(longest, await lagMs(bench, opened));
          await delay(200);
        }
        const rate = await writes;
        bench.report(timeFinding(`figures behind ${rate} writes/s, at most`, longest, AIMS.lag_ms));
      });
    } finally {
      await server.stop();
    }
  },
};

/** Returns how many were written a second: fewer where the machine cannot do as many. */
async function writeEvenly({ program, groups }: Bench, { deps }: BenchDeps, ends: number): Promise<number> {
  const rule_id = program.rules.find((rule) => rule.key === COMPLETED_RULE)!.id;
  const begun = performance.now();
  let written = 0;
  const writer = async () => {
    for (let now = performance.now(); now < ends; now = performance.now()) {
      const early = (written / WRITES.a_second) * 1000 - (now - begun);
      if (early > 0) {
        await delay(early);
        continue;
      }
      written += 1;
      const customer_merchant_id = merchantId(anyOf(groups.writers));
      await completeRule(deps, {
        program,
        rule_id,
        kind: 'social_follow',
        customer_merchant_id,
        channel: 'web',
      });
    }
  };
  await Promise.all(Array.from({ length: WRITES.at_once }, writer));
  return Math.round((written * 1000) / (performance.now() - begun));
}

/** The age of the oldest transaction that no report counts. */
async function lagMs({ program }: Bench, { deps }: BenchDeps): Promise<number> {
  const { rows } = await sql<{ lag: number | null }>`
    select extract(epoch from clock_timestamp() - t.created_at)::float8 * 1000 as lag
      from transactions t
      where t.program_id = ${program.id}
        and t.id > (select counted_to from report_states where program_id = ${program.id})
      order by t.id limit 1`.execute(deps.db);
  return rows[0]?.lag ?? 0;
}

const CUSTOMERS = 1_000_000;

/** The plan of new thresholds of tiers, where every customer may rise or fall. Loads the customers, so it comes last. */
export const planCheck: Check = {
  name: 'plan',
  about: 'the plan of new tiers for a million customers',
  least_transactions: 1_000_000,
  run: async (bench) => {
    const held = await withDeps(bench, ({ deps }) => countCustomers(bench, deps));
    const loader = await CustomerLoader.open(bench.database.ownerUrl, () => {});
    await loader.load(bench.program, { customers: CUSTOMERS - held, entries: 4 });
    await loader.vacuum();
    await loader.close();
    await withDeps(bench, async ({ deps }) => {
      await planProgram(deps, BENCH_PROGRAM);
      const before = process.memoryUsage().rss;
      let most = before;
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage().rss);
      }, 20);
      const took = await timed(() => planProgram(deps, OTHER_TIERS));
      clearInterval(watch);
      bench.report(timeFinding('plan of tiers, 1,000,000 customers', took, AIMS.plan_ms));
      bench.report(memoryFinding('plan, memory growth', most - before, AIMS.plan_megabytes));
    });
  },
};

/** Thresholds below the smallest and above the greatest spend of the loaded customers. */
const OTHER_TIERS: ProgramDefinition = {
  ...BENCH_PROGRAM,
  tiers: BENCH_PROGRAM.tiers.map(({ key, definition }) => ({
    key,
    definition: { ...definition, lower_bound: Math.round((definition.lower_bound ?? 0) / 25) },
  })),
};

async function countCustomers({ program }: Bench, { db }: BenchDeps['deps']): Promise<number> {
  const { count } = await db
    .selectFrom('customers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('program_id', '=', program.id)
    .executeTakeFirstOrThrow();
  return count;
}

async function withDeps<R>({ database }: Bench, work: (opened: BenchDeps) => Promise<R>): Promise<R> {
  const opened = openDeps(database.serverUrl, WRITES.at_once + 2, NO_LIMITS);
  try {
    return await work(opened);
  } finally {
    await opened.database.close();
  }
}

/** ms */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

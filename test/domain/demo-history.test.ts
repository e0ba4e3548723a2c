import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER_LIMITS } from '../../src/db/limits.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { DEMO_PROGRAM_FILE } from '../../src/demo/demo-files.ts';
import { demoHistory } from '../../src/demo/history/demo-history.ts';
import { readFigures } from '../../src/demo/history/history-store.ts';
import { HistoryRefused, type HistoryRequest } from '../../src/demo/history/prepare-history.ts';
import { prepareDemo } from '../../src/demo/prepare-demo.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { listWebhooks } from '../../src/domain/operations/manage-webhooks.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { listVersions } from '../../src/domain/programs/version-store.ts';
import { verifyFigures } from '../../src/domain/reports/verify-store.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { applyProgramFile } from '../../src/program-file/apply-program-file.ts';
import { TestClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { runCommand } from '../support/run-command.ts';
import { depsOn } from '../support/test-domain-deps.ts';
import { TESTER } from '../support/tester.ts';

const SMALL = { customers: 60, months: 3, seed: 25 };
const present = eventPresenter('https://loyalty.example');

let database: TestDatabase;
let deps: Deps;
const clock = new TestClock();
const logged: string[] = [];

// One history for the whole file; the test that is cut short plays the same on another database.
beforeAll(async () => {
  database = await createTestDatabase();
  deps = depsOn(database, clock, logged);
  await play(deps, SMALL);
}, 120_000);
afterAll(async () => {
  await expectLedgerBalanced(deps);
  await database.close();
});

const play = (on: Deps, request: HistoryRequest, onProgress: (done: number, of: number) => void = () => {}) =>
  demoHistory(on, { ...request, present, onProgress });
const programOf = async (on: Deps) => (await on.programs.all())[0]!;

/** Everything that was played, a line each, without ids and codes. */
async function played(on: Deps): Promise<string[]> {
  const { rows: transactions } = await sql<object>`
    select c.merchant_id, t.created_at, t.resource, t.points_approved, t.points_pending, t.points_spent,
        regexp_replace(t.note, 'customer [0-9]+', 'customer') as note
      from transactions t join customers c on c.program_id = t.program_id and c.id = t.customer_id
      where c.erased_at is null order by 1, 2, 3, 4, 5, 6`.execute(on.db);
  const { rows: orders } = await sql<object>`
    select merchant_id, date, total_minor, paid_minor, refunded_minor, spend_minor, currency, cancelled_at, paid_at
      from orders order by 1`.execute(on.db);
  const { rows: claims } = await sql<object>`
    select c.merchant_id, r.created_at, r.kind, r.points_cost, r.state, r.usage_status, r.expires_at
      from claimed_rewards r join customers c on c.program_id = r.program_id and c.id = r.customer_id
      where c.erased_at is null order by 1, 2, 3, 4`.execute(on.db);
  return [...transactions, ...orders, ...claims].map((row) => Object.values(row).join(' '));
}

/** The same as one line: tests compare it where a difference would not say more. */
async function digest(on: Deps): Promise<string> {
  return createHash('sha256')
    .update((await played(on)).join('\n'))
    .digest('hex');
}

async function count(query: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  return (await query.execute(deps.db)).rows[0]!.n;
}

async function elsewhere(work: (on: Deps) => Promise<void>): Promise<void> {
  const other = await createTestDatabase();
  try {
    await work(depsOn(other, clock));
  } finally {
    await other.close();
  }
}

describe('a history that was played', () => {
  it('has customers of the demo and of its own, in all tiers, and points of every flow', async () => {
    const figures = await readFigures(deps.db, (await programOf(deps)).id);
    // One was merged, and one was erased.
    expect(figures.customers).toBe(50 + SMALL.customers - 2);
    expect(Object.keys(figures.members)).toEqual(
      expect.arrayContaining(['seedling', 'bloom', 'harvest', 'keeper']),
    );
    const { merged, ...flows } = figures.flows;
    expect(merged).toBe(0);
    for (const [flow, points] of Object.entries(flows)) expect(points, flow).toBeGreaterThan(0);
  });

  it('is counted in the figures of reports', async () => {
    const { figures, ...mistakes } = await verifyFigures(deps, (await programOf(deps)).id);
    expect(figures).toBeGreaterThan(100);
    expect(mistakes).toMatchObject({ wrong: [], wrong_balances: [], wrong_vintages: [] });
  });

  it('has orders in both currencies that are paid later, refunded in part and whole, and cancelled', async () => {
    const orders = (condition: string) =>
      count(
        sql`select count(*)::int as n from orders where merchant_id like 'M-2%' and ${sql.raw(condition)}`,
      );
    expect(await orders("currency = 'EUR'")).toBeGreaterThan(5);
    expect(await orders('currency is null')).toBeGreaterThan(20);
    expect(await orders('paid_at > created_at')).toBeGreaterThan(0);
    expect(await orders("refund_status = 'refunded'")).toBeGreaterThan(0);
    expect(await orders("refund_status = 'partially_refunded'")).toBeGreaterThan(0);
    expect(await orders('cancelled_at is not null')).toBeGreaterThan(0);
  });

  it('dates every record in the past, within a day in the order of its id', async () => {
    for (const table of ['transactions', 'orders', 'claimed_rewards', 'customers'] as const) {
      const rows = await deps.db.selectFrom(table).select(['id', 'created_at']).orderBy('id').execute();
      let latest = 0;
      for (const { created_at } of rows) {
        expect(created_at, table).toBeGreaterThan(latest - 86_400_000);
        latest = Math.max(latest, created_at);
      }
      expect(latest).toBeLessThan(clock.real());
    }
  });

  it('says in the versions of the program with which terms it begins, and what changed later', async () => {
    const versions = await listVersions(deps.db, (await programOf(deps)).id);
    expect(versions.map(({ version, note }) => [version, note])).toEqual([
      [2, 'Five points for each dollar instead of four: the new season begins'],
      [1, expect.stringMatching(/^A history of 60 customers over 3 months, seed 25, until 2026-01-14T12:00/)],
    ]);
    expect(versions[1]!.created_at).toBeLessThan(versions[0]!.created_at);
    expect(versions[0]!.created_at).toBeLessThan(clock.real());
  });

  it('had a pool of codes that ran dry, and was filled', async () => {
    expect(logged.filter((line) => line.includes('a pool of codes is dry')).length).toBeGreaterThan(0);
    const imports = await count(
      sql`select count(*)::int as n from audit_entries where action = 'codes.imported'`,
    );
    expect(imports).toBe(2);
  });

  it('had a webhook that failed for a day and recovered', async () => {
    const [webhook] = await listWebhooks(deps, (await programOf(deps)).id);
    expect(webhook).toMatchObject({ topic: 'program_events/customer.claimed_reward' });
    const attempts = await sql<{ at: number; response_status: number }>`
      select at, response_status from webhook_attempts order by at`.execute(deps.db);
    const failed = attempts.rows.filter(({ response_status }) => response_status === 503);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.at(-1)!.at - failed[0]!.at).toBeLessThan(86_400_000);
    expect(attempts.rows.at(-1)!.response_status).toBe(204);
    expect(await count(sql`select count(*)::int as n from webhook_deliveries where state = 'failed'`)).toBe(
      0,
    );
  });

  it(
    'is the same when it was cut short and went on',
    () =>
      elsewhere(async (on) => {
        const cut = play(on, SMALL, (done, of) => {
          if (done > of / 2) throw new Error('the power is out');
        });
        await expect(cut).rejects.toThrow('the power is out');
        const again = await play(on, {});
        expect(again).toMatchObject({ begun: true, ended: false, terms: SMALL });
        expect(await played(on)).toEqual(await played(deps));
        await expectLedgerBalanced(on);
      }),
    120_000,
  );

  it('is printed as a table of 80 columns by the next run of the command, which plays nothing', async () => {
    const env = { DATABASE_URL: database.serverUrl, SECRET_KEY: 'a'.repeat(40) };
    const { code, stdout, stderr } = await runCommand(['demo', 'history'], env);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(
      /^The history was played to its end before: 60 customers from 2025-10-14 to 2026-01-14/,
    );
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines[0]).toMatch(/^customers +108$/);
    expect(lines.at(-1)).toBe('The ledger adds up.');
    expect(await runCommand(['demo', 'history', '--seed', '6'], env)).toMatchObject({ code: 1 });
    expect(await runCommand(['demo', 'history', '--months', '1'], env)).toMatchObject({ code: 2 });
  });

  it('is found ended by the next run, which plays nothing', async () => {
    const before = await digest(deps);
    expect(await play(deps, {})).toMatchObject({ begun: true, ended: true, terms: SMALL });
    expect(await digest(deps)).toBe(before);
  });

  it('goes before the first start of a server, which has nothing left to play', async () => {
    const customers = await count(sql`select count(*)::int as n from customers`);
    const orders = await count(sql`select count(*)::int as n from orders`);
    const dataDir = await mkdtemp(path.join(tmpdir(), 'loyaltyd-history-'));
    await prepareDemo(deps, { dataDir, baseUrl: 'http://127.0.0.1:3000' });
    await rm(dataDir, { recursive: true });
    expect(await count(sql`select count(*)::int as n from customers`)).toBe(customers);
    expect(await count(sql`select count(*)::int as n from orders`)).toBe(orders);
  });
});

describe('a history in a demo that was there before', () => {
  it('leaves the customers of the first start alone, and ends with the program as its file says', () =>
    elsewhere(async (on) => {
      const file = await readFile(DEMO_PROGRAM_FILE, 'utf8');
      const options = { folder: path.dirname(fileURLToPath(DEMO_PROGRAM_FILE)) };
      const { program_id } = await applyProgramFile(on, file, TESTER, options);
      await play(on, { customers: 20, months: 2, seed: 25 });
      expect((await readFigures(on.db, program_id)).customers).toBe(18);
      const versions = await listVersions(on.db, program_id);
      expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
      const { changes } = await applyProgramFile(on, file, TESTER, options);
      expect(changes.filter(({ action }) => action !== 'unchanged')).toEqual([]);
      await expectLedgerBalanced(on);
    }));
});

describe('a history is refused', () => {
  const refused = (on: Deps, request: HistoryRequest, message: RegExp) =>
    Promise.all([
      expect(play(on, request)).rejects.toThrow(message),
      expect(play(on, request)).rejects.toBeInstanceOf(HistoryRefused),
    ]);

  it('with other terms than those of the one that is there', () =>
    refused(deps, { seed: 6 }, /has a history already: .*seed 25.*DATA_DIR/));

  it('beside customers whom the demo did not make', async () => {
    const program = await programOf(deps);
    await ensureCustomer(deps, { program, site: program.sites[0]!, merchant_id: 'somebody-else' });
    await refused(deps, {}, /customers that the demo did not make.*DATA_DIR/);
  });

  it('beside a server', async () => {
    const server = openDatabase({
      url: database.serverUrl,
      poolSize: 1,
      namedStatements: true,
      applicationName: 'loyaltyd',
      logger: { warn: () => {} },
      limits: SERVER_LIMITS,
    });
    try {
      await sql`select 1`.execute(server.db);
      await refused(deps, {}, /A server runs on this database/);
    } finally {
      await server.close();
    }
  });
});

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER_LIMITS } from '../../src/db/limits.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { DEMO_CUSTOMER } from '../../src/demo/demo-customer-story.ts';
import type { DemoFacts } from '../../src/demo/demo-facts.ts';
import { prepareDemo } from '../../src/demo/prepare-demo.ts';
import { tellStories } from '../../src/demo/stories.ts';
import { getCustomer } from '../../src/domain/customers/find-customer.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { claimReward } from '../../src/domain/operations/claim-reward.ts';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import { listApiKeys, revokeApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import { apiKeyHash } from '../../src/domain/programs/api-key.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { findKeys } from '../../src/domain/programs/key-store.ts';
import { REWARD_KINDS, type RewardKind } from '../../src/domain/programs/reward-kinds.ts';
import { RULE_KINDS } from '../../src/domain/programs/rule-kinds.ts';
import { SCOPES } from '../../src/domain/programs/scopes.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { TestClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { depsOn } from '../support/test-domain-deps.ts';
import { TESTER } from '../support/tester.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BASE_URL = 'http://127.0.0.1:3000';

let database: TestDatabase;
let clock: TestClock;
let deps: Deps;
let dataDir: string;
/** The history that the first start played. */
let played: Awaited<ReturnType<typeof history>>;

// One demo for the whole file, whose clock only goes forward; tests that play anew have databases of their own.
beforeAll(async () => {
  database = await createTestDatabase({ patient: true });
  clock = new TestClock();
  deps = depsOn(database, clock);
  dataDir = await mkdtemp(path.join(tmpdir(), 'loyaltyd-demo-'));
  await start();
  played = await history();
});
afterAll(async () => {
  await expectLedgerBalanced(deps);
  await database.close();
  await rm(dataDir, { recursive: true });
});

const start = () => prepareDemo(deps, { dataDir, baseUrl: BASE_URL });
const written = async (): Promise<DemoFacts> =>
  JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'));
const demoProgram = async () => (await deps.programs.all())[0]!;

async function demoCustomer() {
  const program = await demoProgram();
  const { id } = await getCustomer(deps.db, program.id, DEMO_CUSTOMER);
  return loadStorefrontCustomer(deps, { program, customer_id: id, channel: 'web', country: 'US' });
}

/** The requests that the start prints: follow, a product, a voucher. */
async function runPrintedRequests({ customer, rules, rewards }: DemoFacts): Promise<void> {
  const program = await demoProgram();
  const common = {
    program,
    customer_merchant_id: customer.merchant_id,
    channel: 'web',
    country: 'US',
  } as const;
  await completeRule(deps, { ...common, rule_id: rules.social_follow!, kind: 'social_follow' });
  const { id, variant_id } = rewards.product_cart!;
  await claimReward(deps, { ...common, reward_id: id, variant_id, cart_id: 'my-cart', kind: 'product_cart' });
  await claimReward(deps, { ...common, reward_id: rewards.cart_discount_voucher!.id });
}

/** All that was played, without ids and codes. */
async function history(of = deps) {
  const program = (await of.programs.all())[0]!;
  const customers = await of.db.selectFrom('customers').selectAll().orderBy('merchant_id').execute();
  return Promise.all(
    customers.map(async ({ id, merchant_id }) => {
      const question = { program, customer_id: id, channel: 'web', country: 'US' } as const;
      const customer = await loadStorefrontCustomer(of, question);
      const { points_approved, points_pending, points_spent } = customer.row;
      const entries = customer.history.map((entry) => [
        entry.kind,
        entry.date,
        'points' in entry && entry.points,
      ]);
      return { merchant_id, points_approved, points_pending, points_spent, entries };
    }),
  );
}

async function counts(of = deps) {
  const tables = [
    'customers',
    'orders',
    'activities',
    'claimed_rewards',
    'transactions',
    'api_keys',
  ] as const;
  const rows = await Promise.all(
    tables.map((table) =>
      of.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirst(),
    ),
  );
  return Object.fromEntries(tables.map((table, i) => [table, rows[i]!.n]));
}

/** Another database, with the same demo to be started on it at the moment of the first. */
async function elsewhere(work: (server: () => Deps) => Promise<void>): Promise<void> {
  const other = await createTestDatabase({ patient: true });
  const otherClock = new TestClock();
  try {
    await work(() => depsOn(other, otherClock));
    await expectLedgerBalanced(depsOn(other, otherClock));
  } finally {
    await other.close();
  }
}

/** Random bytes for a start that is cut short. */
function powerFor(uses: number): Deps['random'] {
  let left = uses;
  return {
    bytes(size) {
      left -= 1;
      if (left < 0) throw new Error('the power is out');
      return randomBytes(size);
    },
  };
}

const startOn = (server: Deps) => prepareDemo(server, { dataDir, baseUrl: BASE_URL });

describe('the first start', () => {
  it('plays a year of about fifty customers in three tiers, at two sites, by every rule', async () => {
    const program = await demoProgram();
    const customers = await deps.db.selectFrom('customers').selectAll().execute();
    expect(customers).toHaveLength(50);
    const tiers = program.tiers.map((tier) => customers.filter((row) => row.tier_id === tier.id).length);
    expect(Math.min(...tiers)).toBeGreaterThan(2);
    expect(new Set(customers.map((row) => row.site_id)).size).toBe(2);
    for (const rule of program.rules) {
      const used = await deps.db
        .selectFrom('activities')
        .select('id')
        .where('rule_id', '=', rule.id)
        .execute();
      expect(used.length, rule.key).toBeGreaterThan(5);
    }
    const given = await deps.db.selectFrom('claimed_rewards').select('source_kind').distinct().execute();
    expect(given.map((claim) => claim.source_kind).sort()).toEqual([
      'points_redemption',
      'rule_completion',
      'tier_entry',
    ]);
    expect(customers.filter((row) => row.points_pending > 0).length).toBeGreaterThan(3);
  });

  it('records everything in the order of time, nothing in the future', async () => {
    for (const table of ['transactions', 'activities', 'claimed_rewards', 'orders', 'customers'] as const) {
      const rows = await deps.db.selectFrom(table).select(['id', 'created_at']).orderBy('id').execute();
      const moments = rows.map((row) => row.created_at);
      expect(moments, table).toEqual([...moments].sort((a, b) => a - b));
      expect(moments.at(-1), table).toBeLessThanOrEqual(clock.real());
    }
  });

  it('plays the same on every machine', () =>
    elsewhere(async (server) => {
      await startOn(server());
      expect(await history(server())).toEqual(played);
    }));

  it('goes on, where it was cut short, with the same year', () =>
    elsewhere(async (server) => {
      await expect(startOn({ ...server(), random: powerFor(60) })).rejects.toThrow('the power is out');
      const before = await counts(server());
      expect(before.transactions).toBeGreaterThan(100);
      await startOn(server());
      expect(await history(server())).toEqual(played);
    }));

  it('is played once by several servers that start at once', () =>
    elsewhere(async (server) => {
      await Promise.all([server(), server(), server()].map(startOn));
      expect(await history(server())).toEqual(played);
    }));

  it('lets other servers play after each move where moves take long', () =>
    elsewhere(async (server) => {
      const { clock, ...rest } = server();
      let moment = clock.real();
      let turns = 0;
      const db = rest.db.withPlugin({
        transformQuery({ node }) {
          if (node.kind === 'RawNode' && node.sqlFragments[0]!.includes('pg_advisory_xact_lock(')) turns += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const slow = Object.assign(Object.create(clock), { real: () => (moment += 10_000) });
      await expect(startOn({ ...rest, db, clock: slow, random: powerFor(60) })).rejects.toThrow(
        'the power is out',
      );
      const { transactions = 0 } = await counts(server());
      expect(turns).toBeGreaterThan(transactions / 2);
    }));
});

describe('the year that was played', () => {
  it('knows friends who were brought and bought, and customers honoured by hand', async () => {
    const referrals = await deps.db.selectFrom('referrals').selectAll().execute();
    expect(referrals.length).toBeGreaterThan(5);
    expect(referrals.filter((referral) => referral.activity_id !== null).length).toBeGreaterThan(3);
    const { conditional_tiers } = await demoProgram();
    const honoured = await deps.db
      .selectFrom('customers')
      .select('id')
      .where(
        'tier_id',
        'in',
        conditional_tiers.map(({ id }) => id),
      )
      .execute();
    expect(honoured).toHaveLength(3);
  });

  it('saw rewards of every kind redeemed, and points that expire on a date', async () => {
    const claims = await deps.db.selectFrom('claimed_rewards').select('kind').distinct().execute();
    const kinds = new Set(Object.keys((await start()).facts.rewards));
    expect(new Set(claims.map((claim) => claim.kind))).toEqual(kinds);
    const undated = await deps.db
      .selectFrom('lots')
      .select('id')
      .where('remaining', '>', 0)
      .where('expires_at', 'is', null)
      .execute();
    expect(undated).toEqual([]);
  });
});

describe('demo.json', () => {
  it('holds the facts, for its owner alone', async () => {
    const { facts } = await start();
    const program = await demoProgram();
    expect(await written()).toEqual(facts);
    expect(Object.keys(facts)).toEqual(['base_url', 'site_id', 'api_key', 'customer', 'rules', 'rewards']);
    expect(facts.base_url).toBe(BASE_URL);
    expect(facts.site_id).toBe(program.sites[0]!.id);
    expect(facts.customer).toEqual({ id: (await demoCustomer()).row.id, merchant_id: '1001' });
    expect(new Set(Object.keys(facts.rules))).toEqual(new Set(RULE_KINDS));
    // All but those that need a subscription.
    const redeemable = REWARD_KINDS.filter((kind) => !kind.startsWith('active_subscription'));
    expect(new Set(Object.keys(facts.rewards))).toEqual(new Set(redeemable));
    expect((await stat(path.join(dataDir, 'demo.json'))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['demo.json']);
  });

  it('keeps a key that works, follows the address, and replaces a key that was lost or revoked', async () => {
    const first = (await start()).facts;
    const moved = await prepareDemo(deps, { dataDir, baseUrl: 'http://127.0.0.1:4000' });
    expect(moved.facts).toEqual({ ...first, base_url: 'http://127.0.0.1:4000' });
    expect(await written()).toEqual(moved.facts);

    await writeFile(path.join(dataDir, 'demo.json'), '{"api_key": 7');
    const second = (await start()).facts;
    expect(second.api_key).not.toBe(first.api_key);
    const keys = await listApiKeys(deps, 'meadow-and-vine');
    expect(keys.filter((key) => key.revoked_at === null)).toHaveLength(1);
    expect(keys[0]).toMatchObject({ revoked_at: null, scopes: [...SCOPES] });

    await revokeApiKey(deps, 'meadow-and-vine', keys[0]!.id, TESTER);
    const third = (await start()).facts;
    expect(third.api_key).not.toBe(second.api_key);
    expect((await findKeys(deps.hot, [apiKeyHash(third.api_key)]))[0]?.scopes).toEqual([...SCOPES]);
  });

  it('has a working key when several servers write it at once', async () => {
    const demos = await Promise.all([start(), start(), start()]);
    const { api_key } = await written();
    expect(new Set(demos.map(({ facts }) => facts.api_key))).toEqual(new Set([api_key]));
    expect(await findKeys(deps.hot, [apiKeyHash(api_key)])).toHaveLength(1);
  });
});

describe('each later start', () => {
  it('waits for another server longer than a statement waits for a lock', async () => {
    const limits = { ...SERVER_LIMITS, lock_ms: 20 };
    const options = { poolSize: 2, namedStatements: true, applicationName: 'waiting', logger: console };
    const waiting = openDatabase({ url: database.serverUrl, ...options, limits });
    const other = new pg.Client({ connectionString: database.serverUrl });
    await other.connect();
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock(7306, id::int # (schema_number() << 20)) from programs');
    const started = startOn(depsOn(waiting, clock));
    const ended = started.then(() => Promise.reject(new Error('it did not wait')));
    const tries = new Set<string>();
    while (tries.size < 3) {
      const waits = 'select virtualtransaction from pg_locks where classid = 7306 and not granted';
      const { rows } = await Promise.race([database.asOwner(waits), ended]);
      for (const { virtualtransaction } of rows) tries.add(virtualtransaction);
    }
    ended.catch(() => {}); // Nobody waits for it any more.
    await other.query('commit');
    expect((await started).facts.customer.merchant_id).toBe(DEMO_CUSTOMER);
    await other.end();
    await waiting.close();
  });

  it('lets the demo customer do what the start prints, today and every day', async () => {
    await runPrintedRequests((await start()).facts);
    for (const days of [1, 30, 400]) {
      clock.advance(days * DAY);
      await runPrintedRequests((await start()).facts);
    }
  });

  it('lets the demo customer complete each rule that storefronts complete, and redeem each reward', async () => {
    for (const days of [40, 40]) {
      clock.advance(days * DAY);
      const { rules, rewards } = (await start()).facts;
      const common = {
        program: await demoProgram(),
        customer_merchant_id: DEMO_CUSTOMER,
        channel: 'web',
        country: 'US',
      } as const;
      for (const kind of ['clickthrough', 'social_like', 'social_follow', 'custom'] as const) {
        const { actions } = await completeRule(deps, { ...common, rule_id: rules[kind]!, kind });
        expect(actions, kind).toHaveLength(1);
      }
      for (const [kind, { id, variant_id, discount_amount }] of Object.entries(rewards)) {
        const discount =
          discount_amount === undefined
            ? undefined
            : { amount_minor: discount_amount * 100, currency: common.program.currency };
        const claimed = await claimReward(deps, {
          ...common,
          kind: kind as RewardKind,
          reward_id: id,
          variant_id,
          discount,
          cart_id: variant_id === undefined ? null : 'my-cart',
        });
        expect(claimed.replayed).toBe(false);
      }
    }
  });

  it('leaves everything as it is where nothing is wanting', async () => {
    clock.advance(2 * DAY);
    await start();
    const before = await counts();
    clock.advance(5 * 60_000);
    await start();
    expect(await counts()).toEqual(before);
  });

  it('fills up points that were spent', async () => {
    const { facts } = await start();
    const { points_approved } = (await demoCustomer()).row;
    const program = await demoProgram();
    await adjustPoints(deps, {
      program,
      customer_id: facts.customer.id,
      points: -points_approved,
      note: null,
      by: TESTER,
    });
    await start();
    const customer = await demoCustomer();
    expect(customer.row.points_approved).toBe(10_000 - 300 * customer.cart_redemptions.length + 300);
  });

  it('renews the redemption in the cart once it has lapsed', async () => {
    clock.advance(2 * DAY);
    await start();
    const [first, ...others] = (await demoCustomer()).cart_redemptions;
    expect(others).toEqual([]);
    clock.advance(12 * HOUR);
    await start();
    expect((await demoCustomer()).cart_redemptions).toEqual([first]);
    clock.advance(12 * HOUR);
    await start();
    const [second, ...rest] = (await demoCustomer()).cart_redemptions;
    expect(rest).toEqual([]);
    expect(second!.id).not.toBe(first!.id);
    const { state } = (await demoCustomer()).claims.find((claim) => claim.id === first!.id)!;
    expect(state).toBe('void');
  });
});

describe('the stories', () => {
  const END = Date.parse('2026-03-20T22:00:00Z');

  it('have strictly ascending moments, all before the day on which they end', () => {
    for (const end of [END, Date.parse('2028-03-01T04:30:00Z'), Date.parse('2026-11-01T12:00:00Z')]) {
      for (const story of tellStories(end)) {
        const moments = story.steps.map((step) => step.at);
        expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b));
        expect(moments.at(-1)!).toBeLessThan(end);
        expect(moments[0]!).toBeGreaterThan(end - 366 * DAY);
        expect(story.steps[0]!.act.kind).toBe('join');
      }
    }
  });

  it('are the same for the same end', () => {
    expect(tellStories(END)).toEqual(tellStories(END));
  });
});

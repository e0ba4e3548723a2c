import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { limitState } from '../../src/domain/core/limits.ts';
import { getCustomer } from '../../src/domain/customers/find-customer.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { type AppliedProgram, applyProgram } from '../../src/domain/operations/apply-program.ts';
import { type Claimed, claimReward } from '../../src/domain/operations/claim-reward.ts';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { processDue } from '../../src/domain/operations/process-due.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { ProgramChangeRefused } from '../../src/domain/programs/program-change-refused.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import type { ProgramSettings } from '../../src/domain/programs/program-settings.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import type { RuleDefinition } from '../../src/domain/programs/rule-definition.ts';
import { applyProgramFile } from '../../src/program-file/apply-program-file.ts';
import { TestClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { programSettings, type RuleSketch, ruleDefinition, tierDefinition } from '../support/factories.ts';
import { depsOn } from '../support/test-domain-deps.ts';
import { TESTER } from '../support/tester.ts';

const HOUR = 3_600_000;
/** A Wednesday, noon in Berlin. */
const NOON = Date.parse('2026-01-14T11:00:00Z');

let database: TestDatabase;
let clock: TestClock;
let deps: Deps;

beforeEach(async () => {
  database = await createTestDatabase();
  clock = new TestClock(NOON);
  deps = depsOn(database, clock);
});
afterEach(() => database.close());

function visit(rest: RuleSketch = {}): RuleDefinition {
  return ruleDefinition({
    kind: 'pageview',
    title: 'Visit',
    result: { kind: 'points', points: 3, per_currency_unit_minor: null },
    properties: {},
    ...rest,
  });
}

function tea(
  counts: { small: number | null; large: number | null },
  rest: Partial<RewardDefinition> = {},
): RewardDefinition {
  return {
    enabled: true,
    title: 'Tea',
    description: null,
    cost: { kind: 'fixed', points: 10 },
    limit: null,
    stock: null,
    channels: [],
    countries: [],
    auto_refund_seconds: null,
    expires_after_seconds: null,
    codes: { kind: 'generated', pattern: null },
    properties: {
      kind: 'product_cart',
      product: {
        id: 'tea',
        handle: null,
        title: null,
        url: null,
        image_url: null,
        variants: [
          { id: 'small', title: null, inventory_count: counts.small, sku: null },
          { id: 'large', title: null, inventory_count: counts.large, sku: null },
        ],
      },
      max_redemptions_per_cart: null,
      cart_requirements: { minimum_cart_total_minor: null, minimum_line_item_count: null },
    },
    variants: {},
    ...rest,
  };
}

function shop(rest: Partial<ProgramDefinition> = {}): ProgramDefinition {
  return {
    key: 'shop',
    name: 'Shop',
    currency: 'USD',
    test: false,
    benefits: [],
    settings: programSettings(),
    sites: [site('main', 'Europe/Berlin')],
    tiers: [],
    rules: [{ key: 'visit', definition: visit() }],
    rewards: [{ key: 'tea', definition: tea({ small: 5, large: null }) }],
    ...rest,
  };
}

function site(key: string, time_zone: string) {
  const definition = {
    name: 'Shop',
    url: 'https://shop.test',
    currency: 'USD',
    languages: ['en'],
    time_zone,
  };
  return { key, definition: { ...definition, country: null, frame_ancestors: [] } };
}

const actions = (applied: AppliedProgram) =>
  Object.fromEntries(applied.changes.map((change) => [`${change.kind} ${change.key}`, change.action]));
const idOf = (applied: AppliedProgram, kind: string, key: string) =>
  applied.changes.find((change) => change.kind === kind && change.key === key)!.id;

async function program(): Promise<Program> {
  const [found] = await deps.programs.all();
  return found!;
}

async function customer(merchantId = 'c1') {
  const loaded = await program();
  return ensureCustomer(deps, { program: loaded, site: loaded.sites.at(-1)!, merchant_id: merchantId });
}

async function complete(merchantId = 'c1', using?: Program): Promise<void> {
  const loaded = using ?? (await program());
  const rule = loaded.rules.find((candidate) => candidate.key === 'visit')!;
  await completeRule(deps, {
    program: loaded,
    rule_id: rule.id,
    kind: 'pageview',
    customer_merchant_id: merchantId,
    channel: 'web',
  });
}

/** Which transaction wrote each row of the configuration last. */
async function versions() {
  const { rows } = await sql`
    select xmin::text, id from programs union all select xmin::text, id from program_entries
    union all select xmin::text, reward_id from reward_stock order by 2, 1`.execute(deps.db);
  return rows;
}

async function stock(): Promise<Record<string, [initial: number, remaining: number]>> {
  const rows = await deps.db.selectFrom('reward_stock').selectAll().execute();
  return Object.fromEntries(rows.map((row) => [row.variant_id, [row.initial, row.remaining]]));
}

async function claimTea(variant: string, merchantId = 'c1'): Promise<Claimed> {
  const loaded = await program();
  return claimReward(deps, {
    program: loaded,
    reward_id: loaded.rewards[0]!.id,
    customer_merchant_id: merchantId,
    variant_id: variant,
    cart_id: 'cart',
    channel: 'web',
    country: null,
  });
}

describe('applying a program', () => {
  it('creates it, and the second time writes nothing', async () => {
    const first = await applyProgram(deps, shop(), TESTER);
    expect(first.created).toBe(true);
    expect(actions(first)).toEqual({
      'program shop': 'created',
      'site main': 'created',
      'rule visit': 'created',
      'reward tea': 'created',
    });
    const before = await versions();
    const second = await applyProgram(deps, shop(), TESTER);
    expect(second.created).toBe(false);
    expect(new Set(Object.values(actions(second)))).toEqual(new Set(['unchanged']));
    expect(second.changes.map((change) => change.id)).toEqual(first.changes.map((change) => change.id));
    expect(await versions()).toEqual(before);
  });

  it('changes only what changed, keeps ids, and reaches a process that held the old configuration', async () => {
    const first = await applyProgram(deps, shop(), TESTER);
    const held = await program();
    const second = await applyProgram(
      deps,
      shop({ rules: [{ key: 'visit', definition: visit({ title: { en: 'Come in' } }) }] }),
      TESTER,
    );
    expect(actions(second)).toEqual({
      'program shop': 'unchanged',
      'site main': 'unchanged',
      'rule visit': 'changed',
      'reward tea': 'unchanged',
    });
    expect(idOf(second, 'rule', 'visit')).toBe(idOf(first, 'rule', 'visit'));
    const reloaded = await program();
    expect(reloaded.configuration_version).toBe(held.configuration_version + 1);
    expect(reloaded.rules[0]!.variants.get(null)!.title).toEqual({ en: 'Come in' });
  });

  it('disables what left and enables what came back, under its old id', async () => {
    const first = await applyProgram(deps, shop(), TESTER);
    const gone = await applyProgram(deps, shop({ rules: [] }), TESTER);
    expect(actions(gone)).toMatchObject({ 'rule visit': 'disabled' });
    expect((await program()).rule(idOf(first, 'rule', 'visit'))!.variants.get(null)!.enabled).toBe(false);
    expect(actions(await applyProgram(deps, shop({ rules: [] }), TESTER))).toMatchObject({
      'rule visit': 'unchanged',
    });
    const back = await applyProgram(deps, shop(), TESTER);
    expect(actions(back)).toMatchObject({ 'rule visit': 'enabled' });
    expect(idOf(back, 'rule', 'visit')).toBe(idOf(first, 'rule', 'visit'));
  });

  it('tells a rule switched off in place from one that changed', async () => {
    await applyProgram(deps, shop(), TESTER);
    const off = shop({ rules: [{ key: 'visit', definition: visit({ enabled: false }) }] });
    expect(actions(await applyProgram(deps, off, TESTER))).toMatchObject({ 'rule visit': 'disabled' });
    expect(actions(await applyProgram(deps, shop(), TESTER))).toMatchObject({ 'rule visit': 'enabled' });
  });

  it('keeps benefits under their ids, and disables those that left', async () => {
    const lounge = { label: 'The lounge', secret: false, details: null };
    const withBenefits = (...benefits: ProgramDefinition['benefits']) =>
      shop({
        settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
        tiers: [
          { key: 'base', definition: tierDefinition({ benefit_keys: benefits.map(({ key }) => key) }) },
        ],
        benefits,
      });
    const first = await applyProgram(deps, withBenefits({ key: 'lounge', definition: lounge }), TESTER);
    expect(actions(first)).toMatchObject({ 'tier base': 'created', 'benefit lounge': 'created' });
    const id = idOf(first, 'benefit', 'lounge');
    expect((await program()).tiers[0]!.benefit_ids).toEqual([id]);
    expect((await program()).benefits).toMatchObject([{ id, enabled: true, label: 'The lounge' }]);

    const secret = await applyProgram(
      deps,
      withBenefits({ key: 'lounge', definition: { ...lounge, secret: true } }),
      TESTER,
    );
    expect(actions(secret)).toMatchObject({ 'tier base': 'unchanged', 'benefit lounge': 'changed' });
    const gone = await applyProgram(deps, withBenefits(), TESTER);
    expect(actions(gone)).toMatchObject({ 'tier base': 'changed', 'benefit lounge': 'disabled' });
    expect((await program()).tiers[0]!.benefit_ids).toEqual([]);
    expect((await program()).benefits).toMatchObject([{ id, enabled: false }]);
    const back = await applyProgram(deps, withBenefits({ key: 'lounge', definition: lounge }), TESTER);
    expect(actions(back)).toMatchObject({ 'benefit lounge': 'enabled' });
    expect((await program()).tiers[0]!.benefit_ids).toEqual([id]);
  });

  it.each<[string, Partial<ProgramSettings>]>([
    ['what tiers count', { tier_boundary_mode: 'orders' }],
    ['how long they are held', { tier_membership: { mode: 'enrollment_anniversary', windows: 2 } }],
    ['when points expire', { points_expiry: { mode: 'calendar_date', month: 6, day: 30 } }],
    [
      'referrals',
      {
        referrals: {
          incentive_reward_key: null,
          requires_email: true,
          cap: null,
          daily_friends_per_address: 5,
        },
      },
    ],
    ['where receipts go', { receipt_upload_url: 'https://shop.test/receipts' }],
    ['its words', { texts: { en: { points_added: 'Yours' } } }],
  ])('sees that %s changed, once', async (_what, changed) => {
    await applyProgram(deps, shop(), TESTER);
    const definition = shop({ settings: programSettings(changed) });
    expect(actions(await applyProgram(deps, definition, TESTER))['program shop']).toBe('changed');
    expect((await program()).settings).toMatchObject(changed);
    expect(actions(await applyProgram(deps, definition, TESTER))['program shop']).toBe('unchanged');
  });

  it('is one program when many apply it at once, each seeing the others whole', async () => {
    const applied = await Promise.all(Array.from({ length: 8 }, () => applyProgram(deps, shop(), TESTER)));
    expect(applied.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(applied.map(({ program_id }) => program_id)).size).toBe(1);
    expect(new Set(applied.map(({ changes }) => JSON.stringify(changes.map(({ id }) => id)))).size).toBe(1);
    expect(await deps.db.selectFrom('program_entries').select('id').execute()).toHaveLength(3);
    expect((await program()).configuration_version).toBe(1);
  });
});

describe('a living program refuses', () => {
  async function refusals(definition: ProgramDefinition): Promise<string[]> {
    const error = await applyProgram(deps, definition, TESTER).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ProgramChangeRefused)) throw error ?? new Error('applied');
    return error.refusals.map(
      ({ entry, property }) => `${entry ? `${entry.kind} ${entry.key} ` : ''}${property}`,
    );
  }

  it('another kind under the same key, with nothing else applied', async () => {
    await applyProgram(deps, shop(), TESTER);
    const changed = shop({
      name: 'Renamed',
      rules: [{ key: 'visit', definition: visit({ kind: 'birthday' }) }],
      rewards: [
        {
          key: 'tea',
          definition: {
            ...tea({ small: 5, large: null }),
            properties: { kind: 'gift_card', initial_balance_minor: 1 },
          },
        },
      ],
    });
    expect(await refusals(changed)).toEqual(['rule visit kind', 'reward tea kind']);
    expect((await program()).name).toBe('Shop');
  });

  it('another kind also for what had left', async () => {
    await applyProgram(deps, shop(), TESTER);
    await applyProgram(deps, shop({ rules: [] }), TESTER);
    expect(
      await refusals(shop({ rules: [{ key: 'visit', definition: visit({ kind: 'birthday' }) }] })),
    ).toEqual(['rule visit kind']);
  });

  it('another currency once there are customers, not before', async () => {
    await applyProgram(deps, shop(), TESTER);
    await applyProgram(deps, shop({ currency: 'EUR', test: true }), TESTER);
    await customer();
    expect(await refusals(shop({ currency: 'USD', test: false }))).toEqual(['currency', 'test']);
  });
});

describe('stock', () => {
  const withTea = (definition: RewardDefinition) => shop({ rewards: [{ key: 'tea', definition }] });

  it('moves what is left by the difference, never below nothing', async () => {
    await applyProgram(deps, withTea(tea({ small: 5, large: null }, { stock: 20 })), TESTER);
    expect(await stock()).toEqual({ '': [20, 20], small: [5, 5] });
    const { id } = await customer();
    await adjustPoints(deps, {
      program: await program(),
      customer_id: id,
      points: 100,
      note: null,
      by: TESTER,
    });
    await claimTea('small');
    await claimTea('small');
    await claimTea('large');
    expect(await stock()).toEqual({ '': [20, 17], small: [5, 3] });
    await applyProgram(deps, withTea(tea({ small: 7, large: null }, { stock: 20 })), TESTER);
    expect(await stock()).toEqual({ '': [20, 17], small: [7, 5] });
    await applyProgram(deps, withTea(tea({ small: 1, large: null }, { stock: 20 })), TESTER);
    expect(await stock()).toEqual({ '': [20, 17], small: [1, 0] });
  });

  it('lowered below what was given has nothing left until so many are back, and is as before once it is raised', async () => {
    await applyProgram(deps, withTea(tea({ small: 5, large: null })), TESTER);
    const { id } = await customer();
    await adjustPoints(deps, {
      program: await program(),
      customer_id: id,
      points: 100,
      note: null,
      by: TESTER,
    });
    const claims = [await claimTea('small'), await claimTea('small'), await claimTea('small')];
    const giveBack = async () =>
      refundReward(deps, { program: await program(), claimed_reward_id: claims.pop()!.claimed_reward_id });
    await applyProgram(deps, withTea(tea({ small: 0, large: null })), TESTER);
    expect(await stock()).toEqual({ small: [0, 0] });
    await giveBack();
    expect(await stock()).toEqual({ small: [0, 0] });
    await applyProgram(deps, withTea(tea({ small: 1, large: null })), TESTER);
    expect(await stock()).toEqual({ small: [1, 0] });
    await applyProgram(deps, withTea(tea({ small: 5, large: null })), TESTER);
    expect(await stock()).toEqual({ small: [5, 3] });
    await applyProgram(deps, withTea(tea({ small: 1, large: null })), TESTER);
    await giveBack();
    expect(await stock()).toEqual({ small: [1, 0] });
    await giveBack();
    expect(await stock()).toEqual({ small: [1, 1] });
  });

  it('forgets what is no longer counted and begins anew with what is', async () => {
    await applyProgram(deps, withTea(tea({ small: 5, large: null })), TESTER);
    await applyProgram(deps, withTea(tea({ small: null, large: 2 })), TESTER);
    expect(await stock()).toEqual({ large: [2, 2] });
  });

  it('keeps what is left of a reward that leaves and comes back', async () => {
    await applyProgram(deps, withTea(tea({ small: 5, large: null })), TESTER);
    const { id } = await customer();
    await adjustPoints(deps, {
      program: await program(),
      customer_id: id,
      points: 100,
      note: null,
      by: TESTER,
    });
    await claimTea('small');
    await applyProgram(deps, shop({ rewards: [] }), TESTER);
    await applyProgram(deps, withTea(tea({ small: 6, large: null })), TESTER);
    expect(await stock()).toEqual({ small: [6, 5] });
  });
});

describe('a program applied while its rewards are claimed', () => {
  it('leaves stock and limits as exact as they were', async () => {
    const numbered = (count: number, interval: 'day' | 'week') =>
      shop({
        rewards: [
          {
            key: 'tea',
            definition: tea(
              { small: count, large: null },
              { stock: 2 * count, limit: { count: 100, interval } },
            ),
          },
        ],
      });
    await applyProgram(deps, numbered(100, 'day'), TESTER);
    const loaded = await program();
    const merchants = ['c1', 'c2', 'c3', 'c4'];
    for (const merchant of merchants) {
      const { id } = await customer(merchant);
      await adjustPoints(deps, { program: loaded, customer_id: id, points: 1_000, note: null, by: TESTER });
    }
    const claims = Array.from({ length: 40 }, (_, i) => claimTea('small', merchants[i % 4]));
    const applied = [101, 102, 103, 104].map((count, i) =>
      applyProgram(deps, numbered(count, i % 2 ? 'day' : 'week'), TESTER),
    );
    await Promise.all([...claims, ...applied]);
    await applyProgram(deps, numbered(105, 'week'), TESTER);
    expect(await stock()).toEqual({ '': [210, 170], small: [105, 65] });
    const counters = await deps.db.selectFrom('usage_counters').selectAll().execute();
    const ofTea = counters.filter((counter) => counter.subject_id === loaded.rewards[0]!.id);
    expect(ofTea.map((counter) => counter.total)).toEqual([10, 10, 10, 10]);
    await applyProgram(deps, numbered(105, 'day'), TESTER);
    const recounted = await deps.db.selectFrom('usage_counters').select('window_count').execute();
    expect(recounted.map((counter) => counter.window_count)).toEqual([10, 10, 10, 10]);
    await expectLedgerBalanced(deps);
  });
});

describe('a program file', () => {
  const FILE = `key: shop
name: Shop
currency: USD
sites:
  main: { name: Shop, url: https://shop.example, languages: [en], time_zone: UTC }
rules:
  visit:
    kind: pageview
    title: Visit
    result: { points: 3 }
`;

  it('is applied, and what the living program cannot become is told with its line', async () => {
    expect(actions(await applyProgramFile(deps, FILE, TESTER))).toEqual({
      'program shop': 'created',
      'site main': 'created',
      'rule visit': 'created',
    });
    await customer();
    const changed = FILE.replace('USD', 'EUR').replace('pageview', 'birthday');
    await expect(applyProgramFile(deps, changed, TESTER)).rejects.toMatchObject({
      name: 'ProgramFileError',
      mistakes: [
        {
          line: 3,
          column: 11,
          path: 'currency',
          message: expect.stringContaining('the program has customers'),
        },
        { line: 8, column: 11, path: 'rules.visit.kind', message: expect.stringContaining('a new key') },
      ],
    });
  });
});

describe('limits that change', () => {
  const limited = (limit: RuleDefinition['limit'], zone = 'Europe/Berlin') =>
    shop({ sites: [site('main', zone)], rules: [{ key: 'visit', definition: visit({ limit }) }] });

  async function counted(kind: 'rule' | 'reward' = 'rule'): Promise<number> {
    const loaded = await program();
    const subject = kind === 'rule' ? loaded.rules[0]! : loaded.rewards[0]!;
    const counter = await deps.db
      .selectFrom('usage_counters')
      .selectAll()
      .where('subject_id', '=', subject.id)
      .executeTakeFirstOrThrow();
    const limit = { count: 1_000, interval: subject.limit?.interval ?? null };
    const state = limitState(limit, counter, loaded.sites.at(-1)!.time_zone, clock.real());
    if (state.state !== 'limit_not_reached') throw new Error(`unexpected ${state.state}`);
    return state.count;
  }

  it('count anew by another interval', async () => {
    await applyProgram(deps, limited({ count: 10, interval: 'day' }), TESTER);
    await customer();
    await complete();
    await complete();
    clock.advance(24 * HOUR);
    await complete();
    expect(await counted()).toBe(1);
    await applyProgram(deps, limited({ count: 10, interval: 'week' }), TESTER);
    expect(await counted()).toBe(3);
    await applyProgram(deps, limited(null), TESTER);
    expect(await counted()).toBe(3);
    clock.advance(7 * 24 * HOUR);
    await applyProgram(deps, limited({ count: 10, interval: 'week' }), TESTER);
    expect(await counted()).toBe(0);
    await applyProgram(deps, limited({ count: 4, interval: null }), TESTER);
    expect(await counted()).toBe(3);
  });

  it('count anew in another time zone', async () => {
    await applyProgram(deps, limited({ count: 1, interval: 'day' }), TESTER);
    await customer();
    // 23:30 in Berlin, then 00:30 of the next day; both of one day in New York.
    clock.advance(Date.parse('2026-01-14T22:30:00Z') - clock.real());
    await complete();
    clock.advance(Date.parse('2026-01-14T23:30:00Z') - clock.real());
    await complete();
    expect(await counted()).toBe(1);
    await applyProgram(deps, limited({ count: 1, interval: 'day' }, 'America/New_York'), TESTER);
    expect(await counted()).toBe(2);
    await expect(complete()).rejects.toMatchObject({ code: 'rule_limit_reached' });
  });

  it('leave out what was declined and what its order voided, and count what was voided by hand', async () => {
    await applyProgram(deps, limited({ count: 10, interval: 'day' }), TESTER);
    const { id } = await customer();
    const { id: programId, rules } = await program();
    for (let i = 0; i < 4; i++) await complete();
    const activity = {
      program_id: programId,
      customer_id: id,
      rule_id: rules[0]!.id,
      name: '$pageview',
      merchant_id: null,
      value: 3,
      date: ts(NOON),
      created_at: ts(NOON),
      approves_at: null,
      resolved_at: null,
      order_id: null,
      basis: null,
      channel: null,
    };
    await deps.db
      .insertInto('activities')
      .values([
        { ...activity, state: 'declined', resource: null },
        { ...activity, state: 'void', resource: 'order' },
        { ...activity, state: 'void', resource: null, voided_by_hand: true },
      ])
      .execute();
    await applyProgram(deps, limited({ count: 10, interval: 'month' }), TESTER);
    expect(await counted()).toBe(5);
  });

  it('count claims of rewards, those taken back left out', async () => {
    const withLimit = (interval: 'day' | 'week') =>
      shop({
        rewards: [
          { key: 'tea', definition: tea({ small: null, large: null }, { limit: { count: 9, interval } }) },
        ],
      });
    await applyProgram(deps, withLimit('day'), TESTER);
    const { id } = await customer();
    await adjustPoints(deps, {
      program: await program(),
      customer_id: id,
      points: 100,
      note: null,
      by: TESTER,
    });
    await claimTea('small');
    clock.advance(25 * HOUR);
    await claimTea('small');
    // The first one lapses after its 24 hours.
    await processDue(deps, await program(), await getCustomer(deps.db, (await program()).id, 'c1'));
    await applyProgram(deps, withLimit('week'), TESTER);
    expect(await counted('reward')).toBe(1);
  });

  it('hold beside completions that run at the same time', async () => {
    await applyProgram(deps, limited({ count: 50, interval: 'day' }), TESTER);
    await customer();
    const old = await program();
    const completions = Array.from({ length: 40 }, () => complete('c1', old));
    const applied = applyProgram(deps, limited({ count: 50, interval: 'week' }), TESTER);
    await Promise.all([...completions, applied]);
    await applyProgram(deps, limited({ count: 50, interval: 'month' }), TESTER);
    expect(await counted()).toBe(40);
  });
});

describe('tiers that change', () => {
  const tiered = (bounds: Record<string, number>, mode: 'rolling' | 'lifetime' = 'rolling') => {
    const definition = shop({
      tiers: Object.entries(bounds).map(([key, lower_bound]) => ({
        key,
        definition: tierDefinition({ name: key, lower_bound }),
      })),
    });
    const tier_membership = mode === 'lifetime' ? ({ mode } as const) : { mode, duration_months: 12 };
    return { ...definition, settings: { ...definition.settings, tier_membership } };
  };

  async function settled() {
    const loaded = await program();
    const row = await processDue(deps, loaded, await getCustomer(deps.db, loaded.id, 'c1'));
    return {
      tier: row.tier_id === null ? null : loaded.tier(row.tier_id)!.key,
      expires_at: row.tier_expires_at,
    };
  }

  it('take in who was enrolled before there were any, and let go when there are none', async () => {
    await applyProgram(deps, shop(), TESTER);
    await customer();
    await applyProgram(deps, tiered({ low: 0, high: 10_000 }), TESTER);
    expect(await settled()).toEqual({ tier: 'low', expires_at: Date.parse('2027-01-14T11:00:00Z') });
    await applyProgram(deps, shop(), TESTER);
    expect(await settled()).toEqual({ tier: null, expires_at: null });
  });

  it('move at once who is in a tier that leaves, and nobody else', async () => {
    await applyProgram(deps, tiered({ start: 0, high: 10_000 }), TESTER);
    await customer();
    const before = await settled();
    clock.advance(HOUR);
    await applyProgram(deps, tiered({ start: 0, higher: 20_000 }), TESTER);
    expect(await settled()).toEqual(before);
    await applyProgram(deps, tiered({ base: 0, higher: 20_000 }), TESTER);
    expect(await settled()).toEqual({ tier: 'base', expires_at: Date.parse('2027-01-14T12:00:00Z') });
  });

  it('begin the term of memberships that were for life', async () => {
    await applyProgram(deps, tiered({ low: 0 }, 'lifetime'), TESTER);
    await customer();
    expect(await settled()).toEqual({ tier: 'low', expires_at: null });
    await applyProgram(deps, tiered({ low: 0 }), TESTER);
    expect(await settled()).toEqual({ tier: 'low', expires_at: Date.parse('2027-01-14T11:00:00Z') });
  });
});

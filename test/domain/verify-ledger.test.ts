import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Verification, verifyLedger } from '../../src/domain/ledger/verify.ts';
import type { Drift } from '../../src/domain/ledger/verify-step.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { importLines } from '../support/imports.ts';
import { AFTER_A_YEAR, adjust, expiring, INACTIVE_HALF_A_YEAR, resolve } from '../support/lots.ts';
import { merge } from '../support/merging.ts';
import { TestDomain, testDomain } from '../support/test-domain.ts';

let domain: TestDomain;

/** 100 and 50 points, of which a claim took 60 and 5 were removed; of what was left of the first, 35 expired. */
async function beginWithLots() {
  await domain.begin({
    ...expiring(AFTER_A_YEAR),
    rules: [{ key: 'now', definition: ruleDefinition() }],
    rewards: [{ key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 60 } }) }],
  });
  const customer = await domain.customer({ points: 100 });
  domain.clock.advance(3_600_000);
  await domain.complete('now');
  await domain.claim('card');
  await adjust(domain, customer.id, -5);
  domain.turnTo('2027-01-14T12:00:00Z');
  await domain.settle(customer.id);
  const [first, second] = await domain.rows('lots');
  const [, , claim, removal, expiry] = await domain.rows('transactions');
  return {
    id: customer.id,
    first: first!.id,
    second: second!.id,
    claim: claim!.id,
    removal: removal!.id,
    expiry: expiry!,
  };
}

async function begin() {
  await domain.begin({
    rules: [
      { key: 'now', definition: ruleDefinition() },
      { key: 'later', definition: ruleDefinition({ approval_period_seconds: 3600 }) },
    ],
    rewards: [
      {
        key: 'card',
        definition: rewardDefinition({ cost: { kind: 'fixed', points: 10 }, expires_after_seconds: 3600 }),
      },
    ],
  });
  const customer = await domain.customer({ points: 100 });
  await domain.complete('now');
  await domain.complete('later');
  await domain.claim('card');
  return customer;
}

describe('a ledger that adds up', () => {
  const sound = testDomain();
  beforeAll(() => {
    domain = sound;
  });

  it('has no drift, and every customer and transaction is counted', async () => {
    await begin();
    await domain.customer({ merchant_id: '1002' });
    const seen: [number, number][] = [];
    const { customers, transactions, drifts } = await verifyLedger(domain.deps, {
      onProgress: (done, of) => seen.push([done, of]),
    });
    expect(drifts).toEqual([]);
    expect(customers).toBe(2);
    expect(transactions).toBe((await domain.rows('transactions')).length);
    expect(seen.at(-1)).toEqual([2, 2]);
  });

  it('does so while writers write', async () => {
    await begin();
    for (let i = 0; i < 5; i += 1) await domain.customer({ merchant_id: `w-${i}`, points: 100 });
    let verifying = true;
    const writers = Array.from({ length: 5 }, async (_, index) => {
      const customer = `w-${index}`;
      for (let i = 0; verifying && i < 60; i += 1) {
        await domain.complete(i % 2 ? 'now' : 'later', { customer });
        await domain.claim('card', {}, { customer });
        if (index === 0) domain.clock.advance(600_000);
        if (index === 1) await sweepOnce(domain.deps);
      }
    });
    try {
      for (let i = 0; i < 10; i += 1) expect((await verifyLedger(domain.deps)).drifts).toEqual([]);
    } finally {
      verifying = false;
      await Promise.all(writers);
    }
  });
});

describe('a ledger that was tampered with', () => {
  let owner: pg.Client;
  beforeAll(async () => {
    domain = new TestDomain();
    await domain.open({});
    owner = new pg.Client({ connectionString: domain.database.ownerUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await domain.database.close();
  });

  /** The findings after a change that only the tables' owner can make, and only without their triggers. */
  async function driftsAfter(change: string): Promise<Partial<Drift>[]> {
    const tables = ['transactions', 'activities', 'adjustments', 'expiries', 'lot_allocations'];
    const triggers = (state: string) =>
      tables.map((table) => `alter table ${table} ${state} trigger user;`).join('');
    const where = `where program_id = ${domain.program.id}`;
    await owner.query(
      `begin; ${triggers('disable')} ${change.replaceAll('$mine', where)}; ${triggers('enable')} commit`,
    );
    const { drifts } = await verifyLedger(domain.deps);
    return drifts
      .filter((drift) => drift.program_id === domain.program.id)
      .map(({ program_id: _, ...drift }) => drift);
  }

  const counter = (customer_id: number, what: Drift['what'], stored: number, summed: number) => ({
    customer_id,
    what,
    id: null,
    stored,
    summed,
  });

  it.each([
    ['points_approved', 140],
    ['points_pending', 50],
    ['points_spent', 10],
  ] as const)('names a counter that is not its sum: %s', async (what, sum) => {
    const { id } = await begin();
    expect(await driftsAfter(`update customers set ${what} = ${what} + 7 $mine`)).toEqual([
      counter(id, what, sum + 7, sum),
    ]);
  });

  it('names an activity whose state says otherwise than its transactions', async () => {
    const { id } = await begin();
    const [approved, pending] = await domain.rows('activities');
    const change = `update activities set state = 'approved' $mine and id = ${pending!.id};
      update activities set value = 60 $mine and id = ${approved!.id}`;
    expect(await driftsAfter(change)).toEqual([
      { customer_id: id, what: 'activity', id: approved!.id, stored: 60, summed: 50 },
      { customer_id: id, what: 'activity', id: pending!.id, stored: 50, summed: 0 },
      { customer_id: id, what: 'activity', id: pending!.id, stored: 0, summed: 50 },
    ]);
  });

  it('names a void activity that took more than it gave', async () => {
    const { id } = await begin();
    const [approved] = await domain.rows('activities');
    const take = (points: number, spared: number) =>
      `insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
         values (${domain.program.id}, ${id}, ${-points}, 0, 0, 'activity', ${approved!.id}, now());
       update customers set points_approved = points_approved - ${points} $mine;
       update activities set state = 'void', spared = ${spared} $mine and id = ${approved!.id}`;
    // Nothing but that what it spared has not been spent.
    expect(await driftsAfter(take(30, 20))).toEqual([
      { customer_id: id, what: 'activity_spared', id: approved!.id, stored: 0, summed: 20 },
    ]);
    expect(await driftsAfter(take(30, 0))).toEqual([
      { customer_id: id, what: 'activity', id: approved!.id, stored: 0, summed: -10 },
    ]);
  });

  it('names an activity of which something else was taken back than it says', async () => {
    const { id } = await begin();
    const [approved, pending] = await domain.rows('activities');
    const change = `update activities set taken_back = 8, spared = 3 $mine and id = ${approved!.id};
      update activities set taken_back = 4 $mine and id = ${pending!.id}`;
    expect(await driftsAfter(change)).toEqual([
      { customer_id: id, what: 'activity', id: approved!.id, stored: 45, summed: 50 },
      { customer_id: id, what: 'activity', id: pending!.id, stored: 46, summed: 50 },
      { customer_id: id, what: 'activity_spared', id: approved!.id, stored: 0, summed: 3 },
    ]);
  });

  it('names a claim that spent something else than it cost', async () => {
    const { id } = await begin();
    const [claimed] = await domain.claims();
    expect(await driftsAfter('update claimed_rewards set points_cost = 15 $mine')).toEqual([
      { customer_id: id, what: 'claimed_reward', id: claimed!.id, stored: 15, summed: 10 },
      { customer_id: id, what: 'claimed_reward', id: claimed!.id, stored: 15, summed: 10 },
    ]);
    expect(
      await driftsAfter("update claimed_rewards set points_cost = 10, state = 'void' $mine"),
    ).toHaveLength(3);
    expect(await driftsAfter("update claimed_rewards set state = 'expired' $mine")).toEqual([]);
  });

  it('names a reward that was claimed more or less often than its counter says', async () => {
    const { id } = await begin();
    const [{ reward_id } = { reward_id: 0 }] = await domain.claims();
    const usage = (stored: number, summed: number) => ({
      customer_id: id,
      what: 'usage',
      id: reward_id,
      stored,
      summed,
    });
    const rewards = `$mine and subject_id = ${reward_id}`;
    expect(await driftsAfter(`update usage_counters set total = 3 ${rewards}`)).toEqual([usage(3, 1)]);
    expect(await driftsAfter(`delete from usage_counters ${rewards}`)).toEqual([usage(0, 1)]);
    await driftsAfter(
      `insert into usage_counters (program_id, customer_id, subject_id, total, window_start, window_count)
         values (${domain.program.id}, ${id}, ${reward_id}, 1, now(), 1)`,
    );
    expect(
      await driftsAfter('update usage_counters set total = total + 5 $mine and subject_id <> 0'),
    ).toEqual([usage(6, 1)]);
  });

  it('names an adjustment of other points', async () => {
    const { id } = await begin();
    const [adjustment] = await domain.rows('adjustments');
    expect(await driftsAfter('update adjustments set points = 99 $mine')).toEqual([
      { customer_id: id, what: 'adjustment', id: adjustment!.id, stored: 99, summed: 100 },
    ]);
  });

  it('names an adjustment of another lifetime spend, and a merge that brought more of it', async () => {
    await domain.begin();
    await importLines(domain, ['merchant_id,points_spent', '1001,500', '1002,8']);
    const [from] = await domain.rows('adjustments');
    const id = from!.customer_id;
    expect(await driftsAfter(`update adjustments set points_spent = 501 $mine and id = ${from!.id}`)).toEqual(
      [{ customer_id: id, what: 'adjustment', id: from!.id, stored: 501, summed: 500 }],
    );
    await driftsAfter(`update adjustments set points_spent = 500 $mine and id = ${from!.id}`);
    await merge(domain, '1001', '1002');
    expect(await driftsAfter('select 1')).toEqual([]);
    const into = (await domain.rows('adjustments')).at(-1)!;
    expect(
      await driftsAfter(`update adjustments set points_spent = points_spent + 1 $mine and id = ${into.id};
        update transactions set points_spent = points_spent + 1 $mine and adjustment_id = ${into.id};
        update customers set points_spent = points_spent + 1 $mine and id = ${into.customer_id}`),
    ).toEqual([{ customer_id: into.customer_id, what: 'merges', id: null, stored: 0, summed: 1 }]);
  });

  it('names an expiry of other points', async () => {
    const { id, expiry } = await beginWithLots();
    expect(await driftsAfter('update expiries set points = 36 $mine')).toEqual([
      { customer_id: id, what: 'expiry', id: expiry.expiry_id, stored: 36, summed: 35 },
    ]);
  });

  it('names a merge that brought more than it took, and a record that stayed behind', async () => {
    const { id } = await begin();
    const survivor = await domain.customer({ merchant_id: '1002' });
    await merge(domain, '1001', '1002');
    expect(await driftsAfter('select 1')).toEqual([]);
    const brought = `customer_id = ${survivor.id}`;
    expect(
      await driftsAfter(`update adjustments set points = points + 1 $mine and ${brought};
        update transactions set points_approved = points_approved + 1 $mine and ${brought} and resource = 'adjustment';
        update customers set points_approved = points_approved + 1 $mine and id = ${survivor.id}`),
    ).toEqual([{ customer_id: survivor.id, what: 'merges', id: null, stored: 0, summed: 1 }]);
    const [activity] = await domain.rows('activities');
    const stayed = (customer_id: number, stored: number, summed: number) => ({
      customer_id,
      what: 'activity',
      id: activity!.id,
      stored,
      summed,
    });
    const drifts = await driftsAfter(
      `update activities set customer_id = ${id} $mine and id = ${activity!.id}`,
    );
    expect(drifts).toContainEqual(stayed(id, 50, 0));
    expect(drifts).toContainEqual(stayed(survivor.id, 0, 50));
  });

  it('names lots that hold something else than the balance', async () => {
    const { id, second } = await beginWithLots();
    const lots = (stored: number, summed: number) => ({
      customer_id: id,
      what: 'lots',
      id: null,
      stored,
      summed,
    });
    expect(await driftsAfter(`update lots set remaining = 49 $mine and id = ${second}`)).toEqual([
      lots(50, 49),
      { customer_id: id, what: 'lot', id: second, stored: 49, summed: 50 },
    ]);
    await driftsAfter(`update lots set remaining = 50 $mine and id = ${second}`);
    expect(await driftsAfter('update customers set lots_since = null $mine')).toContainEqual(lots(0, 50));
  });

  it('names a lot of which something else was taken or expired', async () => {
    const { id, first, claim } = await beginWithLots();
    const lot = (stored: number, summed: number) => ({
      customer_id: id,
      what: 'lot',
      id: first,
      stored,
      summed,
    });
    expect(await driftsAfter(`update lots set expired = 34 $mine and id = ${first}`)).toEqual([lot(34, 35)]);
    await driftsAfter(`update lots set expired = 35 $mine and id = ${first}`);
    const change = `update lot_allocations set points = 59 $mine and transaction_id = ${claim}`;
    expect(await driftsAfter(change)).toEqual([
      lot(0, 1),
      { customer_id: id, what: 'lot_allocations', id: claim, stored: 60, summed: 59 },
    ]);
  });

  it('names a transaction that moved more in lots than it moved, or nothing where it had to', async () => {
    const { id, first, second, claim, removal, expiry } = await beginWithLots();
    const allocations = (transaction: number, stored: number, summed: number) => ({
      customer_id: id,
      what: 'lot_allocations',
      id: transaction,
      stored,
      summed,
    });
    expect(
      await driftsAfter(`update lot_allocations set points = 7 $mine and transaction_id = ${removal};
        update lots set remaining = 48 $mine and id = ${second};
        update lots set remaining = 0, points = 102 $mine and id = ${first}`),
    ).toContainEqual(allocations(removal, 5, 7));
    expect(
      await driftsAfter(`delete from lot_allocations $mine and transaction_id in (${claim}, ${expiry.id})`),
    ).toEqual(expect.arrayContaining([allocations(claim, 60, 0), allocations(expiry.id, 35, 0)]));
  });

  it('names allocations of nothing', async () => {
    const { id, first, removal } = await beginWithLots();
    const orphan = (transaction: number, lot: number) =>
      `insert into lot_allocations (program_id, transaction_id, lot_id, customer_id, points)
         values (${domain.program.id}, ${transaction}, ${lot}, ${id}, 5)`;
    expect(await driftsAfter(orphan(999_999_999, first))).toEqual(
      expect.arrayContaining([
        { customer_id: id, what: 'lot_allocations', id: 999_999_999, stored: 0, summed: 5 },
      ]),
    );
    expect(await driftsAfter(orphan(removal, 888_888_888))).toContainEqual({
      customer_id: id,
      what: 'lot',
      id: 888_888_888,
      stored: 0,
      summed: -5,
    });
  });

  it('names a lot that holds more than what formed it gave', async () => {
    const { id, first, second } = await beginWithLots();
    const change = `update lots set points = 51, remaining = 51 $mine and id = ${second};
      update lots set points = 99 $mine and id = ${first}; update lot_allocations set points = 64 $mine and points = 65`;
    expect(await driftsAfter(change)).toContainEqual({
      customer_id: id,
      what: 'lot',
      id: second,
      stored: 51,
      summed: 50,
    });
  });

  it('names transactions of nobody and of nothing, wherever they hide', async () => {
    const { id } = await begin();
    const orphan = (customer: number) =>
      `insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
         values (${domain.program.id}, ${customer}, 5, 0, 0, 'activity', 999999999, now())`;
    expect(await driftsAfter(`${orphan(id - 1)}; ${orphan(888_888_888)}`)).toEqual([
      counter(id - 1, 'points_approved', 0, 5),
      counter(888_888_888, 'points_approved', 0, 5),
      { customer_id: id - 1, what: 'activity', id: 999_999_999, stored: 0, summed: 5 },
      { customer_id: 888_888_888, what: 'activity', id: 999_999_999, stored: 0, summed: 5 },
    ]);
  });

  it('is read to its end, however many customers there are', async () => {
    const { id } = await begin();
    await owner.query(
      `insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, last_entry_at, created_at, updated_at)
         select program_id, 'n' || n, 'n' || n, site_id, 'n' || n, created_at, created_at, created_at
           from customers cross join generate_series(1, 20500) n where id = ${id}`,
    );
    const last = (await owner.query<{ id: string }>('select max(id) as id from customers')).rows[0]!.id;
    expect(await driftsAfter(`update customers set points_approved = 1 $mine and id = ${last}`)).toEqual([
      counter(Number(last), 'points_approved', 1, 0),
    ]);
    expect((await verifyLedger(domain.deps)).customers).toBeGreaterThan(20_500);
  });

  /** 50 points that are gone by then, and what a void did of them once. */
  async function expiredAndTaken(expiry: PointsExpiry, then: string) {
    await domain.begin({ ...expiring(expiry), rules: [{ key: 'now', definition: ruleDefinition() }] });
    const { id } = await domain.customer();
    await domain.complete('now');
    domain.turnTo(then);
    await domain.settle(id);
    const [activity] = await domain.rows('activities');
    const drifts = await driftsAfter(
      `insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
         values (${domain.program.id}, ${id}, -50, 0, 0, 'activity', ${activity!.id}, '${then}');
       update customers set points_approved = -50 $mine and id = ${id};
       update activities set state = 'void' $mine and id = ${activity!.id}`,
    );
    return { drifts, drift: { customer_id: id, id: activity!.id } };
  }

  it.each<[string, PointsExpiry, string]>([
    ['in lots', AFTER_A_YEAR, '2027-02-01T12:00:00Z'],
    ['without lots', INACTIVE_HALF_A_YEAR, '2026-08-01T12:00:00Z'],
  ])('names points that expired and were taken a second time, %s', async (_, expiry, then) => {
    const { drifts, drift } = await expiredAndTaken(expiry, then);
    expect(drifts).toEqual([{ ...drift, what: 'activity_expired', stored: 0, summed: 50 }]);
  });

  it('names points that expired and were taken from whom the customer was merged into', async () => {
    await domain.begin({
      ...expiring(INACTIVE_HALF_A_YEAR),
      rules: [{ key: 'now', definition: ruleDefinition() }],
    });
    const { id } = await domain.customer();
    await domain.complete('now');
    domain.turnTo('2026-08-01T12:00:00Z');
    await domain.settle(id);
    const survivor = await domain.customer({ merchant_id: '1002', points: 80 });
    await merge(domain, '1001', '1002');
    const [activity] = await domain.rows('activities');
    const drifts = await driftsAfter(
      `insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
         values (${domain.program.id}, ${survivor.id}, -50, 0, 0, 'activity', ${activity!.id}, '2026-08-01T12:00:00Z');
       update customers set points_approved = points_approved - 50 $mine and id = ${survivor.id};
       update activities set state = 'void' $mine and id = ${activity!.id}`,
    );
    const what = 'activity_expired';
    expect(drifts).toEqual([{ customer_id: survivor.id, what, id: activity!.id, stored: 0, summed: 50 }]);
  });

  it.each<[string, PointsExpiry | null]>([
    ['in lots', AFTER_A_YEAR],
    ['without lots', null],
  ])('names points that were spared and came back all the same, %s', async (_, expiry) => {
    await domain.begin({
      ...expiring(expiry, { negative_balance: 'within_balance' }),
      rules: [{ key: 'now', definition: ruleDefinition() }],
      rewards: [{ key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 50 } }) }],
    });
    const { id } = await domain.customer();
    await domain.complete('now');
    const { claimed_reward_id } = await domain.claim('card');
    const [activity] = await domain.rows('activities');
    await resolve(domain, id, activity!.id, 'void');
    expect(await driftsAfter('select 1')).toEqual([]);
    const lot = (await domain.rows('lots'))[0]?.id ?? 0;
    const drifts = await driftsAfter(
      `with entry as (
         insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, claimed_reward_id, created_at)
           values (${domain.program.id}, ${id}, 50, 0, -50, 'claimed_reward', ${claimed_reward_id}, '2026-01-14T12:00:00Z') returning id
       ) insert into lot_allocations (program_id, transaction_id, lot_id, customer_id, claimed_reward_id, points)
           select l.program_id, e.id, l.id, ${id}, ${claimed_reward_id}, -50 from entry e join lots l on l.id = ${lot};
       update lots set remaining = 50 $mine and id = ${lot};
       update customers set points_approved = 50, points_spent = 0 $mine and id = ${id};
       update claimed_rewards set state = 'void' $mine;
       update usage_counters set total = 0 $mine`,
    );
    expect(drifts).toEqual([
      { customer_id: id, what: 'activity_spared', id: activity!.id, stored: 0, summed: 50 },
    ]);
  });

  it('misses no transaction that was taken out', async () => {
    const { id } = await begin();
    expect(await driftsAfter("delete from transactions $mine and resource = 'claimed_reward'")).toEqual([
      counter(id, 'points_approved', 140, 150),
      counter(id, 'points_spent', 10, 0),
      expect.objectContaining({ what: 'claimed_reward', stored: 10, summed: 0 }),
      expect.objectContaining({ what: 'claimed_reward', stored: 10, summed: 0 }),
    ]);
  });

  it('is found to be the same in all programs together as in each alone', async () => {
    const together = await verifyLedger(domain.deps);
    const alone: Verification[] = [];
    for (const program_id of domain.testOf.keys())
      alone.push(await verifyLedger(domain.deps, { program_id }));
    const sum = (count: 'customers' | 'transactions') => alone.reduce((total, one) => total + one[count], 0);
    expect([together.customers, together.transactions]).toEqual([sum('customers'), sum('transactions')]);
    const inOrder = (drifts: Drift[]) => drifts.map((drift) => JSON.stringify(drift)).sort();
    expect(together.drifts.length).toBeGreaterThan(20);
    expect(inOrder(together.drifts)).toEqual(inOrder(alone.flatMap(({ drifts }) => drifts)));
  });
});

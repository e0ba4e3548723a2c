import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Balance, balanceAt } from '../../src/domain/ledger/balance-at.ts';
import { mergeCustomers } from '../../src/domain/operations/merge-customers.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { PointsExpiry, ProgramSettings } from '../../src/domain/programs/program-settings.ts';
import {
  productRewardDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
} from '../support/factories.ts';
import {
  AFTER_A_YEAR,
  AT_YEARS_END,
  adjust,
  expiring,
  INACTIVE_HALF_A_YEAR,
  resolve,
} from '../support/lots.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { Step } from '../support/step.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { threeTiers } from '../support/tier-shop.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SEQUENCES = 30;
const MOST_STEPS = 25;

const domain = testDomain();

const read = (customerId: number, at: number | string | null): Promise<Balance> =>
  balanceAt(domain.deps, domain.program, customerId, at === null ? null : new Date(at).getTime());

async function begin(settings: Partial<ProgramSettings>) {
  await domain.begin({
    settings: programSettings({ tier_membership: { mode: 'rolling', duration_months: 3 }, ...settings }),
    tiers: threeTiers(20_000, 50_000),
    rules: [
      { key: 'now', definition: ruleDefinition({ approval_period_seconds: 0 }) },
      { key: 'later', definition: ruleDefinition({ approval_period_seconds: (5 * DAY) / 1000 }) },
      {
        key: 'purchase',
        definition: ruleDefinition({
          kind: 'purchase',
          properties: {},
          result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
          approval_period_seconds: (3 * DAY) / 1000,
        }),
      },
    ],
    rewards: [
      { key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 30 } }) },
      {
        key: 'mug',
        definition: productRewardDefinition({
          cost: { kind: 'fixed', points: 40 },
          auto_refund_seconds: 7200,
        }),
      },
    ],
  });
}

interface World {
  id: number;
  merchant_id: string;
  orders: number;
}

const lastOrder = ({ merchant_id, orders }: World) => `${merchant_id}-${orders}`;

const completing = fc
  .constantFrom('now', 'later')
  .map((key) => new Step<World>(`complete ${key}`, (world) => domain.complete(key, customerOf(world))));

const claiming = fc
  .constantFrom('card', 'mug')
  .map(
    (key) =>
      new Step<World>(`claim ${key}`, (world) =>
        domain.claim(key, key === 'mug' ? { variant_id: '902' } : {}, customerOf(world)),
      ),
  );

const customerOf = ({ merchant_id }: World) => ({ customer: merchant_id });

const adjusting = fc
  .oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: -90, max: -1 }))
  .map((points) => new Step<World>(`adjust by ${points}`, ({ id }) => adjust(domain, id, points)));

const ordering = fc.integer({ min: 20, max: 300 }).map(
  (units) =>
    new Step<World>(`order for ${units}`, (world) => {
      world.orders += 1;
      const order = {
        merchant_id: lastOrder(world),
        customer_id: world.merchant_id,
        total_minor: units * 100,
      };
      return recordOrder(domain.deps, orderInput(domain.program, order));
    }),
);

const refunding = fc
  .integer({ min: 0, max: 20_000 })
  .map(
    (refunded_minor) =>
      new Step<World>(`refund ${refunded_minor} of the last order`, (world) =>
        updateOrder(domain.deps, orderUpdate(domain.program, { refunded_minor }, lastOrder(world))),
      ),
  );

const resolving = fc.constantFrom('approved', 'declined', 'void').map(
  (wanted) =>
    new Step<World>(`${wanted}: the last activity`, async ({ id }) => {
      const activity = ofCustomer(await domain.rows('activities'), id).at(-1);
      if (activity) await resolve(domain, id, activity.id, wanted);
    }),
);

const returning = fc.constant(
  new Step<World>('give the last claim back', async ({ id }) => {
    const claim = ofCustomer(await domain.claims(), id).at(-1);
    await refundReward(domain.deps, { program: domain.program, claimed_reward_id: claim?.id ?? 0 });
  }),
);

const passing = fc
  .constantFrom(HOUR, DAY, 5 * DAY, 40 * DAY, 200 * DAY)
  .map((ms) => new Step<World>(`${ms / HOUR} hours pass`, async () => domain.clock.advance(ms)));

const step = fc.oneof(completing, claiming, adjusting, ordering, refunding, resolving, returning, passing);

function ofCustomer<T extends { customer_id: number }>(rows: readonly T[], id: number): T[] {
  return rows.filter(({ customer_id }) => customer_id === id);
}

/** The customer as its own rows have it, once what is due is done. */
async function asStored(customerId: number): Promise<Omit<Balance, 'next_expiry'>> {
  const { points_approved, points_pending, points_spent, tier_id } = await domain.settle(customerId);
  const last = Number.POSITIVE_INFINITY;
  const lots = ofCustomer(await domain.rows('lots'), customerId)
    .filter(({ remaining }) => remaining > 0)
    .sort((a, b) => (a.expires_at ?? last) - (b.expires_at ?? last) || a.id - b.id)
    .map(({ points, remaining, created_at, expires_at }) => ({
      points,
      remaining,
      formed_at: created_at,
      expires_at,
    }));
  return { at: domain.clock.real(), points_approved, points_pending, points_spent, tier_id, lots };
}

function expectSumOfLots({ points_approved, lots }: Pick<Balance, 'points_approved' | 'lots'>): void {
  const sum = lots.reduce((held, { remaining }) => held + remaining, 0);
  expect(sum).toBe(Math.max(0, points_approved));
}

describe.each<[string, PointsExpiry | null, ProgramSettings['negative_balance']]>([
  ['points never expire', null, 'allow'],
  ['points expire a year after earning', AFTER_A_YEAR, 'allow'],
  ["points expire at the year's end", AT_YEARS_END, 'within_balance'],
  ['points go for inactivity', INACTIVE_HALF_A_YEAR, 'allow'],
])('where %s', (_, points_expiry, negative_balance) => {
  it('the balance at any past moment is what it was then', async () => {
    await begin({ points_expiry, negative_balance });
    let customers = 0;
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: MOST_STEPS, size: 'max' }),
      async (steps) => {
        customers += 1;
        const merchant_id = `s-${customers}`;
        const { id } = await domain.customer({ merchant_id });
        const world = { id, merchant_id, orders: 0 };
        const stored = [await asStored(id)];
        for (const { act } of steps) {
          domain.clock.advance(1);
          await outcomeOf(act(world));
          stored.push(await asStored(id));
        }
        for (const then of stored) {
          const { next_expiry: _, ...balance } = await read(id, then.at);
          expect(balance).toEqual(then);
          if (points_expiry === AFTER_A_YEAR || points_expiry === AT_YEARS_END) expectSumOfLots(balance);
        }
        const { next_expiry: _, ...now } = await read(id, null);
        expect(now).toEqual(stored.at(-1));
      },
    );
    await fc.assert(property, { numRuns: SEQUENCES });
  }, 120_000);
});

describe('the balance at a moment', () => {
  it('is nothing before the customer was there, and holds what the moment itself brought', async () => {
    await begin({ points_expiry: AFTER_A_YEAR });
    const { id } = await domain.customer();
    domain.turnTo('2026-02-01T12:00:00Z');
    await adjust(domain, id, 70);
    const nothing = { points_approved: 0, points_pending: 0, points_spent: 0, lots: [], next_expiry: null };
    expect(await read(id, '2020-01-01T00:00:00Z')).toMatchObject({ ...nothing, tier_id: null });
    expect(await read(id, '2026-02-01T11:59:59.999Z')).toMatchObject({
      ...nothing,
      tier_id: domain.program.tiers[0]!.id,
    });
    expect(await read(id, '2026-02-01T12:00:00Z')).toMatchObject({
      points_approved: 70,
      lots: [{ points: 70, remaining: 70, expires_at: Date.parse('2027-02-01T12:00:00Z') }],
      next_expiry: { points: 70, at: Date.parse('2027-02-01T12:00:00Z') },
    });
  });

  it('tells what expires next: of lots at any moment, all that go together', async () => {
    await begin({ points_expiry: AT_YEARS_END });
    const { id } = await domain.customer();
    await adjust(domain, id, 70);
    domain.clock.advance(DAY);
    await adjust(domain, id, 30);
    domain.clock.advance(DAY);
    await domain.claim('card');
    const at = (await read(id, null)).lots[0]!.expires_at!;
    expect((await read(id, null)).next_expiry).toEqual({ points: 70, at });
    expect((await read(id, domain.clock.real() - DAY)).next_expiry).toEqual({ points: 100, at });
  });

  it('tells of inactivity as of now alone', async () => {
    await begin({ points_expiry: INACTIVE_HALF_A_YEAR });
    const { id } = await domain.customer();
    await adjust(domain, id, 70);
    expect((await read(id, null)).next_expiry).toEqual({
      points: 70,
      at: Date.parse('2026-07-14T11:00:00Z'),
    });
    expect((await read(id, domain.clock.real())).next_expiry).toBeNull();
  });

  it('has no lots before lots were kept, whatever became of the balance since', async () => {
    await begin({ points_expiry: null });
    const { id } = await domain.customer();
    await adjust(domain, id, 70);
    const before = domain.clock.real();
    domain.clock.advance(DAY);
    await domain.change(expiring(AFTER_A_YEAR));
    await adjust(domain, id, 5);
    expect(await read(id, before)).toMatchObject({ points_approved: 70, lots: [] });
    expectSumOfLots(await read(id, null));
  });

  it('of one whom another was merged into is its own before, and that of both after', async () => {
    await begin({ points_expiry: AFTER_A_YEAR });
    const [into, from] = [await domain.customer(), await domain.customer({ merchant_id: '1002' })];
    for (const [{ id }, points] of [
      [into, 30],
      [from, 70],
    ] as const) {
      domain.clock.advance(DAY);
      await adjust(domain, id, points);
    }
    const before = domain.clock.real();
    domain.clock.advance(DAY);
    const merge = { program: domain.program, merchant_id: '1002', into: '1001', by: TESTER };
    await mergeCustomers(domain.deps, merge);
    expect(await read(into.id, before)).toMatchObject({ points_approved: 30, lots: [{ remaining: 30 }] });
    const after = await read(into.id, domain.clock.real());
    expect(after).toMatchObject({ points_approved: 100, lots: [{ remaining: 30 }, { remaining: 70 }] });
    expect(after.next_expiry).toEqual({ points: 30, at: after.lots[0]!.expires_at });
    expect(await read(from.id, before)).toMatchObject({ points_approved: 70 });
    expect(await read(from.id, domain.clock.real())).toMatchObject({ points_approved: 0, lots: [] });
  });

  it('of a customer that is not there is not found', async () => {
    await begin({});
    await expect(outcomeOf(read(987_654_321, null))).resolves.toBe('not_found');
  });
});

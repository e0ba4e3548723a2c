import { describe, expect, it } from 'vitest';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { setBirthday } from '../../src/domain/operations/set-birthday.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { session } from '../support/carts.ts';
import {
  entryOf,
  productRewardDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
} from '../support/factories.ts';
import { AFTER_A_YEAR, adjust } from '../support/lots.ts';
import { erase, merge, ownRow } from '../support/merging.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { atOnce, ORDINARY, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const DAY = 24 * 3_600_000;
const domain = testDomain({ poolSize: 12 });

async function begin(expiry: PointsExpiry | null = null): Promise<[from: CustomerRow, into: CustomerRow]> {
  await domain.begin({
    settings: programSettings({ points_expiry: expiry }),
    rules: [
      { key: 'now', definition: ruleDefinition({ limit: { count: 20, interval: null } }) },
      { key: 'later', definition: ruleDefinition({ approval_period_seconds: (10 * DAY) / 1000 }) },
      {
        key: 'purchase',
        definition: ruleDefinition({
          kind: 'purchase',
          properties: {},
          result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
        }),
      },
    ],
    rewards: [
      { key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 10 } }) },
      { key: 'mug', definition: productRewardDefinition({ cost: { kind: 'fixed', points: 10 } }) },
    ],
  });
  return [
    await domain.customer({ points: 100 }),
    await domain.customer({ merchant_id: '1002', points: 100 }),
  ];
}

/** All that writes by the name of 1001, and of 1002, so that they meet a merge at every stage. */
function everything(): Promise<unknown>[] {
  const { deps, program } = domain;
  const name = entryOf(program.rules, 'now').name;
  const activity = {
    program,
    name,
    customer_email: null,
    referral_id: null,
    channel: 'web',
    date: null,
  } as const;
  return ['1001', '1002'].flatMap((customer) => [
    ...atOnce(6, (index) => domain.complete('now', { customer, hooks: index % 2 ? ORDINARY : undefined })),
    ...atOnce(6, (index) => domain.claim('card', {}, { customer, hooks: index % 2 ? ORDINARY : undefined })),
    ...atOnce(2, () => domain.claim('mug', { variant_id: '901', cart_id: 'cart' }, { customer })),
    ...atOnce(2, (index) =>
      recordOrder(deps, orderInput(program, { merchant_id: `${customer}-${index}`, customer_id: customer })),
    ),
    ...atOnce(2, (index) =>
      recordActivity(deps, { ...activity, customer_id: customer, merchant_id: `${customer}-${index}` }),
    ),
    session(domain, { merchant_id: customer }),
  ]);
}

/** No customer that was merged has anything, nor anything of a record. */
async function expectNothingLeft(): Promise<void> {
  const { rows } = await domain.database.asOwner(`
    select c.id, points_approved, points_pending, points_spent, next_due_at,
      (select count(*)::int from activities where customer_id = c.id) as activities,
      (select count(*)::int from claimed_rewards where customer_id = c.id) as claims,
      (select count(*)::int from orders where customer_id = c.id) as orders,
      (select count(*)::int from usage_counters where customer_id = c.id) as counters,
      (select merged_into from customers s where s.id = c.merged_into) as merged_on
    from customers c where merged_into is not null and program_id = ${domain.program.id}`);
  for (const row of rows) {
    expect(row).toMatchObject({ activities: 0, claims: 0, orders: 0, counters: 0, merged_on: null });
    expect([row.points_approved, row.points_pending, row.points_spent, row.next_due_at].map(Number)).toEqual([
      0, 0, 0, 0,
    ]);
  }
}

/** The survivor's counters of use are what its records say. */
async function expectPlacesCounted(id: number): Promise<void> {
  const { rules, rewards } = domain.program;
  const counters = await domain.rows('usage_counters');
  const activities = (await domain.rows('activities')).filter((row) => row.customer_id === id);
  const claims = (await domain.claims()).filter((row) => row.customer_id === id);
  const total = (subject: number) => counters.find((row) => row.subject_id === subject)?.total ?? 0;
  for (const rule of rules)
    expect(total(rule.id)).toBe(activities.filter(({ rule_id }) => rule_id === rule.id).length);
  for (const reward of rewards)
    expect(total(reward.id)).toBe(
      claims.filter(({ reward_id, state }) => reward_id === reward.id && state !== 'void').length,
    );
}

describe.each<[string, PointsExpiry | null]>([
  ['points never expire', null],
  ['points are kept in lots', AFTER_A_YEAR],
])('where %s, a merge', (_, expiry) => {
  it('beside all that writes for either leaves nothing behind and loses nothing', async () => {
    const [from, into] = await begin(expiry);
    const before = everything();
    const merged = merge(domain, '1001', '1002');
    const after = everything();
    const outcomes = await tally([...before, merged, ...after]);
    expect(
      Object.keys(outcomes).every((code) =>
        ['done', 'rule_limit_reached', 'insufficient_points'].includes(code),
      ),
    ).toBe(true);
    expect(await merged).toEqual({ customer_id: into.id, merged: true });
    await expectNothingLeft();
    await expectPlacesCounted(into.id);
    expect((await ownRow(domain, from.id)).merged_into).toBe(into.id);
  });

  it('beside refunds, order updates and sweeps has each take effect once', async () => {
    const [, into] = await begin(expiry);
    const { deps, program } = domain;
    const claims = await Promise.all(atOnce(5, () => domain.claim('card')));
    for (let i = 0; i < 4; i += 1) {
      await domain.complete('later');
      await recordOrder(
        deps,
        orderInput(program, { merchant_id: `o-${i}`, total_minor: 1000, paid_minor: 1000 }),
      );
    }
    domain.clock.advance(10 * DAY);
    const outcomes = await tally([
      ...claims.flatMap(({ claimed_reward_id }) =>
        atOnce(2, () => refundReward(deps, { program, claimed_reward_id })),
      ),
      ...atOnce(4, (index) =>
        updateOrder(deps, orderUpdate(program, { paid_minor: 1000, refunded_minor: 500 }, `o-${index}`)),
      ),
      sweepOnce(deps),
      merge(domain, '1001', '1002'),
      sweepOnce(deps),
      ...atOnce(4, (index) =>
        updateOrder(deps, orderUpdate(program, { paid_minor: 1000, refunded_minor: 1000 }, `o-${index}`)),
      ),
    ]);
    expect(outcomes).toEqual({ done: 5 + 4 + 4 + 3, reward_already_refunded: 5 });
    await sweepOnce(deps);
    expect(await domain.row(into.id)).toMatchObject({
      points_approved: 200 + 4 * 50,
      points_pending: 0,
      points_spent: 0,
    });
    await expectNothingLeft();
  });

  it('beside the same merge, and the other way round, happens once', async () => {
    const [from, into] = await begin(expiry);
    await domain.claim('card');
    const answers = await Promise.all([
      ...atOnce(8, () => merge(domain, '1001', '1002')),
      ...atOnce(8, () => merge(domain, '1002', '1001')),
    ]);
    expect(answers.filter(({ merged }) => merged)).toHaveLength(1);
    expect(new Set(answers.map(({ customer_id }) => customer_id)).size).toBe(1);
    const survivor = answers[0]!.customer_id;
    expect([from.id, into.id]).toContain(survivor);
    expect(await domain.row(survivor)).toMatchObject({ points_approved: 190, points_spent: 10 });
    await expectNothingLeft();
  });

  it('in chains and rings ends with one, who has everything', async () => {
    await begin(expiry);
    for (const merchant_id of ['1003', '1004', '1005']) await domain.customer({ merchant_id, points: 100 });
    const names = ['1001', '1002', '1003', '1004', '1005'];
    for (const customer of names) await domain.claim('card', {}, { customer });
    await Promise.all(
      names.flatMap((name, index) => [
        merge(domain, name, names[(index + 1) % names.length]!),
        domain.complete('now', { customer: name }),
        domain.claim('card', {}, { customer: name }),
      ]),
    );
    const rows = await Promise.all(
      (
        await domain.database.asOwner(
          `select id from customers where program_id = ${domain.program.id} and merged_into is null`,
        )
      ).rows.map(({ id }) => domain.row(Number(id))),
    );
    expect(rows).toMatchObject([{ points_approved: 5 * (100 - 20 + 50), points_spent: 100 }]);
    await expectNothingLeft();
    await expectPlacesCounted(rows[0]!.id);
  });
});

describe('an erasure', () => {
  it('beside all that writes by its name leaves nobody who has it back, or one who is new', async () => {
    const [gone] = await begin();
    const { deps, program } = domain;
    const person = { program, customer_id: gone.id, by: TESTER };
    const outcomes = await tally([
      ...everything(),
      updateCustomer(deps, {
        ...person,
        changes: { email: 'ada@shop.example', first_name: 'Ada' },
      }),
      erase(domain, '1001'),
      setBirthday(deps, { ...person, birthday: { day: 1, month: 2, year: 1990 } }),
      ...everything(),
      updateCustomer(deps, {
        ...person,
        changes: { email: 'eve@shop.example', metadata: { a: 1 } },
      }),
      adjust(domain, gone.id, 5),
    ]);
    expect(
      Object.keys(outcomes).filter(
        (code) => !['done', 'not_found', 'rule_limit_reached', 'insufficient_points'].includes(code),
      ),
    ).toEqual([]);
    expect(await ownRow(domain, gone.id)).toMatchObject({
      email: null,
      first_name: null,
      birthday_day: null,
      metadata: {},
      erased_at: expect.any(Number),
    });
  });

  it('beside a merge of the same customer ends in one erased, or in a survivor without it', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const [from, into] = await begin();
      const calls = [
        () => erase(domain, '1001'),
        () => merge(domain, '1001', '1002'),
        () => erase(domain, '1001'),
      ];
      const outcomes = await Promise.all(
        calls.map((_, index) => outcomeOf(calls[(index + turn) % calls.length]!())),
      );
      expect(outcomes.every((code) => code === 'done' || code === 'not_found')).toBe(true);
      const [one, other] = [await ownRow(domain, from.id), await ownRow(domain, into.id)];
      expect(one.erased_at).not.toBeNull();
      // Merged before it was erased, it took the survivor along.
      expect(other.erased_at !== null).toBe(one.merged_into === into.id);
    }
  });
});

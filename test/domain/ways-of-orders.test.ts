import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DomainError } from '../../src/domain/core/errors.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { claimReward } from '../../src/domain/operations/claim-reward.ts';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import { enrolCustomer } from '../../src/domain/operations/enrol-customer.ts';
import { subscribe } from '../../src/domain/operations/manage-webhooks.ts';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { useVoucher } from '../../src/domain/operations/use-voucher.ts';
import type { WebhookTopic } from '../../src/domain/outbox/topics.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { ProgramSettings } from '../../src/domain/programs/program-settings.ts';
import {
  entryOf,
  programSettings,
  type RuleSketch,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { keyedHooks } from '../support/keyed.ts';
import { orderInput, orderLine, orderUpdate } from '../support/orders.ts';
import { ORDINARY } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { comparableRows } from '../support/twins.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const STEPS = 180;
/** Rows stay different once they are: they are compared after so many steps, and after the last. */
const STEPS_TO_COMPARE = 6;
const domain = testDomain();

const TOPICS: WebhookTopic[] = [
  'customers/update',
  'program_events/customer.rule_completed',
  'program_events/customer.points_removed',
  'program_events/customer.tier_upgraded',
  'program_events/customer.approaching_tier_upgrade',
  'program_events/customer.order_undone',
];

const rule = (key: string, rest: RuleSketch) => ({
  key,
  definition: ruleDefinition({ properties: {}, ...rest }),
});
const points = (count: number, unit: number | null) =>
  ({ kind: 'points', points: count, per_currency_unit_minor: unit }) as const;

const PROGRAM = {
  tiers: [
    { key: 'base', definition: tierDefinition() },
    { key: 'silver', definition: tierDefinition({ name: 'Silver', lower_bound: 40_000 }) },
    { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 120_000 }) },
  ],
  rules: [
    rule('follow', { properties: { social_handle: '@shop', network: 'social' } }),
    rule('buy', {
      kind: 'purchase',
      result: points(5, 100),
      variants: { silver: { result: points(8, 100) } },
    }),
    rule('daily', { kind: 'purchase', result: points(11, null), limit: { count: 2, interval: 'day' } }),
    rule('later', { kind: 'purchase', result: points(3, 100), approval_period_seconds: (2 * DAY) / 1000 }),
    rule('shop', { kind: 'retail_purchase', result: points(7, 100) }),
    rule('beans', { kind: 'product_purchase', properties: { product_ids: ['920'] }, result: points(2, 30) }),
    rule('mugs', {
      kind: 'product_purchase',
      properties: { product_ids: ['910'] },
      result: { kind: 'reward', reward_key: 'card' },
      limit: { count: 3, interval: null },
    }),
    rule('base only', { kind: 'purchase', result: points(1, null), variants: { gold: { enabled: false } } }),
    rule('workshop', {
      kind: 'custom',
      properties: { name: 'workshop' },
      result: points(40, null),
      limit: { count: 1, interval: 'day' },
    }),
    rule('workshop later', {
      kind: 'custom',
      properties: { name: 'workshop' },
      result: points(15, null),
      approval_period_seconds: DAY / 1000,
    }),
    rule('refer', {
      kind: 'referral',
      properties: { trigger: 'any_purchase', minimum_spend_minor: null },
      result: points(300, null),
    }),
  ],
  rewards: [
    { key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 400 }, stock: 60 }) },
    { key: 'voucher', definition: voucherDefinition({ cost: { kind: 'fixed', points: 20 } }) },
  ],
};

const lifetime = { mode: 'lifetime' } as const;
/** The units of the tiers' bounds fit spend. In points and orders they are further away, or never reached. */
const SETTINGS: [string, Partial<ProgramSettings>][] = [
  ['spend over months', { tier_membership: { mode: 'rolling', duration_months: 1 } }],
  ['spend of a lifetime, guests', { tier_membership: lifetime, enrol_on_sight: false }],
  [
    'points of a year, balances from zero on',
    {
      tier_boundary_mode: 'points',
      tier_membership: { mode: 'enrollment_anniversary', windows: 1 },
      negative_balance: 'within_balance',
    },
  ],
  [
    'the number of orders, friends',
    {
      tier_boundary_mode: 'orders',
      tier_membership: { mode: 'calendar', starts_on: { month: 1, day: 1 }, window_months: 3, windows: 1 },
      referrals: {
        incentive_reward_key: 'voucher',
        requires_email: false,
        cap: null,
        daily_friends_per_address: 3,
      },
    },
  ],
  [
    'points of a lifetime, other currencies',
    {
      tier_boundary_mode: 'points',
      tier_membership: lifetime,
      currency_rates: { EUR: 0.9, JPY: 150 },
      earning_amount: { shipping: true, tax: false, discounts: true },
    },
  ],
  ['no tiers, but points that expire', { points_expiry: { mode: 'after_earning', duration_months: 1 } }],
];
const UNITS: Record<string, number> = { spend: 1, points: 0.01, orders: 0.0001 };

/** The first nine times in ten, otherwise one of the others. */
const often = <T>(first: T, ...others: T[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(first) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const CUSTOMERS = ['ada', 'bob', 'guest', 'blocked', 'new'] as const;
const order = fc.record({
  does: fc.constant('order' as const),
  customer: fc.constantFrom('ada', 'ada', 'bob', 'bob', 'guest', ...CUSTOMERS),
  /** Sometimes one that is known. */
  known: often(false, true),
  total: fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 0, max: 15_000 }) },
    { weight: 1, arbitrary: fc.constant(900_000_000_000_000) },
  ),
  shipping: fc.integer({ min: 0, max: 900 }),
  tax: fc.integer({ min: 0, max: 500 }),
  lines: often(['900'], ['900', '910'], ['920'], []),
  payment_status: fc.constantFrom('paid', 'paid', 'partially_paid', 'not_paid'),
  refunded: often(0, 0.4, 1, 3),
  cancelled: often(false, true),
  channel: often<'web' | 'pos'>('web', 'pos'),
  hours_ago: often(null, 1, 20, 30, 24 * 40, -72),
  email: often(null, 'ada@shop.example', 'guest@shop.example', 'other@shop.example'),
  by_email: often(false, true),
  currency: often('USD', 'EUR'),
  codes: often<string[]>([], ['SUMMER'], ['first claim'], ['last claim', 'SUMMER']),
});
const update = fc.record({
  does: fc.constant('update' as const),
  /** So many orders back. */
  order: fc.nat(5),
  payment_status: fc.constantFrom('paid', 'paid', 'paid', 'not_paid'),
  refunded: fc.constantFrom(0, 0, 0, 0.1, 0.1, 0.3, 0.3, 0.5, 0.999, 1),
  cancelled: often(false, true),
  correct: often(false, true),
  email: fc.constantFrom(null, 'other@shop.example'),
});
const step = fc.oneof(
  { weight: 12, arbitrary: order },
  { weight: 10, arbitrary: update },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('complete' as const), customer: fc.constantFrom('ada', 'bob') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('claim' as const),
      customer: fc.constantFrom('ada', 'bob'),
      reward: fc.constantFrom('card', 'card', 'card', 'voucher'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 70 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('report' as const),
      customer: fc.constantFrom('ada', 'bob', ...CUSTOMERS),
      name: fc.constantFrom('workshop', 'workshop', '$social_follow'),
      known: often(false, true),
      hours_ago: fc.constantFrom(null, null, 20, 30, 50),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('use' as const),
      claim: fc.constantFrom('last claim', 'last claim', 'first claim', 'SUMMER'),
      order: often('later', 'known'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('enrol' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Of<D extends Step['does']> = Extract<Step, { does: D }>;

/** One of two programs that are the same. Everything that happens to the one happens to the other. */
interface Twin {
  program: Program;
  hooks: typeof ORDINARY | undefined;
}

async function twin(settings: Partial<ProgramSettings>, hooks: Twin['hooks']): Promise<Twin> {
  const unit = UNITS[settings.tier_boundary_mode ?? 'spend']!;
  const tiers = PROGRAM.tiers.map(({ key, definition }) => ({
    key,
    definition: { ...definition, lower_bound: Math.ceil(definition.lower_bound! * unit) },
  }));
  const program = await domain.begin({ ...PROGRAM, tiers, settings: programSettings(settings) });
  for (const topic of TOPICS)
    await subscribe(domain.deps, {
      program_id: program.id,
      topic,
      address: 'https://x.example/',
      by: TESTER,
    });
  const friend = await domain.customer({ merchant_id: 'friend', email: 'friend@shop.example' });
  for (const name of ['ada', 'bob', 'guest', 'blocked']) {
    const email = name === 'bob' || name === 'guest' ? null : `${name}@shop.example`;
    const { id, enrolled_at } = await domain.customer({ merchant_id: name, email });
    if (enrolled_at === null && name !== 'guest') await domain.enrol(id);
    if (name !== 'guest')
      await adjustPoints(domain.deps, { program, customer_id: id, points: 500, note: null, by: TESTER });
    if (name === 'blocked') await domain.block(id);
  }
  if (settings.referrals) {
    await domain.deps.db
      .updateTable('customers')
      .set({ referred_by: friend.id })
      .where('program_id', '=', program.id)
      .where('merchant_id', '=', 'bob')
      .execute();
  }
  return { program, hooks };
}

async function record({ program, hooks }: Twin, told: Of<'order'>, index: number) {
  const orders = await merchantIds(program);
  const { total, payment_status, hours_ago } = told;
  const known = told.known && orders.length > 0;
  return recordOrder(
    domain.deps,
    orderInput(program, {
      merchant_id: known ? orders[index % orders.length]! : `o-${index}`,
      customer_id:
        told.by_email && told.email ? null : told.customer === 'new' ? `new-${index}` : told.customer,
      customer_email: told.email,
      total_minor: total,
      shipping_minor: told.shipping,
      tax_minor: told.tax,
      payment_status,
      paid_minor:
        payment_status === 'paid' ? total : payment_status === 'not_paid' ? 0 : Math.floor(total / 2),
      refunded_minor: Math.floor(total * told.refunded),
      cancelled: told.cancelled,
      channel: told.channel,
      currency: told.currency,
      date: hours_ago === null ? null : domain.clock.real() - hours_ago * HOUR,
      line_items: told.lines.map((product_id) =>
        orderLine({ product_id, price_minor: Math.min(total, 4_000) }),
      ),
      discount_codes: await codesOf(program, told.codes),
    }),
    hooks,
  );
}

async function codesOf(program: Program, names: readonly string[]) {
  const claims = await domain.deps.db
    .selectFrom('claimed_rewards')
    .select('code')
    .where('program_id', '=', program.id)
    .where('code', 'is not', null)
    .orderBy('id')
    .execute();
  return names.map((name) => {
    const claim = name === 'first claim' ? claims[0] : name === 'last claim' ? claims.at(-1) : undefined;
    return { code: claim?.code ?? 'SUMMER', amount_minor: 100 };
  });
}

async function merchantIds(program: Program): Promise<string[]> {
  const rows = await domain.deps.db
    .selectFrom('orders')
    .select('merchant_id')
    .where('program_id', '=', program.id)
    .orderBy('id')
    .execute();
  return rows.map(({ merchant_id }) => merchant_id);
}

async function change({ program, hooks }: Twin, told: Of<'update'>) {
  const orders = await merchantIds(program);
  const merchantId = orders.at(-1 - told.order) ?? 'none';
  const known = await domain.deps.db
    .selectFrom('orders')
    .select('total_minor')
    .where('program_id', '=', program.id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  const total = known?.total_minor ?? 0;
  const { payment_status, refunded, cancelled, correct, email } = told;
  const state = {
    payment_status,
    paid_minor: payment_status === 'paid' ? total : 0,
    refunded_minor: Math.floor(total * refunded),
    cancelled,
  };
  const update = { ...orderUpdate(program, state, merchantId), customer_email: email };
  // No PUT has a key.
  const unkeyed = hooks?.skippable ? undefined : hooks;
  return updateOrder(domain.deps, correct ? { ...update, correct: {} } : update, unkeyed);
}

async function run(twin: Twin, happens: Step, index: number): Promise<unknown> {
  const { program, hooks } = twin;
  switch (happens.does) {
    case 'order': {
      const { recorded, edited } = await record(twin, happens, index);
      return { recorded, edited };
    }
    case 'update':
      await change(twin, happens);
      return 'changed';
    case 'complete':
      return completeRule(
        domain.deps,
        {
          program,
          rule_id: entryOf(program.rules, 'follow').id,
          kind: 'social_follow',
          customer_merchant_id: happens.customer,
          channel: 'web',
        },
        hooks,
      ).then(() => 'completed');
    case 'claim':
      return claimReward(
        domain.deps,
        {
          program,
          reward_id: entryOf(program.rewards, happens.reward).id,
          customer_merchant_id: happens.customer,
          channel: 'web',
          country: 'US',
        },
        hooks,
      ).then(() => 'claimed');
    case 'use': {
      const { code } = (await codesOf(program, [happens.claim]))[0]!;
      const orders = await merchantIds(program);
      // An order of this name may be recorded by the next step.
      const order_merchant_id = happens.order === 'known' ? (orders.at(-1) ?? 'none') : `o-${index + 1}`;
      await useVoucher(domain.deps, { program, code, order_merchant_id, amount: undefined }, hooks);
      return 'used';
    }
    case 'report': {
      const { customer, name, known, hours_ago } = happens;
      const { recorded, actions } = await recordActivity(
        domain.deps,
        {
          program,
          name,
          customer_id: customer === 'new' ? `new-${index}` : customer,
          customer_email: null,
          merchant_id: known ? 'known' : `a-${index}`,
          referral_id: null,
          channel: 'web',
          date: hours_ago === null ? null : domain.clock.real() - hours_ago * HOUR,
        },
        hooks,
      );
      const given = actions.map(({ rule, id: _, variant: _variant, ...action }) => ({
        rule: rule.key,
        ...action,
      }));
      return { recorded, given };
    }
    case 'enrol': {
      const guest = await domain.deps.db
        .selectFrom('customers')
        .select('id')
        .where('program_id', '=', program.id)
        .where('merchant_id', '=', 'guest')
        .executeTakeFirstOrThrow();
      return enrolCustomer(domain.deps, { program, customer_id: guest.id }).then(() => 'enrolled');
    }
    case 'wait':
      return undefined;
  }
}

async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    return { refused: error.code, details: error.extra.details };
  });
}

/** How often each statement was sent, in all programs. */
const sent = {
  record_order: 0,
  record_order_without_points: 0,
  advance_order: 0,
  advance_order_without_points: 0,
  record_activity: 0,
  use_voucher: 0,
};

it.each(SETTINGS)(
  `${STEPS} steps leave the same whichever way each order takes: %s`,
  async (name, settings) => {
    const fast = await twin(settings, undefined);
    const plain = await twin(settings, ORDINARY);
    const before = { ...sent };
    const { hot } = domain.deps;
    const send = hot.run.bind(hot);
    hot.run = (statement, values, owner) => {
      const name = statement.name.replace('_keyed', '');
      if (name in sent) sent[name as keyof typeof sent] += 1;
      return send(statement, values, owner);
    };
    const seed = 20_261_122 + SETTINGS.findIndex(([other]) => other === name);
    let since: Step[] = [];
    for (const [index, happens] of fc.sample(step, { numRuns: STEPS, seed }).entries()) {
      since.push(happens);
      if (happens.does === 'wait') {
        domain.clock.advance(happens.hours * HOUR);
        if (happens.hours % 2 === 0) await sweepOnce(domain.deps);
      }
      const context = { index, happens };
      // Every other request has an Idempotency-Key.
      const hooks = index % 2 === 0 ? fast.hooks : keyedHooks(domain.clock.real());
      const one = await outcomeOf(run({ ...fast, hooks }, happens, index));
      const other = await outcomeOf(run(plain, happens, index));
      expect({ ...context, outcome: one }).toEqual({ ...context, outcome: other });
      if ((index + 1) % STEPS_TO_COMPARE > 0 && index + 1 < STEPS) continue;
      const rows = await comparableRows(domain.deps, fast.program);
      expect({ since, rows }).toEqual({ since, rows: await comparableRows(domain.deps, plain.program) });
      since = [];
    }
    hot.run = send;
    if (settings.points_expiry) expect(sent).toEqual(before);
  },
  240_000,
);

it('the fast way is taken often enough to be tried', () => {
  expect(
    Object.values(sent).map((count) => count >= 10),
    JSON.stringify(sent),
  ).not.toContain(false);
});

it.each([0, 30, 70, 100, 130, 200])(
  'a refund of what two rules gave, with %i points left of 200, takes the same either way',
  async (left) => {
    const twice = { kind: 'purchase', properties: {}, result: points(100, null) } as const;
    const rows: object[] = [];
    for (const hooks of [undefined, ORDINARY]) {
      const program = await domain.begin({
        settings: programSettings({ negative_balance: 'within_balance' }),
        rules: [rule('one', twice), rule('other', twice)],
        rewards: [
          { key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 200 - left } }) },
        ],
      });
      await domain.customer();
      await recordOrder(domain.deps, orderInput(program), hooks);
      if (left < 200) await domain.claim('card');
      await updateOrder(domain.deps, orderUpdate(program, { refunded_minor: 1_000 }), hooks);
      rows.push(await comparableRows(domain.deps, program));
    }
    expect(rows[0]).toEqual(rows[1]);
  },
);

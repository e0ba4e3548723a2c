import { beforeAll, beforeEach, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { useVoucher } from '../../src/domain/operations/use-voucher.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import type { OrderState } from '../../src/domain/orders/order-state.ts';
import { findStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { findMark } from '../../src/domain/storefront/mark.ts';
import { cartLine, platformCart, session } from '../support/carts.ts';
import {
  productRewardDefinition,
  programDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { keyedHooks } from '../support/keyed.ts';
import { AFTER_A_YEAR, expiring } from '../support/lots.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { ORDINARY } from '../support/outcomes.ts';
import { fillProgram, RowsRead } from '../support/rows-read.ts';
import { SentStatements } from '../support/sent.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const domain = testDomain();
let sent: SentStatements;
beforeAll(() => {
  sent = new SentStatements(domain.database.pool);
});

const record = (rest: Partial<OrderInput> = {}, hooks?: typeof ORDINARY) =>
  recordOrder(domain.deps, orderInput(domain.program, rest), hooks);
const update = (state: Partial<OrderState> = {}, hooks?: typeof ORDINARY) =>
  updateOrder(domain.deps, orderUpdate(domain.program, state), hooks);
const activity = () =>
  recordActivity(domain.deps, {
    program: domain.program,
    name: '$social_follow',
    customer_id: '1001',
    customer_email: null,
    merchant_id: 'activity-1',
    referral_id: null,
    channel: 'web',
    date: null,
  });
const use = (code: string) =>
  useVoucher(domain.deps, { program: domain.program, code, order_merchant_id: 'order-1', amount: undefined });
const withKey = () => keyedHooks(domain.clock.real());
/** From now on points expire a year after they were earned, and the customer has lots. */
const pointsExpire = async () => {
  await domain.change(expiring(AFTER_A_YEAR));
  await domain.complete('follow', { hooks: ORDINARY });
};
const reading = () =>
  ({ program: domain.program, merchant_id: '1001', channel: 'web', country: 'US' }) as const;
const code = async () => (await domain.claims())[0]!.code!;

/** A member with points, in a program with tiers by spend, friends, and a rule for orders. */
beforeEach(async () => {
  await domain.begin({
    settings: programSettings({
      tier_membership: { mode: 'rolling', duration_months: 12 },
      referrals: {
        incentive_reward_key: 'voucher',
        requires_email: false,
        cap: null,
        daily_friends_per_address: 3,
      },
    }),
    tiers: [
      { key: 'base', definition: tierDefinition() },
      { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 1_000_000 }) },
    ],
    rules: [
      { key: 'follow', definition: ruleDefinition() },
      {
        key: 'purchase',
        definition: ruleDefinition({
          kind: 'purchase',
          properties: {},
          result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
        }),
      },
    ],
    rewards: [
      { key: 'card', definition: rewardDefinition() },
      { key: 'mug', definition: productRewardDefinition() },
      { key: 'voucher', definition: voucherDefinition() },
    ],
  });
  await domain.customer({ points: 5_000, email: 'ada@shop.example' });
});

/**
 * The round trips to Postgres that each operation takes, BEGIN and COMMIT among them. A change that adds one changes this
 * table, and says why.
 */
const TABLE: [
  name: string,
  round_trips: number,
  work: () => Promise<unknown>,
  before?: () => Promise<unknown>,
][] = [
  ['a completion', 2, () => domain.complete('follow')],
  ['a completion with a key', 2, () => domain.complete('follow', { hooks: withKey() })],
  ['a completion, the ordinary way', 9, () => domain.complete('follow', { hooks: ORDINARY })],
  ['a completion whose points expire', 2, () => domain.complete('follow'), () => pointsExpire()],
  [
    'a redemption of points that expire',
    2,
    () => domain.claim('mug', { variant_id: '901' }),
    () => pointsExpire(),
  ],
  ['a redemption', 2, () => domain.claim('mug', { variant_id: '901' })],
  ['a redemption with a key', 2, () => domain.claim('mug', { variant_id: '901' }, { hooks: withKey() })],
  [
    'a redemption, the ordinary way',
    13,
    () => domain.claim('mug', { variant_id: '901' }, { hooks: ORDINARY }),
  ],
  ['a paid order', 2, () => record()],
  ['a paid order with a key', 2, () => record({}, withKey())],
  ['a paid order, the ordinary way', 18, () => record({}, ORDINARY)],
  ['an unpaid order', 2, () => record({ payment_status: 'not_paid' })],
  [
    'a paid order that names codes of others',
    2,
    () => record({ discount_codes: [{ code: 'SUMMER', amount_minor: 100 }] }),
  ],
  [
    'a paid order that uses a voucher',
    24,
    async () => record({ discount_codes: [{ code: await code(), amount_minor: 500 }] }),
    () => domain.claim('voucher'),
  ],
  ['an order that is told again', 11, () => record(), () => record()],
  ['the payment of an order', 2, () => update(), () => record({ payment_status: 'not_paid' })],
  [
    'the payment of an order, the ordinary way',
    18,
    () => update({}, ORDINARY),
    () => record({ payment_status: 'not_paid' }),
  ],
  ['a part of an order refunded', 2, () => update({ refunded_minor: 500 }), () => record()],
  [
    'a part of an order refunded, the ordinary way',
    17,
    () => update({ refunded_minor: 500 }, ORDINARY),
    () => record(),
  ],
  ['an order cancelled', 22, () => update({ cancelled: true }), () => record()],
  ['a session with a new cart', 2, () => session(domain, { cart: platformCart([cartLine()]) })],
  [
    'a session whose cart changed',
    2,
    () => session(domain, { cart: platformCart([cartLine({ quantity: 3 })]) }),
    () => session(domain, { cart: platformCart([cartLine()]) }),
  ],
  ['a session that changes nothing', 1, () => session(domain)],
  ['a customer read', 1, () => findStorefrontCustomer(domain.deps, reading())],
  ['a look whether a customer changed', 1, () => findMark(domain.deps, domain.program, '1001')],
  ['a voucher used', 3, async () => use(await code()), () => domain.claim('voucher')],
  ['an activity reported', 2, () => activity()],
  ['a new customer', 9, () => domain.customer({ merchant_id: '1002' })],
  ['a new program', 9, () => applyProgram(domain.deps, programDefinition({ key: 'new' }), TESTER)],
];

it.each(TABLE)('%s takes %i', async (_, expected, work, before) => {
  await before?.();
  const statements = await sent.during(work);
  expect(statements.length, statements.join('\n')).toBe(expected);
});

/** Operations that take the ordinary way send more, and are planned for each time. */
const MOST_OF_HOT = 3;
const CUSTOMERS = 1_000;

it.each(TABLE.filter(([, trips]) => trips <= MOST_OF_HOT))(
  '%s reads few rows of a large program among small ones',
  async (_name, _trips, work, before) => {
    await before?.();
    await fillProgram(domain.database, domain.program.id, CUSTOMERS);
    const read = await RowsRead.on(domain.database);
    const { deps } = domain;
    domain.deps = { ...deps, hot: read.of(deps.hot) };
    await work().finally(() => {
      domain.deps = deps;
    });
    await read.close();
    expect(read.most.rows, read.most.statement).toBeLessThan(CUSTOMERS / 5);
    expect(read.most.rows).toBeGreaterThan(0);
  },
);

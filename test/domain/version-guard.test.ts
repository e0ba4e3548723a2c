import { beforeEach, describe, expect, it } from 'vitest';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { enrolCustomer } from '../../src/domain/operations/enrol-customer.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { setBirthday } from '../../src/domain/operations/set-birthday.ts';
import { subscribeToEmail } from '../../src/domain/operations/subscribe-to-email.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { entryOf, productRewardDefinition, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { ORDINARY, outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const HOUR = 3_600_000;
const domain = testDomain();
let customer: CustomerRow;

/** Everything that writes a customer, each once. */
const WRITERS: Record<string, () => Promise<unknown>> = {
  'a guarded completion': () => domain.complete('free'),
  'an ordinary completion': () => domain.complete('free', { hooks: ORDINARY }),
  'a guarded claim': () => domain.claim('card'),
  'an ordinary claim': () => domain.claim('card', {}, { hooks: ORDINARY }),
  'an adjustment': () =>
    adjustPoints(domain.deps, {
      program: domain.program,
      customer_id: customer.id,
      points: -1,
      note: null,
      by: TESTER,
    }),
  'an order': () => recordOrder(domain.deps, orderInput(domain.program)),
  'the settling of an approval': () => domain.settle(customer.id),
  'a sweep of approvals': () => sweepOnce(domain.deps),
  'a sweep of a lapse': async () => {
    domain.clock.advance(23 * HOUR);
    await sweepOnce(domain.deps);
  },
  'being seen again': () =>
    ensureCustomer(domain.deps, {
      program: domain.program,
      site: domain.program.sites.at(-1)!,
      merchant_id: '1001',
    }),
  'being enrolled again': () =>
    enrolCustomer(domain.deps, { program: domain.program, customer_id: customer.id }),
  'a birthday told': () =>
    setBirthday(domain.deps, {
      program: domain.program,
      customer_id: customer.id,
      birthday: { day: 3, month: 5, year: 1990 },
    }),
  'a subscription': () =>
    subscribeToEmail(domain.deps, { program: domain.program, customer_id: customer.id, channel: 'web' }),
  'an activity': () =>
    recordActivity(domain.deps, {
      program: domain.program,
      name: '$social_follow',
      customer_id: '1001',
      customer_email: null,
      merchant_id: null,
      referral_id: null,
      channel: 'web',
      date: null,
    }),
};

beforeEach(async () => {
  await domain.begin({
    rules: [
      { key: 'once', definition: ruleDefinition({ limit: { count: 1, interval: null } }) },
      { key: 'free', definition: ruleDefinition() },
      { key: 'later', definition: ruleDefinition({ approval_period_seconds: 3600 }) },
      { key: 'buy', definition: ruleDefinition({ kind: 'purchase', properties: {} }) },
    ],
    rewards: [
      { key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 100 } }) },
      { key: 'mug', definition: productRewardDefinition({ cost: { kind: 'fixed', points: 10 } }) },
    ],
  });
  customer = await domain.customer({ points: 1000 });
  await domain.complete('later');
  await domain.claim('mug', { variant_id: '901' });
  domain.clock.advance(HOUR);
});

describe('the version of a customer', () => {
  it.each(Object.entries(WRITERS))('is moved by %s', async (_, write) => {
    const before = await domain.row(customer.id);
    await write();
    expect((await domain.row(customer.id)).version).toBeGreaterThan(before.version);
  });

  it('is left alone by a refusal', async () => {
    await domain.complete('once');
    const before = await domain.row(customer.id);
    expect(await outcomeOf(domain.complete('once'))).toBe('rule_limit_reached');
    expect(await outcomeOf(domain.complete('once', { hooks: ORDINARY }))).toBe('rule_limit_reached');
    expect(await domain.row(customer.id)).toEqual(before);
  });
});

describe('a guarded statement', () => {
  /** Does `write` after the decision was made, just before its statement is sent. */
  function interfere(statement: string, write: () => Promise<unknown>): void {
    const { hot } = domain.deps;
    const run = hot.run.bind(hot);
    hot.run = async (sent, values) => {
      if (sent.name !== statement) return run(sent, values);
      hot.run = run;
      await write();
      return run(sent, values);
    };
  }

  it('writes nothing where a completion under the lock took the last place', async () => {
    interfere('complete_rule', () => domain.complete('once', { hooks: ORDINARY }));
    expect(await outcomeOf(domain.complete('once'))).toBe('rule_limit_reached');
    const [usage] = (await domain.rows('usage_counters')).filter(
      (row) => row.subject_id === entryOf(domain.program.rules, 'once').id,
    );
    expect(usage).toMatchObject({ total: 1, window_count: 1 });
  });

  it('writes nothing where a removal took the points', async () => {
    const { points_approved } = await domain.settle(customer.id);
    const remove = {
      program: domain.program,
      customer_id: customer.id,
      points: -(points_approved - 99),
      note: null,
      by: TESTER,
    };
    interfere('claim_reward', () => adjustPoints(domain.deps, remove));
    expect(await outcomeOf(domain.claim('card'))).toBe('insufficient_points');
    expect(await domain.row(customer.id)).toMatchObject({ points_approved: 99 });
  });

  it('gives way to any writer, and what was asked is done after it', async () => {
    await domain.settle(customer.id);
    for (const [name, write] of Object.entries(WRITERS)) {
      const before = await domain.rows('activities');
      interfere('complete_rule', write);
      const { actions } = await domain.complete('free');
      const { actions: next } = await domain.complete('free');
      const after = await domain.rows('activities');
      const added = after.slice(before.length).map((row) => row.id);
      expect([name, added]).toEqual([name, expect.arrayContaining([actions[0]!.id, next[0]!.id])]);
    }
  });

  it('of an order gives way to any writer too, and the order earns once after it', async () => {
    await domain.settle(customer.id);
    for (const [index, [name, write]] of Object.entries(WRITERS).entries()) {
      interfere('record_order', write);
      const order = orderInput(domain.program, { merchant_id: `beside-${index}` });
      const { order_id, recorded } = await recordOrder(domain.deps, order);
      const given = (await domain.rows('activities')).filter((row) => row.order_id === order_id);
      expect([name, recorded, given.map(({ value }) => value)]).toEqual([name, true, [50]]);
    }
  });

  it('of a new state of an order gives way likewise, and the refund takes its part once', async () => {
    await domain.settle(customer.id);
    for (const [index, [name, write]] of Object.entries(WRITERS).entries()) {
      const merchant_id = `refunded-${index}`;
      const { order_id } = await recordOrder(domain.deps, orderInput(domain.program, { merchant_id }));
      interfere('advance_order', write);
      await updateOrder(domain.deps, orderUpdate(domain.program, { refunded_minor: 1000 }, merchant_id));
      const given = (await domain.rows('activities')).filter((row) => row.order_id === order_id);
      expect([name, given.map(({ value, taken_back }) => [value, taken_back])]).toEqual([name, [[50, 25]]]);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { lockCustomer } from '../../src/domain/ledger/lock-customer.ts';
import { findCustomerRecord } from '../../src/domain/listings/customer-store.ts';
import { enrolCustomer } from '../../src/domain/operations/enrol-customer.ts';
import { expandEvents } from '../../src/domain/operations/expand-events.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { WEBHOOK_TOPICS, type WebhookTopic } from '../../src/domain/outbox/topics.ts';
import { presentProgramCustomer } from '../../src/http/shared/present-program-customer.ts';
import { programView } from '../../src/http/shared/program-view.ts';
import { MESSAGE_SCHEMAS } from '../../src/http/webhooks/payload-schemas.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { samplePayload } from '../../src/http/webhooks/sample-payload.ts';
import { expectSchema } from '../support/expect-schema.ts';
import { programSettings, rewardDefinition, ruleDefinition, tierDefinition } from '../support/factories.ts';
import { ledgerCommands } from '../support/ledger-commands.ts';
import { LedgerModel } from '../support/ledger-model.ts';
import { beginModelProgram } from '../support/ledger-program.ts';
import { orderInput } from '../support/orders.ts';
import { atOnce, ORDINARY } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { PROGRAM_EVENT, testWebhooks } from '../support/webhooks.ts';

const domain = testDomain();
const webhooks = testWebhooks(domain);
const ADDRESS = 'http://127.0.0.1:9/nobody';

interface Told {
  topic: string;
  payload: { customer?: unknown; properties: Record<string, Record<string, unknown>> };
}

/** The events since the last call, without the topics' common beginning. */
async function told(): Promise<Told[]> {
  const present = eventPresenter(domain.deps.publicUrl);
  while (await expandEvents(domain.deps, domain.program, present));
  const deliveries = await webhooks.deliveries();
  await domain.deps.db.deleteFrom('webhook_deliveries').where('program_id', '=', domain.program.id).execute();
  const messages = deliveries.map(({ body }) => JSON.parse(body) as Told);
  for (const message of messages) {
    expectSchema(MESSAGE_SCHEMAS[message.topic as WebhookTopic], message);
  }
  return messages.map((message) => ({ ...message, topic: message.topic.replace(PROGRAM_EVENT, '') }));
}
const topics = async () => (await told()).map(({ topic }) => topic);

const present = async (id: number) =>
  JSON.parse(
    JSON.stringify(
      presentProgramCustomer(
        programView(domain.program),
        domain.deps.publicUrl,
        (await findCustomerRecord(domain.deps.db, domain.program.id, id))!,
      ),
    ),
  );

const FOLLOW = { key: 'follow', definition: ruleDefinition() };
const LATER = { key: 'later', definition: ruleDefinition({ approval_period_seconds: 3600 }) };
const CARD = { key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 20 } }) };

describe('a program without webhooks', () => {
  it('keeps no events', async () => {
    await domain.begin({ rules: [FOLLOW] });
    await domain.customer();
    await domain.complete('follow');
    expect(await domain.deps.db.selectFrom('webhook_events').selectAll().execute()).toEqual([]);
  });

  it('keeps none of what nobody asked for', async () => {
    await domain.begin({ rules: [FOLLOW] });
    await webhooks.subscribe(ADDRESS, `${PROGRAM_EVENT}claimed_reward`);
    await domain.customer();
    await domain.complete('follow');
    expect(await domain.deps.db.selectFrom('webhook_events').selectAll().execute()).toEqual([]);
  });
});

describe.each([
  ['in one statement', undefined],
  ['in the ordinary way', ORDINARY],
])('what is written %s', (_, hooks) => {
  it('is told: completions at once and later, and claims', async () => {
    await domain.begin({ rules: [FOLLOW, LATER], rewards: [CARD] });
    await webhooks.subscribe(ADDRESS);
    await domain.customer();
    expect(await topics()).toEqual(['enrolled', 'customers/update']);
    await domain.complete('follow', { hooks });
    const completion = await told();
    const of = (topic: string) => completion.find((message) => message.topic === topic);
    expect(completion).toHaveLength(3);
    expect(of('customers/update')!.payload.customer).toMatchObject({ points_approved: 50 });
    expect(of('rule_completed')).toBeDefined();
    expect(of('points_earned')).toMatchObject({
      topic: 'points_earned',
      payload: {
        properties: {
          customer: { merchant_id: '1001', points_approved: 50 },
          points: 50,
          activity: { value: 50, state: 'approved', rule: { title: 'Follow us' } },
        },
      },
    });
    await domain.complete('later', { hooks });
    expect((await told()).find(({ topic }) => topic === 'points_earned')).toMatchObject({
      payload: { properties: { activity: { state: 'pending' } } },
    });
    await domain.claim('card', {}, { hooks });
    const claimed = await told();
    expect(claimed.find(({ topic }) => topic === 'claimed_reward')).toMatchObject({
      topic: 'claimed_reward',
      payload: { properties: { claimed_reward: { point_cost: 20, redeemable: { code: null } } } },
    });
  });
});

describe('simultaneous writing', () => {
  it('is told of each', async () => {
    await domain.begin({ rules: [FOLLOW, LATER], rewards: [CARD] });
    await webhooks.subscribe(ADDRESS);
    const customers = Array.from({ length: 30 }, (_, index) => `c${index}`);
    for (const merchant_id of customers) await domain.customer({ merchant_id });
    await told();
    await Promise.all(atOnce(60, (index) => domain.complete('later', { customer: customers[index % 30]! })));
    const count = (list: string[]) => list.filter((topic) => topic === 'rule_completed').length;
    expect(count(await topics())).toBe(60);
    domain.clock.advance(3_600_000);
    await sweepOnce(domain.deps);
    const approved = await told();
    expect(approved.map(({ topic }) => topic)).toEqual(Array(30).fill('customers/update'));
    expect(approved[0]!.payload.customer).toMatchObject({ points_approved: 100, points_pending: 0 });
    await Promise.all(atOnce(60, (index) => domain.claim('card', {}, { customer: customers[index % 30]! })));
    const claimed = (await told()).filter(({ topic }) => topic === 'claimed_reward');
    const ids = claimed.map(({ payload }) => payload.properties.claimed_reward!.id as number);
    expect(ids.sort((a, b) => a - b)).toEqual((await domain.claims()).map(({ id }) => id));
    expect(ids).toHaveLength(60);
  });
});

describe('a customer', () => {
  it('is told of once, where changes wait together', async () => {
    await domain.begin({ rules: [FOLLOW] });
    await webhooks.subscribe(ADDRESS, 'customers/update');
    await domain.customer();
    for (let i = 0; i < 5; i++) await domain.complete('follow');
    expect(await told()).toMatchObject([{ payload: { customer: { points_approved: 250 } } }]);
  });

  it('that was only locked is not told of', async () => {
    await domain.begin();
    const { id } = await domain.customer();
    await webhooks.subscribe(ADDRESS);
    await runInTransaction(domain.deps, undefined, (tx) => lockCustomer(tx, domain.program.id, id));
    expect(await told()).toEqual([]);
  });

  it('that enrols after it was a guest is told to have enrolled', async () => {
    await domain.begin({ settings: programSettings({ enrol_on_sight: false }) });
    await webhooks.subscribe(ADDRESS);
    const { id } = await domain.customer();
    expect(await topics()).toEqual(['customers/update']);
    await enrolCustomer(domain.deps, { program: domain.program, customer_id: id });
    expect(await topics()).toEqual(['enrolled', 'customers/update']);
  });

  it('is told of as it is after whatever a back end changes of it', async () => {
    await domain.begin();
    const { id } = await domain.customer();
    await webhooks.subscribe(ADDRESS, 'customers/update');
    const { program } = domain;
    for (const changes of [
      { first_name: 'Grace' },
      { email: 'grace@shop.example' },
      { blocked: true },
      { blocked: false },
      { metadata: { size: 'M' } },
      { birthday: { day: 9, month: 12, year: 1906 } },
    ]) {
      domain.clock.advance(1000);
      await updateCustomer(domain.deps, { program, customer_id: id, changes, by: TESTER });
      expect(await told()).toMatchObject([{ payload: { customer: await present(id) } }]);
    }
  });
});

describe('a tier', () => {
  const TIERS = ['base', 'gold'].map((key, index) => ({
    key,
    definition: tierDefinition({ name: key, lower_bound: index * 10_000 }),
  }));
  const settings = programSettings({
    tier_membership: { mode: 'rolling', duration_months: 1 },
    reminders: { tier_upgrade_percent: 80, points_expiration_days: 30, reward_expiration_days: 7 },
  });
  const order = (total_minor: number, merchant_id: string) => {
    const told = { customer_id: '1001', merchant_id, total_minor, payment_status: 'paid' } as const;
    return recordOrder(domain.deps, orderInput(domain.program, told));
  };

  it('is told to be near once, to be entered, and to be left', async () => {
    await domain.begin({ settings, tiers: TIERS });
    await webhooks.subscribe(ADDRESS);
    await domain.customer();
    await told();
    await order(7_999, 'o1');
    expect(await topics()).not.toContain('approaching_tier_upgrade');
    await order(1, 'o2');
    const near = (await told()).filter(({ topic }) => topic === 'approaching_tier_upgrade');
    expect(near).toMatchObject([
      { payload: { properties: { kind: 'spend', needed: 20, tier: { name: 'gold' } } } },
    ]);
    await order(100, 'o3');
    expect(await topics()).not.toContain('approaching_tier_upgrade');
    await order(5_000, 'o4');
    expect((await told()).filter(({ topic }) => topic.startsWith('tier_'))).toMatchObject([
      {
        topic: 'tier_upgraded',
        payload: { properties: { tier: { name: 'gold' }, previous_tier: { name: 'base' } } },
      },
    ]);
    domain.clock.advance(40 * 24 * 3_600_000);
    await sweepOnce(domain.deps);
    expect((await told()).filter(({ topic }) => topic.startsWith('tier_'))).toMatchObject([
      {
        topic: 'tier_downgraded',
        payload: { properties: { tier: { name: 'base' }, previous_tier: { name: 'gold' } } },
      },
    ]);
  });
});

describe('whatever happens to a customer', () => {
  it('is told, so that the last that was told is the customer as it is', async () => {
    const terms = await beginModelProgram(domain, { mode: 'after_earning', duration_months: 4 }, 'allow');
    await webhooks.subscribe(ADDRESS);
    let customers = 0;
    const property = fc.asyncProperty(ledgerCommands(domain, 12), async (commands) => {
      customers += 1;
      const merchant_id = `s-${customers}`;
      domain.turnTo('2026-01-14T12:00:00Z');
      const { id } = await domain.customer({ merchant_id });
      const model = new LedgerModel(terms, domain.clock.real());
      let last: unknown;
      const completed: unknown[] = [];
      const claimed: unknown[] = [];
      const watch = async () => {
        for (const { topic, payload } of await told()) {
          if (topic === 'customers/update') last = payload.customer;
          if (topic === 'rule_completed') completed.push(payload.properties.activity!.id);
          if (topic === 'claimed_reward') claimed.push(payload.properties.claimed_reward!.id);
        }
        expect(last).toEqual(await present(id));
      };
      await watch();
      const watched = [...commands].map((command) => ({
        check: () => true,
        toString: () => String(command),
        run: async (state: LedgerModel, real: { id: number; merchant_id: string }) => {
          await command.run(state, real);
          await watch();
        },
      }));
      await fc.asyncModelRun(() => ({ model, real: { id, merchant_id } }), watched);
      const own = <T extends { customer_id: number; id: number }>(rows: T[]) =>
        rows.filter((row) => row.customer_id === id).map((row) => row.id);
      expect(completed).toEqual(own(await domain.rows('activities')));
      expect(claimed).toEqual(own(await domain.claims()));
      const done = domain.deps.db.updateTable('customers').set({ next_due_at: null });
      await done.where('program_id', '=', domain.program.id).where('id', '=', id).execute();
    });
    await fc.assert(property, { numRuns: 25 });
    expect(customers).toBeGreaterThanOrEqual(25);
  }, 300_000);
});

describe('a made-up message', () => {
  it.each(WEBHOOK_TOPICS)('has the shape of %s', (topic) => {
    const message = {
      id: 'msg_1',
      topic,
      created_at: '2026-01-14T12:00:00.000Z',
      payload: samplePayload(topic),
    };
    expectSchema(MESSAGE_SCHEMAS[topic], message);
  });
});

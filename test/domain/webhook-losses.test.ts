import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { expandEvents } from '../../src/domain/operations/expand-events.ts';
import { fulfilClaim } from '../../src/domain/operations/fulfil-claim.ts';
import { listWebhooks, rotateSecret } from '../../src/domain/operations/manage-webhooks.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { resolveActivityReport } from '../../src/domain/operations/resolve-activity-report.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { WebhookTopic } from '../../src/domain/outbox/topics.ts';
import type { RewardDefinition } from '../../src/domain/programs/reward-definition.ts';
import { tidyWebhooks } from '../../src/domain/webhooks/tidy-webhooks.ts';
import { MESSAGE_SCHEMAS } from '../../src/http/webhooks/payload-schemas.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import { expectSchema } from '../support/expect-schema.ts';
import { programSettings, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { importLines } from '../support/imports.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { atOnce, ORDINARY } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';
import { PROGRAM_EVENT, testWebhooks } from '../support/webhooks.ts';

const domain = testDomain();
const webhooks = testWebhooks(domain);
const MONTH = 32 * 24 * 3_600_000;

const FOLLOW = { key: 'follow', definition: ruleDefinition() };
const LATER = { key: 'later', definition: ruleDefinition({ approval_period_seconds: 3600 }) };
const PURCHASE = { key: 'purchase', definition: ruleDefinition({ kind: 'purchase', properties: {} }) };
const VOUCHER = { key: 'voucher', definition: voucherDefinition({ cost: { kind: 'fixed', points: 20 } }) };

/** Payloads told under a topic since the last time. */
async function told(topic: WebhookTopic): Promise<Record<string, unknown>[]> {
  const receiver = 'http://127.0.0.1:9/nobody';
  await webhooks.subscribe(receiver, topic);
  const present = eventPresenter(domain.deps.publicUrl);
  while (await expandEvents(domain.deps, domain.program, present));
  const deliveries = await webhooks.deliveries();
  await domain.deps.db.deleteFrom('webhook_deliveries').where('program_id', '=', domain.program.id).execute();
  return deliveries.map(({ body }) => {
    const message = JSON.parse(body);
    expectSchema(MESSAGE_SCHEMAS[topic], message);
    return message.payload.properties;
  });
}

const about = (name: string) => `${PROGRAM_EVENT}${name}` as WebhookTopic;

describe('points that were removed', () => {
  it('are told of imported ones that are declined, and not of a lifetime spend or of what an import takes', async () => {
    await domain.begin();
    await told(about('points_removed'));
    await domain.customer({ merchant_id: '1', points: 30 });
    const file = ['merchant_id,points,points_spent,pending', '1,20,500,7', '2,,80,'];
    const { import_id } = await importLines(domain, file);
    expect(await told(about('points_removed'))).toEqual([]);
    const named = { program: domain.program, name: '$import', merchant_id: `${import_id}-2-1` };
    await resolveActivityReport(domain.deps, { ...named, state: 'declined', by: TESTER });
    expect(await told(about('points_removed'))).toMatchObject([
      { points: 0, points_pending: 7, activity: { state: 'declined', rule: { id: null, name: null } } },
    ]);
  });

  it('are told: by hand, declined and voided, each with what it took', async () => {
    await domain.begin({ rules: [FOLLOW, LATER] });
    await told(about('points_removed'));
    const { id } = await domain.customer({ points: 100 });
    const { program } = domain;
    await adjustPoints(domain.deps, { program, customer_id: id, points: -30, note: 'sorry', by: TESTER });
    await adjustPoints(domain.deps, { program, customer_id: id, points: 10, note: null, by: TESTER });
    for (const key of ['follow', 'later']) {
      await domain.complete(key);
      const activity = (await domain.rows('activities')).at(-1)!;
      const name = { name: activity.name, merchant_id: String(activity.id) };
      await resolveActivityReport(domain.deps, { program, ...name, state: 'declined', by: TESTER });
    }
    expect(await told(about('points_removed'))).toEqual([
      expect.objectContaining({ points: 30, points_pending: 0, note: 'sorry', activity: null }),
      expect.objectContaining({
        points: 50,
        points_pending: 0,
        activity: expect.objectContaining({ state: 'void' }),
      }),
      expect.objectContaining({
        points: 0,
        points_pending: 50,
        activity: expect.objectContaining({ state: 'declined' }),
      }),
    ]);
  });

  it('by their expiry are told as expired', async () => {
    const settings = programSettings({ points_expiry: { mode: 'after_earning', duration_months: 1 } });
    await domain.begin({ rules: [FOLLOW], settings });
    const { id } = await domain.customer();
    await told(about('points_expired'));
    await told(about('points_removed'));
    await domain.complete('follow');
    domain.clock.advance(MONTH);
    await domain.settle(id);
    expect(await told(about('points_expired'))).toEqual([
      expect.objectContaining({ points: 50, reason: 'age' }),
    ]);
    expect(await told(about('points_removed'))).toEqual([]);
  });
});

describe('a claim that was taken back', () => {
  it.each([
    ['in the ordinary way', ORDINARY],
    ['in one statement', undefined],
  ])('is told once, claimed %s', async (_case, hooks) => {
    await domain.begin({ rewards: [VOUCHER] });
    await domain.customer({ points: 100 });
    await told(about('claim_refunded'));
    const { claimed_reward_id, customer_id } = await domain.claim('voucher', {}, { hooks });
    const { program } = domain;
    await refundReward(domain.deps, { program, claimed_reward_id, customer_id, by: TESTER });
    expect(await told(about('claim_refunded'))).toEqual([
      expect.objectContaining({
        claimed_reward: expect.objectContaining({ id: claimed_reward_id, state: 'void' }),
      }),
    ]);
  });
});

describe('an order', () => {
  it.each([
    [
      'refunded whole',
      { refund_status: 'refunded', refunded_minor: 2000 },
      { refunded: true, cancelled: false },
    ],
    ['cancelled', { cancelled: true }, { refunded: false, cancelled: true }],
  ] as const)('that was %s is told as undone, once', async (_case, state, expected) => {
    await domain.begin({ rules: [PURCHASE] });
    await domain.customer();
    await told(about('order_undone'));
    await recordOrder(domain.deps, orderInput(domain.program));
    await updateOrder(
      domain.deps,
      orderUpdate(domain.program, { refund_status: 'partially_refunded', refunded_minor: 500 }),
    );
    expect(await told(about('order_undone'))).toEqual([]);
    await updateOrder(domain.deps, orderUpdate(domain.program, state));
    await updateOrder(domain.deps, orderUpdate(domain.program, state));
    expect(await told(about('order_undone'))).toEqual([
      expect.objectContaining({ order: expect.objectContaining({ merchant_id: 'order-1', ...expected }) }),
    ]);
  });

  it('that names a code which another has used is told, and the first is not', async () => {
    await domain.begin({ rewards: [VOUCHER] });
    await domain.customer({ points: 100 });
    await told(about('voucher_reused'));
    await domain.claim('voucher');
    const [claim] = await domain.claims();
    const discount_codes = [{ code: claim!.code!.toLowerCase(), amount_minor: 500 }];
    const order = (merchant_id: string) => orderInput(domain.program, { merchant_id, discount_codes });
    await recordOrder(domain.deps, order('o-1'));
    await recordOrder(domain.deps, order('o-1'));
    expect(await told(about('voucher_reused'))).toEqual([]);
    await recordOrder(domain.deps, order('o-2'));
    expect(await told(about('voucher_reused'))).toEqual([
      expect.objectContaining({
        claimed_reward: expect.objectContaining({ id: claim!.id }),
        order: expect.objectContaining({ merchant_id: 'o-2' }),
      }),
    ]);
  });
});

describe('a reward that the store fulfils by a webhook', () => {
  const claimOf = (body: string): number => JSON.parse(body).payload.properties.claimed_reward.id;
  const fulfilledBy = (fulfillment_webhook_url: string, rest: Partial<RewardDefinition> = {}) => ({
    rewards: [
      {
        key: 'tour',
        definition: rewardDefinition({
          cost: { kind: 'fixed', points: 20 },
          properties: {
            kind: 'custom',
            fulfillment_type: 'store_fulfillment',
            fulfillment_method: 'webhook',
            fulfillment_webhook_url,
          },
          ...rest,
        }),
      },
    ],
  });

  it.each([
    ['in one statement', undefined],
    ['in the ordinary way', ORDINARY],
  ])('is told to its address once for each claim, signed, claimed %s', async (_case, hooks) => {
    const receiver = await webhooks.deafReceiver();
    await domain.begin(fulfilledBy(receiver.address));
    await domain.customer({ points: 100 });
    const first = await domain.claim('tour', {}, { hooks });
    await webhooks.deliver();
    const [webhook] = await listWebhooks(domain.deps, domain.program.id);
    expect(webhook).toMatchObject({ topic: 'rewards/fulfillment', address: receiver.address });
    const { id } = webhook!;
    const { secret } = await rotateSecret(domain.deps, { program_id: domain.program.id, id, by: TESTER });
    const second = await domain.claim('tour', {}, { hooks });
    await webhooks.deliver();
    await webhooks.deliver();
    expect(receiver.topics).toEqual(['rewards/fulfillment', 'rewards/fulfillment']);
    const { headers, body } = receiver.received[1]!;
    const sent = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(headers['webhook-signature']!.split(' ')).toContain(
      new Webhook(secret).sign(headers['webhook-id']!, sent, body),
    );
    expectSchema(MESSAGE_SCHEMAS['rewards/fulfillment'], JSON.parse(body));
    expect(receiver.received.map(({ body: told }) => claimOf(told))).toEqual([
      first.claimed_reward_id,
      second.claimed_reward_id,
    ]);
  });

  it('is tried again until its address takes it', async () => {
    const receiver = await webhooks.deafReceiver();
    await domain.begin(fulfilledBy(receiver.address));
    await domain.customer({ points: 100 });
    let failures = 0;
    receiver.react = () => (failures++ < 2 ? 500 : 204);
    await domain.claim('tour');
    for (let hour = 0; hour < 3; hour += 1) {
      await webhooks.deliver();
      domain.clock.advance(3_600_000);
    }
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await webhooks.deliveries()).map(({ state }) => state)).toEqual(['delivered']);
  });

  it('is told nowhere else: not to who asked for other topics, nor for the rewards of another address', async () => {
    const receiver = await webhooks.deafReceiver();
    await domain.begin(fulfilledBy(receiver.address));
    const other = await webhooks.receiver('rewards/fulfillment', 'program_events/customer.claimed_reward');
    await domain.customer({ points: 100 });
    await domain.claim('tour');
    await webhooks.deliver();
    expect([receiver.topics, other.topics]).toEqual([['rewards/fulfillment'], ['claimed_reward']]);
  });

  it('is not told where it was taken back, or handed over, before', async () => {
    const receiver = await webhooks.deafReceiver();
    await domain.begin(fulfilledBy(receiver.address));
    await domain.customer({ points: 100 });
    const { program } = domain;
    const taken = await domain.claim('tour');
    await refundReward(domain.deps, { program, ...taken, even_if_blocked: true, by: TESTER });
    const given = await domain.claim('tour');
    await fulfilClaim(domain.deps, { program, ...given, explanation: null, by: TESTER });
    await webhooks.deliver();
    expect(receiver.received).toEqual([]);
    await domain.claim('tour');
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(1);
  });

  it('waits for an address that was disabled, however long, and is told when it is enabled again', async () => {
    const receiver = await webhooks.deafReceiver();
    await domain.begin(fulfilledBy(receiver.address));
    await domain.customer({ points: 100 });
    receiver.react = () => 410;
    await domain.claim('tour');
    await domain.claim('tour');
    await webhooks.deliver();
    for (let month = 0; month < 6; month += 1) {
      domain.clock.advance(30 * 24 * 3_600_000);
      if (month < 3) await domain.claim('tour');
      await webhooks.deliver();
      await tidyWebhooks(domain.deps);
    }
    receiver.react = () => 204;
    const before = receiver.received.length;
    await webhooks.subscribe(receiver.address, 'rewards/fulfillment');
    await webhooks.deliver();
    const ids = receiver.received.slice(before).map(({ body }) => claimOf(body));
    expect(ids).toEqual((await domain.claims()).map(({ id }) => id));
    expect(ids).toHaveLength(5);
  });

  it('is not told any more where it was taken back, or handed over, while its address failed', async () => {
    const receiver = await webhooks.deafReceiver();
    await domain.begin(fulfilledBy(receiver.address));
    await domain.customer({ points: 100 });
    const { program } = domain;
    receiver.react = () => 500;
    const [taken, given, kept] = [
      await domain.claim('tour'),
      await domain.claim('tour'),
      await domain.claim('tour'),
    ];
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(1);
    await refundReward(domain.deps, { program, ...taken, even_if_blocked: true, by: TESTER });
    await fulfilClaim(domain.deps, { program, ...given, explanation: null, by: TESTER });
    receiver.react = () => 204;
    domain.clock.advance(60_000);
    await webhooks.deliver();
    expect(receiver.received.slice(1).map(({ body }) => claimOf(body))).toEqual([kept.claimed_reward_id]);
    expect((await webhooks.deliveries()).map(({ state }) => state)).toEqual([
      'cancelled',
      'cancelled',
      'delivered',
    ]);
  });

  it('is told once by two servers, of many claims at once, by one webhook', async () => {
    const receiver = await webhooks.deafReceiver();
    await domain.begin(fulfilledBy(receiver.address));
    await domain.customer({ points: 1_000 });
    await Promise.all(atOnce(10, () => domain.claim('tour')));
    await Promise.all([webhooks.deliver(), webhooks.deliver()]);
    await webhooks.deliver();
    const ids = receiver.received.map(({ body }) => claimOf(body));
    expect([...new Set(ids)].sort()).toEqual((await domain.claims()).map(({ id }) => id).sort());
    expect(ids).toHaveLength(10);
    expect(await listWebhooks(domain.deps, domain.program.id)).toHaveLength(1);
  });

  it('is not told to a private address where the server allows none', async () => {
    const receiver = await webhooks.deafReceiver();
    await domain.begin(fulfilledBy(receiver.address));
    await domain.customer({ points: 100 });
    await domain.claim('tour');
    const strict = { ...domain.deps, outbound: new Outbound({ allow_private: false }) };
    await webhooks.deliver(webhooks.dispatcher(strict));
    expect(receiver.received).toEqual([]);
    const [attempt] = await webhooks.attempts();
    expect(attempt).toMatchObject({ response_status: null });
  });
});

import { describe, expect, it } from 'vitest';
import { remindOfExpiries } from '../../src/domain/operations/remind-of-expiries.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { productRewardDefinition, programSettings, rewardDefinition } from '../support/factories.ts';
import { adjust } from '../support/lots.ts';
import { atOnce } from '../support/outcomes.ts';
import type { Receiver } from '../support/receiver.ts';
import { testDomain } from '../support/test-domain.ts';
import { PROGRAM_EVENT, testWebhooks } from '../support/webhooks.ts';

const domain = testDomain();
const webhooks = testWebhooks(domain);

const POINTS = `${PROGRAM_EVENT}approaching_points_expiration` as const;
const REWARDS = `${PROGRAM_EVENT}approaching_reward_expiration` as const;
const DAY = 24 * 3_600_000;

const begin = (points_expiry: PointsExpiry | null) =>
  domain.begin({
    settings: programSettings({ points_expiry }),
    rewards: [
      {
        key: 'card',
        definition: rewardDefinition({
          cost: { kind: 'fixed', points: 10 },
          expires_after_seconds: 20 * 86_400,
        }),
      },
      {
        key: 'mug',
        definition: productRewardDefinition({
          cost: { kind: 'fixed', points: 10 },
          auto_refund_seconds: 86_400,
        }),
      },
    ],
  });

/** The reminders so many days later. */
async function near(receiver: Receiver, days: number) {
  domain.clock.advance(days * DAY);
  const before = receiver.received.length;
  await remindOfExpiries(domain.deps);
  await webhooks.deliver();
  return receiver.received
    .slice(before)
    .map(({ message }) => (message.payload as unknown as { properties: object }).properties);
}

describe('points that expire soon', () => {
  it('are told of once for each day on which some do, with how many', async () => {
    await begin({ mode: 'after_earning', duration_months: 3 });
    const { id } = await domain.customer({ points: 50 });
    const receiver = await webhooks.receiver(POINTS);
    await adjust(domain, id, 7);
    domain.clock.advance(10 * DAY);
    await adjust(domain, id, 20);
    // From 14 January on, until 14 April.
    expect(await near(receiver, 49)).toEqual([]);
    const [told, ...others] = await near(receiver, 1);
    expect(others).toEqual([]);
    expect(told).toMatchObject({
      customer: { merchant_id: '1001' },
      points: 57,
      expires_at: '2026-04-14T11:00:00.000Z',
    });
    expect(await near(receiver, 15)).toEqual([]);
    await domain.settle(id);
    // Points that were earned ten days later are next once the first have gone.
    domain.clock.advance(16 * DAY);
    await domain.settle(id);
    expect(await near(receiver, 0)).toMatchObject([{ points: 20, expires_at: '2026-04-24T11:00:00.000Z' }]);
  });

  it('are told of by the customer’s inactivity, anew where it moves', async () => {
    await begin({ mode: 'inactivity_since_balance_change', duration_months: 2 });
    const { id } = await domain.customer({ points: 50 });
    const receiver = await webhooks.receiver(POINTS);
    expect(await near(receiver, 20)).toEqual([]);
    expect(await near(receiver, 20)).toMatchObject([{ points: 50 }]);
    await adjust(domain, id, 5);
    expect(await near(receiver, 1)).toEqual([]);
    expect(await near(receiver, 40)).toMatchObject([{ points: 55 }]);
  });

  it('are not told of where nobody takes part, expires or asks', async () => {
    await begin({ mode: 'after_earning', duration_months: 1 });
    const { id } = await domain.customer({ points: 50 });
    await webhooks.receiver(REWARDS);
    await domain.block(id);
    const receiver = await webhooks.receiver(POINTS);
    expect(await near(receiver, 10)).toEqual([]);
    await begin(null);
    await domain.customer({ points: 50 });
    expect(await near(await webhooks.receiver(POINTS), 300)).toEqual([]);
  });
});

describe('an unused reward that ends soon', () => {
  it('is told of once', async () => {
    await begin(null);
    await domain.customer({ points: 50 });
    const receiver = await webhooks.receiver(REWARDS);
    const { claimed_reward_id } = await domain.claim('card');
    expect(await near(receiver, 12)).toEqual([]);
    expect(await near(receiver, 1)).toMatchObject([
      { claimed_reward: { id: claimed_reward_id }, ends_at: '2026-02-03T12:00:00.000Z' },
    ]);
    expect(await near(receiver, 1)).toEqual([]);
  });

  it('is not told of where it is good for less than that from the first', async () => {
    await begin(null);
    await domain.customer({ points: 50 });
    const receiver = await webhooks.receiver(REWARDS);
    await domain.claim('mug', { variant_id: '902' });
    expect(await near(receiver, 0.5)).toEqual([]);
  });

  it('is told of once also by several servers at once', async () => {
    await begin(null);
    const receiver = await webhooks.receiver(REWARDS);
    for (let index = 0; index < 20; index++) {
      await domain.customer({ merchant_id: `c${index}`, points: 50 });
      await domain.claim('card', {}, { customer: `c${index}` });
    }
    domain.clock.advance(15 * DAY);
    await Promise.all(atOnce(4, () => remindOfExpiries(domain.deps)));
    expect(await near(receiver, 0)).toHaveLength(20);
  });
});

import { describe, expect, it } from 'vitest';
import { expandEvents } from '../../src/domain/operations/expand-events.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { PointsExpiry, ProgramSettings } from '../../src/domain/programs/program-settings.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { ruleDefinition } from '../support/factories.ts';
import { AFTER_A_YEAR, adjust, expired } from '../support/lots.ts';
import { testDomain } from '../support/test-domain.ts';
import { TierShop } from '../support/tier-shop.ts';
import { PROGRAM_EVENT, testWebhooks } from '../support/webhooks.ts';

const domain = testDomain();
const shop = new TierShop(domain);
const webhooks = testWebhooks(domain);

const DAY = 24 * 3_600_000;
/** A year after a program begins. */
const END = Date.parse('2027-01-14T12:00:00Z');

const SILVER: Partial<ProgramSettings> = { tier_membership: { mode: 'rolling', duration_months: 12 } };

/** A customer with 70 points in silver for a year, and 50 more that are approved a millisecond before its end. */
async function begin(settings: Partial<ProgramSettings>) {
  const later = ruleDefinition({ approval_period_seconds: (10 * DAY) / 1000 });
  const { id } = await shop.begin(settings, { rules: [{ key: 'later', definition: later }] });
  await adjust(domain, id, 70);
  await shop.spend(50_000);
  domain.turnTo(END - 1 - 10 * DAY);
  await domain.complete('later');
  return id;
}

describe('a millisecond before it ends', () => {
  it.each<[string, PointsExpiry, string]>([
    ['a year after they were earned', AFTER_A_YEAR, '2027-01-14: 70 (age)'],
    [
      'after a year without a purchase',
      { mode: 'inactivity_since_purchase', duration_months: 12 },
      '2027-01-14: 120 (inactivity)',
    ],
  ])(
    'points that expire %s are there, though something else is done at that moment',
    async (_, points_expiry, last) => {
      const id = await begin({ ...SILVER, points_expiry });
      domain.turnTo(END - 1);
      expect(await domain.settle(id)).toMatchObject({ points_approved: 120, next_due_at: END });
      expect(await expired(domain, id)).toEqual([]);
      domain.turnTo(END);
      await domain.settle(id);
      expect(await expired(domain, id)).toEqual([last]);
    },
  );

  it('a membership stands, though something else is done at that moment', async () => {
    const id = await begin(SILVER);
    domain.turnTo(END - 1);
    const before = await domain.settle(id);
    expect([shop.keyOf(before.tier_id), before.tier_expires_at, before.points_pending]).toEqual([
      'silver',
      END,
      0,
    ]);
    domain.turnTo(END);
    expect(shop.keyOf((await domain.settle(id)).tier_id)).toBe('base');
  });
});

describe('points and a membership that end in one millisecond', () => {
  it('end in this order, whether they are found at once or late', async () => {
    for (const late of [0, 40 * DAY]) {
      await begin({ ...SILVER, points_expiry: AFTER_A_YEAR });
      await webhooks.subscribe(
        'http://127.0.0.1:9/nobody',
        `${PROGRAM_EVENT}points_expired`,
        `${PROGRAM_EVENT}tier_downgraded`,
      );
      domain.turnTo(END + late);
      await sweepOnce(domain.deps);
      while (await expandEvents(domain.deps, domain.program, eventPresenter(domain.deps.publicUrl)));
      const told = (await webhooks.deliveries()).map(({ topic }) => topic.replace(PROGRAM_EVENT, ''));
      expect(told).toEqual(['points_expired', 'tier_downgraded']);
    }
  });
});

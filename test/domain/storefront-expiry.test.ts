import { describe, expect, it } from 'vitest';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { AFTER_A_YEAR, adjust, expiring, INACTIVE_HALF_A_YEAR, resolve } from '../support/lots.ts';
import { testDomain } from '../support/test-domain.ts';

const DAY = 24 * 3_600_000;
const domain = testDomain();

async function begin(expiry: PointsExpiry | null) {
  await domain.begin({
    ...expiring(expiry),
    rules: [
      { key: 'now', definition: ruleDefinition() },
      { key: 'later', definition: ruleDefinition({ approval_period_seconds: 10 * 24 * 3600 }) },
    ],
    rewards: [{ key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 60 } }) }],
  });
  return domain.customer();
}

async function load(id: number) {
  await domain.settle(id);
  const { program } = domain;
  return loadStorefrontCustomer(domain.deps, { program, customer_id: id, channel: 'web', country: 'US' });
}

/** The history as lines of kind, points, state and the day of expiry, newest first. */
async function told(id: number): Promise<string[]> {
  const { history } = await load(id);
  return history.map((entry) => {
    const fields: unknown[] = [entry.kind];
    if ('points' in entry) fields.push(entry.points);
    if ('state' in entry) fields.push(entry.state);
    if ('expires_at' in entry && entry.expires_at !== null)
      fields.push(new Date(entry.expires_at).toISOString().slice(0, 10));
    return fields.join(' ');
  });
}

describe('history where points have dates', () => {
  it('tells when points will expire, pending ones and those by hand too', async () => {
    const { id } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    domain.clock.advance(DAY);
    await domain.complete('later');
    domain.clock.advance(DAY);
    await adjust(domain, id, 30);
    await adjust(domain, id, -5);
    expect(await told(id)).toEqual([
      'points_removed -5',
      'points_added 30 approved 2027-01-16',
      'earned_points_from_rule 50 pending 2027-01-15',
      'earned_points_from_rule 50 approved 2027-01-14',
    ]);
    domain.clock.advance(30 * DAY);
    expect((await told(id))[2]).toBe('earned_points_from_rule 50 approved 2027-01-15');
  });

  it('tells what expired, and of what', async () => {
    const { id } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    const gone = (await domain.complete('now')).actions[0]!.id;
    await resolve(domain, id, gone, 'void');
    domain.clock.advance(DAY);
    await adjust(domain, id, 30);
    domain.clock.advance(DAY);
    await domain.complete('now');
    domain.clock.advance(DAY);
    await domain.claim('card');
    domain.turnTo('2027-01-20T00:00:00Z');
    expect(await told(id)).toEqual([
      'points_expired 50',
      'points_expired 20',
      'redeemed_points_for_reward approved',
      'earned_points_from_rule 50 expired 2027-01-16',
      'points_added 30 expired 2027-01-15',
      'earned_points_from_rule 50 void 2027-01-14',
      'earned_points_from_rule 50 approved 2027-01-14',
    ]);
    const dates = (await load(id)).history.slice(0, 2).map((entry) => entry.date);
    expect(dates).toEqual([Date.parse('2027-01-16T12:00:00Z'), Date.parse('2027-01-15T12:00:00Z')]);
  });

  it('gives no date to points that paid a debt', async () => {
    const { id } = await begin(AFTER_A_YEAR);
    const activity = (await domain.complete('now')).actions[0]!.id;
    await adjust(domain, id, -50);
    await resolve(domain, id, activity, 'void');
    await adjust(domain, id, 20);
    expect((await told(id))[0]).toBe('points_added 20 approved');
  });
});

describe('the next expiry', () => {
  it('is what remains of the first date', async () => {
    const { id } = await begin(AFTER_A_YEAR);
    expect((await load(id)).next_expiry).toBeNull();
    await domain.complete('now');
    await adjust(domain, id, 30);
    domain.clock.advance(DAY);
    await domain.complete('now');
    const first = Date.parse('2027-01-14T12:00:00Z');
    expect((await load(id)).next_expiry).toEqual({ points: 80, at: first });
    await domain.claim('card');
    expect((await load(id)).next_expiry).toEqual({ points: 20, at: first });
    await domain.claim('card');
    expect((await load(id)).next_expiry).toEqual({ points: 10, at: first + DAY });
    domain.turnTo(first + DAY);
    expect((await load(id)).next_expiry).toBeNull();
  });

  it('is the whole balance of a customer who stays inactive', async () => {
    const { id } = await begin(INACTIVE_HALF_A_YEAR);
    expect((await load(id)).next_expiry).toBeNull();
    await domain.complete('now');
    domain.clock.advance(DAY);
    await adjust(domain, id, 30);
    expect((await load(id)).next_expiry).toEqual({ points: 80, at: Date.parse('2026-07-15T11:00:00Z') });
    expect((await told(id))[1]).toBe('earned_points_from_rule 50 approved');
    domain.turnTo('2026-07-15T11:00:00Z');
    expect(await told(id)).toEqual([
      'points_expired 80',
      'points_added 30 approved',
      'earned_points_from_rule 50 approved',
    ]);
  });

  it('is nothing where points do not expire', async () => {
    const { id } = await begin(null);
    await domain.complete('now');
    expect((await load(id)).next_expiry).toBeNull();
    expect(await told(id)).toEqual(['earned_points_from_rule 50 approved']);
  });
});

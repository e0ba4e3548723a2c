import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { productRewardDefinition, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import {
  AFTER_A_YEAR,
  AT_YEARS_END,
  adjust,
  expired,
  expiring,
  INACTIVE_HALF_A_YEAR,
  openLots,
} from '../support/lots.ts';
import { atOnce, ORDINARY } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const HOUR = 3_600_000;
const domain = testDomain({ poolSize: 16 });

async function begin(expiry: PointsExpiry | null) {
  await domain.begin({
    ...expiring(expiry),
    rules: [
      { key: 'now', definition: ruleDefinition() },
      { key: 'later', definition: ruleDefinition({ approval_period_seconds: 3600 }) },
    ],
    rewards: [
      { key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 10 } }) },
      { key: 'mug', definition: productRewardDefinition({ cost: { kind: 'fixed', points: 30 } }) },
    ],
  });
  return domain.customer();
}

const turnOn = (expiry: PointsExpiry | null) => domain.change(expiring(expiry));
const since = async () => {
  const { points_expiry_since } = await domain.deps.db
    .selectFrom('programs')
    .select('points_expiry_since')
    .where('id', '=', domain.program.id)
    .executeTakeFirstOrThrow();
  return points_expiry_since;
};

describe('a server that does not know the present terms yet', () => {
  it.each([
    ['of another length', { mode: 'after_earning', duration_months: 3 }, '2026-04-14: 50'],
    ['of another mode', AT_YEARS_END, '2028-01-01: 50'],
  ] as const)('dates the points of a completion by those %s', async (_, present, expected) => {
    await begin(AFTER_A_YEAR);
    const { customer_id } = await domain.complete('now');
    await adjust(domain, customer_id, -50);
    const former = domain.program;
    await turnOn(present);
    const known = domain.program;
    domain.program = former;
    await domain.complete('now');
    domain.program = known;
    expect(await openLots(domain, customer_id)).toEqual([expected]);
  });
});

describe('when a mode counts as turned on', () => {
  it('is when the program is made with it, or changed to it', async () => {
    await begin(AFTER_A_YEAR);
    const first = domain.clock.real();
    expect(await since()).toBe(first);
    domain.clock.advance(HOUR);
    await domain.change({ name: 'Renamed' });
    await turnOn({ mode: 'after_earning', duration_months: 6 });
    expect(await since()).toBe(first);
    await turnOn(AT_YEARS_END);
    expect(await since()).toBe(first + HOUR);
    await turnOn(null);
    expect(await since()).toBeNull();
    domain.clock.advance(HOUR);
    await turnOn(INACTIVE_HALF_A_YEAR);
    expect(await since()).toBe(first + 2 * HOUR);
    expect(domain.program.points_expiry_since).toBe(first + 2 * HOUR);
  });

  it('is never the same moment for two modes', async () => {
    await begin(AFTER_A_YEAR);
    await turnOn(AT_YEARS_END);
    expect(await since()).toBe(domain.clock.real() + 1);
  });

  it('is told by the clock of a test program', async () => {
    await domain.begin({ test: true });
    await domain.deps.db
      .updateTable('programs')
      .set({ clock_offset_ms: 1000 * HOUR, clock_target_ms: 1000 * HOUR })
      .where('id', '=', domain.program.id)
      .execute();
    await turnOn(AFTER_A_YEAR);
    expect(await since()).toBe(domain.clock.real() + 1000 * HOUR);
  });
});

describe('a mode with dates that is turned on', () => {
  it('takes effect a full period later, for everybody', async () => {
    const { id } = await begin(null);
    for (let i = 0; i < 3; i += 1) await domain.customer({ merchant_id: `c-${i}`, points: 10 * i });
    await domain.complete('now');
    domain.turnTo('2027-06-14T12:00:00Z');
    await turnOn(AFTER_A_YEAR);
    expect(await openLots(domain, id)).toEqual(['2028-06-14: 50']);
    expect(await domain.rows('lots')).toHaveLength(3);
    domain.turnTo(Date.parse('2028-06-14T12:00:00Z') - 1);
    await sweepOnce(domain.deps);
    expect(await domain.rows('expiries')).toEqual([]);
    domain.turnTo('2028-06-14T12:00:00Z');
    await sweepOnce(domain.deps);
    expect((await domain.rows('expiries')).map((row) => row.points).sort()).toEqual([10, 20, 50]);
  });

  it('goes by the day at home', async () => {
    const { id } = await begin(null);
    await adjust(domain, id, 10);
    await turnOn(AT_YEARS_END);
    const [lot] = await domain.rows('lots');
    expect(lot!.expires_at).toBe(Date.parse('2028-01-01T05:00:00Z'));
  });
});

describe('a mode with dates that is changed', () => {
  it('gives what is left its dates, a full period later', async () => {
    const { id } = await begin({ mode: 'after_earning', duration_months: 36 });
    await domain.complete('now');
    domain.turnTo('2026-05-01T12:00:00Z');
    await adjust(domain, id, 10);
    expect(await openLots(domain, id)).toEqual(['2029-01-14: 50', '2029-05-01: 10']);
    await turnOn(AT_YEARS_END);
    expect(await openLots(domain, id)).toEqual(['2028-01-01: 50', '2028-01-01: 10']);
    expect((await domain.row(id)).next_due_at).toBe(Date.parse('2028-01-01T05:00:00Z'));
  });

  it('to other figures leaves the dates that were told, and counts from now on', async () => {
    const { id } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    await turnOn({ mode: 'after_earning', duration_months: 1 });
    await adjust(domain, id, 10);
    expect(await openLots(domain, id)).toEqual(['2026-02-14: 10', '2027-01-14: 50']);
  });

  it('leaves what expired as it was', async () => {
    const { id } = await begin({ mode: 'after_earning', duration_months: 1 });
    await domain.complete('now');
    domain.turnTo('2026-02-14T12:00:00Z');
    await domain.settle(id);
    await turnOn(AT_YEARS_END);
    const [lot] = await domain.rows('lots');
    expect(lot).toMatchObject({ expired: 50, expires_at: Date.parse('2026-02-14T12:00:00Z') });
  });

  it('also of what a claim holds, when it comes back', async () => {
    const { id } = await begin({ mode: 'after_earning', duration_months: 1 });
    await domain.complete('now');
    await domain.claim('mug', { variant_id: '902' });
    await turnOn(AT_YEARS_END);
    domain.clock.advance(24 * HOUR);
    await domain.settle(id);
    expect(await openLots(domain, id)).toEqual(['2028-01-01: 50']);
  });
});

describe('customers who have not been gone through yet', () => {
  it.each<[string, (id: number, stale: Program) => Promise<unknown>]>([
    ['writes', () => domain.complete('now')],
    [
      'writes and holds the program as it was before',
      (_, stale) => {
        domain.program = stale;
        return domain.complete('now');
      },
    ],
    ['looks', (id) => domain.settle(id)],
    ['applies the program again', () => turnOn(AT_YEARS_END)],
  ])('are brought under the terms by whoever %s', async (_, touch) => {
    const { id } = await begin(AFTER_A_YEAR);
    const stale = domain.program;
    const before = stale.points_expiry_since!;
    await adjust(domain, id, 30);
    await turnOn(AT_YEARS_END);
    // As it would be if the process that applied the program had been cut short.
    const lots = domain.deps.db.updateTable('lots').set({ expires_at: ts(before + HOUR) });
    await lots.where('program_id', '=', domain.program.id).execute();
    const customers = domain.deps.db.updateTable('customers').set({ lots_dated_since: ts(before) });
    await customers.where('program_id', '=', domain.program.id).execute();
    domain.clock.advance(24 * HOUR);
    await touch(id, stale);
    const dates = (await openLots(domain, id)).map((lot) => lot.split(':')[0]);
    expect(new Set(dates)).toEqual(new Set(['2028-01-01']));
    expect(await domain.rows('expiries')).toEqual([]);
  });
});

describe('a mode with dates that is turned off', () => {
  it('leaves lots without dates, and nothing expires', async () => {
    const { id } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    await turnOn(null);
    expect(await openLots(domain, id)).toEqual(['never: 50']);
    await domain.complete('now');
    await domain.claim('card');
    domain.turnTo('2030-01-01T00:00:00Z');
    await sweepOnce(domain.deps);
    expect(await openLots(domain, id)).toEqual(['never: 40', 'never: 50']);
    expect(await domain.row(id)).toMatchObject({ points_approved: 90, next_due_at: null });
  });

  it('and on again takes effect a full period after that', async () => {
    const { id } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    await turnOn(null);
    domain.turnTo('2026-12-31T12:00:00Z');
    await turnOn(AFTER_A_YEAR);
    expect(await openLots(domain, id)).toEqual(['2027-12-31: 50']);
  });

  it('does not take again what comes back past its former date', async () => {
    const { id } = await begin({ mode: 'after_earning', duration_months: 1 });
    await domain.change({
      rewards: [
        {
          key: 'mug',
          definition: productRewardDefinition({
            cost: { kind: 'fixed', points: 30 },
            auto_refund_seconds: 90 * 24 * 3600,
          }),
        },
      ],
    });
    await domain.complete('now');
    await domain.claim('mug', { variant_id: '902' });
    domain.turnTo('2026-02-20T12:00:00Z');
    expect((await domain.settle(id)).points_approved).toBe(0);
    await turnOn(null);
    domain.turnTo('2026-05-01T12:00:00Z');
    expect((await domain.settle(id)).points_approved).toBe(30);
    expect(await openLots(domain, id)).toEqual(['never: 30']);
    await turnOn(AFTER_A_YEAR);
    expect(await expired(domain, id)).toEqual(['2026-02-14: 20 (age)']);
  });

  it('for one of inactivity takes lots with the balance', async () => {
    const { id } = await begin(AFTER_A_YEAR);
    await domain.complete('now');
    await adjust(domain, id, 20);
    await turnOn(INACTIVE_HALF_A_YEAR);
    expect(await openLots(domain, id)).toEqual(['never: 50', 'never: 20']);
    domain.turnTo('2026-07-14T12:00:00Z');
    await sweepOnce(domain.deps);
    expect(await openLots(domain, id)).toEqual([]);
    expect(await expired(domain, id)).toEqual(['2026-07-14: 70 (inactivity)']);
  });
});

describe('a mode of inactivity that is turned on', () => {
  it('counts from then, and the sweep knows', async () => {
    const { id } = await begin(null);
    await domain.complete('now');
    domain.turnTo('2027-06-14T12:00:00Z');
    await turnOn(INACTIVE_HALF_A_YEAR);
    domain.turnTo(Date.parse('2027-12-14T13:00:00Z') - 1);
    await sweepOnce(domain.deps);
    expect(await domain.row(id)).toMatchObject({
      points_approved: 50,
      next_due_at: Date.parse('2027-12-14T13:00:00Z'),
    });
    domain.turnTo('2027-12-14T13:00:00Z');
    await sweepOnce(domain.deps);
    expect(await expired(domain, id)).toEqual(['2027-12-14: 50 (inactivity)']);
  });

  it('and made shorter is looked at sooner', async () => {
    const { id } = await begin({ mode: 'inactivity_since_balance_change', duration_months: 24 });
    await domain.complete('now');
    domain.turnTo('2026-09-01T12:00:00Z');
    await turnOn(INACTIVE_HALF_A_YEAR);
    await sweepOnce(domain.deps);
    expect(await expired(domain, id)).toEqual(['2026-07-14: 50 (inactivity)']);
  });
});

describe('a process that holds the program as it was before', () => {
  /** Writes in every way as that process does. */
  async function writeAs(stale: Program, customer: string) {
    const held = domain.program;
    domain.program = stale;
    try {
      await domain.complete('now', { customer });
      await domain.complete('now', { customer, hooks: ORDINARY });
      await domain.complete('later', { customer });
      await domain.claim('card', {}, { customer });
      await domain.claim('card', {}, { customer, hooks: ORDINARY });
    } finally {
      domain.program = held;
    }
  }

  it('keeps lots all the same where there are some', async () => {
    const { id } = await begin(null);
    await adjust(domain, id, 30);
    const stale = domain.program;
    await turnOn(AFTER_A_YEAR);
    domain.clock.advance(24 * HOUR);
    await writeAs(stale, '1001');
    expect(await openLots(domain, id)).toEqual(['2027-01-14: 10', '2027-01-15: 50', '2027-01-15: 50']);
  });

  it('opens them for whom it makes after all others have theirs', async () => {
    await begin(null);
    const stale = domain.program;
    await turnOn(AFTER_A_YEAR);
    domain.clock.advance(24 * HOUR);
    const held = domain.program;
    domain.program = stale;
    const { id } = await domain.customer({ merchant_id: 'new', points: 40 });
    domain.program = held;
    expect(await openLots(domain, id)).toEqual(['2027-01-15: 40']);
    await writeAs(stale, 'new');
    expect(await openLots(domain, id)).toEqual(['2027-01-15: 20', '2027-01-15: 50', '2027-01-15: 50']);
  });

  it('gives no dates where there are none any more', async () => {
    const { id } = await begin(AFTER_A_YEAR);
    await adjust(domain, id, 30);
    const stale = domain.program;
    await turnOn(null);
    await writeAs(stale, '1001');
    expect(await openLots(domain, id)).toEqual(['never: 10', 'never: 50', 'never: 50']);
  });

  it('has whoever it gives points looked at for its inactivity', async () => {
    const { id } = await begin(null);
    const stale = domain.program;
    await turnOn(INACTIVE_HALF_A_YEAR);
    await writeAs(stale, '1001');
    await domain.settle(id);
    domain.clock.advance(2 * HOUR);
    await sweepOnce({ ...domain.deps, programs: { get: async () => stale } as never });
    const { next_due_at, points_pending } = await domain.row(id);
    expect(points_pending).toBe(0);
    // It stays due, and the next sweep has the new program.
    expect(next_due_at).toBeLessThanOrEqual(domain.clock.real());
    await sweepOnce(domain.deps);
    expect((await domain.row(id)).next_due_at).toBe(Date.parse('2026-07-14T12:00:00Z'));
  });
});

describe('a guarded write of such a process', () => {
  it.each(['complete', 'claim'] as const)('is known to fall due: %s', async (write) => {
    const { id } = await begin(null);
    await adjust(domain, id, 30);
    const stale = domain.program;
    await turnOn(INACTIVE_HALF_A_YEAR);
    // As a customer is that had no points when all were gone through.
    const nothingDue = domain.deps.db.updateTable('customers').set({ next_due_at: null });
    await nothingDue.where('program_id', '=', stale.id).where('id', '=', id).execute();
    domain.program = stale;
    await (write === 'claim' ? domain.claim('card') : domain.complete('now'));
    const deadline = Date.parse('2026-07-14T11:00:00Z');
    expect((await domain.row(id)).next_due_at).toBeLessThanOrEqual(deadline);
    await sweepOnce(domain.deps);
    expect((await domain.row(id)).next_due_at).toBe(deadline);
  });
});

describe('a mode that is turned on and off while writers write', () => {
  it('leaves every customer with lots as the last one wants them', async () => {
    await begin(null);
    const names = Array.from({ length: 6 }, (_, index) => `w-${index}`);
    const ids: number[] = [];
    for (const merchant_id of names) ids.push((await domain.customer({ merchant_id, points: 50 })).id);
    let writing = true;
    const writers = atOnce(6, async (index) => {
      const customer = names[index]!;
      for (let i = 0; writing || i < 10; i += 1) {
        const hooks = i % 2 ? ORDINARY : undefined;
        await domain.complete(i % 3 ? 'now' : 'later', { customer, hooks });
        await domain.claim('card', {}, { customer, hooks });
        if (i % 4 === 0) {
          const { deps, program } = domain;
          await adjustPoints(deps, { program, customer_id: ids[index]!, points: 3, note: null, by: TESTER });
        }
        if (index === 0) await sweepOnce(domain.deps);
      }
    });
    for (const expiry of [
      AFTER_A_YEAR,
      AT_YEARS_END,
      null,
      INACTIVE_HALF_A_YEAR,
      AFTER_A_YEAR,
      null,
      AT_YEARS_END,
    ]) {
      domain.clock.advance(HOUR);
      await turnOn(expiry);
    }
    writing = false;
    await Promise.all(writers);
    for (const id of ids) {
      const row = await domain.settle(id);
      expect(row.lots_dated_since).toBe(domain.program.points_expiry_since);
      const dates = new Set((await openLots(domain, id)).map((lot) => lot.split(':')[0]));
      expect(dates).toEqual(new Set(['2028-01-01']));
      expect(row.next_due_at).not.toBeNull();
    }
  });
});

// It comes last: a sweep goes through the customers of all tests before it.
describe('a mode with dates of a program with very many customers', () => {
  it('is turned on and off for more than fit into one batch', async () => {
    await begin(null);
    await domain.deps.db.transaction().execute(async (tx) => {
      await sql`
        with made as (
          insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, enrolled_at, points_approved, last_entry_at, created_at, updated_at)
            select ${domain.program.id}, 'm' || n, 'm' || n, ${domain.program.sites[0]!.id}, 'r' || n, now(), 5, now(), now(), now()
              from generate_series(1, 2100) n returning program_id, id
        ), given as (
          insert into adjustments (program_id, customer_id, points, date, created_at)
            select program_id, id, 5, now(), now() from made returning program_id, customer_id, id
        )
        insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, adjustment_id, created_at)
          select program_id, customer_id, 5, 0, 0, 'adjustment', id, now() from given`.execute(tx);
    });
    await turnOn(AFTER_A_YEAR);
    const lots = await domain.rows('lots');
    expect(lots).toHaveLength(2100);
    expect(new Set(lots.map((lot) => lot.expires_at))).toEqual(new Set([Date.parse('2027-01-14T12:00:00Z')]));
    await turnOn(null);
    expect(new Set((await domain.rows('lots')).map((lot) => lot.expires_at))).toEqual(new Set([null]));
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { TestClock } from '../support/clock.ts';
import { productRewardDefinition, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import {
  AFTER_A_YEAR,
  adjust,
  expired,
  expiring,
  INACTIVE_HALF_A_YEAR,
  openLots,
  resolve,
} from '../support/lots.ts';
import { atOnce, ORDINARY, outcomeOf, tally } from '../support/outcomes.ts';
import { openProcesses, type Processes } from '../support/processes.ts';
import { testDomain } from '../support/test-domain.ts';
import { depsOn } from '../support/test-domain-deps.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const domain = testDomain({ poolSize: 16 });

async function begin(expiry: PointsExpiry = AFTER_A_YEAR) {
  await domain.begin({
    ...expiring(expiry),
    rules: [{ key: 'now', definition: ruleDefinition() }],
    rewards: [
      { key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 7 } }) },
      {
        key: 'mug',
        definition: productRewardDefinition({
          cost: { kind: 'fixed', points: 30 },
          auto_refund_seconds: 24 * 3600,
        }),
      },
    ],
  });
}

const pathOf = (index: number) => (index % 2 ? ORDINARY : undefined);

/** 30, 30 and 40 points that expire in January, February and March 2027. */
async function threeLots(merchant_id = '1001') {
  const { id } = await domain.customer({ merchant_id });
  for (const [date, points] of [
    ['2026-01-14', 30],
    ['2026-02-14', 30],
    ['2026-03-14', 40],
  ] as const) {
    domain.turnTo(`${date}T12:00:00Z`);
    await adjust(domain, id, points);
  }
  return id;
}

describe('redemptions of the same lots', () => {
  it('spend each point once, in the order in which they expire', async () => {
    await begin();
    const id = await threeLots();
    const claims = atOnce(40, (index) => domain.claim('card', {}, { hooks: pathOf(index) }));
    expect(await tally(claims)).toEqual({ done: 14, insufficient_points: 26 });
    expect(await openLots(domain, id)).toEqual(['2027-03-14: 2']);
    expect((await domain.row(id)).points_approved).toBe(2);
  });

  it('beside refunds and voids and points that come in leave lots and balance alike', async () => {
    await begin();
    const ids: number[] = [];
    for (let i = 0; i < 4; i += 1) ids.push(await threeLots(`c-${i}`));
    const started = domain.clock.real();
    for (let round = 0; round < 5; round += 1) {
      const calls = atOnce<unknown>(32, async (index) => {
        const who = index % 4;
        const customer = `c-${who}`;
        if (index % 8 < 3) return domain.claim('mug', { variant_id: '902' }, { customer });
        if (index % 8 < 5) return domain.claim('card', {}, { customer, hooks: pathOf(index) });
        if (index % 8 === 5) return domain.settle(ids[who]!);
        if (index % 8 === 6) return adjust(domain, ids[who]!, round % 2 ? 11 : -11);
        const { actions } = await domain.complete('now', { customer });
        return resolve(domain, ids[who]!, actions[0]!.id, 'void');
      });
      await tally(calls);
      domain.clock.advance(13 * HOUR);
    }
    domain.turnTo(started + 10 * DAY);
    for (const id of ids) {
      const { points_approved } = await domain.settle(id);
      const lots = (await openLots(domain, id)).map((lot) => Number(lot.split(': ')[1]));
      expect(lots.reduce((sum, points) => sum + points, 0)).toBe(Math.max(0, points_approved));
    }
  });
});

describe('a redemption and an expiry', () => {
  it('take each point once, however the clocks of two servers differ', async () => {
    await begin();
    const behind = new TestClock();
    const other = depsOn(domain.database, behind);
    for (let round = 0; round < 15; round += 1) {
      domain.turnTo('2026-01-14T12:00:00Z');
      const merchant_id = `r-${round}`;
      const { id } = await domain.customer({ merchant_id });
      await adjust(domain, id, 70);
      domain.turnTo('2027-01-14T12:00:00Z');
      behind.advance(domain.clock.real() - 1 - behind.real());
      const by = { customer: merchant_id, deps: other };
      const claims = tally(atOnce(4, (index) => domain.claim('card', {}, { ...by, hooks: pathOf(index) })));
      const settling = atOnce(2, () => domain.settle(id));
      const [outcomes] = await Promise.all([claims, ...settling, sweepOnce(domain.deps)]);
      await domain.settle(id);
      const spent = 7 * (outcomes.done ?? 0);
      expect(await domain.row(id)).toMatchObject({ points_approved: 0, points_spent: spent });
      const gone = (await domain.rows('expiries')).filter((row) => row.customer_id === id);
      expect(gone.reduce((sum, row) => sum + row.points, 0)).toBe(70 - spent);
      expect(await openLots(domain, id)).toEqual([]);
    }
  });

  it('of inactivity: a server that is behind saves the rest by its change, or comes too late', async () => {
    await begin(INACTIVE_HALF_A_YEAR);
    const behind = new TestClock();
    const other = depsOn(domain.database, behind);
    for (let round = 0; round < 15; round += 1) {
      domain.turnTo('2026-01-14T12:00:00Z');
      const merchant_id = `r-${round}`;
      const { id } = await domain.customer({ merchant_id });
      await adjust(domain, id, 70);
      domain.turnTo('2026-07-14T11:00:00Z');
      behind.advance(domain.clock.real() - 1 - behind.real());
      const claim = domain.claim('card', {}, { customer: merchant_id, deps: other, hooks: pathOf(round) });
      const [outcome] = await Promise.all([outcomeOf(claim), domain.settle(id), sweepOnce(domain.deps)]);
      const { points_approved, points_spent } = await domain.row(id);
      expect([outcome, points_approved, points_spent]).toEqual(
        outcome === 'done' ? ['done', 63, 7] : ['insufficient_points', 0, 0],
      );
    }
  });
});

describe('a claim that lapses when its points expire', () => {
  it('gives them back to their lot, which expires with them', async () => {
    await begin();
    for (let round = 0; round < 8; round += 1) {
      domain.turnTo('2026-01-14T12:00:00Z');
      const merchant_id = `l-${round}`;
      const { id } = await domain.customer({ merchant_id });
      await adjust(domain, id, 50);
      domain.turnTo('2027-01-13T12:00:00Z');
      await domain.claim('mug', { variant_id: '902' }, { customer: merchant_id });
      domain.clock.advance(DAY);
      await Promise.all([...atOnce(3, () => domain.settle(id)), ...atOnce(2, () => sweepOnce(domain.deps))]);
      expect(await domain.row(id)).toMatchObject({ points_approved: 0, points_spent: 0, next_due_at: null });
      expect(await expired(domain, id)).toEqual(['2027-01-14: 50 (age)']);
    }
  });
});

describe('two processes', () => {
  let processes: Processes;
  beforeAll(async () => {
    processes = await openProcesses(2, domain.database.serverUrl);
  });
  afterAll(() => processes.close());

  it('expire each lot once', async () => {
    await begin();
    const ids: number[] = [];
    for (let i = 0; i < 25; i += 1) {
      domain.turnTo('2026-01-14T12:00:00Z');
      ids.push(await threeLots(`p-${i}`));
    }
    const job = { program_id: domain.program.id, id: 0, merchant_id: '', count: 3, kind: 'sweep' } as const;
    for (const [now, left] of [
      ['2027-01-14T12:00:00Z', 70],
      ['2027-03-14T12:00:00Z', 0],
    ] as const) {
      domain.turnTo(now);
      expect(await processes.run({ ...job, now: Date.parse(now) })).toEqual({ done: 6 });
      // Whom one of them held another left for later.
      await sweepOnce(domain.deps);
      for (const id of ids) expect((await domain.row(id)).points_approved).toBe(left);
    }
    expect((await domain.rows('expiries')).map((row) => row.points).sort()).toEqual(
      [30, 30, 40].flatMap((points) => ids.map(() => points)),
    );
  });
});

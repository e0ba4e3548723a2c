import { describe, expect, it, vi } from 'vitest';
import { advanceClock, finishAdvances } from '../../src/domain/operations/advance-clock.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { programSettings, rewardDefinition, ruleDefinition, tierDefinition } from '../support/factories.ts';
import { atOnce, outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { depsOn } from '../support/test-domain-deps.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

const DAY = 24 * 60 * 60_000;
const REAL = Date.parse('2026-01-14T12:00:00Z');

const begin = () =>
  domain.begin({
    test: true,
    settings: programSettings({ tier_membership: { mode: 'rolling', duration_months: 1 } }),
    tiers: [{ key: 'base', definition: tierDefinition() }],
    rules: [
      { key: 'soon', definition: ruleDefinition({ approval_period_seconds: (10 * DAY) / 1000 }) },
      { key: 'later', definition: ruleDefinition({ approval_period_seconds: (20 * DAY) / 1000 }) },
    ],
    rewards: [
      {
        key: 'card',
        definition: rewardDefinition({
          cost: { kind: 'fixed', points: 10 },
          auto_refund_seconds: (15 * DAY) / 1000,
        }),
      },
    ],
  });

const advance = (days: number, program: Program = domain.program) =>
  advanceClock(domain.deps, { program, advance_ms: days * DAY, by: TESTER });

const clockOf = async () =>
  (await domain.deps.programs.all()).find(({ id }) => id === domain.program.id)!.clock_offset_ms;

/** The records by day since the clock was turned, in the order of recording. */
const recorded = async () =>
  (await domain.rows('transactions')).map((row) => [
    (row.created_at - REAL) / DAY,
    row.customer_id,
    row.points_approved,
    row.points_pending,
  ]);

describe("a test program's clock", () => {
  it('plays what falls due on the way in order of time, each at its own moment', async () => {
    await begin();
    const ada = await domain.customer({ merchant_id: 'ada', points: 10 });
    const ben = await domain.customer({ merchant_id: 'ben' });
    await domain.complete('later', { customer: 'ada' });
    await domain.complete('soon', { customer: 'ben' });
    await domain.claim('card', { customer_merchant_id: 'ada' });
    const { now } = await advance(60);
    expect(now).toBe(REAL + 60 * DAY);
    expect((await recorded()).slice(4)).toEqual([
      [10, ben.id, 50, -50],
      [15, ada.id, 10, 0],
      [20, ada.id, 50, -50],
    ]);
    const { tier_started_at, tier_expires_at } = await domain.row(ada.id);
    expect([tier_started_at, tier_expires_at].map((at) => new Date(at!).toISOString())).toEqual([
      '2026-03-14T11:00:00.000Z',
      '2026-04-14T11:00:00.000Z',
    ]);
  });

  it('plays on where the program is applied anew between two steps', async () => {
    await begin();
    const { id } = await domain.customer({ merchant_id: 'ada' });
    await domain.complete('soon', { customer: 'ada' });
    const former = domain.program;
    await domain.change({ settings: programSettings({ tier_membership: { mode: 'lifetime' } }) });
    const deps = depsOn(domain.database, domain.clock);
    vi.spyOn(deps.programs, 'some').mockResolvedValueOnce([former]);
    await advanceClock(deps, { program: former, advance_ms: 60 * DAY, by: TESTER });
    expect(await domain.row(id)).toMatchObject({ points_approved: 50, points_pending: 0, next_due_at: null });
    expect(await clockOf()).toBe(60 * DAY);
  });

  it('runs on with real time from where it was turned to, and adds up', async () => {
    await begin();
    await advance(3);
    await advance(4);
    domain.clock.advance(DAY);
    expect(domain.deps.clock.now({ clock_offset_ms: await clockOf() })).toBe(REAL + 8 * DAY);
  });

  it('is what later completions are dated by', async () => {
    await begin();
    await domain.customer();
    await advance(90);
    const [turned] = (await domain.deps.programs.all()).filter(({ id }) => id === domain.program.id);
    domain.program = turned!;
    const { actions } = await domain.complete('soon');
    expect(actions[0]!.date).toBe(REAL + 90 * DAY);
  });

  it('of a live program is not turned', async () => {
    await domain.begin();
    expect(await outcomeOf(advance(1))).toBe('not_a_test_program');
    expect(await clockOf()).toBe(0);
  });

  it('is not turned beyond the calendar', async () => {
    await begin();
    expect(await outcomeOf(advance(999_999))).toBe('done');
    expect(
      await outcomeOf(
        advanceClock(domain.deps, { program: domain.program, advance_ms: 8000 * 365 * DAY, by: TESTER }),
      ),
    ).toBe('invalid_request');
  });

  it('cut short is turned to its end by the next sweep', async () => {
    await begin();
    for (const merchant_id of ['ada', 'ben', 'cem']) {
      await domain.customer({ merchant_id });
      await domain.complete('soon', { customer: merchant_id });
    }
    const abort = new AbortController();
    const cut = advanceClock(domain.deps, {
      program: domain.program,
      advance_ms: 30 * DAY,
      signal: abort.signal,
      onProgress: () => abort.abort(),
      by: TESTER,
    });
    expect(await outcomeOf(cut)).toBe('unavailable');
    expect(await clockOf()).toBe(10 * DAY);
    await finishAdvances(domain.deps);
    expect(await clockOf()).toBe(30 * DAY);
    expect((await recorded()).slice(3).map(([day]) => day)).toEqual([10, 10, 10]);
  });

  it('turned by several at once goes as far as all of them together, and does each thing once', async () => {
    await begin();
    for (const merchant_id of ['ada', 'ben', 'cem']) {
      await domain.customer({ merchant_id });
      await domain.complete('soon', { customer: merchant_id });
      await domain.complete('later', { customer: merchant_id });
    }
    await Promise.all([...atOnce(5, () => advance(6)), ...atOnce(3, () => finishAdvances(domain.deps))]);
    expect(await clockOf()).toBe(30 * DAY);
    const approvals = (await recorded()).filter(([, , approved]) => approved !== 0);
    expect(approvals.map(([day]) => day)).toEqual([10, 10, 10, 20, 20, 20]);
  });
});

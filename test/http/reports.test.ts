import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { rebuildFigures } from '../../src/domain/operations/rebuild-figures.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { REPORT_NAMES } from '../../src/domain/reports/report-kinds.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  entryOf,
  programSettings,
  rewardDefinition,
  tierDefinition,
} from '../support/factories.ts';

const DAY = 24 * 3_600_000;
let test: TestApp;
let program: Program;

/** January, from the 14th on: 100 by hand, 50 by a rule, 60 redeemed; in February 30 removed. */
beforeAll(async () => {
  test = await buildTestApp({
    program: {
      settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
      tiers: [{ key: 'base', definition: tierDefinition() }],
      rewards: [{ key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 60 } }) }],
    },
  });
  program = await test.program();
  await createCustomer(test.deps, program, { merchant_id: '1001', points: 100 });
  const site = program.sites.at(-1)!;
  const rule_id = entryOf(program.rules, 'follow').id;
  await test
    .post(`/headless/2025-06/${site.id}/rules/social_follow/complete`, {
      rule_id,
      customer_merchant_id: '1001',
    })
    .expect(200);
  test.clock.advance(DAY);
  const reward_id = entryOf(program.rewards, 'card').id;
  await test.post('/v2/customers/1001/claimed_rewards', { reward_id }).expect(201);
  test.clock.advance(30 * DAY);
  await test.post('/v2/customers/1001/remove_points', { points: 30 }).expect(204);
  await countFigures(test.deps);
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const path = (name: string, query = '') => `/v2/reports/${name}?from=2026-01-01&to=2026-02-28${query}`;
const NOTHING = {
  earned: 0,
  added: 0,
  removed: 0,
  redeemed: 0,
  refunded: 0,
  expired: 0,
  voided: 0,
  merged: 0,
  imported: 0,
};

it('carries points outstanding from opening to closing', async () => {
  const { body } = await test.get(path('roll_forward'));
  expect(body).toEqual({
    report: {
      name: 'roll_forward',
      from: '2026-01-01',
      to: '2026-02-28',
      interval: 'month',
      zone: 'Pacific/Auckland',
      as_of: { at: '2026-02-14T12:00:00.000Z', transaction_id: expect.any(Number) },
      rows: [
        { ...NOTHING, period: '2026-01', opening: 0, earned: 50, added: 100, redeemed: 60, closing: 90 },
        { ...NOTHING, period: '2026-02', opening: 90, removed: 30, closing: 60 },
      ],
      late: [],
    },
  });
});

it.each(REPORT_NAMES)('is described, and the same as csv: %s', async (name) => {
  const answer = await test.get(path(name)).expect(200);
  expectServedSchema(await test.document(), answer);
  const csv = await test.get(path(name, '&type=csv')).expect(200);
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [header = '', ...lines] = csv.text.trimEnd().split('\r\n');
  const rows: Record<string, unknown>[] = answer.body.report.rows;
  expect(lines).toEqual(
    rows.map((row) =>
      header
        .split(',')
        .map((column) => row[column] ?? '')
        .join(','),
    ),
  );
  expect(lines.length).toBeGreaterThan(0);
});

it('opens with the days before, whether a month is read whole, in part or by days', async () => {
  const closings = async (query: string) => {
    const { body } = await test.get(`/v2/reports/roll_forward?${query}`).expect(200);
    return body.report.rows.map(({ period, opening, closing }: Record<string, unknown>) => [
      period,
      opening,
      closing,
    ]);
  };
  expect(await closings('from=2026-01-15&to=2026-02-13')).toEqual([
    ['2026-01', 150, 90],
    ['2026-02', 90, 90],
  ]);
  expect(await closings('from=2026-02-12&to=2026-02-15&interval=day')).toEqual([
    ['2026-02-12', 90, 90],
    ['2026-02-13', 90, 90],
    ['2026-02-14', 90, 60],
    ['2026-02-15', 60, 60],
  ]);
  expect(await closings('from=2026-01-12&to=2026-01-25&interval=week')).toEqual([
    ['2026-01-12', 0, 90],
    ['2026-01-19', 90, 90],
  ]);
  expect(await closings('from=2026-01-14&to=2026-01-14')).toEqual([['2026-01', 0, 150]]);
});

it('tells tiers, rules and rewards by their keys', async () => {
  const { body } = await test.get(path('rewards'));
  expect(body.report.rows).toEqual([
    { period: '2026-01', reward: 'card', redeemed: 60, redemptions: 1, refunded: 0, refunds: 0 },
  ]);
  const tiers = await test.get(path('tiers', '&tier=base'));
  expect(tiers.body.report.rows.map(({ tier }: { tier: string }) => tier)).toEqual(['base', 'base']);
  const of = await test.get(path('points', '&reward=card'));
  expect(of.body.report.rows[0]).toMatchObject({ added: 0, redeemed: 60 });
});

it('counts members by day and tier, and their points by the month in which they joined', async () => {
  const members = await test.get(path('members'));
  expect(members.body.report.rows).toEqual([
    { period: '2026-01', came: 1, went: 0, members: 1 },
    { period: '2026-02', came: 0, went: 0, members: 1 },
  ]);
  const tiers = await test.get(path('tiers'));
  const base = tiers.body.report.rows.find(({ tier }: { tier: string | null }) => tier === 'base');
  expect(base).toMatchObject({ came: 1, went: 0, members: 1 });
  const cohorts = await test.get(path('cohorts'));
  expect(cohorts.body.report.rows).toMatchObject([
    { period: '2026-01', cohort: '2026-01', members: 1, earned: 50, redeemed: 60 },
    { period: '2026-02', cohort: '2026-01', members: 1, earned: 0, redeemed: 0 },
  ]);
  const inBase = await test.get(path('cohorts', '&tier=base'));
  expect(inBase.body.report.rows).toEqual(cohorts.body.report.rows);
});

it('answers 304 until a transaction changes it, also after a rebuild', async () => {
  const first = await test.get(path('overview'));
  expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
  await rebuildFigures(test.deps, program.id);
  const again = () => test.get(path('overview')).set('if-none-match', first.headers.etag!);
  await again().expect(304);
  await test.post('/v2/customers/1001/points', { points: 1 }).expect(201);
  await again().expect(304);
  await countFigures(test.deps);
  await again().expect(200);
});

describe('a report is refused', () => {
  it.each([
    ['to=2026-01-01&from=2026-02-01', 'to'],
    ['from=2026-02-30', 'from'],
    ['from=1812-01-01', 'from'],
    ['from=1990-01-01&interval=day', 'interval'],
    ['tier=platinum', 'tier'],
    ['site=nowhere', 'site'],
    ['rule=none', 'rule'],
    ['reward=none', 'reward'],
    ['group=tier', 'group'],
  ])('for %s', async (query, parameter) => {
    const { body } = await test.get(`/v2/reports/points?${query}`).expect(400);
    expect(JSON.stringify(body.error.details)).toContain(parameter);
  });

  it.each([
    ['from=x', 'from'],
    ['to=x', 'to'],
    ['from=3000-01-01', 'from'],
    ['to=1969-01-01', 'to'],
  ])('for %s, and not for the end that the caller did not give', async (query, parameter) => {
    const { body } = await test.get(`/v2/reports/points?${query}`).expect(400);
    expect(Object.keys(body.error.details)).toEqual([parameter]);
  });

  it.each([
    ['cohorts', 'interval=day', 'interval'],
    ['members', 'rule=follow', 'rule'],
    ['referrals', 'rule=follow', 'rule'],
  ])('that cannot be of that: %s by %s', async (name, query, parameter) => {
    const { body } = await test.get(`/v2/reports/${name}?${query}`).expect(400);
    expect(JSON.stringify(body.error.details)).toContain(parameter);
  });

  it('without its scope', async () => {
    const key = await test.createKey(['read_customers', 'write_configuration']);
    await test.get(path('points')).set('authorization', `Bearer ${key}`).expect(403);
  });
});

it('forecasts what becomes of points, or shows what is known where there is too little history', async () => {
  const answer = await test.get('/v2/reports/forecast').expect(200);
  expectServedSchema(await test.document(), answer);
  expect(answer.body.forecast).toMatchObject({
    as_of: { at: '2026-02-14T12:00:00.000Z' },
    triangle: [{ month: '2026-01', earned: 150, redeemed: [60] }],
    expectation: null,
  });
  const known = await test.get('/v2/reports/forecast').set('if-none-match', answer.headers.etag!);
  expect(known.status).toBe(304);
});

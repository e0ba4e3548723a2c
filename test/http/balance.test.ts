import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Program } from '../../src/domain/programs/configuration.ts';
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
import { AFTER_A_YEAR } from '../support/lots.ts';

const DAY = 24 * 3_600_000;
let test: TestApp;
let program: Program;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      settings: programSettings({ tier_membership: { mode: 'lifetime' }, points_expiry: AFTER_A_YEAR }),
      tiers: [{ key: 'base', definition: tierDefinition({ name: { de: 'Basis', en: 'Base' } }) }],
      rewards: [{ key: 'card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 50 } }) }],
    },
  });
  program = await test.program();
  await createCustomer(test.deps, program, { merchant_id: '1001', points: 70 });
  test.clock.advance(DAY);
  await test.post('/v2/customers/1001/points', { points: 30 });
  await test.post('/v2/customers/1001/claimed_rewards', { reward_id: entryOf(program.rewards, 'card').id });
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const path = '/v2/customers/1001/balance';
const first = { formed_at: '2026-01-14T12:00:00.000Z', expires_at: '2027-01-14T12:00:00.000Z' };
const second = { formed_at: '2026-01-15T12:00:00.000Z', expires_at: '2027-01-15T12:00:00.000Z' };

it('reads counters, lots and tier as they are', async () => {
  const answer = await test.get(path);
  expectServedSchema(await test.document(), answer);
  expect(answer.body).toEqual({
    at: '2026-01-15T12:00:00.000Z',
    points_approved: 50,
    points_pending: 0,
    points_spent: 50,
    tier: { id: entryOf(program.tiers, 'base').id, name: 'Base' },
    lots: [
      { points: 70, remaining: 20, ...first },
      { points: 30, remaining: 30, ...second },
    ],
    next_expiry: { points: 20, at: first.expires_at },
  });
});

it('reads them as they were, whatever the offset that the moment is given in', async () => {
  for (const at of ['2026-01-15T11:59:59.999Z', '2026-01-15T06:00:00-05:00', '2026-01-14T14:00:00%2B02:00']) {
    expect((await test.get(`${path}?at=${at}`)).body).toMatchObject({
      points_approved: 70,
      points_spent: 0,
      lots: [{ points: 70, remaining: 70, ...first }],
    });
  }
  const before = await test.get(`${path}?at=2020-01-01T00:00:00Z`);
  expect(before.body).toEqual({
    at: '2020-01-01T00:00:00.000Z',
    points_approved: 0,
    points_pending: 0,
    points_spent: 0,
    tier: null,
    lots: [],
    next_expiry: null,
  });
});

it('knows no future, no moment without an offset and no other parameter', async () => {
  for (const [query, details] of [
    ['at=2026-01-15T12:00:00.001Z', { at: 'must not be in the future' }],
    ['at=2026-01-15', { at: 'must be an ISO 8601 timestamp with an offset, such as 2025-06-01T00:00:00Z' }],
    ['on=2026-01-15', { on: 'is not known here' }],
  ] as const) {
    const { status, body } = await test.get(`${path}?${query}`);
    expect([status, body.error.details]).toEqual([400, details]);
  }
  expect((await test.get(`${path}?channel=pos&at=2026-01-15T12:00:00Z`)).status).toBe(200);
});

it('does first what is due', async () => {
  test.clock.advance(365 * DAY);
  expect((await test.get(path)).body).toMatchObject({ points_approved: 0, lots: [], next_expiry: null });
  expect((await test.get(`${path}?at=2026-06-01T00:00:00Z`)).body.points_approved).toBe(50);
});

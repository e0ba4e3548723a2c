import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer, createKey, programDefinition, ruleDefinition } from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';

const DAY = 86_400_000;

let test: TestApp;
let document: object;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      test: true,
      rules: [{ key: 'follow', definition: ruleDefinition({ approval_period_seconds: (30 * DAY) / 1000 }) }],
    },
  });
  document = await test.document();
});
afterAll(() => test.close());

const advance = (body: object, headers: Record<string, string> = {}) =>
  test.post('/v2/test_clock/advance', body).set(headers);

describe('POST /v2/test_clock/advance', () => {
  it('says where the clock stands, and the next request sees what fell due', async () => {
    const program = await test.program();
    await createCustomer(test.deps, program);
    const site = program.sites.at(-1)!.id;
    const completed = await test.post(`/headless/2025-06/${site}/rules/social_follow/complete`, {
      rule_id: program.rules[0]!.id,
      customer_merchant_id: '1001',
    });
    expect(completed.body.customer).toMatchObject({ points_approved: 0, points_pending: 50 });
    const before = test.clock.now(await test.program());
    const answer = await advance({ by: '31d' });
    expect(answer.status).toBe(200);
    expectServedSchema(document, answer);
    expect(answer.body).toEqual({ test_clock: { now: new Date(before + 31 * DAY).toISOString() } });
    const listed = await test.get('/v2/transactions');
    expect(listed.body.transactions[0]).toMatchObject({
      points_approved: 50,
      points_pending: -50,
      created_at: new Date(before + 30 * DAY).toISOString(),
    });
  });

  it('turns once for one Idempotency-Key', async () => {
    const once = { 'Idempotency-Key': 'turn-once' };
    const first = await advance({ by: '1h' }, once);
    expect(await advance({ by: '1h' }, once)).toMatchObject({ status: 200, body: first.body });
    const next = await advance({ by: '1s' });
    const ahead = Date.parse(next.body.test_clock.now) - Date.parse(first.body.test_clock.now);
    expect(ahead).toBe(1000);
  });

  it('answers a repeat once what fell due has been played, though the first was cut short', async () => {
    const once = { 'Idempotency-Key': 'cut-short' };
    const first = await advance({ by: '1h' }, once);
    // As a server leaves it that is killed between the two: how far to turn is committed, nothing is played.
    await test.database.asOwner(
      "update programs set clock_target_ms = clock_target_ms + 3600000 where key = 'shop'",
    );
    expect((await advance({ by: '1h' }, once)).body).toEqual(first.body);
    const program = await test.database.db
      .selectFrom('programs')
      .select(['clock_offset_ms', 'clock_target_ms'])
      .where('key', '=', 'shop')
      .executeTakeFirstOrThrow();
    expect(program.clock_offset_ms).toBe(program.clock_target_ms);
  });

  it.each([
    [{}, { by: 'is required' }],
    [{ by: 90 }, { by: 'must be a string' }],
    [{ by: '1000000s' }, { by: 'must be a whole number from 1 to 999999 with its unit: 30s, 15m, 24h, 90d' }],
    [{ by: '0d' }, { by: 'must be a whole number from 1 to 999999 with its unit: 30s, 15m, 24h, 90d' }],
    [{ by: '1d', to: 'tomorrow' }, { to: 'is not known here' }],
  ])('refuses %j', async (body, details) => {
    expect(await advance(body)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', details } },
    });
  });

  it('refuses a live program', async () => {
    await applyProgram(test.deps, programDefinition({ key: 'live' }), TESTER);
    const authorization = `Bearer ${await createKey(test.deps, 'live')}`;
    const answer = await advance({ by: '1d' }, { authorization });
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'not_a_test_program' } } });
    expectServedSchema(document, answer);
  });
});
